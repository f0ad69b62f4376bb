// What all pages share: asking the server, telling the person, light and dark.

const root = document.documentElement;

/** An element by its id. */
export const $ = (id) => document.getElementById(id);

/** Makes an element: its tag, its attributes, what is in it. Text is only ever text. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Puts a drawing that the server made into the page. It holds shapes and text, and no script can run in it. */
export function draw(place, svg, label) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (drawn.nodeName !== "svg") return null;
  const node = document.importNode(drawn, true);
  node.querySelectorAll("script, foreignObject").forEach((child) => child.remove());
  node.setAttribute("role", "group");
  if (label) node.setAttribute("aria-label", label);
  place.replaceChildren(node);
  return node;
}

/** A number as people read it. */
export function number(x, digits = 3) {
  if (x === null || x === undefined) return "?";
  if (typeof x !== "number") return String(x);
  if (Math.abs(x) >= 1e9 || (x !== 0 && Math.abs(x) < 1e-4)) return x.toExponential(2);
  return x.toLocaleString("en", { maximumFractionDigits: digits });
}

export const percent = (p) => `${number(100 * p, 1)} %`;

/** Tells whoever cannot see the page. */
export function say(text) {
  $("say").textContent = text;
}

let noteTimer;
function put(id, sentence, time) {
  for (const box of [$("trouble"), $("note")]) box.hidden = true;
  $(id).textContent = sentence;
  $(id).hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { $(id).hidden = true; }, time);
}

/** Something cannot be done: a sentence, for a while. */
export function trouble(sentence) {
  put("trouble", sentence, 9000);
}

/** Something is done that cannot be seen: a sentence, for a moment. */
export function note(sentence) {
  put("note", sentence, 4000);
}

async function refusal(response) {
  try {
    return (await response.json()).error ?? `the server answered ${response.status}`;
  } catch {
    return `the server answered ${response.status}`;
  }
}

// How many answers the page waits for: a line at the top shows that it waits.
let busy = 0;
function waits(more) {
  busy += more;
  root.dataset.busy = busy;
}
waits(0);

async function send(path, body, method, signal) {
  let response;
  try {
    response = await fetch(path, body === undefined
      ? { method: method ?? "GET", signal }
      : { method: method ?? "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer: is outwit studio still running?");
  }
  if (!response.ok) throw Object.assign(new Error(await refusal(response)), { status: response.status });
  return response;
}

/** Asks the API; a refusal is an error with the server's sentence. */
export async function ask(path, body, method) {
  waits(1);
  try {
    return await (await send(path, body, method)).json();
  } finally {
    waits(-1);
  }
}

/** Asks without a sign of it: for a look that nobody waits for. */
export async function glance(path, body) {
  return (await send(path, body)).json();
}

/** Asks for a stream and hands its events over as they come. Aborting the signal ends the work on the server. */
export async function stream(path, body, hear, signal) {
  waits(1);
  try {
    await listen(await send(path, body, undefined, signal), hear);
  } finally {
    waits(-1);
  }
}

/** The same for what goes on by itself, as long as somebody watches: the page waits for nothing. */
export async function overhear(path, hear, signal) {
  await listen(await send(path, undefined, undefined, signal), hear);
}

async function listen(response, hear) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      // A line without data only says that the server is still there.
      if (data === undefined) continue;
      const told = JSON.parse(data);
      if (name === "error") throw new Error(told.error);
      hear(name, told);
    }
  }
}

/** Hands a text to the person as a file. */
export function download(name, kind, content) {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type: kind })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function copyLink(link = location.href) {
  try {
    await navigator.clipboard.writeText(link);
    note("The link is copied.");
    return true;
  } catch {
    trouble(`This browser copies nothing for us. The link is ${link}`);
    return false;
  }
}

/** Remembers a setting; does without where the browser does not. */
export const remember = {
  get(name) {
    try { return localStorage.getItem(`outwit-${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`outwit-${name}`, value); } catch { /* then not */ }
  },
};

/** Calls `work` when nothing has changed for a moment. */
export function later(work, wait = 250) {
  let timer;
  return (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...words), wait);
  };
}

/** Tabs that arrow keys walk through. */
export function tabs(list) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const select = (tab, focus) => {
    for (const other of all) {
      const is = other === tab;
      other.setAttribute("aria-selected", String(is));
      other.tabIndex = is ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = !is;
    }
    if (focus) tab.focus();
  };
  all.forEach((tab, index) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      select(all[(index + step + all.length) % all.length], true);
    });
  });
  return (id) => select($(id));
}

const theme = remember.get("theme");
if (theme) root.dataset.theme = theme;
$("theme").addEventListener("click", () => {
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  remember.set("theme", root.dataset.theme);
  say(isDark ? "Light." : "Dark.");
});
for (const link of document.querySelectorAll(".top nav a")) {
  if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
}
