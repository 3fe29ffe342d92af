// The picture of the game: the server's SVG, in which what may be chosen carries `data-action`.

import { consequence, hintedActions, pick } from "./choices.js";
import { byId, capital, changed } from "./dom.js";
import { mayChoose, read, shownPicture } from "./store.js";

/** Returns the elements of the picture that stand for an action. */
const marked = () => [...byId("picture").querySelectorAll("[data-action]")];

function inject(text) {
  // Styles in attributes are not allowed by the page's policy, not even to be parsed.
  const parsed = new DOMParser().parseFromString(text.replaceAll(/\sstyle="[^"]*"/g, ""), "image/svg+xml").documentElement;
  for (const name of ["width", "height"]) parsed.removeAttribute(name);
  parsed.querySelector("title")?.remove();
  parsed.setAttribute("role", "group");
  parsed.setAttribute("aria-label", "The game as it can be seen");
  byId("picture").replaceChildren(document.importNode(parsed, true));
}

/** Makes an element a button for a choice. */
function offer(element, choice) {
  const box = element.getBoundingClientRect();
  const attributes = {
    role: "button", "aria-label": capital(choice.text), "data-tip": capital(choice.text), "data-more": consequence(choice),
    "data-roving": "picture", "data-row": Math.round(box.top + box.height / 2), "data-column": Math.round(box.left + box.width / 2),
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.classList.add("pick");
}

function withdraw(element) {
  for (const name of ["role", "aria-label", "data-tip", "data-more", "data-roving", "tabindex"]) element.removeAttribute(name);
  element.classList.remove("pick");
}

/** Draws the picture, and marks in it what may be chosen and what a hint advises. */
export function drawPicture(state) {
  const text = shownPicture();
  const held = document.activeElement?.closest?.("#picture [data-action]")?.dataset.action;
  if (changed("picture", text)) inject(text);
  const choices = new Map(mayChoose() ? state.now.choices.map((one) => [String(one.action), one]) : []);
  const hints = hintedActions();
  for (const element of marked()) {
    const choice = choices.get(element.dataset.action);
    if (choice) offer(element, choice);
    else withdraw(element);
    element.classList.toggle("hinted", hints[0] === Number(element.dataset.action));
    element.classList.toggle("hinted-too", hints.slice(1).includes(Number(element.dataset.action)));
  }
  if (held && choices.has(held)) marked().find((one) => one.dataset.action === held)?.focus({ preventScroll: true });
}

/** Lets elements of the picture be clicked, and shows what belongs to the same action. */
export function followPicture() {
  byId("picture").addEventListener("click", (event) => {
    const action = event.target.closest("[data-action]")?.dataset.action;
    const choice = read().now?.choices.find((one) => String(one.action) === action);
    if (choice) pick(choice, { try: event.shiftKey });
  });
  const light = (event) => {
    const action = event.target.closest?.("#table [data-action]")?.dataset.action;
    for (const one of document.querySelectorAll("#table .lit")) one.classList.remove("lit");
    if (!action) return;
    for (const one of document.querySelectorAll(`#table [data-action="${action}"]`)) one.classList.add("lit");
  };
  document.addEventListener("pointerover", light);
  document.addEventListener("focusin", light);
  byId("zoom").addEventListener("click", ({ target }) => {
    const large = byId("picture").classList.toggle("large");
    target.setAttribute("aria-pressed", String(large));
    target.textContent = large ? "Whole" : "Enlarge";
  });
}
