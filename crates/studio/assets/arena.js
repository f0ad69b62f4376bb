// Tournaments: begun, watched, stopped, gone on with, compared; their games replayed.
import { $, ask, el, number, overhear, percent, say, trouble } from "/assets/common.js";

let watching = null;
let shown = null;
let last = null;

async function act(path, method = "POST") {
  try {
    await ask(path, method === "POST" ? {} : undefined, method);
  } catch (error) {
    trouble(error.message);
  }
}

async function list() {
  const all = await ask("/api/v1/arena");
  $("list").replaceChildren(...all.reverse().map((one) => {
    const state = one.finished !== null ? `${one.finished} deals` : one.playing ? `playing, ${one.done} of ${one.setting.deals}` : `stopped, ${one.done} of ${one.setting.deals}`;
    const id = one.tournament;
    const button = (label, go) => el("button", { type: "button", class: "second", "aria-label": `${label} tournament ${id}`, onclick: go }, label);
    return el("li", { "data-id": id },
      el("span", {}, `${id}. ${one.setting.game}: ${one.setting.agents.join(", ")} `, el("span", { class: "quiet-text" }, state)),
      el("span", { class: "actions" },
        button("Show", () => watch(id)),
        one.playing ? button("Stop", async () => { await act(`/api/v1/arena/${id}/stop`); setTimeout(list, 400); }) : null,
        one.finished === null && !one.playing ? button("Resume", async () => { await act(`/api/v1/arena/${id}/resume`); await list(); watch(id); }) : null,
        shown && shown !== id ? button("Compare", () => compare(id)) : null,
        one.playing ? null : button("Delete", (event) => event.target.replaceWith(button("Really delete", () => forget(id))))));
  }));
}

async function forget(id) {
  await act(`/api/v1/arena/${id}`, "DELETE");
  if (shown === id) {
    shown = null;
    $("standings").replaceChildren();
    $("games-part").hidden = true;
  }
  $("compare").replaceChildren();
  await list();
}

async function watch(id) {
  watching?.abort();
  watching = new AbortController();
  shown = id;
  history.replaceState(null, "", `/arena?tournament=${id}`);
  list();
  try {
    await overhear(`/api/v1/arena/${id}/watch`, (name, told) => {
      if (name === "standings") show(told);
    }, watching.signal);
    say("The tournament is not playing any more.");
    list();
  } catch (error) {
    if (error.name !== "AbortError") trouble(error.message);
  }
}

/** What an agent got of the wins, and what it was paid. Nobody plays for a share of a game for one. */
const shares = (agent) => ({ value: agent.win_share, low: agent.low, high: agent.high, words: percent });
const payoffs = (agent) => ({ value: agent.payoff, low: agent.payoff_low, high: agent.payoff_high, words: (x) => number(x) });
const isAlone = (told) => told.agents.every((agent) => agent.win_share === null) && told.agents.some((agent) => agent.payoff !== null);
const isOpen = ({ low }) => low === null || low === undefined;

function table(told) {
  const measures = isAlone(told) ? { payoff: payoffs } : { "win share": shares, payoff: payoffs };
  const cell = (words) => el("td", { class: "number" }, words);
  const cells = (found) => [
    cell(found.value === null ? "?" : found.words(found.value)),
    cell(isOpen(found) ? "?" : `${found.words(found.low)} to ${found.words(found.high)}`),
  ];
  const names = ["agent", ...Object.keys(measures).flatMap((name) => [name, "95 % interval"])];
  return el("table", {}, el("thead", {}, el("tr", {}, names.map((name, index) => el("th", { scope: "col", class: index ? "number" : "" }, name)))),
    el("tbody", {}, told.agents.map((agent) => el("tr", {}, el("th", { scope: "row" }, agent.agent), Object.values(measures).flatMap((measure) => cells(measure(agent)))))));
}

function show(told) {
  const entry = told.entry;
  last = told;
  $("games-part").hidden = told.deals === 0;
  const fill = el("i");
  fill.style.width = `${(100 * told.deals) / told.deals_planned}%`;
  $("standings").replaceChildren(
    el("p", { id: "standing-line" }, `Tournament ${told.tournament}: ${told.game}, seed ${told.seed}. ${number(told.deals)} of ${number(told.deals_planned)} deals, ${number(told.games)} games${entry.playing ? ", playing" : entry.finished === null ? ", stopped" : ", finished"}.`),
    el("div", { class: "track" }, el("div", { role: "img", "aria-label": `${told.deals} of ${told.deals_planned} deals` }, fill)),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Standings" }, table(told)),
    ...(told.elo ? [el("p", {}, `Elo ${number(told.elo.elo, 1)} (${number(told.elo.low, 1)} to ${number(told.elo.high, 1)}), likelihood of superiority ${percent(told.elo.likelihood_of_superiority)}.`)] : []));
  $("games-played").replaceChildren(...told.recent.map((game) => el("li", {}, el("span", {}, `deal ${game.deal}, game ${game.game}: ${game.seats.map((seat) => entry.setting.agents[seat]).join(" – ")} pays ${game.payoffs.map((x) => number(x)).join(", ")}, ${game.moves} moves`),
    el("button", { type: "button", class: "second", "aria-label": `Replay deal ${game.deal}, game ${game.game}`, onclick: () => replay(told.tournament, game) }, "Replay"))));
}

async function replay(id, game) {
  try {
    const { sitting } = await ask(`/api/v1/arena/${id}/games/${game.deal}/${game.game}`);
    const query = new URLSearchParams({ game: sitting.game, seed: sitting.seed, start: sitting.start, moves: sitting.moves.join(" ") });
    sitting.seats.forEach((who, index) => query.set(`seat${index + 1}`, who));
    location.href = `/play?${query}`;
  } catch (error) {
    trouble(error.message);
  }
}

/** Two tournaments side by side: who played in both, and whether the difference is more than chance makes. */
async function compare(id) {
  let other;
  try {
    other = await ask(`/api/v1/arena/${id}`);
  } catch (error) {
    trouble(error.message);
    return;
  }
  const both = [last, other];
  const names = [...new Set(both.flatMap((told) => told.agents.map((agent) => agent.agent)))];
  // Shares are not held against payoffs: where one of the two has no shares, both are told in payoffs.
  const [what, measure] = both.some(isAlone) ? ["payoff", payoffs] : ["win share", shares];
  const share = (found) => (!found || found.value === null ? "" : `${found.words(found.value)}${isOpen(found) ? "" : ` (${found.words(found.low)} to ${found.words(found.high)})`}`);
  const verdict = ([one, two]) => {
    if (!one || !two) return "only in one";
    if (isOpen(one) || isOpen(two)) return "too few deals to tell";
    return one.high < two.low || two.high < one.low ? "intervals apart" : "intervals overlap";
  };
  $("compare").replaceChildren(el("h2", {}, `Tournaments ${last.tournament} and ${id}`),
    el("p", { class: "quiet-text" }, both.map((told) => `${told.tournament}: ${told.game}, ${number(told.deals)} deals, seed ${told.seed}`).join("; ")),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Compared standings" }, el("table", {},
      el("thead", {}, el("tr", {}, ["agent", ...both.map((told) => `${what} in ${told.tournament}`), "difference"].map((name, index) => el("th", { scope: "col", class: index === 1 || index === 2 ? "number" : "" }, name)))),
      el("tbody", {}, names.map((name) => {
        const found = both.map((told) => told.agents.find((agent) => agent.agent === name)).map((agent) => agent && measure(agent));
        return el("tr", {}, el("th", { scope: "row" }, name), found.map((one) => el("td", { class: "number" }, share(one))), el("td", {}, verdict(found)));
      })))));
}

$("replay").addEventListener("submit", (event) => {
  event.preventDefault();
  replay(shown, { deal: Number($("replay-deal").value), game: Number($("replay-game").value) });
});
$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { tournament } = await ask("/api/v1/arena", {
      game: $("game").value.trim(),
      agents: $("agents").value.split("\n").map((line) => line.trim()).filter(Boolean),
      deals: Number($("deals").value),
      seed: Number($("seed").value),
      opening: Number($("opening").value),
    });
    say(`Tournament ${tournament} has begun.`);
    watch(tournament);
  } catch (error) {
    trouble(error.message);
    list();
  }
});
const wanted = new URLSearchParams(location.search).get("tournament");
if (wanted) watch(Number(wanted));
else list().catch((error) => trouble(error.message));
