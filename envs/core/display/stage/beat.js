// A beat as it is told: its sign, its words, its dice, beside the piece that they name.

import { h, s } from "./elements.js";

export const SIGNS = {
  start: "●", turn: "▶", roll: "⚄", block: "▦", mob: "◆", move: "➜", fight: "⚔", result: "✓", hurt: "♥", find: "✦",
  gain: "+", build: "▲", pay: "−", end: "■", won: "★", lost: "✖",
};

const MARGIN = 8; // pixels between a piece and what is told of it
const SHAKE = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
// Where pips lie, by their number, on a face of 3 by 3.
const PIPS = { 0: [], 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns a die that shows a face; its words begin with a number, or are one. */
export function drawDie(face) {
  const [, before, count, rest] = /^(.*: )?(\d)\b( .*)?$/.exec(face) ?? [null, "", null, face];
  const pips = PIPS[count];
  const drawn = pips && s("svg", { viewBox: "0 0 36 36", class: "pips", "aria-hidden": "true" },
    pips.map((place) => s("circle", { cx: 9 + 9 * (place % 3), cy: 9 + 9 * Math.floor(place / 3), r: 3.4 })));
  return h("b", { class: "die", title: face }, drawn, h("span", { class: "unseen" }, before, count), rest ? h("span", {}, rest) : null);
}

/** Returns what is told of a beat; null: nothing is. */
export function drawBeat({ icon, lines, dice }) {
  if (!lines.length && !dice.length) return null;
  return h("div", { class: `beat icon-${icon}` },
    h("span", { class: "sign" }, SIGNS[icon] ?? "·"),
    h("div", {}, lines.filter((line) => !dice.includes(line)).slice(0, 3).map((line) => h("p", {}, line))),
    dice.length ? h("div", { class: "dice" }, dice.map(drawDie)) : null);
}

/** Returns what is drawn of a piece, a spot, a zone or a player; of several pieces of a kind the last. */
function drawn(root, name) {
  const id = CSS.escape(name);
  const kind = name.endsWith(".") ? `[data-piece^="${id}"]` : ["piece", "spot", "zone", "key"].map((what) => `[data-${what}="${id}"]`).join();
  return [...root.querySelectorAll(kind)].filter((one) => one.getClientRects().length).at(-1) ?? null;
}

/** Returns what a beat is about: what it names, else what it moves, else whose it is. */
export const namesOf = ({ focus, moves, seat }) => [...focus, ...(moves ?? []).flatMap(([piece, to]) => [to, piece]), `player-${seat}`].filter(Boolean);

/** Lights up what a beat names. */
export function lightUp(root, focus, icon = "") {
  for (const one of root.querySelectorAll(".focus")) one.classList.remove("focus");
  for (const name of focus) {
    const found = drawn(root, name);
    found?.classList.add("focus");
    if (found && icon === "hurt" && !still()) found.animate(SHAKE, { duration: 400 });
  }
}

/** Puts words beside the first of what is named that is seen there, on the board where nothing is. */
export function placeWords(told, root, board, names, least) {
  const found = names.map((name) => drawn(root, name)).find(Boolean);
  const [within, field, piece] = [told.parentNode, board, found].map((one) => one?.getBoundingClientRect());
  const { width, height } = told.getBoundingClientRect();
  const bottom = field.bottom - within.top;
  const middle = piece ? piece.left + piece.width / 2 : field.left + field.width / 2;
  const below = piece ? piece.bottom - within.top + MARGIN : bottom - height - MARGIN;
  const above = piece ? piece.top - within.top - height - MARGIN : below;
  // What is told of a piece on the board stays on the board, where one looks.
  const here = !found || board.contains(found);
  const most = (here ? field.right - within.left : within.width) - width - 4;
  const left = Math.max(4, Math.min(most, middle - within.left - width / 2));
  const lowest = here ? bottom : least - within.top;
  const top = below + height <= lowest ? below : Math.max(4, above);
  told.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}
