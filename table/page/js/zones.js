// The zones of the table: the server's drawings, what may be chosen in them, and pieces that move.

import { consequence, hintedActions, pick } from "./choices.js";
import { byId, capital, changed, drawing, h, s } from "./dom.js";
import { thingAt } from "./finger.js";
import { noteThings } from "/page/stage/motion.js";
import { mayChoose, read, shown, update } from "./store.js";

const HOMES = { board: "board", shared: "shared", seat: "mats" };

const all = (selector) => document.querySelectorAll(`#table ${selector}`);

function inject(zone, seat) {
  let box = document.querySelector(`[data-zone="${CSS.escape(zone.name)}"]`);
  if (!box) {
    box = h("div", { class: "zone", "data-zone": zone.name, "data-role": zone.role, "data-seat": zone.role === "seat" ? seat : null });
    byId(HOMES[zone.role]).append(box);
  }
  const made = drawing(zone.svg, { role: "group", "aria-label": zone.title });
  made.querySelector("title")?.remove();
  const { width, height } = made.viewBox.baseVal;
  box.style.aspectRatio = `${width} / ${height}`;
  box.replaceChildren(made);
}

/** Puts the drawings of the zones where they belong, and moves the pieces. */
function draw(zones) {
  const names = new Set(zones.map((one) => one.name));
  const fresh = zones.filter((one) => changed(`zone ${one.name}`, one.svg) || !document.querySelector(`[data-zone="${CSS.escape(one.name)}"]`));
  if (!fresh.length && all(".zone").length === names.size) return;
  const move = noteThings(byId("table"));
  for (const one of all(".zone")) if (!names.has(one.dataset.zone)) one.remove();
  const seats = zones.filter((one) => one.role === "seat").map((one) => one.name);
  for (const one of fresh) inject(one, seats.indexOf(one.name));
  move();
}

function offer(element, choice) {
  const attributes = { role: "button", "aria-label": capital(choice?.text), "data-roving": "picture" };
  for (const [name, value] of Object.entries(attributes)) {
    if (choice) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  if (!choice) element.removeAttribute("tabindex");
  element.classList.toggle("pick", Boolean(choice));
}

function drawRanks(hints) {
  for (const one of all(".rank-mark")) one.remove();
  hints.forEach((action, rank) => {
    for (const element of all(`.zone [data-action="${action}"]`)) {
      const box = element.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const size = Math.min(13, Math.max(8, box.height / 3));
      element.parentNode.append(s("g", { class: "rank-mark" }, s("circle", { cx: x, cy: y, r: size }), s("text", { x, y: y + size * 0.38, "font-size": size * 1.2 }, `${rank + 1}`)));
    }
  });
}

/** Draws the zones, and marks in them what may be chosen and what a hint advises. */
export function drawZones(state) {
  const held = document.activeElement?.closest?.(".zone [data-action]")?.dataset.action;
  draw(shown()?.zones ?? []);
  const choices = new Map(mayChoose() ? state.now.choices.map((one) => [String(one.action), one]) : []);
  const hints = hintedActions();
  const seats = new Set();
  for (const element of all(".zone [data-action]")) {
    const choice = choices.get(element.dataset.action);
    offer(element, choice);
    if (choice) seats.add(element.closest(".zone").dataset.seat);
    element.classList.toggle("hinted", hints.includes(Number(element.dataset.action)));
    element.classList.toggle("of-kind", Boolean(state.kind) && choice?.kind === state.kind);
    element.classList.toggle("loses", Boolean(choice?.leads?.loses));
  }
  for (const element of all(".zone [data-about]:not([data-roving])")) {
    for (const [name, value] of Object.entries({ role: "img", "aria-label": element.dataset.about, "data-roving": "things" })) element.setAttribute(name, value);
  }
  drawRanks(hints);
  for (const one of all(".player")) one.classList.toggle("has-choice", seats.has(one.dataset.seat));
  if (held && choices.has(held)) document.querySelector(`.zone [data-action="${held}"]`)?.focus({ preventScroll: true });
}

/** Says in the inspector what an element is and what comes of it. */
function inspect(element) {
  const box = element?.closest?.("[data-action]");
  const action = box?.dataset.action;
  for (const one of all(".lit")) one.classList.remove("lit");
  if (action !== undefined) for (const one of all(`[data-action="${action}"]`)) one.classList.add("lit");
  const choice = read().now?.choices.find((one) => String(one.action) === action);
  const thing = element?.closest?.("[data-about]")?.dataset.about; // what is chosen, then what comes of it
  const found = choice ? { title: capital(choice.text), more: [thing, consequence(choice)].filter(Boolean).join(" · ") } : about(element);
  if (found === undefined) return; // outside the drawings nothing is said about anything
  const { inspected } = read(); // drawing anew gives the focus back, which is no news
  if (inspected?.warns && (!choice || inspected.about === choice.action)) return;
  if (inspected?.title !== found?.title || inspected?.more !== found?.more) update({ inspected: found });
}

/** Returns what a drawing says about the thing there: its first sentence, and the rest; null: nothing. */
function about(element) {
  if (!element?.closest?.(".zone")) return undefined;
  for (let one = element; !one.matches(".zone"); one = one.parentNode) {
    const words = one.dataset.about ?? [...one.children].find((child) => child.tagName === "title")?.textContent;
    if (!words) continue;
    const [, title, more] = /^(.*?[.:!]?)(?:\s*[\n.:!]\s+(.*))?$/s.exec(words);
    return { title: capital(title), more: capital(more ?? "") };
  }
  return null;
}

// Elements can be clicked, and whatever is pointed at, tapped or focused is shown.
let tapped = null; // a finger takes by its second tap what its first one showed
byId("table").addEventListener("click", (event) => {
  const thing = thingAt(event);
  const action = thing.closest(".zone [data-action]")?.dataset.action;
  const choice = read().now?.choices.find((one) => String(one.action) === action);
  if (!choice) {
    inspect(thing);
    return;
  }
  if (event.pointerType === "touch" && tapped !== action) {
    tapped = action;
    inspect(thing);
    return;
  }
  tapped = null;
  pick(choice, { try: event.shiftKey });
});
byId("table").addEventListener("pointerover", (event) => inspect(thingAt(event)));
byId("table").addEventListener("focusin", ({ target }) => {
  inspect(target);
  if (target.closest("#choices") && !read().drawer) update({ drawer: true }); // what has the focus is seen
});
byId("table").addEventListener("pointerleave", ({ relatedTarget }) => (relatedTarget ? null : update({ inspected: null })));
