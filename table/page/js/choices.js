// The choices as buttons in groups, outcomes of chance among them, and what each one brings.

import { ask, choose, present, tryOut } from "./actions.js";
import { LOST } from "./connection.js";
import { notice } from "./dialogs.js";
import { button, capital, counted, h, put } from "./dom.js";
import { drawRolls } from "./hands.js";
import { isOn, mayGoOn } from "./helpers.js";
import { mayChoose, read, update } from "./store.js";

const LINES = 4; // of what a choice brings
const MANY = 8; // outcomes from which on they can be typed

export const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

/** Returns what a choice brings, in words for the inspector. */
export function consequence({ chance, leads: { happens, then } }) {
  const rest = happens.length > LINES ? [`and ${happens.length - LINES} more`] : [];
  const words = [...happens.slice(0, LINES), ...rest, `Then: ${then}`];
  return (chance === null ? words : [`Chance ${percent(chance)}`, ...words]).join(" · ");
}

export const hintedActions = () => (read().advice?.kind === "hint" ? (read().advice.best ?? []).map((one) => one.action) : []);

export function pick(choice, how = {}) {
  if (!read().online) notice(LOST, true);
  if (!mayChoose()) return;
  if (read().trying || how.try) tryOut(choice);
  else mayGoOn(choice).then((may) => may && mayChoose() && choose(choice.action));
}

/** Returns what a choice that ends the game does to whoever makes it. */
export const endOf = ({ leads }) => (!leads?.over ? "" : leads.loses ? "loses the game" : "wins the game");

export function chip(choice, take, may, roving = "choices") {
  const rank = hintedActions().indexOf(choice.action);
  const end = endOf(choice);
  const words = [h("span", {}, capital(choice.text)), end ? h("b", {}, end) : null];
  return button(words, (event) => take(choice, { try: event.shiftKey }), {
    title: capital(choice.text), class: `chip${rank === 0 ? " hinted" : ""}${choice.leads?.loses ? " loses" : ""}`, "data-key": `choice-${choice.action}`, "data-action": choice.action,
    "data-roving": roving, "aria-disabled": may ? null : "true",
  });
}

const FEW = 2; // verbs that name choices of a kind

/** Returns what choices of a kind are called: by the verbs that they begin with, else by their kind. */
export function verbOf(kind, members) {
  const verbs = new Set(members.map(({ text }) => text.split(/[ :]/)[0].toLowerCase()));
  return capital(verbs.size <= FEW ? [...verbs].join(" or ") : kind.replaceAll("_", " "));
}

function drawGroups(choices, take, may) {
  const groups = grouped(choices);
  return [...groups].map(([kind, members]) => h("div", { class: "choice-group", role: "group", "aria-label": verbOf(kind, members) },
    groups.size > 1 ? h("h3", {}, verbOf(kind, members)) : null, members.map((one) => chip(one, take, may))));
}

export const grouped = (choices) => Map.groupBy(choices, (one) => one.kind);

/** Returns the choices of a person; of one kind, where one was asked for. */
export const drawChoices = (now, may, kind) =>
  h("div", { class: "choice-groups", id: "choices", "aria-busy": may ? null : "true" }, drawGroups(now.choices.filter((one) => !kind || one.kind === kind), pick, may));

function matching(choices, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const has = (choice, word) => new RegExp(`\\b${word.replace(/[^\w]/g, "\\$&")}`, "i").test(choice.text);
  return choices.filter((choice) => words.every((word) => has(choice, word)));
}

/** Returns outcomes of chance: buttons, and where there are many a field to type in. */
function drawOutcomes(choices, take, may, key) {
  const grid = h("div", { class: "choice-groups", id: `outcomes-${key}`, "aria-busy": may ? null : "true" });
  const fill = (typed) => put(grid, drawGroups(matching(choices, typed), (one) => (may || !read().online ? take(one) : null), may));
  fill("");
  const enter = (event) => {
    if (event.key !== "Enter" || !event.target.value.trim() || !may) return;
    const fits = matching(choices, event.target.value);
    if (fits.length === 1) take(fits[0]);
    else notice(fits.length ? "That fits more than one outcome: type a little more." : "That is none of the outcomes: choose one of those shown.", true);
  };
  const typed = choices.length < MANY ? null : h("input", {
    type: "text", autocomplete: "off", placeholder: "or type it, then Enter", "aria-label": "What fell on the table",
    "data-key": `typed-${key}`, id: `typed-${key}`, oninput: (event) => fill(event.target.value), onkeydown: enter,
  });
  return [typed, grid];
}

/** Returns what is shown while the table waits for a roll or a draw. */
export const drawChance = (now, may) => (now.rolls.length > 1 ? [drawRolls(now, may)] : drawOutcomes(now.choices, (one) => choose(one.action), may, "now"));

/** Returns the means to correct an outcome that was entered wrong, while looking at it. */
export function drawCorrection(look, now) {
  if (now.chance !== "explicit" || look.who.kind !== "chance" || !look.choices.length) return null;
  const correct = async ({ action }) => {
    const done = await ask("correct", { ...present(), at: look.at, outcome: action });
    if (!done) return;
    update({ look: null });
    if (done.asked) return; // the others have to agree
    notice(done.dropped ? `Corrected. Taken back, because they no longer fit: ${counted(done.dropped, "later move")}.` : "Corrected; everything after it still holds.");
  };
  return h("details", { class: "correct" }, h("summary", {}, "Was this entered wrong? Correct it"), drawOutcomes(look.choices, correct, !read().busy, "then"));
}
