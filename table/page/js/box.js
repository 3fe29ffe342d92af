// My box: what is printed on one's own parts, entered once and used by all games.

import { ask } from "./actions.js";
import { closeDialog, field, footButton, notice, openDialog } from "./dialogs.js";
import { button, byId, capital, chooseFile, drawing, h, put } from "./dom.js";
import { read, update } from "./store.js";

/** Returns the texts in a value. */
const textsIn = (value) => (Array.isArray(value) ? value.flatMap(textsIn) : [value]);

/** Returns the palette for a value that is made of its signs; undefined: it is written. */
const paletteFor = ({ place, value }, palettes) => palettes.find(({ sections, brushes }) =>
  sections.includes(place[0]) && textsIn(value).every((text) => typeof text === "string" && [...text].every((sign) => /\s/.test(sign) || brushes.some((one) => one.sign === sign))) && textsIn(value).join("").trim());

/** Returns a value as rows of cells, and what makes a value of them again. */
function inCells(value, several) {
  if (several) return { rows: [[value].flat()], back: ([row]) => (Array.isArray(value) ? row : row[0]) };
  if (typeof value === "string") return { rows: value.trim().split("\n").map((line) => line.trim().split(/\s+/)), back: (rows) => `${rows.map((row) => row.join(" ")).join("\n")}\n` };
  const many = value[0].length;
  return { rows: value.flat().map((line) => [...line]), many, back: (rows) => value.map((_, n) => rows.slice(n * many, (n + 1) * many).map((row) => row.join(""))) };
}

/** Returns the signs of a palette to choose from, and which is chosen. */
function brushesOf({ brushes, several }) {
  const all = several ? [...brushes, { sign: "", words: "blank" }] : brushes;
  const box = h("div", { class: "buttons", role: "group", "aria-label": "Signs" });
  const held = { brush: all[0], box };
  const choose = (one) => () => { held.brush = one; draw(); };
  const draw = () => put(box, all.map((one) => button(one.sign ? signsOf(one.sign, brushes) : "✕", choose(one), {
    title: one.words, "aria-label": one.words, "data-key": `sign-${one.sign}`, "aria-pressed": String(one === held.brush) })));
  draw();
  return held;
}

const known = (sign, brushes) => brushes.find((one) => one.sign === sign);
const signsOf = (cell, brushes) => [...cell].map((sign) => drawing(known(sign, brushes).svg, { class: "painted", "aria-hidden": "true" }));

/** Returns what is painted with the game's own signs: spaces are pressed. */
function painted(part, { brushes, several }, held, changed) {
  const { rows, back, many = rows.length } = inCells(part.value, several);
  const words = (cell) => [...cell].map((sign) => known(sign, brushes).words).join(", ") || "blank";
  const map = h("div", { class: "map" });
  const press = (row, x) => () => {
    const { sign } = held.brush;
    row[x] = several && sign ? (row[x] + sign).slice(-3) : sign; // a face has up to three
    changed(back(rows));
    draw();
  };
  const cell = (row, y) => (sign, x) => button(signsOf(sign, brushes), press(row, x), {
    "data-key": `space-${y}-${x}`, "aria-label": `Row ${y + 1}, column ${x + 1}: ${words(sign)}` });
  const line = (row, y) => h("div", { class: "map-row" }, row.map(cell(row, y)));
  const draw = () => put(map, Array.from({ length: Math.ceil(rows.length / many) }, (_, n) => h("div", {}, rows.slice(n * many, (n + 1) * many).map((row, y) => line(row, n * many + y)))));
  draw();
  return map;
}

/** Returns a field for a value; lists are written with commas. */
function written(part, changed) {
  const list = Array.isArray(part.value);
  const plain = list && part.value.every((one) => typeof one !== "object");
  const value = plain ? part.value.join(", ") : typeof part.value === "object" ? JSON.stringify(part.value) : String(part.value);
  const back = (words) => (/^-?\d+$/.test(words) ? Number(words) : /^(true|false)$/.test(words) ? words === "true" : words);
  const take = ({ target }) => {
    try {
      changed(plain ? target.value.split(",").map((one) => back(one.trim())) : typeof part.value === "object" ? JSON.parse(target.value) : back(target.value.trim()));
    } catch {
      notice("That cannot be read: keep the brackets as they are.", true);
    }
  };
  return h("input", { type: "text", value, "data-place": part.place.join("/"), onchange: take });
}

export async function showBox(rules) {
  const box = await ask("box", { rules });
  if (!box) return;
  const mine = new Map(box.parts.filter((one) => one.own).map((one) => [JSON.stringify(one.place), one]));
  const count = h("p", { id: "box-count", role: "status" });
  const tell = () => { count.textContent = `${mine.size} of ${box.parts.length} values are from your box; the others are assumed.`; };
  const changed = (part) => (value) => {
    mine.set(JSON.stringify(part.place), { place: part.place, value });
    tell();
  };
  const sections = Map.groupBy(box.parts, (one) => one.place[0]);
  const one = (part, palette, held) => {
    const title = capital(part.place.slice(1).join(" · ").replaceAll("_", " ") || String(part.place[0]));
    return palette ? h("div", { class: "field", role: "group", "aria-label": title }, h("span", {}, title), painted(part, palette, held, changed(part))) : field(title, written(part, changed(part)));
  };
  const section = ([name, parts]) => {
    const palettes = parts.map((part) => paletteFor(part, box.palettes));
    const palette = palettes.find(Boolean);
    const held = palette && brushesOf(palette);
    return h("details", { class: "more" }, h("summary", {}, `${capital(String(name).replaceAll("_", " "))} (${parts.length})`),
      held?.box, h("div", { class: "fields" }, parts.map((part, n) => one(part, palettes[n], held))));
  };
  const keepIt = async (fields) => {
    const kept = await ask("keep_box", { rules, ...fields });
    if (!kept) return;
    update({ hello: { ...read().hello, rules: read().hello.rules.map((form) => (form.rules === rules ? { ...form, box: true } : form)) } });
    closeDialog();
    notice("Your box is kept. New game, More, offers it.");
  };
  const load = () => chooseFile(".yaml,.yml", (text) => keepIt({ text }));
  const share = () => h("a", { href: URL.createObjectURL(new Blob([box.text], { type: "text/yaml" })), download: `${rules}-box.yaml` }).click();
  openDialog("My box", [
    h("p", {}, "Nobody has told these values to the program: they are plausible, and may differ from what is printed on your parts. Enter what you see; the rest stays as it is."),
    count,
    [...sections].map(section),
  ], [footButton("Load a file", load), box.text ? footButton("Share as a file", share) : null, footButton("Keep", () => keepIt({ entries: [...mine.values()].map(({ place, value }) => ({ place, value })) }), true, { id: "keep-box" })].filter(Boolean));
  tell();
  byId("dialog").classList.add("box");
}
