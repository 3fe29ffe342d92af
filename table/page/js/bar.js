// The bar below the board, of fixed height: the question, what may be done, and what is pointed at.

import { choose, endTrial, explain, hint, pace, redo, stepBot, tryOut, undo } from "./actions.js";
import { chip, drawChance, drawChoices, drawCorrection, endOf, grouped, percent, pick, verbOf } from "./choices.js";
import { dot } from "./faces.js";
import { button, byId, capital, counted, h, put } from "./dom.js";
import { showEnding } from "./ending.js";
import { drawHands } from "./hands.js";
import { drawLesson, inFirstTurns } from "./guide.js";
import { EVENING, isOn } from "./helpers.js";
import { drawLooking } from "./history.js";
import { drawTask } from "./puzzles.js";
import { drawRules, showRules } from "./rules.js";
import { mayChoose, read, titleOf, update } from "./store.js";

const ODDS = 12; // lines
const FEW = 4; // choices that stand in the bar themselves

const SPEEDS = [[0, "at once"], [0.4, "fast"], [EVENING, "evening"], [1.6, "slow"], [3, "very slow"]];

const endsBy = (choice) => (choice && endOf(choice) ? h("b", { class: "drop" }, capital(endOf(choice))) : null);

function line(one, rank, kind) {
  const choice = kind === "hint" ? read().now.choices.find((other) => other.action === one.action) : null;
  const may = choice && mayChoose();
  return h("li", { class: rank === 0 ? "first" : "", "data-action": choice ? one.action : null },
    h("span", { class: "rank", "aria-hidden": "true" }, `${rank + 1}`),
    h("b", {}, capital(one.text), one.played ? h("span", { class: "soft" }, " (played)") : null),
    one.chance === null ? null : h("b", { title: "Chance to win the game, as this agent sees it" }, percent(one.chance)),
    h("small", {}, one.reason),
    endsBy(choice),
    may ? h("span", { class: "buttons" },
      button("What if", () => tryOut(choice), { class: "button small quiet", "data-key": `try-${rank}` }),
      button("Take it", () => pick(choice), { class: "button small take", "data-key": `take-${rank}` })) : null);
}

/** Draws what an agent believes of another player: a sentence, and a bar for each kind of player. */
const drawGuess = ({ sentence, kinds }) => h("div", { class: "guess" },
  h("p", {}, sentence),
  h("ul", {}, kinds.map((one) => h("li", {},
    h("span", {}, one.words || one.name, one.words ? h("small", {}, " ", one.name) : null),
    h("span", { class: "meter-ground", "aria-hidden": "true" }, h("i", { class: "meter", style: `width: ${100 * one.share}%` })),
    h("b", {}, percent(one.share))))));

function drawAdvice(advice) {
  const close = button("✕", () => update({ advice: null }), { class: "button quiet small push", "aria-label": "Close the advice", "data-key": "close-advice" });
  const title = advice.kind === "hint" ? "Hint" : "Why?";
  if (advice.kind === "rules") return drawRules(advice, close);
  if (advice.waiting) return h("section", { class: "advice", "aria-label": title }, h("h3", {}, h("span", { class: "thinking" }), `${title} — thinking …`, close));
  const by = advice.agent ? h("span", { class: "soft" }, ` by ${titleOf(advice.agent)}`) : null;
  return h("section", { class: "advice", id: "advice", "aria-label": title },
    h("h3", {}, title, by, close),
    advice.kind === "why" ? h("p", { class: "soft" }, advice.question) : null,
    advice.silence ? h("p", {}, advice.silence) : null,
    advice.kind === "hint" && advice.best.length && isOn("teach") && inFirstTurns(read().now) ? drawLesson(advice.best[0]) : null,
    h("ol", { class: "best" }, advice.best.map((one, rank) => line(one, rank, advice.kind))),
    (advice.guesses ?? []).map(drawGuess),
    advice.kind === "why" && advice.sentence ? h("p", { class: "soft" }, advice.sentence) : null);
}

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
    h("ul", { class: "happens" }, trial.happens.map((words) => h("li", {}, words))),
    h("p", { class: "soft" }, `Then: ${trial.then}`),
    drawOdds(trial),
    h("div", { class: "buttons" },
      button("Take it", () => choose(trial.choice.action), { class: "button small main" }),
      button("Back", endTrial)));
}

/** Returns what is wrong: with the file, and with a bot, where a new pace is a new beginning. */
function drawFaults({ unsaved, pace: { mode, seconds, fault } }) {
  const said = (id, ...words) => h("p", { class: "fault", role: "alert", id }, ...words);
  return [
    unsaved ? said("unsaved", `${unsaved} It goes on all the same: the next move tries again, and Game, Save as a file, keeps a copy.`) : null,
    fault ? said("bot-fault", fault, " ", button("✕", () => pace(mode, seconds), { "aria-label": "Close this notice" })) : null,
  ];
}

/** Draws what lies over the right side: choices, advice, trials, looking back; it moves nothing. */
function drawDrawer(state) {
  const { now, look, whatif, advice, drawer, kind } = state;
  const may = mayChoose();
  const chance = now.who.kind === "chance";
  const hands = look ? null : drawHands();
  const task = drawTask();
  const inside = [...drawFaults(now), hands];
  if (look) inside.push(drawLooking(state, look.at > now.moves ? null : drawCorrection(look, now)), advice ? drawAdvice(advice) : null);
  else if (whatif) inside.push(drawTrial(whatif));
  else {
    inside.push(task);
    if (advice) inside.push(drawAdvice(advice));
    if (chance) inside.push(h("p", { class: "soft" }, "Say what came on your table."), ...drawChance(now, may));
    // Always there, for keyboard and screen reader; seen when it is asked for.
    if (now.who.kind === "person") {
      inside.push(h("div", { class: drawer ? "sheet" : "unseen" },
        drawer ? h("h3", { class: "sheet-head" }, kind ? verbOf(kind, now.choices.filter((one) => one.kind === kind)) : "All choices", button("✕", () => update({ drawer: false, kind: null }), { class: "button quiet small push", "aria-label": "Close the choices", "data-key": "close-choices" })) : null,
        drawChoices(now, may, drawer ? kind : null)));
    }
  }
  const box = byId("drawer");
  put(box, inside);
  box.classList.toggle("empty", !(look || whatif || advice || task || chance || hands || (drawer && now.who.kind === "person") || now.unsaved || now.pace.fault));
}

/** Draws what can be done, by kind; a kind of several choices lights them and lists them. */
function drawVerbs({ now, look, whatif, drawer, kind, trying }) {
  const { who } = now;
  if (who.kind === "over") return button("How it went", showEnding, { class: "button small main", id: "how-it-went" });
  if (who.kind === "bot") return h("span", { class: "soft" }, now.pace.thinking ? [h("span", { class: "thinking" }), ` ${titleOf(who.agent)} is choosing …`] : `${titleOf(who.agent)} waits.`);
  if (who.kind !== "person" || look || whatif) return null;
  const may = mayChoose();
  if (!may && !now.mine.includes(who.seat) && now.seats[who.seat]?.who === "person") return h("span", { class: "soft" }, now.mine.length ? "Decided on another device." : "You watch this game.");
  const groups = grouped(now.choices);
  const open = (wanted) => () => update(drawer && kind === wanted ? { drawer: false, kind: null } : { drawer: true, kind: wanted });
  const verb = ([name, members]) => (members.length === 1 ? chip(members[0], pick, may, "verbs")
    : button(`${verbOf(name, members)} ${members.length}`, open(name), { "data-key": `verb-${name}`, "aria-pressed": String(kind === name), class: "button small verb" }));
  const few = now.choices.length <= FEW;
  return [
    trying ? h("span", { class: "soft", role: "status" }, "What if: choose what to try.") : null,
    few || groups.size < 2 ? null : button(`All ${now.choices.length}`, open(null), { id: "all-choices", "data-key": "all-choices", "aria-pressed": String(drawer && !kind), title: "All choices as a list (C)" }),
    few ? now.choices.map((one) => chip(one, pick, may, "verbs")) : [...groups].map(verb),
  ];
}

/** Lets a button at the end say how many of the bar's choices have no room in it, and list them. */
function fitVerbs() {
  const box = byId("verbs");
  const listed = [...box.children].filter((one) => one.matches(".chip, .verb"));
  for (const one of listed) one.hidden = false;
  byId("more-verbs")?.remove();
  const fits = () => (box.lastElementChild?.getBoundingClientRect().right ?? 0) <= box.getBoundingClientRect().right + 0.5; // scrollWidth is rounded
  if (fits()) return;
  const more = button("", () => update({ drawer: true, kind: null }), { id: "more-verbs", "data-key": "more-verbs" });
  box.append(more);
  let out = 0;
  for (const one of listed.reverse()) {
    if (out && fits()) break;
    one.hidden = true;
    out += 1;
    more.textContent = `+${out} ›`;
    more.setAttribute("aria-label", counted(out, "more choice"));
  }
}

new ResizeObserver(fitVerbs).observe(byId("verbs"));

function drawPace(now) {
  const { mode, seconds } = now.pace;
  const running = mode === "run";
  const bots = now.seats.some((seat) => seat.who !== "person") && now.who.kind !== "over";
  return [
    bots ? button(running ? "❚❚" : "▶", () => pace(running ? "pause" : "run", seconds), { "data-key": "pace", id: "pace", "aria-label": running ? "Pause the bots" : "Let the bots play on" }) : null,
    bots && now.who.kind === "bot" && !running ? button("Step", stepBot, { "data-key": "step-bot" }) : null,
    drawSpeed(now),
  ];
}

/** Returns the choice of how long each thing that happens is shown. */
export function drawSpeed({ pace: { mode, seconds } }) {
  const nearest = SPEEDS.reduce((a, b) => (Math.abs(b[0] - seconds) < Math.abs(a[0] - seconds) ? b : a));
  return h("select", {
    "data-key": "speed", "aria-label": "Speed of the bots", title: "Time for each thing that happens; a click on the board skips", class: "small",
    onchange: (event) => pace(mode, Number(event.target.value)),
  }, SPEEDS.map(([value, words]) => h("option", { value, selected: value === nearest[0] }, words)));
}

/** Returns a button that is a sign where there is little room. */
const tool = (words, sign, action, extra) => button([h("span", { class: "long" }, words), h("span", { class: "short", "aria-hidden": "true" }, sign)], action, { "aria-label": words, ...extra });

function drawTools(state) {
  const { now } = state;
  const person = now.who.kind === "person";
  const why = now.moved?.agent;
  return [
    h("span", { class: "buttons", role: "group", "aria-label": "Help and history" },
      tool("Rules", "?", () => showRules(), { id: "rules", "data-key": "rules", title: "How the game goes, in six cards (G)" }),
      person ? button("Hint", hint, { id: "hint", "data-key": "hint", title: "The top three choices, with the chance to win and a reason (H)" }) : null,
      person ? button("What if", () => update({ trying: !read().trying }), { "data-key": "try", disabled: !mayChoose(), "aria-pressed": String(read().trying), title: "See the table after a choice without taking it (W, or Shift and a click)" }) : null,
      why ? button("Why?", () => explain(now.moved), { "data-key": "why", title: `Why ${titleOf(now.moved.agent)} chose: ${now.moved.text} (Y)` }) : null,
      tool("Undo", "↶", () => undo(), { id: "undo", "data-key": "undo", disabled: !now.moves, title: "Take back your last choice; the same dice fall again (U)" }),
      tool("Redo", "↷", () => redo(), { id: "redo", "data-key": "redo", disabled: now.of <= now.moves, title: "Make it again (R)" })),
    h("span", { class: "buttons push", role: "group", "aria-label": "Bots' pace" }, drawPace(now)),
  ];
}

/** Returns what is said where nothing is pointed at: what the last move was. */
function saidOf({ now, look, whatif }) {
  const { moved } = (look ?? now);
  if (whatif || !moved || moved.seat === null) return null;
  if (moved.trifle) return { title: `Decided for you: ${moved.text}`, more: "All choices were alike; Undo takes it back." };
  if (!moved.agent) return null;
  return { title: `${now.seats[moved.seat]?.name ?? ""} (${titleOf(moved.agent)}): ${moved.text}`, more: "" };
}

export function drawBar(state) {
  const { now, look } = state;
  const who = (look ?? now).who;
  put(byId("asked"), who.seat === null ? null : dot(who.seat),
    h("h2", { id: "question" }, who.text,
      who.shared && now.seats.length > 1 ? h("span", { class: "team", title: "A decision that is the team's in spirit" }, "team") : null));
  const said = state.inspected ?? saidOf(state);
  byId("inspector").classList.toggle("warns", Boolean(state.inspected?.warns));
  put(byId("inspector"), said ? [h("b", {}, said.title), said.more ? h("span", {}, said.more) : null] : null);
  put(byId("verbs"), drawVerbs(state));
  fitVerbs();
  put(byId("tools"), drawTools(state));
  drawDrawer(state);
}
