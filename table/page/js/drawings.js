// Small drawings: pieces, blocks, hearts, item types, what lies on spaces.
// Each is drawn in a square of 24 units and brought to its place and size.

import { at, label, s } from "./dom.js";
import { read } from "./store.js";

export const BLOCKS = ["red", "gray", "gold", "brown", "black"];
export const BLOCK_CODES = { red: "Re", gray: "Gy", gold: "Go", brown: "Br", black: "Bk" };
const PLAYER_LETTERS = { pink: "P", blue: "B", yellow: "Y", green: "G" };
const MOB_CODES = {
  "magma cube": "Mc", ghast: "Gh", enderman: "En", hoglin: "Ho", blaze: "Bl",
  "wither skeleton": "Ws", Wildfire: "WF", "Ancient Hoglin": "AH",
};

const ITEM_PATHS = {
  sword: "M21 3l-1 5-8.5 8.5-4-4L16 4zM5.5 11l7.5 7.5-1.5 1.5-3-2-3.5 3.5-2.5-2.5L6 15.5l-2-3z",
  bow: "M5 2.5c9 .5 16 7.5 16.5 16.5l-2.5 0C18.5 11.5 12.5 5.5 5 5zM5.5 4l14 14-1.2 1.2-14-14zM3 21l1-5 4.5 4.5z",
  boots: "M7 3h7v10l6.5 3.5c.8.4 1 1.5 1 4.5H7z",
  leggings: "M6 3h12l1 18h-5l-2-11-2 11H5z",
  armour: "M8 3l4 2.5L16 3l5.5 3-2 6-2-1V21h-11V11l-2 1-2-6z",
  pickaxe: "M3.5 9.5C8 3 16 3 20.5 9.5c-2-1.5-4.5-2.5-7-2.8V22h-3V6.7c-2.5.3-5 1.3-7 2.8z",
  enchantment: "M12 1.5l2.8 7.7 7.7 2.8-7.7 2.8L12 22.5l-2.8-7.7L1.5 12l7.7-2.8z",
};
const HEART =
  "M12 21C5 15 1.5 11.5 1.5 7.7 1.5 4.5 4 2.5 6.7 2.5c2.2 0 4.2 1.3 5.3 3.5 1.1-2.2 3.1-3.5 " +
  "5.3-3.5 2.7 0 5.2 2 5.2 5.2C22.5 11.5 19 15 12 21z";
const PAWN =
  "M12 1.2a5 5 0 0 1 3.3 8.8c4 1.7 6.2 6 6.2 12.8h-19c0-6.8 2.2-11.1 6.2-12.8A5 5 0 0 1 12 1.2z";

/** Returns the type of an item by its name, as the game's parts have it. */
export const typeOf = (name) => read().now.items[name];

const square = (kind, letters) => [
  s("rect", { x: 0.7, y: 0.7, width: 22.6, height: 22.6, rx: 3.5, class: `block ${kind}`, "stroke-width": 1.4 }),
  label(12, 16.4, letters, 12.5, `bold ink-${kind}`),
];

/** Returns the sign of a type of item. */
export const itemSign = (type, x, y, size, kind = "ink-item") =>
  at(x, y, size / 24, s("path", { d: ITEM_PATHS[type], class: kind }));

/** Returns a heart; a lost one is an outline. */
export const heart = (x, y, size, full = true, kind = "heart") =>
  at(x, y, size / 24, s("path", { d: HEART, class: full ? kind : "heart-lost" }));

/** Returns a player's piece with its letter. */
export const pawn = (colour, x, y, size) =>
  at(x, y, size / 24,
    s("path", { d: PAWN, class: `player ${colour}`, "stroke-width": 1.4 }),
    label(12, 21, PLAYER_LETTERS[colour], 10.5, `bold ink-${colour}`));

/** Returns a block seen from above, with its two letters. */
export const block = (colour, x, y, size) => at(x, y, size / 24, square(colour, BLOCK_CODES[colour]));

/** Returns the blocks die with a face on top. */
export const blocksDie = (face, x, y, size) =>
  BLOCK_CODES[face]
    ? block(face, x, y, size)
    : at(x, y, size / 24, square("any", "?"));

/** Returns a block that shows no face. */
export const unseenBlock = (x, y, size) => at(x, y, size / 24, square("faceless", "?"));

/** Returns a die that shows a number. */
export const numberDie = (value, x, y, size) =>
  at(x, y, size / 24,
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, class: "die" }),
    label(12, 16.8, value, 13.5, "bold ink-die"));

/** Returns a chest token. */
export const chest = (x, y, size) =>
  at(x, y, size / 24,
    s("path", { d: "M3 10c0-4 2-5.5 4-5.5h10c2 0 4 1.5 4 5.5z", fill: "#d99a2b", stroke: "#5b3d0c", "stroke-width": 1.4 }),
    s("rect", { x: 3, y: 10, width: 18, height: 10, rx: 1, fill: "#e8b548", stroke: "#5b3d0c", "stroke-width": 1.4 }),
    s("rect", { x: 9.8, y: 8.4, width: 4.4, height: 5.4, rx: 1, fill: "#fff3d1", stroke: "#5b3d0c", "stroke-width": 1.2 }));

/** Returns a spawner with its number. */
export const spawner = (number, x, y, size) =>
  at(x, y, size / 24,
    s("circle", { cx: 12, cy: 12, r: 9.6, class: "spawner" }),
    label(12, 16.4, number, 12.5, "bold ink-spawner"));

/** Returns the portal. */
export const portal = (x, y, size) =>
  at(x, y, size / 24,
    s("rect", { x: 4, y: 1.5, width: 16, height: 21, rx: 2, fill: "#3a2a5c", stroke: "#1d1233", "stroke-width": 1.4 }),
    s("rect", { x: 7.2, y: 4.7, width: 9.6, height: 14.6, rx: 1, fill: "#b79bf0" }),
    s("path", { d: "M12 6.5c3 2 3 4 0 5.5s-3 3.5 0 5.5", fill: "none", stroke: "#ffffff", "stroke-width": 1.8, "stroke-linecap": "round" }));

/** Returns the token of a mob: letters, number, life beside a heart, reach beside an arrow. */
export function mobToken({ kind, number, life, reach, boss = false, waits = false }, x, y, size) {
  const parts = [
    s("rect", { x: 0.6, y: 0.6, width: 22.8, height: 22.8, rx: 4.5, class: boss ? "boss" : "mob" }),
    label(2.2, 9.8, MOB_CODES[kind] ?? kind.slice(0, 2), 7, "bold ink-mob", "start"),
  ];
  if (!boss) {
    parts.push(s("circle", { cx: 18.9, cy: 7.3, r: 3.9, fill: "#ffffff" }), label(18.9, 9.8, number, 6.8, "bold ink-die"));
  }
  if (life !== undefined) {
    parts.push(heart(2, boss ? 13.2 : 13.8, boss ? 7.4 : 6, true, "life"), label(boss ? 10.4 : 8.3, 19.4, life, boss ? 7.6 : 6.6, "bold ink-mob", "start"));
  }
  if (reach !== undefined) {
    const middle = boss ? 7.2 : 17;
    parts.push(
      s("path", { d: `M14 ${middle}h2.6M15.1 ${middle - 1.6}l1.6 1.6-1.6 1.6`, class: "reach-sign" }),
      label(18.2, middle + 2.4, reach, 6.6, "bold ink-mob", "start"));
  }
  if (waits) {
    parts.push(
      s("path", { d: "M12 -2.6l4 7h-8z", class: "waits" }),
      label(12, 3.6, "!", 5.4, "bold ink-waits"));
  }
  return at(x, y, size / 24, parts);
}

/** Returns a small drawing as a picture of its own, for use in running text. */
export function inline(size, draw, kind = "") {
  return s("svg", { viewBox: "0 0 24 24", width: size, height: size, class: `sign ${kind}`, "aria-hidden": "true" }, draw(0, 0, 24));
}

/** Returns the marks of something that may be chosen: an outline and four corners. */
export function corners(x, y, width, height, kind = "choice") {
  const arm = Math.min(width, height) * 0.3;
  const marks =
    `M${x} ${y + arm}v${-arm}h${arm}M${x + width - arm} ${y}h${arm}v${arm}` +
    `M${x + width} ${y + height - arm}v${arm}h${-arm}M${x + arm} ${y + height}h${-arm}v${-arm}`;
  return s("path", { d: marks, class: `corners ${kind}` });
}
