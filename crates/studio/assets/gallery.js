// Search and filter of the gallery.
import { $, say } from "/assets/common.js";

const cards = [...document.querySelectorAll(".card")];
const boxes = [...document.querySelectorAll(".filters input[type=checkbox]")];

function show() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
  let count = 0;
  for (const card of cards) {
    const tags = card.dataset.tags.split(" ");
    const has = (tag) => (tag === "many" ? ["seats-3", "seats-4", "seats-5", "seats-6"].some((t) => tags.includes(t)) : tags.includes(tag));
    const fits = words.every((word) => card.dataset.text.toLowerCase().includes(word)) && wanted.every(has);
    card.hidden = !fits;
    count += fits;
  }
  $("none").hidden = count > 0;
  say(count === 1 ? "1 game" : `${count} games`);
}

$("search").addEventListener("input", show);
boxes.forEach((box) => box.addEventListener("change", show));
document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
