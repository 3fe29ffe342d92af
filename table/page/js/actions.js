// What a person does, as requests to the server; answers go into the store.

import { fault, notice } from "./dialogs.js";
import { h } from "./dom.js";
import { read, whileAsking, update } from "./store.js";

// What takes long and changes nothing that is shown of the game.
const BESIDE = new Set(["hint", "explain", "report"]);

// Marks the list in the browser's history where somebody went there: it stays shown.
export const LIST = "list";

let line = null;

export const through = (connection) => {
  line = connection;
};

/** Asks for something; what goes wrong is shown, and null is returned; of `unseen` codes, the refusal. */
export async function ask(what, fields = {}, unseen = []) {
  const stood = line.stands;
  try {
    const answer = line.request(what, fields);
    return await (BESIDE.has(what) ? answer : whileAsking(answer));
  } catch (error) {
    if (unseen.includes(error.code)) return error;
    // A line that breaks meanwhile is told once, not by everything that was under way.
    if (error.code !== "lost" || !stood) fault(error);
    return null;
  }
}

/** Names the game and its position: what is asked about it is refused if it stands elsewhere. */
export const present = () => ({ game: read().game, position: read().now.position });

export async function open(game) {
  const opened = await during(() => ask("open", { game }, ["outdated"]));
  if (opened?.game) enter(opened.game);
  return opened;
}

/** Makes a game that the server has opened the one that is shown. */
export function enter(game) {
  if (read().game && read().game !== game) line.request("close", { game: read().game }).catch(() => {});
  if (location.hash !== `#game=${game}`) history.pushState(null, "", `#game=${game}`);
  update({ game, ...(read().now?.game === game ? {} : { now: null }), look: null, whatif: null, advice: null, report: null, trying: false });
}

/** Leaves the game for the list of games; `instead`: the list takes the game's place in the browser's history; `deleted`: nobody needs the game any more. */
export async function leave(instead = false, deleted = false) {
  const { game } = read();
  if (instead) history.replaceState(LIST, "", location.pathname);
  else history.pushState(LIST, "", location.pathname);
  update({ game: null, now: null, arrived: null, look: null, whatif: null, advice: null, report: null });
  if (game) await line.request("close", { game }).catch(() => {});
  if (game && deleted) await ask("delete", { game });
  await refresh();
}

export async function refresh() {
  const answer = await ask("list");
  if (answer) update({ hello: { ...read().hello, games: answer.games } });
}

/** Does work during which nothing else can be chosen. */
export async function during(work) {
  update({ busy: read().busy + 1 });
  try {
    return await work();
  } finally {
    update({ busy: read().busy - 1 });
  }
}

export function choose(action) {
  if (read().busy) return null;
  update({ advice: null, whatif: null, drawer: false, kind: null });
  return during(() => ask("choose", { ...present(), action }));
}

export async function tryOut(choice) {
  const answer = await ask("whatif", { ...present(), action: choice.action });
  if (answer) update({ whatif: { ...answer, choice }, trying: false });
}

export const endTrial = () => update({ whatif: null });

/** Asks for advice, and shows it unless it was closed or its moment is gone meanwhile. */
async function advise(kind, what, fields) {
  const asked = { kind, waiting: true };
  update({ advice: asked });
  const answer = await ask(what, fields);
  if (read().advice === asked) update({ advice: answer && { kind, ...answer } });
}

export function hint() {
  const kind = read().now?.who.kind ?? "over";
  if (kind === "chance") notice("Your dice and draws decide this: say what came.");
  else if (kind !== "over") advise("hint", "hint", present());
}

/** Asks why a move was made, of a state or of an earlier point. */
export const explain = ({ at, position }) => advise("why", "explain", { game: read().game, at, position });

/** Takes back the last choice of a person, or makes it again; or everything up to a move. */
async function step(what, to) {
  if (read().busy) return; // a second click on the way
  update({ look: null, whatif: null, advice: null, report: null });
  const end = what === "redo" ? { end: read().now.end } : {};
  await during(() => ask(what, { ...present(), ...end, to }));
}

export const undo = (to) => step("undo", to);
export const redo = (to) => step("redo", to);

export async function branch({ at, position }, reroll = false, unsaid = false) {
  const made = await during(() => ask("branch", { game: read().game, at, position, reroll }));
  if (!made) return null;
  enter(made.game);
  if (!unsaid) notice(`A branch of the game from move ${at}. The other one is kept.`);
  return made;
}

/** Begins another game as the finished one was: `again`, with the `same` dice, or at the `next` level. */
export async function again(how) {
  const made = await during(() => ask("again", { game: read().game, how }));
  if (made) enter(made.game);
}

/** Looks at an earlier point; the present itself ends looking back. */
export async function look(at) {
  const { game, now, look: before } = read();
  if (!now) return; // the game was left
  if (at === now.moves) {
    update({ look: null });
    return;
  }
  const answer = await ask("look", { game, at });
  // who went back to now, or to another game, while the answer was under way stays there
  if (answer && read().game === game && read().look === before) update({ look: answer, whatif: null });
}

export const endLook = () => update({ look: null });

export const pace = (mode, seconds) => ask("pace", { game: read().game, mode, seconds });

/** Lets a bot take one decision; whoever does not want to wait for it may take moves back. */
export const stepBot = () => ask("bot", present(), ["agent", "stale"]); // what is wrong with it the state says

/** Downloads the game as a file, by the name that the server gives it. */
export const save = () => h("a", { href: `/games/${read().game}/save`, download: true }).click();

export const load = (text) => during(async () => {
  try {
    const answer = await fetch("/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error?.message ?? "This file could not be read.");
    await open(said.game);
    return true;
  } catch (error) {
    fault(error);
    return false;
  }
});
