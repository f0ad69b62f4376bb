// Trees: written as JSON or clicked together, both ways; algorithms side by side, step by step.
import { $, ask, copyLink, download, draw, el, later, number, say, trouble } from "/assets/common.js";

let tree = null;
let answer = null;
let picked = null;
let chosen = ["minimax", "alphabeta:scout=false"];
let asked = 0;

/** The node at a place: `0.2.1` is the second child of the third child of the root. */
function at(place) {
  return place.split(".").slice(1).reduce((node, index) => node?.children?.[Number(index)], tree.root);
}

const parent = (place) => (place.includes(".") ? place.slice(0, place.lastIndexOf(".")) : null);

/** Trees are written a node a line, as people indent them. */
function write(node, depth) {
  const { children, ...rest } = node;
  const own = JSON.stringify(rest).slice(1, -1);
  const lead = " ".repeat(depth);
  if (!children?.length) return `${lead}{${own}}`;
  return `${lead}{${own}${own ? ", " : ""}"children": [\n${children.map((child) => write(child, depth + 1)).join(",\n")}]}`;
}

const text = () => `{"players": ${tree.players},\n "root":\n${write(tree.root, 1)}}\n`;

/** A file of Gambit's says so in its first word; the server turns it into a tree. */
const isForeign = () => /^\s*(EFG|NFG)\b/.test($("text").value);

function read() {
  if (isForeign()) return true;
  try {
    tree = JSON.parse($("text").value);
    if (!tree?.root) throw new Error("the key `root` is missing: the tree");
  } catch (error) {
    $("text-state").textContent = `Not a tree yet: ${error.message}`;
    return false;
  }
  return true;
}

async function solve() {
  if (!read()) return;
  const number = ++asked;
  $("text-state").textContent = "Solving…";
  try {
    const told = await ask("/api/v1/trees", { tree: $("text").value, agents: chosen });
    if (number !== asked) return;
    answer = told;
    if (isForeign()) {
      tree = JSON.parse(told.tree);
      $("text").value = text();
      chosen = told.hidden ? ["equilibrium", "ismcts"].filter((name) => told.able.includes(name)) : usual();
      return solve();
    }
  } catch (error) {
    if (number === asked) $("text-state").textContent = error.message;
    return;
  }
  $("text-state").textContent = `${answer.nodes} nodes, ${answer.players} ${answer.players === 1 ? "seat" : "seats"}${answer.hidden ? ", with information sets" : ""}.`;
  location.hash = encodeURIComponent(JSON.stringify({ tree, agents: chosen }));
  const able = answer.able.filter((name) => !chosen.includes(name));
  $("algorithm").replaceChildren(...able.map((name) => el("option", { value: name }, name)));
  $("play-link").href = `/play?game=tree&tree=${encodeURIComponent($("text").value)}${Array.from({ length: answer.players }, (_, seat) => `&seat${seat + 1}=human`).join("")}&seed=0&moves=`;
  const svg = draw($("drawing"), answer.svg, "The tree");
  clickable(svg, (mark) => edit(mark.dataset.place));
  if (picked && at(picked)) svg.querySelector(`[data-place="${picked}"]`)?.classList.add("here");
  $("algorithms").replaceChildren(...answer.algorithms.map(column));
}

function clickable(svg, go) {
  for (const mark of svg.querySelectorAll("[data-place]")) {
    mark.setAttribute("tabindex", "0");
    mark.setAttribute("role", "button");
    const node = at(mark.dataset.place);
    mark.setAttribute("aria-label", node?.move ? `node ${node.move}` : "root");
    mark.addEventListener("click", () => go(mark));
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      go(mark);
    });
  }
}

// ---- an algorithm ----------------------------------------------------------------------------------------------------------

function column(found) {
  const close = el("button", { type: "button", class: "quiet", "aria-label": `Remove ${found.agent}`, onclick: () => {
    chosen = chosen.filter((agent) => agent !== found.agent);
    solve();
  } }, "×");
  const box = el("article", { class: "algorithm", "data-agent": found.agent }, el("h3", {}, found.agent, close));
  if (found.error) {
    box.append(el("p", {}, found.error));
    return box;
  }
  const value = found.value.map((x) => (x === null ? "?" : number(x))).join(" ");
  box.append(el("p", {}, "plays ", el("strong", { class: "plays" }, found.best.join(" or ")), `, value ${value}`, found.cuts === null ? "" : `, ${found.cuts} cut`, `, ${number(found.nodes)} nodes`));
  if (found.svg) {
    const drawn = el("div", { class: "scroll drawn", tabindex: "0", role: "region", "aria-label": `What ${found.agent} found` });
    const svg = draw(drawn, found.svg, `What ${found.agent} found`);
    box.append(drawn);
    if (found.steps.length) box.append(stepper(found, svg));
  } else {
    box.append(el("table", {}, el("tbody", {}, found.moves.map((move) => el("tr", {}, el("th", { scope: "row" }, move.move), el("td", { class: "number" }, move.values.map((x) => number(x)).join(" ")), el("td", { class: "number" }, number(move.probability, 2)))))));
  }
  if (found.remarks.length) box.append(el("ul", { class: "remarks" }, found.remarks.map((remark) => el("li", {}, remark))));
  return box;
}

const ends = (window) => (window ? ` alpha ${window[0] === null ? "-∞" : number(window[0])}, beta ${window[1] === null ? "∞" : number(window[1])}` : "");
const list = (values) => (values ? values.map((x) => (x === null ? "?" : number(x))).join(" ") : "?");

function words(step) {
  const node = at(step.at);
  const name = node?.move ?? "the root";
  switch (step.does) {
    case "enter": return `Looks at ${name}.${ends(step.window)}`;
    case "leaf": return `${name} is worth ${list(step.value)}.`;
    case "cut": return `Cuts ${step.count} below ${name}: they cannot matter.${ends(step.window)}`;
    default: return `${name} is worth ${step.bound ? `${step.bound} ` : ""}${list(step.value)}.`;
  }
}

/** Goes through a search a step at a time; the tree shows where it is and what it has left out. */
function stepper(found, svg) {
  let now = found.steps.length;
  const line = el("p", { class: "step-text", role: "status", "aria-live": "polite" });
  const count = el("span", { class: "quiet-text cuts" });
  const mark = (place) => svg.querySelector(`[data-place="${place}"]`);
  const show = () => {
    svg.querySelectorAll("[data-place]").forEach((node) => node.classList.remove("seen", "here", "cut"));
    let cuts = 0;
    found.steps.slice(0, now).forEach((step) => {
      mark(step.at)?.classList.add("seen");
      if (step.does === "cut") {
        cuts += step.count;
        step.left.forEach((place) => mark(place)?.classList.add("cut"));
      }
    });
    const step = found.steps[now - 1];
    if (step && now < found.steps.length) mark(step.at)?.classList.add("here");
    line.textContent = step ? words(step) : "Before the first step.";
    count.textContent = `step ${now} of ${found.steps.length}, ${cuts} cut so far`;
  };
  const button = (name, label, to) => el("button", { type: "button", class: `second ${name}`, onclick: () => {
    now = Math.max(0, Math.min(found.steps.length, to()));
    show();
  } }, label);
  show();
  return el("div", { class: "steps" }, button("to-start", "Start", () => 0), button("step-back", "Back", () => now - 1), button("step", "Step", () => now + 1), button("to-end", "End", () => found.steps.length), count, line);
}

// ---- a node ------------------------------------------------------------------------------------------------------------------

function changed() {
  $("text").value = text();
  solve();
}

function edit(place) {
  picked = place;
  const node = at(place);
  if (!node) return;
  const above = parent(place);
  const isInner = Boolean(node.children?.length);
  const form = $("editor");
  const input = (name, value, hint) => el("label", {}, name, el("input", { name, value: value ?? "", placeholder: hint, spellcheck: "false", autocomplete: "off" }));
  const turns = ["", "chance", ...Array.from({ length: tree.players }, (_, seat) => String(seat + 1))];
  const parts = [el("h3", {}, node.move ? `Node ${node.move}` : "The root")];
  if (above !== null) parts.push(input("name", node.move, "the move that leads here"));
  if (above !== null && at(above).turn === "chance") parts.push(input("probability", node.p, "0.5 or 1/2"));
  parts.push(el("label", {}, "turn", el("select", { name: "turn" }, turns.map((turn) => el("option", { value: turn, selected: String(node.turn ?? "") === turn }, turn === "" ? "over" : turn === "chance" ? "chance" : `seat ${turn}`)))));
  if (!isInner) parts.push(input("payoffs", node.payoffs?.join(" "), "one number a seat"));
  parts.push(input("interval", node.interval ? JSON.stringify(node.interval) : "", "[[0, 1], ...]"));
  parts.push(input("spikes", node.spikes ? JSON.stringify(node.spikes) : "", "[[value, p], ...]"));
  parts.push(input("set", node.set, "information set"));
  const act = (label, go, second = true) => el("button", { type: "button", class: second ? "second" : "", onclick: go }, label);
  parts.push(el("div", { class: "bar" },
    el("button", {}, "Change"),
    act("Add a move", () => {
      const seats = tree.players;
      node.children ??= [];
      node.children.push({ move: `m${node.children.length + 1}`, ...(node.turn === "chance" ? { p: 0 } : {}), payoffs: node.payoffs ?? Array(seats).fill(0) });
      delete node.payoffs;
      node.turn ??= 1;
      if (node.turn === "chance") node.children.forEach((child) => { child.p = `1/${node.children.length}`; });
      changed();
      edit(place);
    }),
    above === null ? null : act("Delete", () => {
      const siblings = at(above).children;
      siblings.splice(Number(place.slice(above.length + 1)), 1);
      if (siblings.length === 0) {
        delete at(above).children;
        delete at(above).turn;
        at(above).payoffs = Array(tree.players).fill(0);
      }
      picked = null;
      form.hidden = true;
      changed();
    }),
    act("Close", () => { form.hidden = true; picked = null; })));
  form.replaceChildren(...parts);
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const put = (key, value) => {
      if (value === undefined || value === "" || value === null) delete node[key];
      else node[key] = value;
    };
    try {
      if (data.has("name")) put("move", data.get("name").trim());
      if (data.has("probability")) {
        const p = data.get("probability").trim();
        put("p", p.includes("/") ? p : Number(p));
      }
      const turn = data.get("turn");
      put("turn", turn === "" ? undefined : turn === "chance" ? turn : Number(turn));
      if (data.has("payoffs")) put("payoffs", data.get("payoffs").trim() === "" ? undefined : data.get("payoffs").trim().split(/[\s,]+/).map(Number));
      for (const key of ["interval", "spikes"]) put(key, data.get(key).trim() === "" ? undefined : JSON.parse(data.get(key)));
      put("set", data.get("set").trim());
    } catch (error) {
      trouble(`That cannot be read: ${error.message}`);
      return;
    }
    changed();
    say("Changed.");
  };
  form.querySelector("input, select").focus();
}

// ---- beginning ---------------------------------------------------------------------------------------------------------------

function example() {
  $("text").value = $("example").selectedOptions[0].dataset.text;
  picked = null;
  $("editor").hidden = true;
  if (read()) chosen = usual();
  solve();
}

/** The algorithms that a tree is first shown to. */
function usual() {
  return tree.players === 1 ? ["expectimax", "maxn"] : tree.players === 2 ? ["minimax", "alphabeta:scout=false"] : ["maxn", "paranoid"];
}

async function open(file) {
  $("text").value = await file.text();
  picked = null;
  $("editor").hidden = true;
  if (!isForeign() && read()) chosen = usual();
  solve();
}

async function png() {
  const drawn = $("drawing").querySelector("svg");
  const { width, height } = drawn.viewBox.baseVal;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = el("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => download("tree.png", "image/png", blob));
}

$("example").addEventListener("change", example);
$("text").addEventListener("input", later(solve, 400));
$("open").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) open(file).catch((error) => trouble(error.message));
  event.target.value = "";
});
$("save-json").addEventListener("click", () => download("tree.json", "application/json", $("text").value));
$("save-svg").addEventListener("click", () => download("tree.svg", "image/svg+xml", answer?.svg ?? ""));
$("save-png").addEventListener("click", () => png().catch((error) => trouble(error.message)));
$("link").addEventListener("click", () => copyLink());
$("algorithms-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!$("algorithm").value) return;
  chosen = [...chosen, $("algorithm").value];
  solve();
});
if (location.hash.length > 1) {
  try {
    const held = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    tree = held.tree;
    chosen = held.agents ?? chosen;
    $("text").value = text();
    solve();
  } catch {
    example();
  }
} else {
  example();
}
