// What lies on a real table already: entered in a form, as text or from a file, and drawn as it is read.

import { ask } from "./actions.js";
import { field, footButton, openDialog } from "./dialogs.js";
import { byId, capital, chooseFile, drawing, h, put } from "./dom.js";

function input({ place, title, kind, text, follows, words, least, most }, enter, fault) {
  const more = { "data-key": place.join("/"), "aria-invalid": String(Boolean(fault)), placeholder: follows || "–", title: most === null ? null : `${least} to ${most}`, onchange: ({ target }) => enter({ place, text: target.value }) };
  const made = kind === "word" ? h("select", more, ["", ...words].map((one) => h("option", { value: one, selected: one === text }, one || follows || "–")))
    : kind === "lines" ? h("textarea", { rows: Math.max(2, (text || follows).split("\n").length), spellcheck: "false", ...more }, text)
    : h("input", { type: "text", value: text, ...more });
  return field(capital(title.split(" · ").at(-1)), [made, fault ? h("span", { class: "fault", role: "alert" }, fault) : null]);
}

/** Lets somebody enter a position of a game; `done` gets what was entered, undefined: nothing. */
export async function enterPosition(form, before, done) {
  let read = { text: before };
  let first = []; // what was said before anything was entered: nothing jumps
  async function look(text, entry) {
    const answer = await ask("position", { ...form, text, entry });
    if (!answer || !byId("position-form")) return;
    read = answer;
    const at = answer.at.join("/");
    const headOf = ({ title }) => title.split(" · ").slice(0, -1).join(" · ");
    const keys = [...Map.groupBy(answer.entries, (one) => headOf(one) || one.title)];
    if (!entry) first = keys.filter(([, parts]) => parts.some((one) => one.text)).map(([key]) => key);
    const draw = (said) => keys.filter(([key]) => first.includes(key) === said).map(([head, parts]) => h("fieldset", { class: "fields" },
      headOf(parts[0]) ? h("legend", {}, head) : null, parts.map((one) => input(one, (made) => look(read.text, made), one.place.join("/") === at ? answer.fault : null))));
    const open = byId("position-form").querySelector("details")?.open ?? false;
    put(byId("position-form"), draw(true),
      h("details", { class: "more", open }, h("summary", {}, "Everything else, with what follows if it is left out"), draw(false)),
      h("details", { class: "more", open: Boolean(answer.fault && !at) }, h("summary", {}, "As text"), h("textarea", { id: "position-text", rows: 12, spellcheck: "false", "aria-label": "Position", onchange: ({ target }) => look(target.value) }, answer.text)));
    byId("position-use").disabled = Boolean(answer.fault);
    put(byId("position-fault"), answer.fault ? h("span", { class: "fault" }, answer.fault) : answer.decision);
    if (!answer.fault) put(byId("position-drawn"), answer.zones.map((zone) => h("figure", { class: "zone", "data-role": zone.role }, drawing(zone.svg, { role: "img", "aria-label": zone.title }))));
  }
  openDialog("What lies there", [
    h("p", {}, "Say what lies on your table; what you leave out follows from the rest or is drawn for you to lay out."),
    h("div", { id: "position-form" }, h("span", { class: "thinking" })), h("p", { id: "position-fault", role: "status" }), h("div", { id: "position-drawn" }),
  ], [footButton("As at the beginning", () => look(null)), footButton("Load a file", () => chooseFile(".json,.yaml,.yml,application/json", (text) => look(text))), footButton("Back", () => done(undefined)), footButton("Use it", () => done({ text: read.text, position: read.position }), true, { id: "position-use" })]);
  byId("dialog").classList.add("wide");
  await look(before ?? null);
}
