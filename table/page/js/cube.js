// The resource cube: a stack that can be turned, and the same seen from above.

import { capital, label, labelled, round, s } from "./dom.js";
import { BLOCK_CODES } from "./drawings.js";

const SIDE = 4;
const LAYERS = 4;
const UNIT = 30; // of a block's edge, in user units
const FLAT = 0.52; // how steeply one looks down
const HIGH = 29;
const QUARTER = 90;

/** Returns the height of a column; outside the cube 0. */
const heightAt = (heights, row, column) =>
  row < 0 || column < 0 || row >= SIDE || column >= SIDE ? 0 : heights[SIDE * row + column];

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

function face(points, kind, extra = {}) {
  return s("path", { d: `M${points.map((p) => `${round(p.x)} ${round(p.y)}`).join("L")}z`, class: kind, ...extra });
}

/**
 * Returns the cube as a stack seen from a corner.
 *
 * @param cube From the snapshot.
 * @param angle By how many degrees it is turned.
 * @param picks Choices by column: `{text, more, pick}`.
 */
export function drawStack(cube, angle, picks) {
  const turn = ((angle + 45) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const heights = cube.columns.map((one) => one.height);
  const flat = (row, column) => {
    const [x, y] = [column - SIDE / 2, row - SIDE / 2];
    return { x: x * cos - y * sin, y: x * sin + y * cos };
  };
  const point = (row, column, level) => {
    const { x, y } = flat(row, column);
    return { x: x * UNIT, y: y * UNIT * FLAT - level * HIGH };
  };
  const out = [face([point(0, 0, 0), point(0, SIDE, 0), point(SIDE, SIDE, 0), point(SIDE, 0, 0)], "cube-floor")];
  const order = heights.map((_, place) => place)
    .sort((a, b) => flat(Math.floor(a / SIDE) + 0.5, (a % SIDE) + 0.5).y - flat(Math.floor(b / SIDE) + 0.5, (b % SIDE) + 0.5).y);
  // Sides by the neighbour that would hide them, with the direction they look to.
  const sides = [
    { dr: 1, dc: 0, ends: [[1, 0], [1, 1]] }, { dr: -1, dc: 0, ends: [[0, 1], [0, 0]] },
    { dr: 0, dc: 1, ends: [[1, 1], [0, 1]] }, { dr: 0, dc: -1, ends: [[0, 0], [1, 0]] },
  ];
  for (const place of order) {
    const [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const { height, blocks, exposed } = cube.columns[place];
    if (!height) continue;
    const group = [];
    for (const { dr, dc, ends } of sides) {
      const depth = dc * sin + dr * cos; // towards whoever looks: positive
      if (depth <= 0.01) continue;
      const light = dc * cos - dr * sin; // left or right of the light
      const next = heightAt(heights, row + dr, column + dc);
      for (let level = next; level < height; level += 1) {
        const [a, b] = ends.map(([r, c]) => [row + r, column + c]);
        const kind = blocks[level] ?? "unseen";
        group.push(face([point(...a, level), point(...b, level), point(...b, level + 1), point(...a, level + 1)],
          `block ${kind} ${light > 0 ? "shade-2" : "shade-1"}`));
      }
    }
    const top = blocks[height - 1] ?? "unseen";
    const corners = [[0, 0], [0, 1], [1, 1], [1, 0]].map(([r, c]) => point(row + r, column + c, height));
    group.push(face(corners, `block ${top}`));
    const middle = point(row + 0.5, column + 0.5, height);
    const inset = (share) => [[0, 0], [0, 1], [1, 1], [1, 0]].map(([r, c]) =>
      point(row + 0.5 + (r - 0.5) * share, column + 0.5 + (c - 0.5) * share, height));
    const choice = picks.get(place);
    if (exposed) group.push(face(inset(0.86), choice ? "ring lit" : "ring"));
    group.push(label(middle.x, middle.y + 4, BLOCK_CODES[top] ?? "?", 11, `bold ink-${top}`));
    const tip = choice?.text ?? describeColumn(cube, place);
    out.push(s("g", {
      class: choice ? "column pick" : "column", "data-tip": capital(tip), "data-more": choice?.more,
      onclick: choice?.pick,
    }, group));
  }
  const wide = SIDE * Math.SQRT2 * UNIT + 8;
  const top = -(SIDE * Math.SQRT1_2 * UNIT * FLAT) - LAYERS * HIGH - 4;
  const tall = -top + SIDE * Math.SQRT1_2 * UNIT * FLAT + 4;
  return s("svg", { viewBox: `${-wide / 2} ${round(top)} ${wide} ${round(tall)}`, class: "stack", "aria-hidden": "true" }, out);
}

/** Returns the cube from above: the top block of each column and how high it stands; `touched`: the column taken from last. */
export function drawFromAbove(cube, picks, touched = null) {
  const cell = 36;
  const out = [];
  cube.columns.forEach((column, place) => {
    const [x, y] = [(place % SIDE) * cell, Math.floor(place / SIDE) * cell];
    const choice = picks.get(place);
    const top = column.blocks[column.height - 1] ?? (column.height ? "unseen" : null);
    const group = [];
    if (top) {
      group.push(s("rect", { x: x + 3, y: y + 3, width: cell - 6, height: cell - 6, rx: 5, class: `block ${top}` }));
      group.push(label(x + cell / 2, y + 20, BLOCK_CODES[top] ?? "?", 13, `bold ink-${top}`));
      for (let i = 0; i < column.height; i += 1) {
        group.push(s("rect", { x: x + cell / 2 - 10.5 + i * 5.5, y: y + 25, width: 4, height: 3.4, class: `fill-${top}` }));
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

/** Lets a box turn what is drawn in it: by dragging, and by quarters. */
export class Turntable {
  constructor(redraw) {
    this.angle = 0;
    this.redraw = redraw;
  }

  quarter(way) {
    const goal = Math.round(this.angle / QUARTER + way) * QUARTER;
    this.glide(goal);
  }

  glide(goal) {
    cancelAnimationFrame(this.frame);
    const from = this.angle;
    const begun = performance.now();
    const quick = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = (now) => {
      const share = quick ? 1 : Math.min(1, (now - begun) / 220);
      this.angle = from + (goal - from) * (1 - (1 - share) ** 3);
      this.redraw();
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    step(begun);
  }

  /** Turns with the pointer; a press that does not move stays a click. */
  follow(box) {
    box.addEventListener("pointerdown", (event) => {
      const [startX, startAngle] = [event.clientX, this.angle];
      let moved = false;
      const move = (next) => {
        const by = next.clientX - startX;
        if (!moved && Math.abs(by) < 6) return;
        moved = true;
        this.angle = startAngle - by * 0.6;
        this.redraw();
      };
      const end = () => {
        window.removeEventListener("pointermove", move);
        window.removeEventListener("pointerup", end);
        window.removeEventListener("pointercancel", end);
        if (moved) this.glide(Math.round(this.angle / QUARTER) * QUARTER);
      };
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
    });
  }
}
