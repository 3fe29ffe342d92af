// History: turn cards, the timeline, replays, undo to a point, branches.

import { branch, endLook, explain, look, redo, undo } from "./actions.js";
import { SIGNS } from "/page/stage/beat.js";
import { stage } from "./beats.js";
import { dot } from "./faces.js";
import { button, byId, changed, h } from "./dom.js";
import { read, update, watchGame } from "./store.js";

const LEAST = 0.25; // seconds of a beat of a replay
const MARKS = new Set(["hurt", "find", "won", "lost"]);
let timer = null;
let wanted = null;
let asking = false;

/** Goes to a point; while one is being fetched only the newest wish counts. */
async function fetchPoint(at) {
  wanted = Math.max(0, Math.min(read().now.of, at));
  if (asking) return;
  asking = true;
  const { game } = read();
  try {
    while (wanted !== null) {
      const goal = wanted;
      wanted = null;
      if (read().game !== game) break; // the wish was for the game that was left
      await look(goal);
      stage(read().look?.beats.at(-1));
    }
  } finally {
    asking = false;
  }
}

/** Goes to a point, which ends a replay. */
function go(at) {
  stopReplay();
  fetchPoint(at);
}

const pointNow = () => read().look?.at ?? read().now?.moves ?? 0;
export const goBy = (moves) => go(pointNow() + moves);

export function stopReplay() {
  clearTimeout(timer);
  timer = null;
  wanted = null;
}

watchGame(stopReplay); // whoever leaves the game leaves its replay

async function step() {
  const at = pointNow() + 1;
  if (at >= read().now.moves) stopReplay();
  const running = timer !== null;
  await fetchPoint(at);
  if (!running || timer === null) return;
  const seconds = Math.max(LEAST, read().now.pace.seconds) * Math.max(1, read().look?.beats.length ?? 1);
  timer = setTimeout(step, seconds * 1000);
}

/** Plays the game from where one looks, or from its beginning, as fast as bots play. */
export function replay() {
  if (timer !== null) {
    stopReplay();
    update({});
    return;
  }
  const { now } = read();
  timer = setTimeout(step, 400);
  fetchPoint(pointNow() >= now.moves ? 0 : pointNow());
}

/** Returns the turn cards of a game: the beats from one that begins a turn or phase to the next. */
function cardsOf(log) {
  const cards = [];
  for (const beat of log) {
    if (!cards.length || beat.card) cards.push({ at: beat.at, seat: beat.seat, beats: [] });
    cards.at(-1).beats.push(beat);
  }
  return cards;
}

export function stepTurn(by) {
  const starts = cardsOf(read().now.log).map((one) => one.at);
  const at = pointNow();
  go(by < 0 ? starts.filter((one) => one < at).at(-1) ?? 0 : starts.find((one) => one > at) ?? read().now.moves);
}

/** Returns the slider over the whole game, with marks where something was found or somebody hurt. */
export function drawSlider(state) {
  const { now } = state;
  const at = pointNow();
  const marks = now.log.filter((one) => MARKS.has(one.icon));
  return h("div", { class: "slider", role: "group", "aria-label": "Replay" },
    button("◀◀", () => stepTurn(-1), { "aria-label": "One turn back", disabled: at <= 0 }),
    button("◀", () => goBy(-1), { "aria-label": "One move back", disabled: at <= 0 }),
    button(timer === null ? "▶" : "❚❚", replay, { "aria-label": timer === null ? "Replay" : "Pause the replay", id: "replay", "data-key": "replay" }),
    button("▶|", () => goBy(1), { "aria-label": "One move on", disabled: at >= now.of }),
    button("▶▶", () => stepTurn(1), { "aria-label": "One turn on", disabled: at >= now.moves }),
    h("div", { class: "track" },
      h("input", {
        type: "range", min: 0, max: now.of, value: at, id: "slider", "data-key": "slider", "aria-label": "Point of the game",
        "aria-valuetext": `move ${at} of ${now.of}`, oninput: (event) => go(Number(event.target.value)),
      }),
      h("div", { class: "marks", "aria-hidden": "true" }, marks.map((one) => h("i", { class: `mark icon-${one.icon}`, style: `left: ${(100 * one.at) / Math.max(1, now.of)}%` })))),
    h("span", { class: "soft" }, `${at} / ${now.of}`));
}

export function drawLooking(state, correction) {
  const { look: back, now } = state;
  const ahead = back.at > now.moves;
  const next = back.next;
  const leave = (action) => () => { stopReplay(); endLook(); action?.(); };
  return h("section", { class: "looking", id: "looking", "aria-label": "Looking back" },
    h("p", { role: "status" }, `You look at move ${back.at} of ${now.of}${ahead ? " (taken back)" : ""}, turn ${back.turn}.`),
    next ? h("p", { class: "soft" }, `Then: ${next.text}`) : null,
    correction,
    h("div", { class: "buttons" },
      button("Back to now", leave(), { class: "button small main", id: "to-now" }),
      back.moved?.agent ? button("Why this move?", () => explain(back.moved), { id: "why-then" }) : null,
      back.at !== now.moves ? button(ahead ? "Redo to here" : "Undo to here", leave(() => (ahead ? redo : undo)(back.at)), { id: "undo-here" }) : null,
      ahead || now.secret ? null : button("Branch from here", () => { stopReplay(); branch(back); }, { id: "branch" }),
      now.chance === "sampled" && !ahead
        ? button("Other dice from here", () => { stopReplay(); branch(back, true); }, { title: "Another game that begins here, in which other dice fall" }) : null));
}

function cardElement(card, now) {
  const [first, ...more] = card.beats.filter((beat) => beat.lines.length);
  return h("li", { class: "turn-card" },
    h("button", { type: "button", class: "bare turn-head", onclick: () => go(card.at), "aria-label": `${first?.lines[0] ?? "Turn"} Go to move ${card.at}` },
      card.seat === null || card.seat >= now.seats.length ? null : dot(card.seat), h("b", {}, first?.lines[0] ?? "…")),
    first?.lines.slice(1).map((line) => h("p", {}, line)),
    more.map((beat) => h("p", { class: `told icon-${beat.icon}` }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[beat.icon] ?? "·"), beat.lines.join(" "))));
}

let drawnFor = null; // the game and number of beats that the cards show

/** Draws the turn cards, the newest at the end, and says aloud what is new. */
export function drawCards({ now, look }) {
  const box = byId("cards");
  const at = look?.at ?? null;
  if (!changed("cards", now.log, at, now.game)) return;
  const cards = cardsOf(now.log);
  box.replaceChildren(...cards.map((card) => cardElement(card, now)));
  const here = at === null ? cards.length - 1 : cards.findLastIndex((card) => card.at <= at);
  box.children[here]?.classList.add("here");
  const fresh = drawnFor?.game === now.game ? now.log.slice(drawnFor.beats) : [];
  drawnFor = { game: now.game, beats: now.log.length };
  if (fresh.length) byId("told").textContent = fresh.flatMap((beat) => beat.lines).join(" ");
  // With the next picture: the page is laid out then anyway.
  requestAnimationFrame(() => { box.scrollTop = at === null ? box.scrollHeight : box.children[here]?.offsetTop ?? 0; });
}

// A screen that is turned shows the newest as before.
new ResizeObserver(([{ target }]) => { if (!read().look) target.scrollTop = target.scrollHeight; }).observe(byId("cards"));
