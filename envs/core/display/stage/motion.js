// Pieces that move when a drawing takes the place of another.

import { still } from "./beat.js";
import { s } from "./elements.js";

const MOST = 700; // milliseconds of a motion
const LEAST = 1.5; // pixels that are a motion
const ATTRIBUTES = ["data-piece", "data-token", "data-action", "data-spot", "role", "tabindex"];
const THINGS = "[data-piece], [data-token]";

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
const nameOf = ({ dataset }) => dataset.piece ?? dataset.token;

/** Returns the name of all things that are alike: what follows a dot or an "@" tells them apart. */
const kindOf = (name) => name.split(/[.@]/, 1)[0];

/** Lets an element of a drawing come from so many pixels of the screen away. */
function slide(element, [x, y]) {
  const scale = element.ownerSVGElement?.getScreenCTM()?.a || 1;
  element.animate([{ transform: `translate(${x / scale}px, ${y / scale}px)` }, { transform: "none" }], { duration: MOST, easing: "ease-in-out" });
}

/** Returns how an element of a drawing is placed in it, as an attribute. */
function placeIn(element) {
  const to = element.ownerSVGElement?.getScreenCTM()?.inverse().multiply(element.parentNode.getScreenCTM());
  return to ? `matrix(${[to.a, to.b, to.c, to.d, to.e, to.f].join(" ")})` : null;
}

/** Lets a thing that is not there any more go where it lay. */
function fade(home, thing, place) {
  if (!home || !place) return;
  for (const one of [thing, ...thing.querySelectorAll("*")]) for (const name of ATTRIBUTES) one.removeAttribute(name);
  const going = s("g", { class: "going" }, thing);
  const placed = s("g", { transform: place, "aria-hidden": "true" }, going);
  home.append(placed);
  going.animate([{ opacity: 1, transform: "scale(1)" }, { opacity: 0, transform: "scale(1.3)" }], { duration: MOST }).onfinish = () => placed.remove();
}

/** Notes where things lie; returns what moves them from there once they are drawn anew. */
export function noteThings(root) {
  if (still()) return () => {};
  const before = new Map([...root.querySelectorAll(THINGS)].map((one) =>
    [nameOf(one), { from: centre(one), thing: one, place: placeIn(one), zone: one.closest("[data-zone]")?.dataset.zone }]));
  const take = (name) => {
    const found = before.get(name);
    before.delete(name);
    return found;
  };
  return () => {
    if (!before.size) return;
    const things = [...root.querySelectorAll(THINGS)].map((thing) => [thing, nameOf(thing)]);
    const known = things.map(([, name]) => take(name));
    things.forEach(([thing, name], n) => {
      // Of things that are alike one that is gone from elsewhere has come here.
      const alike = () => take([...before.keys()].find((one) => kindOf(one) === kindOf(name) && one !== kindOf(one)));
      const was = known[n] ?? alike();
      const to = centre(thing);
      if (!was) thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
      else if (to[0] && was.from[0] && Math.hypot(was.from[0] - to[0], was.from[1] - to[1]) > LEAST) slide(thing, [was.from[0] - to[0], was.from[1] - to[1]]);
    });
    for (const { thing, place, zone } of before.values()) fade(root.querySelector(`[data-zone="${CSS.escape(zone)}"] svg`), thing, place);
  };
}
