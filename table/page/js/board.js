// The board: its layout, ground, pieces, arrows of the last move, and spaces that can be chosen.

import { at, count, h, label, round, s, same, spaceKey } from "./dom.js";
import * as signs from "./drawings.js";

const CELL = 48;
const NUMBERS = 16; // room for the numbers of rows and columns
const NAMES = 20;
const BETWEEN = 5;
const STUB = 1.2; // cells that a face-down part takes where there is little room
const READABLE = 33; // pixels of a cell
const LARGEST = 62; // pixels of a cell

/** Returns the parts of the track with their columns. */
function partsOf(track) {
  const open = track.tiles.filter((name) => name !== null).length;
  const named = [
    { name: "Start", open: true },
    ...track.tiles.map((name, i) => ({ name: name ?? "Face down", open: i < open })),
    { name: "Portal", open: track.portal_face_up },
  ];
  let first = 0;
  return named.map((part, i) => {
    const width = track.part_columns[i];
    first += width;
    return { ...part, width, first: first - width };
  });
}

const drawnWidth = (part, stubs) => (part.open || !stubs ? part.width : STUB);

function bandsOf(parts, count, stubs) {
  const total = parts.reduce((sum, part) => sum + drawnWidth(part, stubs), 0);
  const bands = [];
  let before = 0;
  for (const part of parts) {
    const width = drawnWidth(part, stubs);
    const place = Math.min(count - 1, Math.floor(((before + width / 2) * count) / total));
    (bands[place] ??= []).push(part);
    before += width;
  }
  return bands.filter(Boolean);
}

const widthOf = (band, stubs) =>
  NUMBERS + band.reduce((sum, part) => sum + drawnWidth(part, stubs) * CELL, 0) + BETWEEN * (band.length - 1) + 3;

/**
 * Returns the board laid out for a width and a height in pixels: the fewest bands in which
 * cells can be read, face-down parts cut short where that helps.
 */
function layOut(track, room, high) {
  const parts = partsOf(track);
  const rows = track.rows;
  let best = null;
  for (const [count, stubs] of [[1, false], [1, true], [2, true], [3, true], [4, true]]) {
    const bands = bandsOf(parts, count, stubs);
    const width = Math.max(...bands.map((band) => widthOf(band, stubs)));
    const height = bands.length * (NAMES + NUMBERS + rows * CELL + 8);
    const cell = Math.min(room / width, count === 1 ? high / height : Infinity) * CELL;
    const option = { bands, width, height, rows, stubs, cell: Math.min(cell, LARGEST) };
    if (best === null || cell > best.cell * 1.15) best = option;
    if (best.cell >= READABLE) break;
  }
  const columns = [];
  best.bands.forEach((band, at) => {
    const top = at * (NAMES + NUMBERS + rows * CELL + 8) + NAMES + NUMBERS;
    let left = NUMBERS + (best.width - widthOf(band, best.stubs)) / 2;
    for (const part of band) {
      part.left = left;
      part.top = top;
      part.drawn = drawnWidth(part, best.stubs) * CELL;
      for (let i = 0; i < part.width; i += 1) columns[part.first + i] = { x: left + i * CELL, top };
      left += part.drawn + BETWEEN;
    }
  });
  return {
    ...best,
    parts,
    /** Returns the upper left corner of a space. */
    corner: ([row, column]) => ({ x: columns[column].x, y: columns[column].top + row * CELL }),
    /** Returns the middle of a space. */
    middle: ([row, column]) => ({ x: columns[column].x + CELL / 2, y: columns[column].top + (row + 0.5) * CELL }),
  };
}

const isSpace = (space) => Array.isArray(space) && space[0] >= 0;

/** Returns the marks of events: where a piece went, and where something is new. */
export const traceOf = (events) => (events ?? [])
  .filter(({ space }) => isSpace(space))
  .map(({ origin, space }) => ({ from: isSpace(origin) ? origin : null, to: space }));

const WAVE = "q2.4-3.6 4.8 0t4.8 0 4.8 0 4.8 0";
const GROUND = {
  lava: () => [
    s("rect", { width: 24, height: 24, fill: "#f08a2c" }),
    s("path", { d: `M2.4 7${WAVE}M2.4 13${WAVE}M2.4 19${WAVE}`, class: "ground-line", stroke: "#7d3300", "stroke-width": 1.7 }),
  ],
  magma: () => [
    s("rect", { width: 24, height: 24, fill: "#7c2a26" }),
    s("path", { d: "M2 8l4 3 4-6 4 7 4-5 4 3M2 18l4-3 4 5 4-7 4 5 4-3", class: "ground-line", stroke: "#ffb48a", "stroke-width": 1.6 }),
  ],
  "soul sand": () => [
    s("rect", { width: 24, height: 24, fill: "#79634f" }),
    ...[5, 12, 19].flatMap((x) => [5, 12, 19].map((y) => s("circle", { cx: x, cy: y, r: 1.6, fill: "#f1e6d8" }))),
  ],
  "brown block": () => [
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 3, class: "block brown", "stroke-width": 1.6 }),
    s("path", { d: "M2 8.5h20M2 15.5h20M9 2v6.5M15 8.5v7M8 15.5v6.5", class: "ground-line", stroke: "#d9b08c", "stroke-width": 1.3 }),
  ],
};

/** Returns what stands on a space, in words: for a tip and for screen readers. */
function describeSpace(now, space) {
  const [row, column] = space;
  const parts = [];
  const ground = now.track.terrain[row][column];
  if (ground !== "plain") parts.push(ground);
  const place = now.track.spawners.findIndex((one) => same(one, space));
  if (place >= 0) parts.push("spawner");
  if (now.track.chests.some((one) => same(one, space))) parts.push("chest");
  if (same(now.track.portal, space)) parts.push("portal");
  for (const player of now.players) if (same(player.space, space)) parts.push(`${player.colour} player, ${count(player.hearts, "heart")}`);
  for (const mob of now.mobs) {
    if (same(mob.space, space)) parts.push(`${mob.name}: number ${mob.number}, life ${mob.life}, reach ${mob.reach}`);
  }
  for (const boss of now.bosses) if (same(boss.space, space)) parts.push(`${boss.kind}: life ${boss.life}, reach ${boss.reach}`);
  return `(${row}, ${column}) ${parts.length ? parts.join(", ") : "plain ground"}`;
}

function drawPart(now, part, rows, laid) {
  const { left: x, top: y, drawn: width } = part;
  const high = rows * CELL;
  const out = [];
  const shortName = part.drawn < CELL * 2 && part.name === "Face down" ? "" : part.name;
  out.push(label(x + width / 2, y - 19, shortName, 12.5, "soft"));
  if (!part.open) {
    out.push(s("rect", { x, y, width, height: high, rx: 4, class: "face-down" }));
    out.push(label(x + width / 2, y + high / 2 + 16, "?", 46, "bold face-down-sign"));
    return out;
  }
  out.push(s("rect", { x, y, width, height: high, class: "ground" }));
  for (let i = 0; i < part.width; i += 1) {
    out.push(label(x + (i + 0.5) * CELL, y - 5, part.first + i, 10.5, "soft"));
    for (let row = 0; row < rows; row += 1) {
      const kind = now.track.terrain[row][part.first + i];
      if (GROUND[kind]) out.push(at(x + i * CELL, y + row * CELL, CELL / 24, GROUND[kind]()));
    }
  }
  let grid = "";
  for (let i = 1; i < part.width; i += 1) grid += `M${x + i * CELL} ${y}v${high}`;
  for (let row = 1; row < rows; row += 1) grid += `M${x} ${y + row * CELL}h${width}`;
  out.push(s("path", { d: grid, class: "grid" }));
  out.push(s("rect", { x, y, width, height: high, rx: 2, class: "part-edge" }));
  if (laid.bands.some((band) => band[0] === part)) {
    for (let row = 0; row < rows; row += 1) out.push(label(x - 9, y + (row + 0.5) * CELL + 4, row, 10.5, "soft"));
  }
  return out;
}

/** Yields the signs that lie on spaces: spawners with their number, chests, the portal. */
function sites(now, laid) {
  const found = [];
  const numbers = new Map();
  for (const space of now.track.spawners) {
    const part = laid.parts.find((one) => space[1] >= one.first && space[1] < one.first + one.width);
    numbers.set(part, (numbers.get(part) ?? 0) + 1);
    const number = numbers.get(part);
    found.push([space, (x, y, size) => signs.spawner(number, x, y, size)]);
  }
  for (const space of now.track.chests) found.push([space, signs.chest]);
  if (now.track.portal) found.push([now.track.portal, signs.portal]);
  return found;
}

function piecesOn(now) {
  const taken = new Map();
  const add = (space, draw, kind, name) => {
    if (!space) return;
    const key = spaceKey(space);
    if (!taken.has(key)) taken.set(key, { space, pieces: [] });
    taken.get(key).pieces.push({ draw, kind, name });
  };
  for (const mob of now.mobs) {
    const shown = { kind: mob.kind, number: mob.number, life: mob.life, reach: mob.reach, waits: mob.to_act };
    add(mob.space, (x, y, size) => signs.mobToken(shown, x, y, size), "mob", mob.name);
  }
  for (const boss of now.bosses) {
    const shown = { kind: boss.kind, life: boss.life, reach: boss.reach, boss: true, waits: boss.to_act };
    add(boss.space, (x, y, size) => signs.mobToken(shown, x, y, size), "mob", boss.kind);
  }
  for (const player of now.players) {
    add(player.space, (x, y, size) => signs.pawn(player.colour, x, y, size), "player", player.colour);
  }
  return taken;
}

function drawPieces(now, laid) {
  const out = [];
  const taken = piecesOn(now);
  const signsOn = new Map(sites(now, laid).map(([space, draw]) => [spaceKey(space), { space, draw }]));
  for (const [key, { space, draw }] of signsOn) {
    if (taken.has(key)) continue;
    const { x, y } = laid.corner(space);
    out.push(draw(x + CELL * 0.17, y + CELL * 0.17, CELL * 0.66));
  }
  const active = now.turn > 0 ? now.active_player : null;
  for (const [key, { space, pieces }] of taken) {
    const { x, y } = laid.corner(space);
    const badge = signsOn.get(key);
    if (pieces.some((piece) => piece.name === active)) {
      out.push(s("circle", { cx: x + CELL / 2, cy: y + CELL / 2, r: CELL * 0.47, class: `on-turn ${active}` }));
    }
    if (pieces.length === 1) {
      const size = CELL * (badge ? 0.78 : 0.88);
      const aside = (CELL - size) * (badge ? 0.9 : 0.5);
      out.push(pieces[0].draw(x + aside, y + aside, size));
    } else {
      const size = CELL * 0.48;
      const lines = Math.ceil(pieces.length / 2);
      pieces.forEach((piece, i) => out.push(piece.draw(
        x + (i % 2) * (CELL / 2) + (CELL / 2 - size) / 2,
        y + (CELL - lines * size) / 2 + Math.floor(i / 2) * size, size)));
    }
    if (badge) {
      const size = CELL * (pieces.length === 1 ? 0.36 : 0.28);
      const inset = pieces.length === 1 ? 0.5 : (CELL - size) / 2;
      out.push(badge.draw(x + inset, y + inset, size));
    }
  }
  return out;
}

function arrow(laid, from, to) {
  const a = laid.middle(from);
  const b = laid.middle(to);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const end = { x: b.x - ux * CELL * 0.42, y: b.y - uy * CELL * 0.42 };
  const wing = 8;
  const head =
    `M${round(end.x - ux * wing - uy * wing * 0.7)} ${round(end.y - uy * wing + ux * wing * 0.7)}L${round(end.x)} ${round(end.y)}` +
    `L${round(end.x - ux * wing + uy * wing * 0.7)} ${round(end.y - uy * wing - ux * wing * 0.7)}`;
  return s("g", { class: "arrow" },
    s("path", { d: `M${round(a.x)} ${round(a.y)}L${round(end.x)} ${round(end.y)}` }), s("path", { d: head }));
}

/** Draws what has just happened: arrows of pieces that moved, a glow where something changed. */
function drawTrace(trace, laid) {
  return trace.map((one) =>
    one.from && !same(one.from, one.to)
      ? arrow(laid, one.from, one.to)
      : s("rect", { x: laid.corner(one.to).x + 2, y: laid.corner(one.to).y + 2, width: CELL - 4, height: CELL - 4, rx: 6, class: "glow" }));
}

const mobOn = (now, space) => [...now.mobs, ...now.bosses].find((mob) => same(mob.space, space));

/** Marks the spaces that a mob's attack reaches from where it stands; null: none. */
function markReach(place, mob) {
  for (const one of place.parentNode.querySelectorAll(".place")) {
    const far = mob && Math.abs(one.dataset.row - mob.space[0]) + Math.abs(one.dataset.column - mob.space[1]);
    one.classList.toggle("reached", mob !== null && far <= mob.reach);
  }
}

/** Draws one space that may be chosen. */
function drawChoice(one, laid) {
  const { x, y } = laid.corner(one.space);
  return s("g", {
    class: `pick ${one.kind ?? ""}`, role: "button", tabindex: "-1", "aria-label": one.text,
    "data-key": `board-${spaceKey(one.space)}`, "data-tip": one.text, "data-more": one.more, "data-roving": "board",
    "data-row": one.space[0], "data-column": one.space[1],
    onclick: one.pick,
  },
  s("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4, class: "pick-ground" }),
  signs.corners(x + 2.5, y + 2.5, CELL - 5, CELL - 5));
}

/**
 * Returns the board as SVG.
 *
 * @param now The snapshot.
 * @param shown What is shown on it: `choices` (spaces that can be clicked), `trace`.
 * @param room Width in pixels; high: height.
 */
export function drawBoard(now, shown, room, high) {
  const laid = layOut(now.track, room, high);
  const picks = shown.choices ?? [];
  const places = [];
  for (let row = 0; row < laid.rows; row += 1) {
    for (let column = 0; column < now.track.face_up_columns; column += 1) {
      const { x, y } = laid.corner([row, column]);
      const mob = mobOn(now, [row, column]);
      places.push(s("rect", {
        x, y, width: CELL, height: CELL, class: "place", "data-tip": describeSpace(now, [row, column]), "data-row": row, "data-column": column,
        onmouseenter: mob && ((event) => markReach(event.target, mob)), onmouseleave: mob && ((event) => markReach(event.target, null)),
      }));
    }
  }
  const drawn = s("svg", {
    viewBox: `0 0 ${round(laid.width)} ${round(laid.height)}`, class: "board", role: "group",
    "aria-label": picks.length ? `Board, ${count(picks.length, "space")} can be chosen` : "Board",
  },
  laid.parts.map((part) => drawPart(now, part, laid.rows, laid)),
  drawPieces(now, laid), places,
  s("g", { class: "picks" }, picks.map((one) => drawChoice(one, laid))),
  drawTrace(shown.trace ?? [], laid));
  drawn.style.maxWidth = `${Math.round((laid.width * laid.cell) / CELL)}px`;
  return drawn;
}

/** Returns the board in words, row by row, for screen readers. */
export function boardInWords(now) {
  const lines = [];
  for (let row = 0; row < now.track.rows; row += 1) {
    for (let column = 0; column < now.track.face_up_columns; column += 1) {
      const words = describeSpace(now, [row, column]);
      if (!words.endsWith("plain ground")) lines.push(h("li", {}, words));
    }
  }
  return h("ul", { class: "unseen" }, lines);
}
