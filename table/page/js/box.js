// My box: what is printed on one's own parts, entered once and used by all games.

import { ask } from "./actions.js";
import { closeDialog, field, footButton, notice, openDialog } from "./dialogs.js";
import { byId, capital, chooseFile, h, put } from "./dom.js";
import { read, update } from "./store.js";

const OFFERED = 24; // signs

/** Returns a map that is painted: a sign is chosen, then spaces are pressed. */
function painted(part, signs, changed) {
  const rows = part.value.trim().split("\n").map((line) => line.trim().split(/\s+/).flatMap((one) => [...one]));
  let brush = signs[0];
  const palette = h("div", { class: "buttons", role: "group", "aria-label": "Signs" });
  const map = h("div", { class: "map" });
  const draw = () => {
    put(palette, signs.map((sign) => h("button", { type: "button", class: "button small", "data-key": `sign-${sign}`, "aria-pressed": String(sign === brush), onclick: () => { brush = sign; draw(); } }, sign)));
    put(map, rows.map((row, y) => h("div", { class: "map-row" }, row.map((sign, x) => h("button", {
      type: "button", class: "button small", "data-key": `space-${y}-${x}`, "aria-label": `Row ${y + 1}, column ${x + 1}: ${sign}`,
      onclick: () => {
        row[x] = brush;
        changed(`${rows.map((one) => one.join(" ")).join("\n")}\n`);
        draw();
      },
    }, sign)))));
  };
  draw();
  return [palette, map];
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
  const maps = box.parts.filter((one) => typeof one.value === "string" && one.value.includes("\n"));
  const signs = [...new Set(maps.map((one) => one.value.replace(/\s/g, "")).join(""))].slice(0, OFFERED);
  const sections = Map.groupBy(box.parts, (one) => one.place[0]);
  const one = (part) => {
    const title = capital(part.place.slice(1).join(" · ") || String(part.place[0]));
    return maps.includes(part) ? h("div", { class: "field", role: "group", "aria-label": title }, h("span", {}, title), painted(part, signs, changed(part))) : field(title, written(part, changed(part)));
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
    [...sections].map(([name, parts]) => h("details", { class: "more" }, h("summary", {}, `${capital(String(name).replaceAll("_", " "))} (${parts.length})`), h("div", { class: "fields" }, parts.map(one)))),
  ], [footButton("Load a file", load), box.text ? footButton("Share as a file", share) : null, footButton("Keep", () => keepIt({ entries: [...mine.values()].map(({ place, value }) => ({ place, value })) }), true, { id: "keep-box" })].filter(Boolean));
  tell();
  byId("dialog").classList.add("box");
}
