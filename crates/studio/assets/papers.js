// Papers: what was published beside what was measured, and a button that measures again.
import { ask, draw, el, number, percent, say, stream, trouble } from "/assets/common.js";

const tone = (verdict) => {
  const word = String(verdict);
  if (word === "exact" || word === "agrees") return "verdict-agrees";
  if (word.includes("holds")) return "verdict-holds";
  if (word === "differs" || word.includes("fails")) return "verdict-differs";
  return "verdict-other";
};
const told = (value) => (value === null || value === undefined ? "" : number(value, 4));
const published = (cell) => (cell.published !== null ? told(cell.published) : cell.claim ?? "");
const measured = (cell) => `${told(cell.measured)}${cell.low === null ? "" : ` (${told(cell.low)} to ${told(cell.high)})`}`;

function show(section, report) {
  const tables = new Map();
  for (const cell of report.cells) {
    if (!tables.has(cell.table)) tables.set(cell.table, []);
    tables.get(cell.table).push(cell);
  }
  const parts = [];
  for (const [name, cells] of tables) {
    parts.push(el("details", { open: tables.size <= 2 }, el("summary", {}, `${name}: ${cells.length} ${cells.length === 1 ? "number" : "numbers"}`),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${name} of ${section.dataset.id}` }, el("table", {},
        el("thead", {}, el("tr", {}, ["row", "column", "published", "measured", "verdict"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, cells.map((cell) => el("tr", {}, el("td", {}, cell.row), el("td", {}, cell.column), el("td", { class: "number" }, published(cell)), el("td", { class: "number" }, measured(cell)), el("td", { class: tone(cell.verdict) }, cell.verdict))))))));
  }
  for (const figure of report.figures ?? []) {
    const box = el("div", { class: "figure", role: "region", tabindex: "0", "aria-label": `Figure ${figure.name} of ${section.dataset.id}` });
    draw(box, figure.svg, figure.name);
    parts.push(box);
  }
  section.querySelector(".report").replaceChildren(...parts);
}

/** How many numbers agree, and where they were measured. */
function sum(section, report, isOurs) {
  const counts = Object.entries(report.counts ?? {}).filter(([, count]) => count > 0);
  section.querySelector(".counts").replaceChildren(...counts.flatMap(([verdict, count], index) => [index ? ", " : "", el("span", { class: tone(verdict) }, `${count} ${verdict}`)]),
    counts.length ? ` (${report.size}, seed ${report.seed}, ${isOurs ? "measured here" : "as in our documents"}).` : "");
}

const sections = [...document.querySelectorAll(".paper")];
ask("/api/v1/papers").then((papers) => sections.forEach((section) => {
  const paper = papers.find((one) => one.id === section.dataset.id);
  if (paper?.counts) sum(section, paper, paper.measured_here);
})).catch((error) => trouble(error.message));

for (const section of sections) {
  const { id } = section.dataset;
  const [run, stop, progress] = [".run", ".stop", ".progress"].map((name) => section.querySelector(name));
  let control = null;
  const numbers = section.querySelector(".numbers-of");
  let isShown = false;
  // Some reports are long: they come when somebody wants to see them.
  numbers.addEventListener("toggle", () => {
    if (!numbers.open || isShown) return;
    isShown = true;
    ask(`/api/v1/papers/${id}`).then((paper) => paper.report && show(section, paper.report)).catch((error) => trouble(error.message));
  });
  stop.addEventListener("click", () => control?.abort());
  run.addEventListener("click", async () => {
    control = new AbortController();
    run.disabled = true;
    stop.hidden = false;
    progress.textContent = "It begins…";
    try {
      await stream(`/api/v1/papers/${id}`, {}, (name, data) => {
        if (name === "progress") progress.textContent = `${percent(data.part)} ${data.doing}`;
        if (name !== "report") return;
        isShown = true;
        sum(section, data, true);
        show(section, data);
        numbers.open = true;
      }, control.signal);
      progress.textContent = "Done.";
      say(`${id} is done.`);
    } catch (error) {
      progress.textContent = error.name === "AbortError" ? "Stopped." : error.message;
    } finally {
      run.disabled = false;
      stop.hidden = true;
    }
  });
}
