// Hints and explanations: the top choices with their chance to win, and a sentence.

import { capital, h } from "./dom.js";
import { tryOut } from "./deeds.js";
import { pick } from "./shown.js";
import { mayChoose, read, titleOf, update } from "./store.js";

const percent = (share) => `${Math.round(share * 100)} %`;

function line(one, rank, kind) {
  const choice = kind === "hint" ? read().now.choices.find((other) => other.action === one.action) : null;
  const may = choice && mayChoose();
  return h("li", { class: rank === 0 ? "first" : "" },
    h("span", { class: "rank", "aria-hidden": "true" }, `${rank + 1}`),
    h("span", { class: "what" }, capital(one.text), one.played ? h("span", { class: "soft" }, " (played)") : null),
    one.chance !== null && one.chance !== undefined
      ? h("span", { class: "chance", "data-tip": "Chance to win the game, as this agent sees it" }, percent(one.chance)) : null,
    h("span", { class: "reason" }, one.reason ?? ""),
    may ? h("span", { class: "deeds" },
      h("button", { type: "button", class: "button small quiet", onclick: () => tryOut(choice) }, "What if"),
      h("button", { type: "button", class: "button small take", "data-key": `take-${rank}`, onclick: () => pick(choice, { plain: true }) }, "Take it")) : null);
}

/** Returns the panel of a hint or an explanation. */
export function drawAdvice(advice) {
  const close = h("button", { type: "button", class: "button quiet small", "aria-label": "Close the advice", "data-key": "close-advice", onclick: () => update({ advice: null }) }, "✕");
  const title = advice.kind === "hint" ? "Hint" : "Why?";
  if (advice.waiting) {
    return h("section", { class: "advice", "aria-label": title }, h("h3", {}, h("span", { class: "thinking" }), `${title} — thinking …`, close));
  }
  const by = advice.agent ? h("span", { class: "soft" }, ` by ${titleOf(advice.agent)}`) : null;
  return h("section", { class: "advice", id: "advice", "aria-label": title },
    h("h3", {}, title, by, close),
    advice.kind === "why" ? h("p", { class: "soft" }, advice.question) : null,
    advice.silence ? h("p", {}, advice.silence) : null,
    h("ol", { class: "best" }, (advice.best ?? []).slice(0, 3).map((one, rank) => line(one, rank, advice.kind))),
    advice.kind === "why" && advice.sentence ? h("p", { class: "soft" }, advice.sentence) : null);
}
