// History: the slider, replays, undo to a point, branches, and the log.

import { branch, endLook, look, redo, undo } from "./actions.js";
import { byId, changed, h } from "./dom.js";
import { read, update, watch } from "./store.js";

const SECONDS = 0.9; // a move of a replay
let timer = null;
let replayed = null; // the game that is replayed
let wanted = null;
let asking = false;

/** Goes to a point; while one is being fetched only the newest wish counts. */
export async function go(at) {
  wanted = Math.max(0, Math.min(read().now.of, at));
  if (asking) return;
  asking = true;
  try {
    while (wanted !== null) {
      const goal = wanted;
      wanted = null;
      await look(goal);
    }
  } finally {
    asking = false;
  }
}

export const pointNow = () => read().look?.at ?? read().now?.moves ?? 0;

export function stopReplay() {
  clearInterval(timer);
  timer = null;
  wanted = null;
}

// Whoever leaves the game leaves its replay.
watch(({ game }) => {
  if (timer !== null && game !== replayed) stopReplay();
});

/** Plays the game from where one looks, or from its beginning. */
export function replay() {
  if (timer !== null) {
    stopReplay();
    update({});
    return;
  }
  const { now, game } = read();
  go(pointNow() >= now.moves ? 0 : pointNow());
  replayed = game;
  timer = setInterval(() => {
    const at = pointNow() + 1;
    if (at >= read().now.moves) stopReplay();
    go(at);
  }, SECONDS * 1000);
}

const button = (words, action, extra = {}) =>
  h("button", { type: "button", class: "button small", onclick: action, "data-key": `look-${words}`, ...extra }, words);

/** Returns the slider over the whole game. */
export function drawSlider(state) {
  const { now } = state;
  const at = pointNow();
  const jump = (by) => () => { stopReplay(); go(pointNow() + by); };
  return h("div", { class: "slider", role: "group", "aria-label": "Replay" },
    button("◀", jump(-1), { "aria-label": "One move back", disabled: at <= 0 }),
    button(timer === null ? "▶" : "❚❚", replay, { "aria-label": timer === null ? "Replay" : "Pause the replay", id: "replay", "data-key": "replay" }),
    button("▶|", jump(1), { "aria-label": "One move on", disabled: at >= now.of }),
    h("input", {
      type: "range", min: 0, max: now.of, value: at, id: "slider", "data-key": "slider", "aria-label": "Point of the game",
      "aria-valuetext": `move ${at} of ${now.of}`, oninput: (event) => { stopReplay(); go(Number(event.target.value)); },
    }),
    h("span", { class: "soft" }, `${at} / ${now.of}`));
}

/** Returns what is offered while looking at another point than the present. */
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
      back.at !== now.moves ? button(ahead ? "Redo to here" : "Undo to here", leave(() => (ahead ? redo : undo)(back.at)), { id: "undo-here" }) : null,
      ahead ? null : button("Branch from here", () => { stopReplay(); branch(back.at); }, { id: "branch" }),
      now.chance === "sampled" && !ahead
        ? button("Other dice from here", () => { stopReplay(); branch(back.at, true); }, { class: "button small quiet", "data-tip": "Another game that begins here, in which other dice fall" }) : null));
}


/** Shows sentences; those that are there already stay, so that only what is new is read aloud. */
function show(box, sentences, first, aloud) {
  const there = [...box.children];
  let same = 0;
  while (same < there.length && there[same].textContent === sentences[same]) same += 1;
  box.setAttribute("aria-live", same || aloud ? "polite" : "off");
  for (const one of there.slice(same)) one.remove();
  box.append(...sentences.slice(same).map((words) => h("li", {}, words)));
  [...box.children].forEach((one, i) => { one.className = i >= first ? "new" : ""; });
}

/** Draws the log and goes to its end when something has happened. */
export function drawLog(state) {
  const { now, look, whatif } = state;
  const box = byId("log");
  let sentences = now.log;
  let fresh = now.happened?.sentences?.length ?? 0;
  if (look) {
    sentences = look.happened?.sentences ?? [];
    fresh = sentences.length;
  } else if (whatif) {
    sentences = [...sentences, ...(whatif.happens ?? [])];
    fresh = whatif.happens?.length ?? 0;
  }
  const first = sentences.length - fresh;
  if (!changed("log", sentences, first)) return;
  show(box, sentences, first, Boolean(look));
  // With the next picture: the page is laid out then anyway.
  if (fresh) requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
}
