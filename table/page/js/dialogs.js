// Dialogs, and notices that go away again.

import { byId, h, put } from "./dom.js";

const SECONDS = 6;
const FAULT_SECONDS = 30;

export function notice(words, fault = false) {
  // An open dialog lies on top of everything else, and nothing else is read aloud beside it.
  const dialog = document.querySelector("dialog[open]");
  const home = dialog ? dialog.querySelector(".dialog-foot") ?? dialog : byId("notices");
  const made = h("div", { class: `notice${fault ? " fault" : ""}`, role: dialog && "alert" }, h("span", {}, words),
    h("button", { type: "button", class: "bare", "aria-label": "Close this notice", onclick: () => made.remove() }, "✕"));
  forget(words);
  home.prepend(made);
  setTimeout(() => made.remove(), (fault ? FAULT_SECONDS : SECONDS) * 1000);
}

/** Takes a notice away that is no longer true. */
export function forget(words) {
  for (const one of document.querySelectorAll(".notice")) if (one.firstChild.textContent === words) one.remove();
}

export const fault = (error) => notice(error.message ?? String(error), true);

/** Opens a dialog; `foot`: its buttons. */
export function openDialog(title, body, foot = [], { narrow = false } = {}) {
  const dialog = byId("dialog");
  if (dialog.open) dialog.close();
  dialog.className = narrow ? "narrow" : "";
  put(dialog,
    h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "button quiet small", "aria-label": "Close", onclick: closeDialog }, "✕")),
    h("div", { class: "dialog-body", id: "dialog-body" }, body),
    foot.length ? h("div", { class: "dialog-foot", id: "dialog-foot" }, foot) : null);
  dialog.setAttribute("aria-labelledby", "dialog-title");
  dialog.showModal();
  dialog.scrollTop = 0;
}

export function closeDialog() {
  if (byId("dialog").open) byId("dialog").close();
}

byId("dialog").addEventListener("click", ({ target }) => {
  if (target === byId("dialog")) closeDialog();
});
byId("dialog").addEventListener("close", ({ target }) => {
  // A closed dialog is left empty: nothing in it is found by keys or by screen readers.
  if (!target.open) target.replaceChildren(); // else another one has been opened in the meantime
});

export const footButton = (words, action, main = false, extra = {}) =>
  h("button", { type: "button", class: main ? "button main" : "button", onclick: action, ...extra }, words);

export const field = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);

export function options(name, list, chosen, change) {
  return h("div", { class: "options", role: "radiogroup", "aria-label": name }, list.map(({ value, words, note }) =>
    h("label", { class: "option" },
      h("input", { type: "radio", name, value: String(value), "data-key": `${name}-${value}`, checked: String(value) === String(chosen), onchange: () => change(value) }),
      h("span", {}, words, note ? h("small", {}, note) : null))));
}
