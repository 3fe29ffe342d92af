// The rules of a game on six cards, in the game's own words: at the first game, and whenever asked for.

import { button, h } from "./dom.js";
import { canGuide, guide, inFirstTurns } from "./guide.js";
import { formHere, keep, kept, read, update, watch } from "./store.js";

const cardsHere = () => formHere()?.cards ?? [];

/** Shows a card, the first one unless another is named; shown already, they are closed. */
export function showRules(at = 0) {
  if (!cardsHere().length) return;
  update({ advice: read().advice?.kind === "rules" && at === 0 ? null : { kind: "rules", at } });
}

/** Draws the card that is open, with the way to the others. */
export function drawRules({ at }, close) {
  const cards = cardsHere();
  const { title, text } = cards[at];
  const go = (to) => () => update({ advice: { kind: "rules", at: to } });
  const last = at === cards.length - 1;
  const guides = canGuide() && inFirstTurns(read().now);
  return h("section", { class: "advice rules", id: "rule-card", "aria-label": "Rules" },
    h("h3", {}, "Rules ", h("span", { class: "soft" }, `${at + 1} of ${cards.length}`), close),
    h("div", { class: "rule-tabs", role: "group", "aria-label": "Cards" }, cards.map((one, n) =>
      button(one.title, go(n), { "data-key": `rule-${n}`, "aria-pressed": String(n === at) }))),
    h("div", { role: "status" }, h("h4", {}, title), text.split("\n").map((line) => h("p", {}, line))),
    h("div", { class: "buttons" },
      at ? button("Back", go(at - 1), { "data-key": "rule-back" }) : null,
      last && guides ? button("Guide me for two turns", () => { guide(); update({ advice: null }); }, { class: "button small main push", id: "guide-me" }) : null,
      button(last ? "Play" : "Next", last ? () => update({ advice: null }) : go(at + 1), { class: last && guides ? "button small" : "button small main push", id: "rule-next", "data-key": "rule-next" })));
}

// Who comes to a game of this kind for the first time has its cards, whichever way they came.
watch(({ now, advice }) => {
  if (!now || advice || now.ending || !cardsHere().length || kept(`rules-${now.rules}`, false)) return;
  keep(`rules-${now.rules}`, true);
  showRules();
});
