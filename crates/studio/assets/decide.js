// Decide: a decision tree or lotteries, how much risk one can bear, and where the decision flips.
import { $, ask, copyLink, draw, el, later, number, percent, trouble } from "/assets/common.js";

let range = null;
let asked = 0;

const toRisk = (step) => range.low * (range.high / range.low) ** (step / 1000);
const toStep = (risk) => (1000 * Math.log(risk / range.low)) / Math.log(range.high / range.low);

/** What is to be decided, as the server reads it: what does not begin like JSON are lotteries. */
const problem = () => ($("text").value.trimStart().startsWith("{") ? { tree: $("text").value } : { lotteries: $("text").value });

function utility() {
  const field = (id) => $(id).value.trim();
  switch (field("utility")) {
    case "exponential": return range && Number(field("risk-number")) > 0 ? `exponential:risk=${field("risk-number")}` : "linear";
    case "log": return `log:wealth=${field("wealth")}`;
    case "power": return `power:gamma=${field("gamma")},wealth=${field("wealth")}`;
    case "table": return `table:points=(${field("points")})`;
    default: return field("utility");
  }
}

/** Shows the fields of the utility function, and no others. */
function fields() {
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes($("utility").value);
}

async function solve(sensitivity) {
  const number = ++asked;
  history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify({ text: $("text").value, utility: utility() }))}`);
  try {
    const told = await ask("/api/v1/decide", { ...problem(), utility: utility(), sensitivity });
    if (number !== asked) return;
    show(told);
  } catch (error) {
    if (number === asked) $("answer").textContent = error.message;
  }
}

/** A new decision: first where it flips, then the rest. */
async function fresh(risk) {
  range = null;
  $("text-state").textContent = "Solving…";
  const number = ++asked;
  try {
    const told = await ask("/api/v1/decide", { ...problem(), utility: "linear", sensitivity: true });
    if (number !== asked) return;
    range = told.flips;
    if (risk) [$("risk-number").value, $("risk").value] = [risk, Math.round(toStep(Number(risk)))];
    else $("risk-number").value = Number(toRisk(Number($("risk").value)).toPrecision(4));
    $("flips").replaceChildren(...range.at.map((flip) => {
      const mark = el("i");
      mark.style.left = `${toStep(flip.risk) / 10}%`;
      return mark;
    }));
    $("flip-text").replaceChildren(range.at.length === 0 ? "Whatever risk you can bear, the decision is the same." : "", ...range.at.map((flip) => el("span", {}, "Below ",
      el("button", { type: "button", class: "quiet flip", onclick: () => { $("risk-number").value = String(flip.risk); typed(); } }, `R = ${flip.risk}`), ` it is ${flip.below}, above it ${flip.above}. `)));
    $("text-state").textContent = `${told.nodes} nodes.`;
  } catch (error) {
    if (number === asked) $("text-state").textContent = error.message;
    return;
  }
  solve(true);
}

const COLUMNS = [["mean", "mean"], ["deviation", "deviation"], ["certainty equivalent", "certainty_equivalent"], ["risk premium", "risk_premium"]];

/** Lotteries beside each other, and what everybody prefers whatever their utility. */
function lotteries(told) {
  if (!told.lotteries) {
    $("lotteries").replaceChildren();
    return;
  }
  const words = { 1: "everybody who likes more better than less prefers it", 2: "everybody who also dislikes risk prefers it" };
  $("lotteries").replaceChildren(el("h3", {}, "The lotteries"),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Lotteries" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "lottery"), COLUMNS.map(([name]) => el("th", { scope: "col", class: "number" }, name)))),
      el("tbody", {}, told.lotteries.map((one) => el("tr", {}, el("th", { scope: "row", title: one.text }, one.name), COLUMNS.map(([, key]) => el("td", { class: "number" }, number(one[key], 4)))))))),
    el("ul", { class: "remarks" }, told.dominance.length ? told.dominance.map((one) => el("li", {}, `${one.lottery} dominates ${one.dominates}: ${words[one.order]}.`)) : el("li", {}, "None dominates another: tastes decide.")));
}

function show(told) {
  $("answer").replaceChildren("Best: ", el("strong", { id: "best" }, told.best.join(" or ") || "nothing to decide"), el("br"),
    `Certainty equivalent ${number(told.certainty_equivalent, 4)}, expected payoff ${number(told.expected_payoff, 4)}.`);
  lotteries(told);
  draw($("drawing"), told.svg, "The decision tree; taken branches are red");
  const info = told.information;
  $("information").replaceChildren(info.problem
    ? el("p", { class: "quiet-text" }, info.problem)
    : info.events.length === 0 ? el("p", { class: "quiet-text" }, "Nothing is uncertain here.")
      : el("table", {}, el("thead", {}, el("tr", {}, ["event", "gain", "buying price"].map((name, index) => el("th", { scope: "col", class: index ? "number" : "" }, name)))),
        el("tbody", {}, [...info.events.map((event) => [event.outcomes.join(" / "), event]), ["all of it", info.all]].map(([name, worth]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, number(worth.gain, 4)), el("td", { class: "number" }, number(worth.price, 4)))))));
  if (told.tornado) tornado(told.tornado, told.certainty_equivalent);
  if (told.map !== undefined) map(told.map);
  $("profile").replaceChildren(el("table", { class: "bars" }, el("tbody", {}, told.profile.slice(0, 40).map((one) => {
    const fill = el("i");
    fill.style.width = `${100 * one.probability}%`;
    return el("tr", {}, el("th", { scope: "row", class: "number" }, number(one.payoff)), el("td", { class: "track" }, el("div", { role: "img", "aria-label": percent(one.probability) }, fill)), el("td", { class: "number" }, percent(one.probability)));
  }))));
}

function tornado(bars, middle) {
  if (bars.length === 0) {
    $("tornado").replaceChildren(el("p", { class: "quiet-text" }, "No single payoff matters, or there are too many."));
    return;
  }
  const low = Math.min(middle, ...bars.map((bar) => bar.low));
  const high = Math.max(middle, ...bars.map((bar) => bar.high));
  const wide = high - low || 1;
  $("tornado").replaceChildren(el("table", { class: "bars tornado" }, el("tbody", {}, bars.map((bar) => {
    const fill = el("i");
    fill.style.setProperty("--from", `${(100 * (bar.low - low)) / wide}%`);
    fill.style.setProperty("--wide", `${(100 * (bar.high - bar.low)) / wide}%`);
    return el("tr", {}, el("th", { scope: "row" }, bar.payoff), el("td", { class: "number" }, number(bar.low)), el("td", { class: "track" }, el("div", { role: "img", "aria-label": `${number(bar.low)} to ${number(bar.high)}` }, fill)), el("td", { class: "number" }, number(bar.high)));
  }))));
}

const COLOURS = ["#2f7f6d", "#c9782b", "#4a6fb5", "#9a4f8c", "#8a8a2a"];

/** The best first decision as two payoffs change: a colour a move. */
function map(told) {
  if (!told) {
    $("map").replaceChildren(el("p", { class: "quiet-text" }, "Fewer than two payoffs matter."));
    return;
  }
  const SVG = "http://www.w3.org/2000/svg";
  const make = (tag, attributes, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const names = [...new Set(told.rows.flat().filter(Boolean))];
  const [cell, left, top] = [9, 62, 8];
  const side = told.rows.length * cell;
  const svg = make("svg", { viewBox: `0 0 ${left + side + 150} ${top + side + 40}`, class: "curve", role: "img", "aria-label": `Which decision is best as ${told.across} and ${told.up} change: ${names.join(", ")}` });
  told.rows.forEach((row, y) => row.forEach((name, x) => svg.append(make("rect", { x: left + x * cell, y: top + y * cell, width: cell, height: cell, fill: name ? COLOURS[names.indexOf(name) % COLOURS.length] : "#ccc" }))));
  const middle = left + side / 2;
  const text = (x, y, anchor, words) => svg.append(make("text", { x, y, "text-anchor": anchor, "font-size": 10, fill: "#333" }, words));
  svg.append(make("circle", { cx: middle, cy: top + side / 2, r: 3.5, fill: "#fff", stroke: "#222" }));
  text(left, top + side + 13, "start", number(told.across_range[0]));
  text(left + side, top + side + 13, "end", number(told.across_range[1]));
  text(middle, top + side + 28, "middle", told.across);
  text(left - 4, top + side, "end", number(told.up_range[0]));
  text(left - 4, top + 9, "end", number(told.up_range[1]));
  svg.append(make("text", { x: 0, y: 0, transform: `translate(${left - 44} ${top + side / 2}) rotate(-90)`, "text-anchor": "middle", "font-size": 10, fill: "#333" }, told.up));
  names.forEach((name, index) => {
    svg.append(make("rect", { x: left + side + 12, y: top + 16 * index, width: 11, height: 11, fill: COLOURS[index % COLOURS.length] }));
    text(left + side + 28, top + 10 + 16 * index, "start", name);
  });
  $("map").replaceChildren(svg);
}

function slid() {
  if (!range) return;
  $("risk-number").value = Number(toRisk(Number($("risk").value)).toPrecision(4));
  solve(false);
}

function typed() {
  const risk = Number($("risk-number").value);
  if (!range || !(risk > 0)) return;
  $("risk").value = Math.round(toStep(risk));
  solve(false);
}

function example() {
  $("text").value = $("example").selectedOptions[0].dataset.text;
  fresh();
}

/** A decision that a link holds. */
function fromAddress() {
  const { text, utility } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  $("text").value = text;
  const [name, settings] = utility.split(/:(.*)/);
  const setting = (key) => settings?.match(new RegExp(`${key}=\\(?([^)]*?)\\)?(,wealth|$)`))?.[1];
  $("utility").value = name;
  for (const key of ["wealth", "gamma", "points"]) if (setting(key)) $(key).value = setting(key);
  fields();
  fresh(setting("risk"));
}

$("example").addEventListener("change", example);
$("text").addEventListener("input", later(() => fresh(), 500));
$("risk").addEventListener("input", later(slid, 40));
$("risk").addEventListener("change", () => later(() => solve(true), 200)());
$("risk-number").addEventListener("change", typed);
$("utility").addEventListener("change", () => { fields(); solve(true); });
for (const id of ["wealth", "gamma", "points"]) $(id).addEventListener("change", () => solve(true));
$("link").addEventListener("click", () => copyLink());
$("preferences").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const told = await ask("/api/v1/preferences", { statements: $("statements").value, fee: Number($("fee").value) });
    $("verdict").replaceChildren(...(told.consistent
      ? [el("p", {}, "These agree with an order, best first:"), el("ol", {}, told.ranking.map((group) => el("li", {}, group.join(" = "))))]
      : [el("p", {}, "These go round in a circle, and somebody can pump money out of whoever holds them:"), el("ol", {}, told.trades.map((trade) => el("li", {}, `gives ${trade.give} and ${number(trade.paid, 4)} for ${trade.get}`))), el("p", {}, `${number(told.loss_a_round, 4)} a round, ${number(told.loss_in_100_rounds, 4)} in a hundred.`)]));
  } catch (error) {
    trouble(error.message);
  }
});
fields();
try {
  if (location.hash.length > 1) fromAddress();
  else example();
} catch {
  example();
}
