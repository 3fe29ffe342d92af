// Dice as they lie on the table: a number as pips, anything else in its words.

import { h, s } from "./dom.js";

// Where pips lie, by their number, on a face of 3 by 3.
const PIPS = { 0: [], 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Returns a die that shows a face; its words begin with a number, or are one. */
export function drawDie(face) {
  const [, before, count, rest] = /^(.*: )?(\d)\b( .*)?$/.exec(face) ?? [null, "", null, face];
  const pips = PIPS[count];
  const drawn = pips && s("svg", { viewBox: "0 0 36 36", class: "pips", "aria-hidden": "true" },
    pips.map((place) => s("circle", { cx: 9 + 9 * (place % 3), cy: 9 + 9 * Math.floor(place / 3), r: 3.4 })));
  return h("b", { class: "die", title: face }, drawn, h("span", { class: "unseen" }, before, count), rest ? h("span", {}, rest) : null);
}
