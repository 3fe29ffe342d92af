// At the real table: what fell there is tapped or typed in; what was mistyped is corrected.

import { h, named, put } from "./dom.js";
import { outcomeName, outcomeSign } from "./chips.js";
import { ask, choose } from "./deeds.js";
import { notice } from "./notices.js";
import { read, update } from "./store.js";

/** Returns the outcomes that fit what was typed; exactly that name beats longer ones. */
export function matching(choices, typed) {
  const words = typed.trim().toLowerCase();
  if (!words) return choices;
  const exact = choices.filter((choice) => outcomeName(choice).toLowerCase() === words);
  return exact.length ? exact : choices.filter((choice) => `${outcomeName(choice)} ${choice.text}`.toLowerCase().includes(words));
}

/** Returns buttons for outcomes, and a field to type one; `may`: whether they can be taken now. */
export function drawOutcomes(choices, take, key, may) {
  const grid = h("div", { class: "outcomes", id: "outcomes", "aria-busy": may ? null : "true" });
  const fill = (typed) => put(grid, matching(choices, typed).map((choice) =>
    named(h("button", {
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
