// A drawing whose places can be clicked: clicks narrow the legal moves until one is left.
import { draw, el } from "/assets/common.js";

const SVG = "http://www.w3.org/2000/svg";

/** Whether the clicks are the beginning of a move's places. */
const begins = (places, clicks) => clicks.length <= places.length && clicks.every((click, index) => places[index] === click);

/** Whether the clicks are among a move's places, in any order. */
function holds(places, clicks) {
  const left = [...places];
  return clicks.every((click) => {
    const at = left.indexOf(click);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** The moves that clicks leave: those they begin, or else those they are a part of. */
export function narrowed(moves, clicks) {
  const placed = moves.filter((move) => move.places.length > 0);
  const inOrder = placed.filter((move) => begins(move.places, clicks));
  return inOrder.length > 0 ? inOrder : placed.filter((move) => holds(move.places, clicks));
}

export class Board {
  constructor(place, choices, play) {
    Object.assign(this, { place, choices, play, moves: [], clicks: [], svg: null });
  }

  /** Shows a drawing; `moves` are those the person may make now. */
  show(svg, moves, label) {
    const focused = document.activeElement;
    if (this.place.contains(focused)) this.place.dataset.focused = focused.dataset.place ?? "";
    this.moves = moves;
    this.clicks = [];
    this.svg = draw(this.place, svg, label);
    for (const mark of this.marks()) {
      mark.addEventListener("click", () => this.click(mark));
      mark.addEventListener("keydown", (event) => this.key(event, mark));
    }
    this.paint();
    this.focusAgain();
  }

  /** Who plays with the keyboard stays at the board: a new drawing is no reason to begin at the top of the page. */
  focusAgain() {
    const name = this.place.dataset.focused;
    const can = this.marks().filter((mark) => mark.classList.contains("can"));
    if (name === undefined || can.length === 0) return;
    delete this.place.dataset.focused;
    if (document.activeElement === document.body) (can.find((mark) => mark.dataset.place === name) ?? can[0]).focus({ preventScroll: true });
  }

  marks() {
    return this.svg ? [...this.svg.querySelectorAll("[data-place]")] : [];
  }

  click(mark) {
    const name = mark.dataset.place;
    const before = this.clicks;
    let clicks = [...before, name];
    let left = narrowed(this.moves, clicks);
    if (left.length === 0) {
      // A click elsewhere begins anew; the same place twice lets go of it.
      clicks = before.at(-1) === name ? [] : [name];
      left = narrowed(this.moves, clicks);
      if (left.length === 0) clicks = [];
    }
    this.clicks = clicks;
    if (clicks.length > 0 && left.length === 1) {
      const [move] = left;
      this.clicks = [];
      this.play(move.text);
      return;
    }
    this.paint();
    if (mark.isConnected) mark.focus({ preventScroll: true });
  }

  /** The arrow keys go to the nearest place that can be clicked, Enter clicks it. */
  key(event, mark) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.click(mark);
      return;
    }
    if (event.key === "Escape") {
      this.clicks = [];
      this.paint();
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const middle = (m) => {
      const box = m.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(mark);
    let best = null;
    for (const other of this.marks().filter((m) => m !== mark && m.classList.contains("can"))) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      if (along > 1 && (best === null || along + 2 * aside < best.far)) best = { far: along + 2 * aside, other };
    }
    best?.other.focus({ preventScroll: true });
  }

  /** The places that the next click may be, and those that were clicked. */
  paint() {
    const left = narrowed(this.moves, this.clicks);
    const next = new Set();
    for (const move of left) {
      if (begins(move.places, this.clicks)) next.add(move.places[this.clicks.length]);
      else move.places.filter((name) => !this.clicks.includes(name)).forEach((name) => next.add(name));
    }
    for (const mark of this.marks()) {
      const name = mark.dataset.place;
      const can = next.has(name) || this.clicks.includes(name);
      mark.classList.toggle("can", can);
      mark.classList.toggle("picked", this.clicks.includes(name));
      if (can) {
        mark.setAttribute("tabindex", "0");
        mark.setAttribute("role", "button");
        mark.setAttribute("aria-label", this.clicks.includes(name) ? `${name}, picked` : name);
      } else {
        mark.removeAttribute("tabindex");
        mark.removeAttribute("role");
        mark.removeAttribute("aria-label");
      }
    }
    this.offer(left);
  }

  /** What clicks cannot tell apart is offered as a list. */
  offer(left) {
    const full = left.filter((move) => move.places.length === this.clicks.length);
    const show = this.clicks.length > 0 && (full.length > 0 || (left.length > 1 && left.length <= 8));
    this.choices.hidden = !show;
    if (!show) return;
    const list = full.length > 0 ? [...full, ...left.filter((move) => !full.includes(move)).slice(0, 8)] : left;
    this.choices.replaceChildren(
      el("span", {}, "Which?"),
      ...list.map((move) => el("button", { type: "button", class: "second", onclick: () => this.play(move.text) }, move.text)),
    );
  }

  /** How likely each move is, on the board: a share at its last place. */
  weigh(moves) {
    if (!this.svg) return;
    this.svg.querySelectorAll(".weight, .weight-text").forEach((node) => node.remove());
    const shares = new Map();
    for (const { places, probability } of moves) {
      const name = places?.at(-1);
      if (name !== undefined && probability > 0.005) shares.set(name, (shares.get(name) ?? 0) + probability);
    }
    for (const mark of this.marks()) {
      const share = shares.get(mark.dataset.place);
      if (share === undefined) continue;
      shares.delete(mark.dataset.place);
      const box = mark.getBBox();
      const bar = document.createElementNS(SVG, "rect");
      const high = Math.min(6, box.height / 6);
      for (const [key, value] of Object.entries({ x: box.x, y: box.y + box.height - high, width: box.width * Math.min(1, share), height: high, class: "weight" })) bar.setAttribute(key, value);
      mark.before(bar);
    }
  }
}
