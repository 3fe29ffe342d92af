// The log in sentences; older ones are fetched when somebody scrolls up to them.

import { ask } from "./deeds.js";
import { byId, changed, h } from "./dom.js";
import { read } from "./store.js";

const FETCHED = 200;
let heard = null; // the state that was heard last
let known = []; // the sentences from the first that is known to the last
let from = 0;

const kindOf = (words, isNew) => [isNew ? "new" : "", /^Turn \d+:/.test(words) ? "turn-line" : ""].join(" ").trim();

/** Takes in what a state brings: the end of the log, which goes on where what is known ends. */
function hear(now) {
  if (now === heard) return;
  const begins = now.log.total - now.log.tail.length;
  const goesOn = heard?.game === now.game && now.why !== "opened" && from <= begins && begins <= from + known.length;
  if (!goesOn) from = begins;
  known = [...(goesOn ? known.slice(0, begins - from) : []), ...now.log.tail];
  heard = now;
}

/** Shows sentences; those that are there already stay, so that only what is new is read aloud. */
function show(box, sentences, first, aloud) {
  const there = [...box.children];
  let same = 0;
  while (same < there.length && there[same].textContent === sentences[same]) same += 1;
  box.setAttribute("aria-live", same || aloud ? "polite" : "off");
  for (const one of there.slice(same)) one.remove();
  box.append(...sentences.slice(same).map((words) => h("li", {}, words)));
  [...box.children].forEach((one, i) => { one.className = kindOf(sentences[i], i >= first); });
}

/** Draws the log and goes to its end when something has happened. */
export function drawLog(state) {
  const { now, look, whatif } = state;
  const box = byId("log");
  hear(now);
  let sentences = known;
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

/** Fetches older sentences when the upper end comes into sight. */
export function followLog() {
  byId("log").addEventListener("scroll", async () => {
    const { now, look } = read();
    if (!now || look || byId("log").scrollTop > 20 || !from) return;
    const start = Math.max(0, from - FETCHED);
    const answer = await ask("log", { game: now.game, from: start, count: from - start });
    if (!answer || from !== start + answer.sentences.length || heard.game !== now.game) return;
    const high = byId("log").scrollHeight;
    known = [...answer.sentences, ...known];
    from = start;
    drawLog(read());
    byId("log").scrollTop = byId("log").scrollHeight - high;
  });
}
