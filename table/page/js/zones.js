// The zones of the table: the server's drawings, what may be chosen in them, and pieces that move.

import { consequence, hintedActions, pick } from "./choices.js";
import { byId, capital, changed, drawing, h, s } from "./dom.js";
import { mayChoose, read, shown, update } from "./store.js";

const MOST = 700; // milliseconds of a motion
const LEAST = 1.5; // pixels that are a motion
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

export function movePieces(moves, seconds) {
  if (still()) return;
  const ms = Math.min(MOST, seconds * 800);
  for (const [name, to] of moves) {
    const piece = [...all(`[data-piece${name.endsWith(".") ? "^" : ""}="${CSS.escape(name)}"]`)].at(-1); // with a dot: any of its kind
    const goal = to && document.querySelector(`[data-spot="${CSS.escape(to)}"]`);
    if (!piece) continue;
    piece.ownerSVGElement.append(piece); // above the others on its way
    if (goal) {
      const [a, b] = [centre(piece), centre(goal)];
      shift(piece, [0, 0], [b[0] - a[0], b[1] - a[1]], ms, "forwards");
    } else if (!to) piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms, fill: "forwards" });
  }
}

export function lightUp(focus) {
  for (const one of all(".focus")) one.classList.remove("focus");
  for (const name of focus) {
    const id = CSS.escape(name);
    document.querySelector(`[data-piece="${id}"], [data-spot="${id}"], [data-zone="${id}"]`)?.classList.add("focus");
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

/** Puts the drawings of the zones where they belong, and moves the pieces. */
function draw(zones) {
  const names = new Set(zones.map((one) => one.name));
  const fresh = zones.filter((one) => changed(`zone ${one.name}`, one.svg) || !document.querySelector(`[data-zone="${CSS.escape(one.name)}"]`));
  if (!fresh.length && all(".zone").length === names.size) return;
  const moving = !still();
  const before = new Map(moving ? [...all("[data-piece]")].map((one) => [one.dataset.piece, centre(one)]) : []);
  for (const one of all(".zone")) if (!names.has(one.dataset.zone)) one.remove();
  const seats = zones.filter((one) => one.role === "seat").map((one) => one.name);
  for (const one of fresh) inject(one, seats.indexOf(one.name));
  if (!before.size) return;
  for (const piece of all("[data-piece]")) {
    const from = before.get(piece.dataset.piece);
    if (!from) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
      continue;
    }
    const to = centre(piece);
    const by = [from[0] - to[0], from[1] - to[1]];
    if (to[0] && Math.hypot(...by) > LEAST) shift(piece, by, [0, 0], MOST / 2);
  }
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
  if (!choice) return;
  const title = capital(choice.text);
  const more = consequence(choice);
  const { inspected } = read(); // drawing anew gives the focus back, which is no news
  if (inspected?.title !== title || inspected.more !== more) update({ inspected: { title, more } });
}

// Elements can be clicked, and whatever is pointed at, tapped or focused is shown.
let tapped = null; // a finger takes by its second tap what its first one showed
byId("table").addEventListener("click", (event) => {
  const action = event.target.closest(".zone [data-action]")?.dataset.action;
  const choice = read().now?.choices.find((one) => String(one.action) === action);
  if (!choice) return;
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
