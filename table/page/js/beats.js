// What happened, told beat by beat: each with its picture, its dice and its words, at its piece.

import { ask } from "./actions.js";
import { drawBeat, lightUp, namesOf, placeWords } from "/page/stage/beat.js";
import { byId, put } from "./dom.js";
import { read, update, watchGame } from "./store.js";
import { sound } from "./sound.js";

/** Changes that leave the position as it is. */
export const BESIDE = new Set(["pace", "seats", "asked"]);

const waiting = []; // states that are still to be told
let hurry = null; // ends the present wait
let fading = null;
let runs = 0; // how often telling has begun or was ended
let named = []; // what it names, the first that is seen first

const STAYS = 5000; // milliseconds that what was told last lies over the board
const LAST = 0.7; // of a beat's time that the last one is shown before somebody may choose

const wait = (seconds) => new Promise((done) => {
  hurry = done;
  setTimeout(done, seconds * 1000);
});

/** Puts what is told where it belongs, whatever size the table has now. */
function place() {
  const told = byId("stage").firstElementChild;
  const free = byId("drawer").classList.contains("empty"); // else it lies over what is beside the board
  if (told) placeWords(told, byId(free ? "table" : "board"), byId("board"), named, byId("bar").getBoundingClientRect().top);
}

/** Shows a beat: its sign, its words, its dice; the dice before what comes of them. */
export function stage(beat) {
  clearTimeout(fading);
  fading = setTimeout(() => put(byId("stage")), STAYS);
  lightUp(byId("table"), beat?.focus ?? [], beat?.icon);
  sound(beat?.icon);
  named = beat ? namesOf(beat) : [];
  put(byId("stage"), beat ? drawBeat(beat) : null);
  place();
}

/** Shows the picture of a beat, of which some zones have changed. */
async function picture({ zones, clocks, focus }) {
  if (!zones) return;
  const { telling, now } = read();
  const changed = new Map(zones.map((one) => [one.name, one]));
  const seats = now.zones.filter((one) => one.role === "seat").map((one) => one.name);
  const seat = focus.map((name) => seats.indexOf(name)).find((n) => n >= 0) ?? telling?.seat ?? null; // whose things are told of
  update({ telling: { zones: (telling ?? now).zones.map((one) => changed.get(one.name) ?? one), clocks, seat } });
  await Promise.resolve(); // it is drawn then
}

async function tell(message, goesOn) {
  if (message.why !== "moved") return;
  const { seconds } = message.pace;
  const { beats } = message;
  for (const [n, beat] of beats.entries()) {
    const last = n === beats.length - 1;
    if (!last && (!seconds || waiting.length > 1 || document.hidden)) continue;
    await picture(beat);
    stage(beat);
    if (seconds) await wait(last ? Math.min(1, seconds * LAST) : seconds);
    if (!goesOn()) return;
  }
}

async function run() {
  runs += 1;
  const mine = runs;
  const goesOn = () => mine === runs && read().game === waiting[0]?.game;
  update({ playing: true });
  while (waiting.length) {
    await tell(waiting[0], goesOn);
    if (mine !== runs) return; // it was skipped
    const told = waiting.shift();
    // What a state lets people do is looked at when it is shown: nothing is being told then.
    update(waiting.length ? { telling: null } : { playing: false, telling: null });
    told.show();
  }
}

/** Tells what a new state brought, then shows it; what waits is shown in its order. */
export function play(message, show) {
  const moved = message.why === "moved";
  const same = BESIDE.has(message.why);
  if (!moved && !same) skip();
  if (!read().playing && !(moved && message.pace.seconds > 0 && !read().look && !document.hidden)) {
    if (!same) stage(moved ? message.beats.at(-1) : null);
    show();
    return;
  }
  waiting.push({ ...message, show });
  if (!read().playing) run();
}

export function skip() {
  if (!read().playing) return false;
  runs += 1;
  hurry?.();
  const rest = waiting.splice(0);
  update({ playing: false, telling: null });
  for (const one of rest) one.show();
  return true;
}

byId("board").addEventListener("click", () => {
  const { now } = read();
  const told = skip();
  if (now?.who.kind === "bot" && (told || now.pace.seconds)) ask("skip", { game: now.game });
});

new ResizeObserver(place).observe(byId("board"));

watchGame(() => stage(null)); // what is told of a game leaves the table with it
