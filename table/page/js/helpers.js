// Help that a person may turn on: warnings, trifles decided, the first turns explained.

import { ask, hint, present } from "./actions.js";
import { button, byId, h, put } from "./dom.js";
import { inFirstTurns, isGuided } from "./guide.js";
import { passes } from "./puzzles.js";
import { sound } from "./sound.js";
import { keep, kept, mayChoose, read, update } from "./store.js";

const LOSS = 0.1; // of the chance to win, from which on a choice is warned of

export const HELPS = {
  warn: "Warn me before a choice that costs much of the chance to win",
  trifles: "Decide trifles for me (choices that hardly differ in the chance to win; usual at evening pace)",
  teach: "Explain the table and the first turns",
};
export const EVENING = 0.8; // seconds of a beat at the usual pace, at which trifles are decided

/** Returns whether a help is on: as it was chosen here, else as usual. */
export const isOn = (name) => (name === "teach" && isGuided()) || kept(`help-${name}`, name === "trifles" && read().now?.pace.seconds === EVENING);

let warned = null; // the game, the move and the choice of which was warned: once is enough
let judged = true;

function warn(key, about, title, more) {
  warned = key;
  update({ inspected: { title, more: `${more} Choose it again to do it all the same.`, warns: true, about } });
  return false;
}

/** Returns whether a choice may be made: false where it was warned of just now. */
export async function mayGoOn(choice) {
  const { now } = read();
  if (!await passes(choice)) return false;
  const key = `${now.game} ${now.position} ${choice.action}`;
  if (warned === key || now.who.kind !== "person") return true;
  if (choice.leads?.loses && !now.choices.every((one) => one.leads?.loses)) return warn(key, choice.action, "This loses the game.", "Other choices do not.");
  if (!isOn("warn") || !judged) return true;
  const answer = await ask("judge", { ...present(), action: choice.action }, ["refused", "agent", "stale"]);
  if (answer?.code) judged = answer.code === "stale"; // nobody judges here
  if (!(answer?.loss >= LOSS)) return true;
  return warn(key, choice.action, `This costs about ${Math.round(100 * answer.loss)} points of the chance to win.`, `Better: ${answer.best}.`);
}

let helped = null; // the position at which help was offered

/** Offers help once at each question that somebody here may answer, as soon as it may be answered. */
export async function help({ now, advice }) {
  const here = now && `${now.game} ${now.position}`;
  if (advice?.kind === "rules") helped = null; // they come first
  if (!now || helped === here || !mayChoose() || advice?.kind === "rules") return;
  helped = here;
  const { why } = now;
  if (now.moved?.agent && why === "moved") sound("yours");
  if (why === "undone" || why === "redone") return; // what was taken back is not decided again
  const choice = now.who.kind === "person" && now.choices.length > 1;
  if (choice && why === "moved" && isOn("trifles") && !isGuided()) {
    const answer = await ask("trifle", present(), ["refused", "agent", "stale"]);
    if (answer?.text || read().now?.position !== now.position) return;
  }
  if (isOn("teach")) teach(read().now);
}

const PLACES = [
  ["#board", "This is the table. What may be chosen is framed: point at it, and below you read what comes of it; click to take it."],
  ["#clocks", "These run out or must be filled. Amber is close, red is critical."],
  ["#seats", "This is what players have. A name shows another player's things."],
  ["#log", "Each card is a turn. Click one, and you see the table as it was then."],
  ["#bar", "Here you read what is asked. Undo takes back as far as you like; What if tries a choice."],
  ["#hint", "A hint ranks the best choices with their chance to win. For the first turns it comes by itself."],
];

function show(at) {
  const place = document.querySelector(PLACES[at]?.[0] ?? "none");
  for (const one of document.querySelectorAll(".spotlight")) one.classList.remove("spotlight");
  const box = byId("lesson");
  box.hidden = !PLACES[at];
  if (!PLACES[at]) {
    keep("taught", true);
    helpAgain();
    return;
  }
  place?.classList.add("spotlight");
  put(box, h("p", { role: "status" }, PLACES[at][1]),
    button(at + 1 < PLACES.length ? `Next (${at + 1} of ${PLACES.length})` : "Begin", () => show(at + 1), { class: "button main small", id: "lesson-next", "data-key": "lesson" }));
}

/** Explains the places of the table once, then the decisions of the first turns. */
function teach(now) {
  if (!kept("taught", false)) {
    if (byId("lesson").hidden) show(0);
    return;
  }
  if (inFirstTurns(now) && now.who.kind === "person" && now.choices.length > 1) hint();
}

function helpAgain() {
  helped = null;
  if (read().now) help(read());
}

export function turn(name, on) {
  keep(`help-${name}`, on);
  if (name === "teach" && on) keep("taught", false);
  judged = true;
  helpAgain();
}
