// Signs of players: the dot of a seat, and the faces of partners.

import { h, s } from "./dom.js";
import { colourOf } from "./store.js";

const SKINS = ["#8fd0a8", "#7db4f2", "#c9a2f5"];
const HATS = ["M5 9q7-9 14 0z", "M4 9h16l-3-5H7z", "M5 9l2-6 5 3 5-3 2 6z"];
const MOUTHS = ["M9 17q3 1 6 0", "M8.500 16q3.500 3 7 0", "M8 15.500q4 5 8 0z"];

/** Returns the face of a partner; an agent that is none of the three has a plain one. */
export function face(mate) {
  const n = mate ?? 1;
  return s("svg", { viewBox: "0 0 24 24", class: "face", "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 13, r: 9.5, fill: mate === null ? "#c9c2b8" : SKINS[n], stroke: "#2b2622", "stroke-width": 1 }),
    s("circle", { cx: 8.7, cy: 12, r: 1.3, fill: "#2b2622" }), s("circle", { cx: 15.3, cy: 12, r: 1.3, fill: "#2b2622" }),
    s("path", { d: mate === null ? "M8.500 17h7" : MOUTHS[n], fill: n === 2 ? "#fff" : "none", stroke: "#2b2622", "stroke-width": 1.2 }),
    mate === null ? null : s("path", { d: HATS[n], fill: "#2b2622" }));
}

export const dot = (seat) => h("span", { class: "dot", "aria-hidden": "true", style: `background: ${colourOf(seat)}` });
