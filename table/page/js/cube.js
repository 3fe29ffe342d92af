// The resource cube, seen from above.

import { capital, label, labelled, s } from "./dom.js";
import { BLOCK_CODES } from "./drawings.js";

const SIDE = 4;
const LAYERS = 4;

/** Returns what can be said of a column's top block. */
function describeColumn(cube, place) {
  const column = cube.columns[place];
  if (!column.height) return `Column ${place}: empty`;
  const colour = column.blocks[column.height - 1];
  const layer = LAYERS + 1 - column.height;
  const below = column.blocks.slice(0, -1).reverse().map((one) => one ?? "unseen").join(", ");
  return `Column ${place}: ${colour ?? "unseen"} on layer ${layer}${column.exposed ? ", exposed" : ""}` +
    (below ? `; below it ${below}` : "");
}

/** How many blocks each layer still has, layer 1 (the top) first. */
export const layerCounts = (cube) =>
  Array.from({ length: LAYERS }, (_, i) => cube.columns.filter((one) => one.height >= LAYERS - i).length);

/** Returns the cube from above: the top block of each column and, from left to right, those from the lowest up; `touched`: the column taken from last. */
export function drawFromAbove(cube, picks, touched = null) {
  const cell = 36;
  const out = [];
  cube.columns.forEach((column, place) => {
    const [x, y] = [(place % SIDE) * cell, Math.floor(place / SIDE) * cell];
    const choice = picks.get(place);
    const top = column.blocks[column.height - 1] ?? (column.height ? "faceless" : null);
    const group = [];
    if (top) {
      group.push(s("rect", { x: x + 3, y: y + 3, width: cell - 6, height: cell - 6, rx: 5, class: `block ${top}` }));
      group.push(label(x + cell / 2, y + 18, BLOCK_CODES[top] ?? "?", 12.5, `bold ink-${top}`));
      group.push(s("rect", { x: x + 4, y: y + 22, width: cell - 8, height: 9.5, rx: 3, class: "pile" }));
      for (let i = 0; i < column.height; i += 1) {
        group.push(s("rect", { x: x + 5 + i * 6.7, y: y + 23.6, width: 5.8, height: 6.3, rx: 1, class: `block ${column.blocks[i] ?? "faceless"}` }));
      }
      if (column.exposed) group.push(s("rect", { x: x + 1, y: y + 1, width: cell - 2, height: cell - 2, rx: 6.5, class: choice ? "ring lit" : "ring" }));
    } else {
      group.push(s("circle", { cx: x + cell / 2, cy: y + cell / 2, r: 2.5, class: "gone" }));
    }
    if (place === touched) group.push(s("rect", { x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, rx: 7, class: "glow" }));
    const attributes = choice
      ? {
        class: "column pick", role: "button", tabindex: "-1", "data-roving": "cube",
        "data-row": Math.floor(place / SIDE), "data-column": place % SIDE, "data-key": `cube-${place}`,
        onclick: choice.pick,
      }
      : { class: "column" };
    const drawn = s("g", { ...attributes, "data-tip": capital(choice?.text ?? describeColumn(cube, place)), "data-more": choice?.more }, group);
    out.push(choice ? labelled(drawn, choice.text) : drawn);
  });
  return s("svg", { viewBox: `-1 -1 ${SIDE * cell + 2} ${SIDE * cell + 2}`, class: "above", role: "group", "aria-label": "Cube from above" }, out);
}
