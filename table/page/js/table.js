// Puts the whole table together: which panel shows what.

import { boardInWords, drawBoard, traceOf } from "./board.js";
import { lit } from "./choices.js";
import { drawFromAbove, layerCounts } from "./cube.js";
import { drawDecision } from "./decision.js";
import { byId, capital, changed, count, redrawAll, h, put } from "./dom.js";
import { drawLog, drawSlider } from "./history.js";
import { drawBlocks, drawBosses, drawDice, drawLine, drawPiles as drawTiles, drawPlayer, drawSupply, drawTasks } from "./panels.js";
import { read, shownSnapshot, titleOf } from "./store.js";

const term = (words, card) => h("button", { type: "button", class: "term bare", "data-card": card }, words);
const title = (words, card, note) => h("h2", { class: "card-title" }, card ? term(words, card) : words, note ? h("small", {}, note) : null);

const WIDE = 1080; // from here on panels stand beside each other
let announced = "";
let focusLost = null; // the panel in which the keyboard was, until there is something to choose again

/** Returns what is marked: the block that people are asked about, or what a bot's last move pointed at. */
function touched({ now, look, whatif }) {
  const { moved, who, choices } = look ?? now;
  if (who.kind === "chance" && choices[0]?.at.column !== undefined && !whatif) return { column: choices[0].at.column };
  return moved?.agent && !whatif ? { ...moved.pointed, by: moved.seat } : {};
}

function drawBoardCard(state, snapshot, targets, room) {
  const { now, look, whatif } = state;
  const wide = window.innerWidth >= WIDE;
  // What lies around it takes the rest of the window: inventories in one row or two, the strip below.
  const high = wide ? Math.max(260, Math.min(window.innerHeight - (now.seats.length > 2 ? 510 : 370), 560)) : 900;
  const happened = whatif ? whatif.events : (look ?? now).happened?.events;
  const trace = traceOf(happened);
  const { track, mobs, bosses, players, dice } = snapshot;
  const places = [players.map((one) => [one.space, one.hearts]), mobs, bosses, track, dice, snapshot.turn, snapshot.active_player];
  if (!changed("board", places, targets.spaces, trace, room, high)) return;
  put(byId("board"), drawBoard(snapshot, { choices: targets.spaces, trace }, room, high), boardInWords(snapshot));
  const active = snapshot.turn > 0 ? ` · ${capital(snapshot.active_player)}'s turn` : "";
  put(byId("board-title"), `Turn ${snapshot.turn}${active}`);
  put(byId("dice"), drawDice(snapshot));
}

function drawCubeCard(state, snapshot, targets) {
  if (!changed("cube", snapshot.cube, snapshot.under_way, targets.columns, targets.colours, touched(state))) return;
  const left = snapshot.cube.columns.reduce((sum, one) => sum + one.height, 0);
  put(byId("cube-title"), title("Cube", "cube", `${count(left, "block")} · ringed ones are exposed`));
  put(byId("cube-above"), drawFromAbove(snapshot.cube, targets.columns, touched(state).column));
  put(byId("layers"), layerCounts(snapshot.cube).map((n, i) => h("span", {}, `layer ${i + 1}: `, h("b", {}, String(n)))));
  const hand = Object.values(snapshot.under_way.blocks_in_hand).some(Boolean);
  put(byId("hand"), hand ? [h("span", { class: "soft" }, "In hand "), drawBlocks(snapshot.under_way.blocks_in_hand, targets.colours)] : []);
}

function drawPlayers(state, snapshot, targets) {
  const { now } = state;
  const decides = snapshot.decision?.decider;
  if (!changed("players", snapshot.players, snapshot.active_player, snapshot.turn, decides, snapshot.ending, now.seats, targets.slots, targets.seats, touched(state))) return;
  put(byId("players"), snapshot.players.map((player, seat) => {
    const slots = new Map();
    for (let slot = 0; slot < 6; slot += 1) {
      const choice = targets.slots.get(`${seat}-${slot}`);
      if (choice) slots.set(slot, choice);
    }
    const sits = now.seats[seat]?.who;
    return drawPlayer(snapshot, player, {
      touched: touched(state).by === seat ? touched(state).slot : null,
      who: sits === "person" ? null : titleOf(sits), slots, whole: targets.seats.get(seat),
      decides: decides === player.colour && !snapshot.ending,
    });
  }));
}

function drawStrip(snapshot, targets) {
  if (!changed("strip", snapshot.bosses, snapshot.line, snapshot.tiles, snapshot.used, snapshot.track.chests_in_supply, targets.supply)) return;
  put(byId("boss"), title(snapshot.bosses.length > 1 ? "End bosses" : "End boss", "boss"), drawBosses(snapshot));
  put(byId("line"), title("Mob line", "line", snapshot.line.length ? "front first" : null), drawLine(snapshot));
  const piles = drawTiles(snapshot);
  put(byId("supply"), title("Netherite", "netherite", piles.tiles), drawSupply(snapshot, targets.supply));
  put(byId("piles"), title("Used blocks", "used", piles.chests), drawBlocks(snapshot.used));
}

/** Says aloud whose decision it is, once. */
function announce(now) {
  const words = now.who.kind === "over" ? now.ending?.text ?? "The game is over." : now.who.text;
  if (words === announced) return;
  announced = words;
  byId("live").textContent = words;
}

/** Draws the table anew from what the page knows. */
export function drawTable(state) {
  const snapshot = shownSnapshot();
  if (!snapshot) return;
  const targets = lit();
  const { now } = state;
  // Measured before anything changes: to ask later would lay the whole page out in between.
  const room = Math.max(280, byId("board").clientWidth || 800);
  const focused = document.activeElement;
  if (focused && focused !== document.body) focusLost = focused.matches(":focus-visible") ? focused.closest("#decision, #board, #cube-above")?.id : null;
  put(byId("decision"), drawDecision(state));
  drawBoardCard(state, snapshot, targets, room);
  drawCubeCard(state, snapshot, targets);
  if (changed("tasks", snapshot.tasks, snapshot.cube, targets.places, touched(state))) put(byId("tasks"), title("Piglin tasks", "tasks", "due before a layer is gone"), drawTasks(snapshot, targets.places, touched(state).place));
  drawPlayers(state, snapshot, targets);
  drawStrip(snapshot, targets);
  put(byId("log-slider"), drawSlider(state));
  drawLog(state);
  announce(now);
  for (const name of ["board", "cube", "choices"]) tabStop(name);
  document.body.classList.toggle("is-looking", Boolean(state.look || state.whatif));
  if (focusLost && document.activeElement === document.body) refocus(focusLost);
}

/** Gives the focus to what came in place of what had it, so that the keyboard goes on there. */
function refocus(id) {
  const goal = document.querySelector(`#${id} [data-roving][tabindex="0"]`) ?? document.querySelector('#decision [data-roving][tabindex="0"]');
  goal?.focus({ preventScroll: true });
}

/** Leaves one tab stop in a group; arrow keys move within it. */
function tabStop(name) {
  const members = [...document.querySelectorAll(`[data-roving="${name}"]`)];
  if (!members.length) return;
  const stop = members.find((one) => one === document.activeElement) ?? members[0];
  for (const one of members) one.setAttribute("tabindex", one === stop ? "0" : "-1");
}

/** Draws anew when there is more room, or less. */
export function followSize() {
  let [width, height] = [window.innerWidth, window.innerHeight];
  window.addEventListener("resize", () => {
    // Where all lies below each other the height changes nothing: a telephone's bars come and go.
    if (window.innerWidth === width && (window.innerHeight === height || width < WIDE)) return;
    [width, height] = [window.innerWidth, window.innerHeight];
    redrawAll();
    drawTable(read());
  });
}
