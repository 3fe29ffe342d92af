// The decision panel: the question, choices, hints, trials, and the pace of bots.

import { choose, endTrial, explain, hint, pace, redo, stepBot, tryOut, undo } from "./actions.js";
import { drawChance, drawChoices, drawCorrection, pick } from "./choices.js";
import { capital, h } from "./dom.js";
import { showEnding } from "./ending.js";
import { dot } from "./dots.js";
import { drawLooking } from "./history.js";
import { mayChoose, read, titleOf, update } from "./store.js";

const ODDS = 12; // lines

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
    may ? h("span", { class: "buttons" },
      h("button", { type: "button", class: "button small quiet", onclick: () => tryOut(choice) }, "What if"),
      h("button", { type: "button", class: "button small take", "data-key": `take-${rank}`, onclick: () => pick(choice) }, "Take it")) : null);
}

/** Returns the panel of a hint or an explanation. */
function drawAdvice(advice) {
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

const SPEEDS = [[0, "at once"], [0.4, "fast"], [0.8, "normal"], [1.6, "slow"], [3, "very slow"]];

const button = (words, action, extra = {}) =>
  h("button", { type: "button", class: "button small", onclick: action, "data-key": `button-${words}`, ...extra }, words);

/** Returns what may come after a trial, with its chances. */
function drawOdds({ odds, outcomes }) {
  const list = odds.length ? odds : outcomes;
  if (!list.length) return null;
  return [
    h("p", { class: "soft" }, odds.length ? "Until somebody decides again, this may happen:" : "Chance decides:"),
    h("ul", { class: "odds" }, list.slice(0, ODDS).map((one) => h("li", {}, h("b", {}, percent(one.chance)), one.text))),
  ];
}

function drawTrial(trial) {
  return h("section", { class: "plan whatif", id: "whatif", "aria-label": "What if" },
    h("p", { role: "status" }, `What if: ${capital(trial.text)}?`),
    h("ul", { class: "happens" }, (trial.happens ?? []).map((words) => h("li", {}, words))),
    trial.then ? h("p", { class: "soft" }, `Then: ${trial.then}`) : null,
    drawOdds(trial),
    h("div", { class: "buttons" },
      button("Take it", () => choose(trial.choice.action), { class: "button small main" }),
      button("Back", endTrial)));
}

/** Returns what the last move was, with the means to ask why. */
function drawMoved(now) {
  const { moved } = now;
  if (!moved || moved.seat === null || moved.seat === undefined || !moved.agent) return null;
  const who = now.seats[moved.seat]?.name ?? "";
  return h("div", { class: "moved" },
    h("span", {}, h("b", {}, `${who} (${titleOf(moved.agent)}): `), moved.text),
    button("Why?", () => explain(moved.at), { class: "button small quiet", "data-key": "why" }));
}

/** Returns what is wrong with a bot, also where none is left; a new pace is a new beginning. */
function drawFault({ mode, seconds, fault }) {
  if (!fault) return null;
  return h("p", { class: "fault", role: "alert", id: "bot-fault" }, fault, " ",
    h("button", { type: "button", class: "button quiet small", "data-key": "bot-fault", "aria-label": "Close this notice", onclick: () => pace(mode, seconds) }, "✕"));
}

function drawPace(now) {
  const { mode, seconds } = now.pace;
  const running = mode === "run";
  const nearest = SPEEDS.reduce((a, b) => (Math.abs(b[0] - seconds) < Math.abs(a[0] - seconds) ? b : a));
  return h("div", { class: "pace", role: "group", "aria-label": "Bots' pace" },
    button(running ? "❚❚ Pause" : "▶ Play on", () => pace(running ? "pause" : "run", seconds), { "data-key": "pace", id: "pace", "aria-label": running ? "Pause the bots" : "Let the bots play on" }),
    now.who.kind === "bot" ? button("Step", stepBot, { "data-key": "step-bot", disabled: running }) : null,
    h("label", {}, "Bots", h("select", {
      "data-key": "speed", "aria-label": "Speed of the bots", class: "small", onchange: (event) => pace(mode, Number(event.target.value)),
    }, SPEEDS.map(([value, words]) => h("option", { value, selected: value === nearest[0] }, words)))));
}

function drawHelp(now, may) {
  return h("div", { class: "buttons", role: "group", "aria-label": "Help and history" },
    now.who.kind === "person" ? button("Hint", hint, { id: "hint", "data-key": "hint", "data-tip": "The top three choices, with the chance to win and a reason (H)" }) : null,
    may && now.who.kind === "person" ? button("What if", () => update({ trying: !read().trying }), {
      "data-key": "try", "aria-pressed": String(read().trying), "data-tip": "See the table after a choice without taking it (W, or Shift and a click)",
    }) : null,
    h("span", { class: "buttons push" },
      button("Undo", () => undo(), { id: "undo", "data-key": "undo", disabled: !now.moves, "data-tip": "Take back your last choice; the same dice fall again (U)" }),
      button("Redo", () => redo(), { id: "redo", "data-key": "redo", disabled: now.of <= now.moves, "data-tip": "Make it again (R)" })));
}

const TITLES = { over: "The game is over", chance: "The table" };

/** Returns the whole panel. */
export function drawDecision(state) {
  const { now, look, whatif, advice, trying } = state;
  const who = (look ?? now).who;
  const may = mayChoose();
  const bot = who.kind === "bot";
  const question = who.kind === "over" ? now.ending?.text ?? who.text : who.text;
  const head = h("div", { class: "decision-head" },
    who.seat === null ? null : dot(who.seat),
    h("h2", { id: "question" }, question ?? TITLES[who.kind],
      who.shared && now.seats.length > 1 ? h("span", { class: "team", "data-tip": "A decision that is the team's in spirit" }, "team") : null));
  const inside = [head];
  if (now.unsaved) inside.push(h("p", { class: "fault", role: "alert", id: "unsaved" }, `${now.unsaved} It goes on all the same: the next move tries again, and Game, Save as a file, keeps a copy.`));
  inside.push(drawFault(now.pace));
  if (look) inside.push(drawLooking(state, look.at > now.moves ? null : drawCorrection(look, now)));
  else if (whatif) inside.push(drawTrial(whatif));
  else if (bot) inside.push(h("p", { class: "soft" }, now.pace.thinking || now.pace.mode === "run" ? [h("span", { class: "thinking" }), ` ${titleOf(who.agent)} is choosing …`] : `${titleOf(who.agent)} waits.`));
  else if (who.kind === "chance") inside.push(h("p", { class: "soft" }, "Say what came on your table."), ...drawChance(now, may));
  else if (who.kind === "person") {
    if (trying) inside.push(h("p", { class: "soft", role: "status" }, "What if: click a choice to see the table after it."));
    if (advice) inside.push(drawAdvice(advice));
    inside.push(drawChoices(now, may));
  }
  if (who.kind === "over" && !look) inside.push(h("div", { class: "buttons" }, button("How it went", showEnding, { class: "button small main", id: "how-it-went" })));
  if (!look && !whatif) {
    if (advice && who.kind !== "person") inside.push(drawAdvice(advice));
    if (!advice) inside.push(drawMoved(now));
    const bots = now.seats.some((seat) => seat.who !== "person") && who.kind !== "over";
    if (who.kind !== "over" || now.moves) inside.push(h("div", { class: "decision-foot" }, drawHelp(now, may), bots ? drawPace(now) : null));
  }
  return inside;
}
