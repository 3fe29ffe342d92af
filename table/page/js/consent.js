// What people at one device ask of the others: to take back what is not theirs alone.

import { ask } from "./actions.js";
import { button, byId, changed, h, put } from "./dom.js";

/** Shows what is asked, over the board: who has to answer does, the others see who is waited for. */
export function drawAsked({ now }) {
  const { asked } = now;
  const box = byId("asked-for");
  box.hidden = !asked;
  if (!changed("asked", asked, now.game) || !asked) return;
  const answer = (yes) => () => ask("answer", { game: now.game, number: asked.number, yes }, ["stale"]);
  const waiting = `Waiting for ${asked.waiting.join(", ")}. A move or a minute without an answer means no.`;
  put(box, h("p", {}, h("b", {}, asked.text)),
    asked.answer ? null : h("p", { class: "soft" }, waiting),
    h("div", { class: "buttons" },
      asked.answer ? [button("Yes", answer(true), { class: "button main", id: "agree" }), button("No", answer(false), { class: "button", id: "disagree" })] : null,
      asked.own ? button("Withdraw", answer(false), { class: "button", id: "withdraw" }) : null));
}
