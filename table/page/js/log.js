// The log in sentences; older ones are fetched when somebody scrolls up to them.

import { ask } from "./deeds.js";
import { byId, changed, h, put } from "./dom.js";
import { read } from "./store.js";

const FETCHED = 200;
let game = null;
let older = []; // sentences before those that the state brought
let from = null;

function item(words, isNew) {
  const kind = [isNew ? "new" : "", /^Turn \d+:/.test(words) ? "turn-line" : ""].join(" ").trim();
  return h("li", { class: kind }, words);
}

/** Draws the log and goes to its end when something has happened. */
export function drawLog(state) {
  const { now, look, whatif } = state;
  const box = byId("log");
  const begins = now.log.total - now.log.tail.length;
  if (game !== now.game || from === null || from > begins || from + older.length < begins) {
    game = now.game;
    from = begins;
    older = [];
  }
  let sentences = [...older.slice(0, begins - from), ...now.log.tail];
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
  put(box, sentences.map((words, i) => item(words, i >= first)));
  // With the next picture: the page is laid out then anyway.
  if (fresh) requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
}

/** Fetches older sentences when the upper end comes into sight. */
export function followLog() {
  byId("log").addEventListener("scroll", async () => {
    const { now, look } = read();
    if (!now || look || byId("log").scrollTop > 20 || !from) return;
    const start = Math.max(0, from - FETCHED);
    const answer = await ask("log", { game: now.game, from: start, count: from - start });
    if (!answer || answer.from !== start || game !== now.game) return;
    const high = byId("log").scrollHeight;
    older = [...answer.sentences, ...older];
    from = start;
    drawLog(read());
    byId("log").scrollTop = byId("log").scrollHeight - high;
  });
}
