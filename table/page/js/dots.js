// A dot in a player's colour.

import { h } from "./dom.js";
import { colourOf } from "./store.js";

/** Returns the dot of a seat. */
export function dot(seat) {
  const made = h("span", { class: "dot", "aria-hidden": "true" });
  made.style.background = colourOf(seat);
  return made;
}
