// What happened, told beat by beat: motion, dice and words before the next state is shown.

import { ask } from "./actions.js";
import { byId, h, put } from "./dom.js";
import { read, update } from "./store.js";
import { sound } from "./sound.js";
import { lightUp, movePieces } from "./zones.js";

export const SIGNS = {
  start: "●", turn: "▶", roll: "⚄", block: "▦", mob: "◆", move: "➜", fight: "⚔", result: "✓", hurt: "♥", find: "✦",
  gain: "+", build: "▲", pay: "−", end: "■", won: "★", lost: "✖",
};

/** Changes that leave the position as it is. */
export const BESIDE = new Set(["pace", "seats", "asked"]);

const waiting = []; // states that are still to be told
let hurry = null; // ends the present wait
let fading = null;

const STAYS = 5000; // milliseconds that what was told last lies over the board

const wait = (seconds) => new Promise((done) => {
  hurry = done;
  setTimeout(done, seconds * 1000);
});

/** Shows a beat: its sign, its words, its dice; the dice before what comes of them. */
export function stage(beat) {
  const box = byId("stage");
  clearTimeout(fading);
  fading = setTimeout(() => put(box), STAYS);
  lightUp(beat?.focus ?? []);
  sound(beat?.icon);
  if (!beat || !(beat.lines.length || beat.dice.length)) {
    put(box);
    return;
  }
  put(box, h("div", { class: `beat icon-${beat.icon}` },
    h("span", { class: "sign" }, SIGNS[beat.icon] ?? "·"),
    h("div", {}, beat.lines.filter((line) => !beat.dice.includes(line)).slice(0, 3).map((line) => h("p", {}, line))),
    beat.dice.length ? h("div", { class: "dice" }, beat.dice.map((face) => h("b", { class: "die" }, face))) : null));
}

async function tell(message) {
  if (message.why !== "moved") return;
  const { seconds } = message.pace;
  const { beats } = message;
  for (const beat of beats.slice(0, -1)) {
    if (!seconds || waiting.length > 1 || document.hidden) break;
    stage(beat);
    movePieces(beat.moves, seconds);
    await wait(seconds);
    if (!read().playing || read().game !== message.game) return;
  }
  stage(beats.at(-1));
  if (seconds && beats.length) movePieces(beats.at(-1).moves, seconds);
  if (seconds && beats.at(-1)?.moves.length) await wait(Math.min(0.6, seconds * 0.7));
}

async function run() {
  update({ playing: true });
  while (read().playing && waiting.length) {
    await tell(waiting[0]);
    waiting.shift()?.show();
  }
  update({ playing: false });
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
  hurry?.();
  for (const one of waiting.splice(0)) one.show();
  update({ playing: false });
  return true;
}

byId("board").addEventListener("click", () => {
  const { now } = read();
  const told = skip();
  if (now?.who.kind === "bot" && (told || now.pace.seconds)) ask("skip", { game: now.game });
});
