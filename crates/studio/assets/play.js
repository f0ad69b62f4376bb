// The table: the address holds the game, the server says what it looks like, clicks make moves.
import { $, ask, copyLink, download, draw, el, glance, number, percent, remember, say, stream, tabs, trouble } from "/assets/common.js";
import { Board } from "/assets/board.js";
import { curves, thought } from "/assets/thinking.js";

const HUMAN = "human";
let view = null;
// The keys of the seats at this screen, where something is hidden: each begins with its seat's number.
let keys = [];
let given = [];
let waiting = null;
let able = null;
let agents = null;
let games = null;
let replying = null;
let looking = null;
let paused = false;
let walk = null;
let beliefs = new Map();
const showTab = tabs(document.querySelector(".tabs"));
const board = new Board($("board"), $("choices"), play);

// ---- the address -----------------------------------------------------------------------------------------------------

function fromAddress() {
  const query = new URLSearchParams(location.search);
  if (query.has("table")) {
    keys = query.get("table").split(".");
    return { table: keys[0] };
  }
  const sitting = { game: query.get("game") ?? remember.get("game") ?? "connect4", seed: Number(query.get("seed") ?? 0), seats: [], moves: [] };
  for (let seat = 1; query.has(`seat${seat}`); seat += 1) sitting.seats.push(query.get(`seat${seat}`));
  const moves = query.get("moves")?.trim();
  if (moves) sitting.moves = moves.split(/\s+/);
  for (const key of ["start", "tree"]) if (query.has(key)) sitting[key] = query.get(key);
  if (query.has("resigned")) sitting.resigned = Number(query.get("resigned"));
  return { sitting, look: query.has("look") };
}

function toAddress() {
  const query = new URLSearchParams();
  if (view.table) {
    query.set("table", [view.table, ...keys.filter((key) => key !== view.table)].join("."));
  } else {
    const sitting = view.sitting;
    query.set("game", sitting.game);
    sitting.seats.forEach((who, index) => query.set(`seat${index + 1}`, who));
    query.set("seed", sitting.seed);
    for (const key of ["start", "tree", "resigned"]) if (sitting[key] !== undefined) query.set(key, sitting[key]);
    query.set("moves", sitting.moves.join(" "));
  }
  history.replaceState(null, "", `/play?${query}`);
}

/** What names the table to the server. */
function here() {
  return view?.table ? { table: view.table } : { sitting: view.sitting };
}

// ---- showing ---------------------------------------------------------------------------------------------------------

function seatName(number) {
  const who = view.seats[number - 1];
  return who === HUMAN ? (view.people.length === 1 ? "you" : `seat ${number}`) : `seat ${number} (${who})`;
}

function status() {
  if (view.at < view.length) return `Step ${view.at} of ${view.length}.`;
  if (view.outcome) return view.outcome;
  if (view.waits === "you") return view.people.length > 1 ? `Seat ${view.turn} to move.` : "Your turn.";
  if (view.waits === "another") return keys.length > 1 ? "Another person is to move." : "Waiting for another person to move…";
  return view.turn ? `${view.turn === "chance" ? "Chance" : seatName(view.turn)} is thinking…` : "The others are thinking…";
}

function show(told) {
  view = told;
  walk = null;
  if (view.keys) {
    [keys, given] = [view.keys.map((one) => one.key), []];
    delete view.keys;
  } else if (!view.table) {
    keys = [];
  }
  $("game-title").textContent = view.game;
  $("game-facts").textContent = [`${view.players} ${view.players === 1 ? "seat" : "seats"}`, view.hidden ? "hidden" : "open", view.chance ? "chance" : ""].filter(Boolean).join(" · ");
  const text = status();
  $("status").textContent = text;
  $("status").classList.toggle("won", Boolean(view.outcome) && view.at === view.length);
  const yours = view.waits === "you" ? view.moves : [];
  board.show(view.svg, yours, `${view.name}: ${text}`);
  $("slider").max = view.length;
  $("slider").value = view.at;
  $("slider").setAttribute("aria-valuetext", `${view.at} of ${view.length}`);
  $("moves").replaceChildren(...view.moves.map((move) => el("li", {}, el("button", { type: "button", disabled: view.waits !== "you", onclick: () => play(move.text) }, move.text))));
  $("moves-title").hidden = view.moves.length === 0;
  $("log").replaceChildren(...view.log.map((line, index) => el("li", { "aria-current": index + 1 === view.at && view.sitting ? "step" : null }, line.by === undefined ? line.text : `${line.by === 0 ? "chance" : seatName(line.by)}: ${line.text}`)));
  $("undo").disabled = !view.undo;
  $("hint").disabled = view.waits !== "you";
  $("resign").textContent = view.people.length === 0 ? (paused ? "Go on" : "Pause") : "Resign";
  $("resign").disabled = view.waits === "over";
  $("save").disabled = !view.sitting;
  $("typed").hidden = view.waits !== "you";
  $("believe").hidden = !view.hidden || view.waits === "over";
  curtain();
  toAddress();
}

const seatOf = (key) => Number.parseInt(key, 10);
const seatLink = (key) => `${location.origin}/play?table=${key}`;

/** In a hidden game with several people the screen is handed on behind a curtain, or each has a screen of their own. */
function curtain() {
  clearTimeout(waiting);
  const isAnother = view.hidden && view.waits === "another";
  const needs = isAnother && keys.length > 1;
  $("curtain").hidden = !needs;
  $("board").hidden = needs;
  $("log").hidden = needs;
  if (isAnother && !needs) waiting = setTimeout(lookAgain, 1000);
  const others = keys.filter((key) => key !== view.table).sort((a, b) => seatOf(a) - seatOf(b));
  $("links").hidden = view.waits === "over" || others.length + given.length === 0;
  $("links").replaceChildren(
    ...others.map((key) => el("p", {}, `Seat ${seatOf(key)} sits at this screen too. `, el("button", { type: "button", class: "second", onclick: () => giveAway(key) }, `Seat ${seatOf(key)} sits elsewhere`))),
    ...given.map((key) => el("label", {}, `Link of seat ${seatOf(key)}, for whoever sits there: `, el("input", { readonly: true, value: seatLink(key), size: 48, onfocus: (event) => event.target.select() }))),
  );
  if (!needs) return;
  const next = others.find((key) => seatOf(key) > view.viewer) ?? others[0];
  $("curtain-text").textContent = others.length === 1 ? `Seat ${seatOf(next)} is to move. Hand over the screen.` : "Another seat is to move. Hand over the screen.";
  $("curtain-open").textContent = `Show seat ${seatOf(next)}`;
  $("curtain-open").onclick = () => refresh({ table: next });
}

/** A seat's key is for somebody at another screen. */
async function giveAway(key) {
  keys = keys.filter((other) => other !== key);
  given.push(key);
  show(view);
  await copyLink(seatLink(key));
}

/** Whether somebody at another screen has moved. */
async function lookAgain() {
  const before = JSON.stringify([view.waits, view.log]);
  try {
    const told = await glance("/api/v1/table", here());
    if (JSON.stringify([told.waits, told.log]) === before) {
      waiting = setTimeout(lookAgain, 1000);
      return;
    }
    show(told);
    say(status());
    goOn();
  } catch (error) {
    trouble(error.message);
    // The server may come back; a game that is gone does not.
    if (error.status === undefined) waiting = setTimeout(lookAgain, 5000);
  }
}

// ---- doing -----------------------------------------------------------------------------------------------------------

async function refresh(more) {
  stopReply();
  try {
    show(await ask("/api/v1/table", { ...here(), ...more }));
    goOn();
  } catch (error) {
    trouble(error.message);
  }
}

async function play(text) {
  if (!view || view.waits !== "you") return;
  say(`You play ${text}.`);
  stopLook();
  await refresh({ play: text });
}

function goOn() {
  if (view.waits !== "agent" || view.at < view.length) return;
  if (view.people.length === 0 && paused) return;
  reply();
}

function stopReply() {
  replying?.abort();
  replying = null;
  $("board").classList.remove("thinking");
}

async function reply() {
  const control = new AbortController();
  replying = control;
  $("board").classList.add("thinking");
  let next = null;
  try {
    if (view.people.length === 0) await new Promise((done) => setTimeout(done, 350));
    await stream("/api/v1/reply", here(), (name, told) => {
      if (name === "progress" && told.nodes) $("status").textContent = `${status()} depth ${told.depth}, ${number(told.nodes)} nodes`;
      if (name === "table") next = told;
      if (name === "thought") hear(told);
    }, control.signal);
  } catch (error) {
    // Whoever else sits here may have asked for the same move.
    if (error.status === 409 || error.message.includes("meanwhile")) waiting = setTimeout(lookAgain, 300);
    else if (error.name !== "AbortError") trouble(error.message);
    return;
  } finally {
    if (replying === control) stopReply();
  }
  if (!next) return;
  show(next);
  const last = view.log.at(-1);
  say(`${last ? `${last.by ? seatName(last.by) : ""} ${last.text}. ` : ""}${status()}`);
  goOn();
}

/** What an agent thought of its move. */
function hear(report) {
  $("thinking").replaceChildren(el("h3", {}, `What seat ${report.seat} thought`), ...thought(report));
  believe(report);
}

/** What an agent believes about the others, from its first look to now. */
function believe(report) {
  for (const about of report.beliefs ?? []) {
    beliefs.set(`seat ${report.seat} believes about seat ${about.seat}`, about);
  }
  $("beliefs").replaceChildren(...[...beliefs].map(([key, about]) => curves(`What ${key}, move by move`, about.models.map((name, index) => ({ name, points: about.history.map((belief) => belief[index]) })))));
}

// ---- thinking ----------------------------------------------------------------------------------------------------------

function stopLook() {
  looking?.abort();
  looking = null;
  $("think-stop").disabled = true;
  $("think-go").disabled = false;
}

async function look(agent, hint) {
  stopLook();
  const control = new AbortController();
  looking = control;
  $("think-stop").disabled = false;
  $("think-go").disabled = true;
  $("thinking").replaceChildren(el("p", { class: "quiet-text" }, "Thinking…"));
  showTab("tab-thinking");
  let last = null;
  const request = { ...here(), agent: agent || undefined, seconds: Number($("seconds").value), tree: $("with-tree").checked };
  if (view.sitting && view.at < view.length) request.at = view.at;
  try {
    await stream("/api/v1/think", request, (name, told) => {
      if (name === "progress" && !last) $("thinking").replaceChildren(el("p", { class: "quiet-text" }, `depth ${told.depth}, ${number(told.nodes)} nodes ${told.line}`));
      if (name !== "stage") return;
      last = told;
      const can = view.waits === "you" && view.at === view.length;
      $("thinking").replaceChildren(...thought(told, { walk: view.sitting ? along : null, play: can ? play : null }));
      board.weigh(told.moves.map((move, index) => ({ places: told.places[index], probability: move.probability })));
      for (const button of $("moves").querySelectorAll("button")) button.classList.toggle("best", told.best.includes(button.textContent));
    }, control.signal);
    if (last) {
      believe(last);
      say(hint ? `${last.agent} would play ${last.move}.` : `${last.agent} plays ${last.move}, depth ${last.depth}.`);
      if (hint) $("status").textContent = `${last.agent} would play ${last.move}.`;
    }
  } catch (error) {
    if (error.name !== "AbortError") {
      $("thinking").replaceChildren(el("p", {}, error.message));
      trouble(error.message);
    }
  } finally {
    if (looking === control) stopLook();
  }
}

/** Shows the position at the end of a line, without playing it. */
async function along(line) {
  const sitting = { ...view.sitting, moves: [...view.sitting.moves.slice(0, view.at), ...line], seats: view.sitting.seats.map(() => HUMAN) };
  try {
    const told = await ask("/api/v1/table", { sitting });
    walk = line;
    board.show(told.svg, [], `${view.name} after ${line.join(" ")}`);
    $("status").textContent = `After ${line.join(" ")}, as expected.`;
  } catch (error) {
    trouble(error.message);
  }
}

async function askOthers(event) {
  event.preventDefault();
  const chosen = [...$("ask-list").querySelectorAll("input:checked")].map((box) => box.value);
  const answers = [];
  const render = () => {
    const moves = [...new Set(answers.flatMap((answer) => answer.moves.map((move) => move.move)))].slice(0, 40);
    $("ask-table").replaceChildren(el("table", { class: "heat" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "agent"), el("th", { scope: "col" }, "plays"), moves.map((move) => el("th", { scope: "col", class: "number" }, move)))),
      el("tbody", {}, answers.map((answer) => el("tr", {}, el("th", { scope: "row" }, answer.agent), el("td", {}, answer.move ?? answer.error), moves.map((move) => {
        const found = answer.moves.find((one) => one.move === move);
        const cell = el("td", { class: "cell" }, found ? `${found.values[answer.seat - 1] === null ? "" : `${number(found.values[answer.seat - 1])} `}${percent(found.probability)}` : "");
        if (found) cell.style.setProperty("--share", `${Math.round(100 * found.probability)}%`);
        return cell;
      }))))));
  };
  for (const agent of chosen) {
    let last = null;
    try {
      await stream("/api/v1/think", { ...here(), agent, seconds: 3, ...(view.sitting && view.at < view.length ? { at: view.at } : {}) }, (name, told) => { if (name === "stage") last = told; });
      answers.push({ ...last, agent });
    } catch (error) {
      answers.push({ agent, error: error.message, moves: [] });
    }
    render();
  }
  say("Everybody has answered.");
}

/** What is hidden, and where it may be: a drawing where the game has one, and a table shaded by how likely each place is. */
async function mayBe() {
  $("thinking").replaceChildren(el("p", { class: "quiet-text" }, "Drawing worlds that agree with what was seen…"));
  let told;
  try {
    told = await ask("/api/v1/belief", here());
  } catch (error) {
    $("thinking").replaceChildren(el("p", {}, error.message));
    return;
  }
  const things = new Map();
  for (const { what, place, expected } of told.likely) {
    if (!things.has(what)) things.set(what, new Map());
    things.get(what).set(place, expected);
  }
  const places = [...new Set(told.likely.map((one) => one.place))];
  const cell = (share) => {
    const td = el("td", { class: "cell" }, share === undefined ? "" : percent(share));
    if (share) td.style.setProperty("--share", `${Math.round(100 * Math.min(1, share))}%`);
    return td;
  };
  const parts = [el("h3", {}, `What seat ${told.seat} may hold possible`), el("p", { class: "quiet-text" }, told.why ?? `${number(told.positions)} worlds, ${told.exact ? "all there are" : "drawn"}.`)];
  if (told.svg) {
    const box = el("div", { class: "figure", role: "region", tabindex: "0", "aria-label": "Where hidden things may be" });
    draw(box, told.svg, "Where hidden things may be: the darker, the likelier");
    parts.push(box);
  }
  if (places.length <= 8 && things.size > 0) {
    parts.push(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Hidden things by place" }, el("table", { class: "heat" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "what"), places.map((place) => el("th", { scope: "col", class: "number" }, place)))),
      el("tbody", {}, [...things].map(([what, where]) => el("tr", {}, el("th", { scope: "row" }, what), places.map((place) => cell(where.get(place)))))))));
  } else {
    parts.push(el("ul", { class: "remarks" }, [...things].map(([what, where]) => el("li", {}, `${what}: ${[...where].slice(0, 6).map(([place, share]) => `${place} ${percent(share)}`).join(", ")}`))));
  }
  if (things.size === 0) parts.push(el("p", { class: "quiet-text" }, "The game names nothing that is hidden."));
  $("thinking").replaceChildren(...parts);
  say("Here is what may be.");
}

// ---- who sits where ----------------------------------------------------------------------------------------------------

function compose(name, box) {
  const settings = [...box.querySelectorAll("[data-key]")]
    .map((field) => [field.dataset.key, field.value.trim(), field.dataset.default])
    .filter(([, value, usual]) => value !== "" && value !== usual);
  return settings.length ? `${name}:${settings.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}

function read(spec) {
  const at = spec.indexOf(":");
  const settings = new Map();
  if (at < 0) return [spec, settings];
  let [depth, word] = [0, ""];
  const put = () => {
    const is = word.indexOf("=");
    if (is > 0) settings.set(word.slice(0, is), word.slice(is + 1));
    word = "";
  };
  for (const letter of spec.slice(at + 1)) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) put();
    else word += letter;
  }
  put();
  return [spec.slice(0, at), settings];
}

function fields(parameters, settings) {
  return parameters.map((parameter) => {
    const usual = parameter.default ?? "";
    const now = settings.get(parameter.name) ?? usual;
    const common = { "data-key": parameter.name, "data-default": usual, title: parameter.summary };
    const field = parameter.field === "choice"
      ? el("select", common, ["", ...parameter.detail.words].filter((word) => word !== "" || usual === "").map((word) => el("option", { value: word, selected: word === now }, word || "(usual)")))
      : parameter.field === "flag"
        ? el("select", common, ["true", "false"].map((word) => el("option", { value: word, selected: word === now }, word)))
        : el("input", { ...common, value: now, placeholder: parameter.values, spellcheck: "false", autocomplete: "off" });
    return el("label", {}, parameter.name, field);
  });
}

async function seatsForm(spec, seats) {
  try {
    able = await ask("/api/v1/able", { game: spec, tree: view?.sitting?.tree });
  } catch (error) {
    trouble(error.message);
    return;
  }
  agents ??= await ask("/api/v1/agents");
  const box = $("seats");
  box.replaceChildren();
  for (let seat = 1; seat <= able.seats; seat += 1) {
    const who = seats?.[seat - 1] ?? (seat === 1 ? HUMAN : able.default);
    const [name, settings] = who === HUMAN ? [HUMAN, new Map()] : read(who);
    const parameters = el("div", { class: "parameters" });
    const pick = el("select", { "data-seat": seat, "aria-label": `Who sits in seat ${seat}` },
      el("option", { value: HUMAN, selected: name === HUMAN }, "a person"),
      el("optgroup", { label: "characters" }, able.presets.map((preset) => el("option", { value: `=${preset.spec}` }, `${preset.name}: ${preset.summary}`))),
      el("optgroup", { label: "agents" }, able.agents.map((agent) => el("option", { value: agent, selected: agent === name, title: agents.find((one) => one.name === agent)?.summary }, agent))));
    const refill = (agent, given) => parameters.replaceChildren(...fields(agents.find((one) => one.name === agent)?.parameters ?? [], given));
    refill(name, settings);
    pick.addEventListener("change", () => {
      if (pick.value.startsWith("=")) {
        const [agent, given] = read(pick.value.slice(1));
        pick.value = agent;
        refill(agent, given);
      } else {
        refill(pick.value, new Map());
      }
    });
    box.append(el("fieldset", { class: "seat-box" }, el("legend", {}, `Seat ${seat}`), pick, parameters));
  }
  const [, settings] = read(spec);
  $("game-parameters").replaceChildren(...fields(able.parameters, settings));
  $("thinker").replaceChildren(el("option", { value: "" }, `the usual (${able.default})`), ...able.presets.map((preset) => el("option", { value: preset.spec }, `${preset.name} (${preset.spec})`)), ...able.agents.map((agent) => el("option", { value: agent }, agent)));
  const usual = new Set([able.default, "random", "greedy", "uct", "alphabeta", "maxn", "paranoid", "expectimax"]);
  $("ask-list").replaceChildren(...able.agents.map((agent) => el("label", { class: "check" }, el("input", { type: "checkbox", value: agent, checked: usual.has(agent) }), agent)));
}

async function sitDown(event) {
  event?.preventDefault();
  const game = compose($("game").value, $("game-parameters"));
  const seats = [...$("seats").querySelectorAll("[data-seat]")].map((pick) => (pick.value === HUMAN ? HUMAN : compose(pick.value, pick.parentElement)));
  remember.set("game", $("game").value);
  await begin({ sitting: { game, seed: Number($("seed").value) || 0, seats, moves: [], tree: view?.sitting?.tree && read(game)[0] === "tree" ? view.sitting.tree : undefined } });
  showTab("tab-thinking");
}

async function begin(request) {
  stopReply();
  stopLook();
  beliefs = new Map();
  $("beliefs").replaceChildren();
  $("thinking").replaceChildren(el("p", { class: "quiet-text" }, "Ask an agent what it thinks of this position. The numbers come while it thinks."));
  try {
    show(await ask("/api/v1/table", request));
    goOn();
    return true;
  } catch (error) {
    $("status").textContent = error.message;
    trouble(error.message);
    return false;
  }
}

// ---- beginning -----------------------------------------------------------------------------------------------------------

async function main() {
  const found = fromAddress();
  if (found.sitting && found.sitting.seats.length === 0) {
    try {
      const told = await ask("/api/v1/able", { game: found.sitting.game, tree: found.sitting.tree });
      const rival = told.presets.find((preset) => preset.name === "fair")?.spec ?? told.default;
      found.isNew = !new URLSearchParams(location.search).has("seed");
      // Dice, cards and drawn positions are new ones, unless the address says which.
      if ((told.hidden || told.chance || !told.fixed_start) && !new URLSearchParams(location.search).has("seed")) found.sitting.seed = anySeed();
      found.sitting.seats = Array.from({ length: told.seats }, (_, index) => (index === 0 || found.look ? HUMAN : rival));
    } catch (error) {
      trouble(error.message);
      found.sitting = { game: "connect4", seed: 0, seats: [HUMAN, "alphabeta:depth=3"], moves: [] };
    }
  }
  await begin(found.table ? { table: found.table } : { sitting: found.sitting });
  // Some games begin anywhere, and some of these beginnings are ends: nobody who wants to play wants one.
  for (let tries = 0; tries < 20 && found.isNew && view?.waits === "over" && view.length === 0; tries += 1) {
    await begin({ sitting: { ...found.sitting, seed: anySeed() } });
  }
  games = (await ask("/api/v1/games")).filter((game) => game.seats || game.name === "tree");
  const spec = view?.game ?? found.sitting?.game ?? "connect4";
  $("game").replaceChildren(...games.map((game) => el("option", { value: game.name, selected: game.name === read(spec)[0] }, game.name)));
  $("seed").value = view?.sitting?.seed ?? 0;
  await seatsForm(spec, view?.seats);
  if (found.look && view?.waits === "you") look("", false);
}

function anySeed() {
  return Math.floor(Math.random() * 2 ** 50);
}

$("game").addEventListener("change", () => seatsForm($("game").value));
$("setup").addEventListener("submit", sitDown);
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("move").value.trim();
  if (text) play(text);
  $("move").value = "";
});
$("undo").addEventListener("click", () => refresh({ undo: true }));
$("hint").addEventListener("click", () => look($("thinker").value, true));
$("resign").addEventListener("click", () => {
  if (view.people.length === 0) {
    paused = !paused;
    show(view);
    if (paused) stopReply();
    else goOn();
    return;
  }
  refresh({ resign: view.viewer ?? (view.people.includes(view.turn) ? view.turn : view.people[0]) });
});
$("again").addEventListener("click", async () => {
  if (view?.sitting && !view.hidden) await begin({ sitting: { ...view.sitting, moves: [], resigned: undefined, seed: view.chance ? anySeed() : view.sitting.seed } });
  else await begin({ sitting: { game: view.game, seats: view.seats, seed: anySeed(), moves: [] } });
});
$("save").addEventListener("click", () => download(`${view.name}.json`, "application/json", `${JSON.stringify(view.sitting, null, 1)}\n`));
$("load").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  try {
    const told = JSON.parse(await file.text());
    // A game saved at the command line calls its seats agents.
    if (told.agents && !told.seats) {
      told.seats = told.agents;
      delete told.agents;
    }
    await begin({ sitting: told });
  } catch (error) {
    trouble(`This is no saved game: ${error.message}`);
  }
});
$("link").addEventListener("click", () => copyLink());
$("think-form").addEventListener("submit", (event) => {
  event.preventDefault();
  look($("thinker").value, false);
});
$("think-stop").addEventListener("click", stopLook);
$("believe").addEventListener("click", mayBe);
$("seconds").value = remember.get("seconds") ?? "3";
$("seconds").addEventListener("change", () => remember.set("seconds", $("seconds").value));
$("ask-form").addEventListener("submit", askOthers);
const goTo = (at) => {
  stopReply();
  const bounded = Math.max(0, Math.min(view.length, at));
  refresh(bounded < view.length ? { at: bounded } : {});
};
$("slider").addEventListener("input", () => goTo(Number($("slider").value)));
$("first").addEventListener("click", () => goTo(0));
$("back").addEventListener("click", () => (walk ? refresh({}) : goTo(view.at - 1)));
$("forth").addEventListener("click", () => goTo(view.at + 1));
$("now").addEventListener("click", () => goTo(view.length));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, button, [role=button], [role=tab]") || event.ctrlKey || event.metaKey || event.altKey || !view) return;
  if (event.key === "ArrowLeft") goTo(view.at - 1);
  if (event.key === "ArrowRight") goTo(view.at + 1);
});
main();
