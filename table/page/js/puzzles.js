// Puzzles: turning points of one's own games, where one choice was worth much more than the one made.

import { ask, branch, choose, leave, open, present } from "./actions.js";
import { closeDialog, footButton, openDialog } from "./dialogs.js";
import { button, capital, h } from "./dom.js";
import { formOf, keep, kept, read, update } from "./store.js";

const MOST = 20; // puzzles that are kept
const SHOWN = 5;
const LEAST = 0.05; // of the chance to win that a puzzle is worth
const ALIKE = 0.02; // of it, up to which another choice is as good

const all = () => kept("puzzles", []);
const trials = () => kept("trials", {}); // puzzles by the game in which they are tried

/** Returns whether a game is only there to try a puzzle. */
export const isTrial = (game) => game in trials();

const same = (a, b) => a.game === b.game && a.at === b.at;

/** Keeps the choices of people here that gave much away in a game, for later. */
export function keepPuzzles({ game, rules, chance, mine }, report) {
  if (chance !== "sampled" || isTrial(game)) return;
  const { title } = formOf(rules);
  const found = report.turning_points.filter((one) => one.kind === "decision" && one.better && mine.includes(one.seat) && one.before - one.after >= LEAST)
    .map(({ at, turn, before, after, better }) => ({ game, title, at, turn, gain: Math.round(100 * (before - after)), better, solved: false }));
  const known = all();
  keep("puzzles", [...known, ...found.filter((one) => !known.some((other) => same(one, other)))].slice(-MOST));
}

const unsolved = () => all().filter((one) => !one.solved && read().hello.games.some((game) => game.game === one.game));

/** Lays out a puzzle: the game as it stood then, in a branch of its own. */
async function begin(puzzle) {
  if (!(await open(puzzle.game))?.game) return;
  const then = await ask("look", { game: puzzle.game, at: puzzle.at });
  if (!then || !(await branch(then, false, true))) return;
  const { game } = read();
  keep("trials", { ...trials(), [game]: { game: puzzle.game, at: puzzle.at } });
  await ask("rename", { game, name: `Puzzle: ${puzzle.title}, turn ${puzzle.turn}` });
}

export function drawPuzzles() {
  const open_ = unsolved();
  if (!open_.length) return null;
  return h("section", { id: "puzzles" }, h("h2", { class: "card-title" }, "Puzzles from your games"),
    h("ul", { class: "challenges" }, open_.slice(-SHOWN).reverse().map((one) => h("li", { class: "card challenge" },
      h("b", {}, `${one.title}, turn ${one.turn}`), h("small", {}, `One choice is worth ${one.gain} points more than yours was.`),
      button("Find it", () => begin(one), { "data-key": `puzzle-${one.game}-${one.at}`, class: "button small main" })))));
}

/** Returns the puzzle that is to be solved now; undefined: none. */
function puzzleNow() {
  const { now } = read();
  const trial = now && trials()[now.game];
  return trial && all().find((one) => same(one, trial) && one.at === now.moves && !one.solved);
}

/** Draws what is looked for in a puzzle; null: the game is none, or it is solved. */
export function drawTask() {
  const puzzle = puzzleNow();
  return puzzle ? h("section", { class: "plan", id: "puzzle" }, h("p", {}, "One choice is best: find it."),
    h("p", { class: "soft" }, `It is worth ${puzzle.gain} points of the chance to win more than the one that was made in the game.`)) : null;
}

async function end() {
  closeDialog();
  await leave(true, true);
}

/** Returns whether a choice may be made as far as a puzzle goes: of one to be solved it is judged here. */
export async function passes(choice) {
  const puzzle = puzzleNow();
  if (!puzzle) return true;
  const { best } = await ask("hint", present(), ["agent"]) ?? {};
  const worth = best?.find((one) => one.action === choice.action)?.chance ?? -1;
  if (choice.text !== puzzle.better && worth < (best?.[0]?.chance ?? 0) - ALIKE) {
    update({ inspected: { title: "Not that one.", more: `${capital(choice.text)}: another choice is worth more.`, warns: true, about: choice.action } });
    return false;
  }
  keep("puzzles", all().map((one) => (same(one, puzzle) ? { ...one, solved: true } : one)));
  update({ inspected: null });
  const [next] = unsolved().slice(-1);
  openDialog("Found it", h("p", { id: "found", role: "status" }, h("b", {}, capital(choice.text)), `: ${puzzle.gain} points of the chance to win more than the choice of then.`), [
    footButton("All games", end),
    footButton("Play on", () => { closeDialog(); choose(choice.action); }, !next),
    next ? footButton("Next puzzle", async () => { await end(); begin(next); }, true) : null,
  ], { narrow: true });
  return false;
}
