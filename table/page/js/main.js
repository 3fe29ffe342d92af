// Begins the page: the connection, what arrives over it, and who listens to what.

import { ask, leave, LIST, look, open, through } from "./actions.js";
import { BESIDE, play, skip } from "./beats.js";
import { Connection, LOST as CUT } from "./connection.js";
import { closeDialog, fault, forget, notice, openDialog } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { watchEnding } from "./ending.js";
import { drawStart, showMenu } from "./games.js";
import { collect } from "./hands.js";
import { help } from "./helpers.js";
import { showKeys } from "./keys.js";
import { showNewGame } from "./newgame.js";
import * as sounds from "./sound.js";
import { deviceHere, markSettled, mayChoose, read, update, watch } from "./store.js";
import { drawTable } from "./table.js";
import "./zoom.js";

const LOST = "The table cannot be reached. Trying again …";
const FOUND = "The table can be reached again.";
const NO_TOKEN = "This page's address is not that of the table any more: another token belongs to it now. Open the address that was printed where the table was started.";

const PROTOCOL = 2; // that this page speaks
const OLD = "The table is of another version than this page. Load the page anew.";

let greeted = false;

const gameInAddress = () => /game=([\w-]+)/.exec(location.hash)?.[1] ?? null;

function hear(message) {
  const state = read();
  if (message.push === "state") {
    if (state.game !== message.game) {
      skip();
      update({ arrived: message }); // its request's reply comes next and opens it
    } else play(message, () => show(message));
  } else if (message.push === "told" && message.game === state.game) {
    notice(message.text);
  } else if (message.push === "closed" && message.game === state.game) {
    notice("This game was deleted.");
    leave(true);
  }
}

/** Shows a game that was just opened, in the way in which each of its states is shown. */
function welcome({ game, arrived }) {
  if (!arrived || arrived.game !== game) return;
  update({ arrived: null });
  play(arrived, () => show(arrived));
}

function show(message) {
  const state = read();
  if (state.game !== message.game) return;
  const moved = message.why === "moved";
  message.log ??= [...(state.now?.log ?? []), ...(moved ? message.beats.map(({ icon, card, seat, lines }) => ({ icon, card, seat, lines, at: message.moves })) : [])];
  collect(message);
  // The number of moves does not tell moments apart: a corrected game may have as many as before.
  const same = BESIDE.has(message.why);
  update({
    now: message,
    ...(same ? {} : { whatif: null, report: null, advice: state.advice?.kind === "rules" ? state.advice : null, trying: false, drawer: false, kind: null, inspected: null, seat: null }),
    ...(same || (moved && state.look?.at <= state.now?.moves) ? {} : { look: null }), // it may not be in the game any more
  });
}

async function greet() {
  const hello = await ask("hello", { device: deviceHere() });
  if (!hello) return;
  if (hello.protocol !== PROTOCOL) {
    openDialog("This page is out of date", h("p", {}, OLD), [], { narrow: true });
    return;
  }
  if (read().lost) speak(FOUND);
  forget(CUT); // it is no news any more
  update({ hello, online: true, lost: false });
  if (hello.warming) ask("warm").then(() => update({ hello: { ...read().hello, warming: null } }));
  const first = !greeted;
  // Who has gone to the list stays there.
  const offered = first && history.state !== LIST ? hello.open : null;
  const game = read().game ?? gameInAddress() ?? offered;
  const seat = /seat=(\d+)/.exec(location.hash)?.[1];
  const opened = game && (await open(game))?.game;
  if (opened && seat) await ask("sit", { game, seat: Number(seat) });
  if (!read().online) return; // the line broke meanwhile: there will be another hello
  greeted = true;
  if (game && !opened) await leave(true);
  else if (first && hello.look && game === hello.open) await look(0);
}

const speak = (words) => {
  byId("live").textContent = words;
};

/** Says once that the line is broken: trying again breaks it again and again. */
function lose() {
  if (!read().lost) speak(LOST);
  update({ online: false, lost: true });
}

function bar() {
  update({ shutOut: true });
  openDialog("The table has another address", h("p", {}, NO_TOKEN), [], { narrow: true });
}

function draw(state) {
  const { now, game, lost, shutOut, hello } = state;
  byId("game-menu").hidden = !now;
  byId("new-game").disabled = !hello;
  const words = shutOut ? "The table has another address." : lost ? LOST : now ? `${now.name} · turn ${now.turn}${now.chance === "explicit" ? " · real table" : ""}` : "";
  byId("where").replaceChildren(words);
  byId("start").hidden = Boolean(game);
  byId("table").hidden = byId("clocks").hidden = !now;
  document.body.classList.toggle("in-game", Boolean(now));
  document.body.classList.toggle("is-telling", state.playing);
  document.title = now ? `${mayChoose() ? "● " : ""}${now.name} – Tablemates` : "Tablemates";
  if (now) drawTable(state);
  else if (hello && !game) drawStart();
  watchEnding(state);
}

watch(welcome);
watch(draw);
watch(help);
watch(markSettled); // once everything is drawn
const connection = new Connection({ push: hear, refused: fault, open: greet, lost: lose, shutOut: bar });
through(connection);
byId("home").addEventListener("click", () => (read().game ? leave() : null));
byId("new-game").addEventListener("click", () => showNewGame());
byId("game-menu").addEventListener("click", showMenu);
const sounding = () => {
  byId("sound").textContent = sounds.isOn() ? "♪ on" : "♪ off";
  byId("sound").setAttribute("aria-pressed", String(sounds.isOn()));
};
byId("sound").addEventListener("click", () => { sounds.toggle(); sounding(); });
sounding();
byId("keys").addEventListener("click", showKeys);
window.addEventListener("popstate", () => {
  const game = gameInAddress();
  if (game !== read().game) closeDialog(); // it is about the game that is left
  if (game && game !== read().game) open(game);
  else if (!game && read().game) leave(true);
});
