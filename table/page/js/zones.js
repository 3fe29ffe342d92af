// The zones of the table: the server's drawings, what may be chosen in them, and pieces that move.

import { consequence, hintedActions, pick } from "./choices.js";
import { byId, capital, changed, drawing, h, s } from "./dom.js";
import { mayChoose, read, shown, update } from "./store.js";

const MOST = 700; // milliseconds of a motion
const LEAST = 1.5; // pixels that are a motion
const SHAKE = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
const HOMES = { board: "board", shared: "shared", seat: "mats" };

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const all = (selector) => document.querySelectorAll(`#table ${selector}`);
const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** Lets an element of a drawing go by so many pixels of the screen. */
function shift(element, from, to, ms, fill = "none") {
  const scale = element.ownerSVGElement?.getScreenCTM()?.a || 1;
  const words = ([x, y]) => `translate(${x / scale}px, ${y / scale}px)`;
  element.animate([{ transform: words(from) }, { transform: words(to) }], { duration: ms, easing: "ease-in-out", fill });
}

/** Returns what is drawn of a piece, a spot or a zone; of several pieces of a kind the last. */
function drawn(name) {
  const id = CSS.escape(name);
  const kind = name.endsWith(".") ? `[data-piece^="${id}"]` : `[data-piece="${id}"], [data-spot="${id}"], [data-zone="${id}"]`;
  return [...all(kind)].filter((one) => one.getClientRects().length).at(-1) ?? null;
}

/** Returns where the first of some pieces, spots or zones lies that can be seen, on the screen. */
export function placeOf(names) {
  const found = names.map((name) => name && drawn(name)).find(Boolean);
  return found ? found.getBoundingClientRect() : null;
}

export function lightUp(focus, icon = "") {
  for (const one of all(".focus")) one.classList.remove("focus");
  for (const name of focus) {
    const found = drawn(name);
    found?.classList.add("focus");
    if (found && icon === "hurt" && !still()) found.animate(SHAKE, { duration: 400 });
  }
}

function inject(zone, seat) {
  let box = document.querySelector(`[data-zone="${CSS.escape(zone.name)}"]`);
  if (!box) {
    box = h("div", { class: "zone", "data-zone": zone.name, "data-role": zone.role, "data-seat": zone.role === "seat" ? seat : null });
    byId(HOMES[zone.role]).append(box);
  }
  // Styles in attributes are not allowed by the page's policy, not even to be parsed.
  const made = drawing(zone.svg.replaceAll(/\sstyle="[^"]*"/g, ""), { role: "group", "aria-label": zone.title });
  for (const name of ["width", "height"]) made.removeAttribute(name);
  made.querySelector("title")?.remove();
  const { width, height } = made.viewBox.baseVal;
  box.style.aspectRatio = `${width} / ${height}`;
  box.replaceChildren(made);
}

/** Returns how an element of a drawing is placed in it, as an attribute. */
function placeIn(element) {
  const to = element.ownerSVGElement?.getScreenCTM()?.inverse().multiply(element.parentNode.getScreenCTM());
  return to ? `matrix(${[to.a, to.b, to.c, to.d, to.e, to.f].join(" ")})` : null;
}

const ATTRIBUTES = ["data-piece", "data-action", "data-spot", "role", "tabindex"];

/** Lets a piece that is not there any more go where it lay. */
function fade(zone, piece, place) {
  const home = document.querySelector(`[data-zone="${CSS.escape(zone)}"] svg`);
  if (!home || !place) return;
  for (const one of [piece, ...piece.querySelectorAll("*")]) for (const name of ATTRIBUTES) one.removeAttribute(name);
  const going = s("g", { class: "going" }, piece);
  const placed = s("g", { transform: place, "aria-hidden": "true" }, going);
  home.append(placed);
  going.animate([{ opacity: 1, transform: "scale(1)" }, { opacity: 0, transform: "scale(1.3)" }], { duration: MOST }).onfinish = () => placed.remove();
}

/** Puts the drawings of the zones where they belong, and moves the pieces. */
function draw(zones) {
  const names = new Set(zones.map((one) => one.name));
  const fresh = zones.filter((one) => changed(`zone ${one.name}`, one.svg) || !document.querySelector(`[data-zone="${CSS.escape(one.name)}"]`));
  if (!fresh.length && all(".zone").length === names.size) return;
  const moving = !still();
  const before = new Map(moving ? [...all("[data-piece]")].map((one) => [one.dataset.piece, centre(one)]) : []);
  const lost = new Map(moving ? fresh.flatMap((one) => [...all(`[data-zone="${CSS.escape(one.name)}"] [data-piece]`)].map((piece) => [piece.dataset.piece, [one.name, piece, placeIn(piece)]])) : []);
  for (const one of all(".zone")) if (!names.has(one.dataset.zone)) one.remove();
  const seats = zones.filter((one) => one.role === "seat").map((one) => one.name);
  for (const one of fresh) inject(one, seats.indexOf(one.name));
  if (!before.size) return;
  for (const piece of all("[data-piece]")) {
    lost.delete(piece.dataset.piece);
    const from = before.get(piece.dataset.piece);
    if (!from) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
      continue;
    }
    const to = centre(piece);
    const by = [from[0] - to[0], from[1] - to[1]];
    if (to[0] && Math.hypot(...by) > LEAST) shift(piece, by, [0, 0], MOST);
  }
  for (const [zone, piece, place] of lost.values()) fade(zone, piece, place);
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
  const action = event.target.closest(".zone [data-action]")?.dataset.action;
  const choice = read().now?.choices.find((one) => String(one.action) === action);
  if (!choice) {
    inspect(event.target);
    return;
  }
  if (event.pointerType === "touch" && tapped !== action) {
    tapped = action;
    inspect(event.target);
    return;
  }
  tapped = null;
  pick(choice, { try: event.shiftKey });
});
byId("table").addEventListener("pointerover", ({ target }) => inspect(target));
byId("table").addEventListener("focusin", ({ target }) => {
  inspect(target);
  if (target.closest("#choices") && !read().drawer) update({ drawer: true }); // what has the focus is seen
});
byId("table").addEventListener("pointerleave", ({ relatedTarget }) => (relatedTarget ? null : update({ inspected: null })));
