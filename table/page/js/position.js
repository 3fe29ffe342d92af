// What lies on a real table already: written as text or taken from a file, and drawn as it is read.

import { ask } from "./actions.js";
import { footButton, openDialog } from "./dialogs.js";
import { byId, chooseFile, drawing, h, put } from "./dom.js";

const PAUSE = 400; // milliseconds after a key until the text is read

const figure = (zone) => h("figure", { class: "zone", "data-role": zone.role }, drawing(zone.svg, { role: "img", "aria-label": zone.title }));

/** Lets somebody enter a position of a game; `done` gets what was entered, null: nothing. */
export async function enterPosition(form, before, done) {
  let read = null; // what was read last
  let timer = null;
  const field = h("textarea", { id: "position-text", rows: 12, spellcheck: "false", "aria-label": "Position", oninput: () => { clearTimeout(timer); timer = setTimeout(look, PAUSE); } });
  const begin = footButton("Use it", () => done({ text: field.value, position: read.position }), true, { id: "position-use" });
  async function look(text = field.value) {
    const answer = await ask("position", { ...form, text });
    if (!answer || !field.isConnected || (text !== null && text !== field.value)) return; // it was changed meanwhile
    read = answer;
    if (text === null) field.value = answer.text;
    begin.disabled = Boolean(answer.fault);
    field.setAttribute("aria-invalid", String(Boolean(answer.fault)));
    put(byId("position-fault"), answer.fault ? h("span", { class: "fault" }, answer.fault) : answer.decision);
    if (!answer.fault) put(byId("position-drawn"), answer.zones.map(figure));
  }
  const load = () => chooseFile(".json,.yaml,.yml,application/json", (text) => { field.value = text; look(); });
  openDialog("What lies there", [
    h("p", {}, "Write what lies on your table; what you leave out follows from the rest or is drawn for you to lay out. The text begins with the table as it would be laid out."),
    field, h("p", { id: "position-fault", role: "status" }), h("div", { id: "position-drawn" }),
  ], [footButton("As at the beginning", () => look(null)), footButton("Load a file", load), footButton("Back", () => done(undefined)), begin]);
  byId("dialog").classList.add("wide");
  field.value = before ?? "";
  await look(before ?? null);
}
