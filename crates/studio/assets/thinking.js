// What an agent thinks: numbers, bars beside the moves, the expected line, the searched tree, beliefs as curves.
import { el, number, percent } from "/assets/common.js";

const COLOURS = ["#1f6354", "#a4521a", "#2a5ca8", "#8a2f6b", "#6a6a1f", "#4a4a4a"];

const sign = (bound) => ({ "at most": "≤ ", "at least": "≥ " })[bound] ?? "";

function track(share, label) {
  const fill = el("i");
  fill.style.width = `${Math.round(1000 * Math.max(0, Math.min(1, share))) / 10}%`;
  return el("td", { class: "track" }, el("div", { role: "img", "aria-label": label }, fill));
}

/** The table of all moves. */
function bars(report, play) {
  const index = report.seat - 1;
  const value = (move) => move.values[index];
  const known = report.moves.map(value).filter((x) => x !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const sorted = [...report.moves].sort((a, b) => (value(b) ?? -Infinity) - (value(a) ?? -Infinity) || b.probability - a.probability);
  const body = sorted.slice(0, 60).map((move) => {
    const v = value(move);
    const share = v === null ? move.probability : high > low ? 0.04 + (0.96 * (v - low)) / (high - low) : 1;
    return el("tr", { class: report.best.includes(move.move) ? "best" : "" },
      el("td", {}, play ? el("button", { type: "button", class: "quiet", onclick: () => play(move.move) }, move.move) : move.move),
      track(share, v === null ? percent(move.probability) : number(v)),
      el("td", { class: "number" }, v === null ? "" : sign(move.bound) + number(v)),
      el("td", { class: "number" }, percent(move.probability)));
  });
  return el("table", { class: "bars" },
    el("caption", { class: "hidden-text" }, "Every move with its value to the mover and how likely the agent plays it"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "move"), el("th", { scope: "col" }, "value"), el("th", { scope: "col", class: "number" }, ""), el("th", { scope: "col", class: "number" }, "plays it"))),
    el("tbody", {}, body));
}

function facts(report) {
  const rows = [["agent", report.agent], ["plays", report.move], ["nodes", number(report.nodes)], ["time", report.ms < 1000 ? `${number(report.ms, 1)} ms` : `${number(report.ms / 1000, 2)} s`]];
  if (report.depth > 0) rows.splice(2, 0, ["depth", number(report.depth)]);
  const value = report.value.map((x) => (x === null ? "?" : number(x))).join(", ");
  if (report.value.some((x) => x !== null)) rows.splice(2, 0, ["value", value]);
  return el("dl", { class: "numbers" }, rows.map(([name, text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text))));
}

/** The searched tree, opened branch by branch. */
export function treeView(node, depth = 0) {
  const value = node.value ? ` ${sign(node.bound)}${node.value.map((x) => (x === null ? "?" : number(x))).join(" ")}` : "";
  const pays = node.payoffs ? ` pays ${node.payoffs.map((x) => number(x)).join(" ")}` : "";
  const turn = node.turn === "chance" ? " chance" : node.turn ? ` seat ${node.turn}` : "";
  const window = node.window ? ` (${number(node.window[0])} to ${number(node.window[1])})` : "";
  const head = [node.move ?? "here", el("span", { class: "soft" }, `${turn}${value}${pays}${window}`)];
  if (!node.children?.length) return el("li", { class: node.best ? "best" : "" }, el("span", { class: "leaf" }, head));
  const more = [];
  if (node.cut) more.push(el("li", { class: "cut" }, `✂ ${node.cut} cut`));
  if (node.more) more.push(el("li", { class: "soft" }, `${node.more} more`));
  const list = el("ul");
  const branch = el("details", { open: depth === 0 }, el("summary", {}, head), list);
  const fill = () => {
    if (!list.children.length) list.append(...node.children.map((child) => treeView(child, depth + 1)), ...more);
  };
  if (depth === 0) fill();
  else branch.addEventListener("toggle", fill, { once: true });
  return el("li", { class: node.best ? "best" : "" }, branch);
}

/** Everything a report says. `walk` goes along the expected line, `play` makes a move. */
export function thought(report, { walk, play } = {}) {
  const parts = [facts(report), bars(report, play)];
  if (report.pv?.length) {
    parts.push(el("div", { class: "line" }, el("span", { class: "quiet-text" }, "expects"),
      report.pv.map((move, index) => (walk
        ? el("button", { type: "button", onclick: () => walk(report.pv.slice(0, index + 1)) }, move)
        : el("span", {}, move)))));
  }
  if (report.assumes) parts.push(el("p", { class: "quiet-text" }, `It assumes that ${report.assumes}.`));
  if (report.remarks?.length) parts.push(el("ul", { class: "remarks" }, report.remarks.map((remark) => el("li", {}, remark))));
  if (report.leaves) parts.push(spikes(report.leaves));
  if (report.tree) parts.push(el("h3", {}, "The searched tree"), el("ul", { class: "tree-view" }, treeView(report.tree)));
  return parts;
}

/** Distributions at the leaves, for agents that hold some. */
function spikes(leaves) {
  const rows = leaves.slice(0, 12).map((leaf) => el("li", {}, Object.entries(leaf).map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : number(value)}`).join(", ")));
  return el("details", {}, el("summary", {}, "Distributions at the leaves"), el("ul", { class: "remarks" }, rows));
}

/** Curves over the game: one a name, points from 0 to 1; those that end or have been highest. */
export function curves(title, all) {
  const series = [...all].sort((a, b) => b.points.at(-1) - a.points.at(-1) || Math.max(...b.points) - Math.max(...a.points)).slice(0, COLOURS.length);
  const SVG = "http://www.w3.org/2000/svg";
  const [width, height, left, bottom, legend] = [520, 180, 44, 24, 170];
  const make = (tag, attributes, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const count = Math.max(2, ...series.map((one) => one.points.length));
  const x = (index) => left + ((width - left - legend) * index) / (count - 1);
  const y = (p) => 10 + (height - bottom - 10) * (1 - p);
  const told = series.map((one) => `${one.name}: ${one.points.map((p) => percent(p)).join(", ")}`).join("; ");
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve", role: "img", "aria-label": `${title}. ${told}` });
  for (const p of [0, 0.5, 1]) {
    svg.append(make("line", { x1: left, x2: width - legend, y1: y(p), y2: y(p), stroke: "#ddd" }), make("text", { x: left - 5, y: y(p) + 4, "text-anchor": "end", "font-size": 10, fill: "#555" }, `${100 * p} %`));
  }
  svg.append(make("text", { x: left, y: height - 6, "font-size": 10, fill: "#555" }, title));
  series.forEach((one, place) => {
    const colour = COLOURS[place % COLOURS.length];
    svg.append(make("polyline", { points: one.points.map((p, index) => `${x(index)},${y(p)}`).join(" "), fill: "none", stroke: colour, "stroke-width": 2 }));
    one.points.forEach((p, index) => svg.append(make("circle", { cx: x(index), cy: y(p), r: 2.5, fill: colour })));
    svg.append(make("text", { x: width - legend + 10, y: 20 + 15 * place, "font-size": 11, fill: colour }, one.name));
  });
  return svg;
}
