// The first turns of a game with a guide: what the choices are about, and which one is good.

import { notice } from "./dialogs.js";
import { capital, h } from "./dom.js";
import { formHere, keep, kept, read, watch } from "./store.js";

const TURNS = 2; // of each player
const ENDS = "You know the way now. Hint and Rules help whenever you like.";

/** Returns whether a game has a guide: somebody asked for one when it began. */
export const isGuided = () => Boolean(read().now) && kept("guided", null) === read().now.game;

export const canGuide = () => Object.keys(formHere()?.lessons ?? {}).length > 0;

export const guide = () => keep("guided", read().now.game);

/** Returns whether these are the turns in which choices are explained. */
export const inFirstTurns = (now) => now.turn <= TURNS * now.seats.length;

/** Draws what a choice is about, where the first turns are explained; null: nothing is said of it. */
export function drawLesson({ text, kind }) {
  const { lessons } = formHere();
  const words = text.toLowerCase();
  const [key] = Object.keys(lessons).filter((one) => words.startsWith(one)).sort((a, b) => b.length - a.length);
  const said = lessons[key] ?? lessons[kind];
  return said ? h("p", { class: "lesson-text", id: "lesson-text" }, capital(said)) : null;
}

watch(({ now, playing }) => {
  if (!now || playing || !isGuided() || (inFirstTurns(now) && !now.ending)) return;
  keep("guided", null);
  if (!now.ending) notice(ENDS);
});
