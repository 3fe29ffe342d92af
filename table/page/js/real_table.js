// The real table: typed outcomes, corrections, and the set-up form.

import { ask, choose } from "./actions.js";
import { outcomeName, outcomeSign } from "./choices.js";
import { field, notice } from "./dialogs.js";
import { capital, h, labelled, put, same } from "./dom.js";
import { block, inline, unseenBlock } from "./drawings.js";
import { read, update } from "./store.js";

/** Returns the outcomes that fit what was typed; exactly that name beats longer ones. */
function matching(choices, typed) {
  const words = typed.trim().toLowerCase();
  if (!words) return choices;
  const exact = choices.filter((choice) => outcomeName(choice).toLowerCase() === words);
  return exact.length ? exact : choices.filter((choice) => `${outcomeName(choice)} ${choice.text}`.toLowerCase().includes(words));
}

/** Returns buttons for outcomes, and a field to type one; `may`: whether they can be taken now. */
function drawOutcomes(choices, take, key, may) {
  const grid = h("div", { class: "outcomes", id: "outcomes", "aria-busy": may ? null : "true" });
  const fill = (typed) => put(grid, matching(choices, typed).map((choice) =>
    labelled(h("button", {
      type: "button", class: "chip", "data-tip": choice.text, "data-action": choice.action,
      "data-more": choice.chance === null || choice.chance === undefined ? null : `Chance ${(choice.chance * 100).toFixed(1)} %`,
      "data-key": `outcome-${choice.action}`, "data-roving": "choices", "aria-disabled": may ? null : "true",
      onclick: () => (may || !read().online ? take(choice.action) : null),
    }, outcomeSign(choice), h("span", {}, outcomeName(choice))), choice.text)));
  fill("");
  const field = h("input", {
    type: "text", autocomplete: "off", placeholder: "or type it, then Enter", "aria-label": "What fell on the table", "data-key": `typed-${key}`, id: "typed",
    oninput: (event) => fill(event.target.value),
    onkeydown: (event) => {
      if (event.key !== "Enter" || !event.target.value.trim()) return;
      const fits = matching(choices, event.target.value);
      if (!may && read().online) return;
      if (fits.length === 1) take(fits[0].action);
      else notice(fits.length ? "That fits more than one outcome: type a little more." : "That is none of the outcomes: choose one of those shown.", true);
    },
  });
  return [grid, field];
}

/** Returns what is shown while the table waits for a roll or a draw. */
export const drawChance = (now, may) => drawOutcomes(now.choices, choose, "now", may);

/** Returns the means to correct an outcome that was typed wrong, while looking at it. */
export function drawCorrection(look, now) {
  if (now.chance !== "explicit" || look.who?.kind !== "chance" || !look.choices?.length) return null;
  const correct = async (outcome) => {
    const done = await ask("correct", { game: read().game, moves: now.moves, at: look.at, outcome });
    if (!done) return;
    update({ look: null });
    notice(done.dropped ? `Corrected. ${done.dropped} later moves no longer fit and were taken back.` : "Corrected; everything after it still holds.");
  };
  return h("details", { class: "correct" }, h("summary", {}, "Was this typed wrong? Correct it"), drawOutcomes(look.choices, correct, "then", !read().busy));
}

const SIDE = 4;
const BASE = ["magma cube", "ghast", "enderman"]; // on the first spawners, one each
let brush = null;

/** Asks for a set-up to be edited. */
export async function fetchSetup(fields, use = true) {
  const form = await ask("setup_form", fields);
  return form && { ...form, fields, use };
}

/** Returns the set-up with another first tile: mobs stand on other spaces then. */
async function withTile(setup, name) {
  const { cube, first_player, bosses, tiles } = setup.position;
  const typed = { tiles: [name, ...tiles.slice(1)], cube, bosses, ...(first_player === undefined ? {} : { first_player }) };
  return fetchSetup({ ...setup.fields, setup: typed }, setup.use);
}

const columnsOf = (position) => position.cube.flatMap((row) => row.split(" "));

function setBlock(position, place, depth, sign) {
  const columns = columnsOf(position);
  columns[place] = columns[place].slice(0, depth) + sign + columns[place].slice(depth + 1);
  position.cube = Array.from({ length: SIDE }, (_, row) => columns.slice(row * SIDE, row * SIDE + SIDE).join(" "));
}

function layer(setup, depth, again) {
  const columns = columnsOf(setup.position);
  const { colours } = setup.words;
  return h("figure", {}, h("figcaption", { class: "soft" }, `Layer ${depth + 1}`),
    h("div", { class: "tap-layer" }, columns.map((column, place) => {
      const sign = column[depth];
      const colour = colours[sign];
      if (!colour) return h("span", { class: "bare" }, inline(30, unseenBlock));
      return labelled(h("button", {
        type: "button", class: "bare",
        "data-key": `cube-${depth}-${place}`, onclick: () => { setBlock(setup.position, place, depth, brush); again(); },
      }, inline(30, (x, y, size) => block(colour, x, y, size))), `layer ${depth + 1}, row ${Math.floor(place / SIDE)}, column ${place % SIDE}, ${colour}`);
    })));
}

function cubePart(setup, again) {
  const { colours } = setup.words;
  const counts = {};
  for (const sign of columnsOf(setup.position).join("")) counts[sign] = (counts[sign] ?? 0) + 1;
  brush ??= Object.keys(colours)[0];
  const over = Object.keys(colours).filter((sign) => (counts[sign] ?? 0) > setup.words.blocks[sign]);
  return [
    h("div", { class: "options", role: "radiogroup", "aria-label": "Colour to tap with" }, Object.entries(colours).map(([sign, colour]) =>
      h("label", { class: "option" }, h("input", { type: "radio", name: "brush", "data-key": `brush-${sign}`, value: sign, checked: sign === brush, onchange: () => { brush = sign; } }),
        h("span", {}, inline(20, (x, y, size) => block(colour, x, y, size)), h("small", {}, `${counts[sign] ?? 0}/${setup.words.blocks[sign]}`))))),
    over.length ? h("p", { class: "fault", role: "status" }, `More blocks than there are: ${over.map((sign) => colours[sign]).join(", ")}.`) : null,
    h("div", { class: "tap-layers" }, [0, 1, 2, 3].map((depth) => layer(setup, depth, again))),
  ];
}

const kindOf = (name) => name.replace(/ \d+$/, "");

/** Returns the mobs on the board and in the line. */
const inPlay = ({ mobs, line }) => [...Object.keys(mobs ?? {}), ...line];

function linePart(setup, again) {
  const { position, words } = setup;
  const placed = inPlay(position);
  const add = (name) => {
    position.line = [...position.line, name];
    again();
  };
  const more = (kind) => placed.filter((name) => kindOf(name) === kind).length < words.in_play[kind];
  return [
    h("p", { class: "soft" }, position.line.length ? `Front first: ${position.line.join(", ")}.` : "Tap the mobs in their order, front first."),
    h("div", { class: "buttons" }, words.mobs.filter((name) => !placed.includes(name) && more(kindOf(name))).map((name) =>
      h("button", { type: "button", class: "button small", onclick: () => add(name) }, name)),
    h("button", { type: "button", class: "button quiet small", onclick: () => { position.line = []; again(); } }, "Order anew")),
  ];
}

/**
 * Returns the mobs that may stand on a spawner: on one of the first, those of its kind if there are any.
 * One that is not in play yet may only take the place of one of its kind: their number stays.
 */
function fitting({ position, words: { mobs } }, place, name) {
  const kind = mobs.some((one) => kindOf(one) === BASE[place]) ? BASE[place] : null;
  const placed = inPlay(position);
  return mobs.filter((one) => one === name || ((!kind || kindOf(one) === kind) && (placed.includes(one) || kindOf(one) === kindOf(name))));
}

/** Lets two mobs change places: on the board, in the line or in the box. */
function swapMobs(setup, old, name) {
  const { position } = setup;
  const swapped = (one) => ({ [old]: name, [name]: old })[one] ?? one;
  position.mobs = Object.fromEntries(Object.entries(position.mobs).map(([one, space]) => [swapped(one), space]));
  position.line = position.line.map(swapped);
}

/** Returns who stands on each spawner, in their order, to be named. */
function mobsPart(setup, again) {
  const { position, words } = setup;
  const standing = Object.entries(position.mobs ?? {});
  return words.spawners.map((space, place) => {
    const name = standing.find(([, where]) => same(where, space))?.[0];
    return name && field(`On (${space.join(", ")})`, h("select", {
      "data-key": `mob-${place}`, onchange: (event) => { swapMobs(setup, name, event.target.value); again(); },
    }, fitting(setup, place, name).map((one) => h("option", { value: one, selected: one === name }, one))));
  });
}

/** Returns the means to say what lies on the table. */
export function drawSetup(setup, again) {
  const { position, words } = setup;
  return h("div", { class: "setup" },
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: setup.use, onchange: (event) => { setup.use = event.target.checked; again(); } }),
      h("span", {}, "Tap in what lies on the table ", h("span", { class: "soft" }, "(otherwise a set-up is drawn for you to lay out)"))),
    setup.use ? [
      h("div", { class: "fields" },
        field("First tile", h("select", { id: "first-tile", onchange: async (event) => again(await withTile(setup, event.target.value)) },
          words.tiles.map((name) => h("option", { value: name, selected: name === position.tiles[0] }, name)))),
        position.first_player !== undefined ? field("First player", h("select", { onchange: (event) => { position.first_player = Number(event.target.value); } },
          ["pink", "blue", "yellow", "green"].map((colour, i) => h("option", { value: i, selected: i === position.first_player }, capital(colour))))) : null,
        mobsPart(setup, again)),
      h("h3", {}, "The cube"), cubePart(setup, again),
      h("h3", {}, "The mob line"), linePart(setup, again),
    ] : null);
}
