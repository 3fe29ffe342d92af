// Puts the table together: zones, players, clocks, bar, history.

import { drawBar } from "./bar.js";
import { drawAsked } from "./consent.js";
import { dot, face } from "./faces.js";
import { byId, changed, h, put } from "./dom.js";
import { drawCards, drawSlider } from "./history.js";
import { mateOf, shown, titleOf, update } from "./store.js";
import { drawZones } from "./zones.js";

const TABS = [["shared", "Shared"], ["seats", "Players"], ["log", "Log"]];
let focusLost = null; // the panel in which the keyboard was, until there is something to choose again

/** Returns the seat whose things are shown: the chosen one, whose decision it is, or the last. */
let lastSeat = 0;
function seatShown({ now, look, seat, telling }) {
  const decides = (look ?? now).who.seat;
  if (seat !== null && seat < now.seats.length) return seat;
  if (!look && (telling?.seat ?? null) !== null) return telling.seat;
  if (decides !== null) lastSeat = decides;
  return Math.min(lastSeat, now.seats.length - 1);
}

const playedBy = ({ who }) => (who === "person" ? "a person" : titleOf(who));

function drawPlayers(state) {
  const { now, look } = state;
  const decides = (look ?? now).who.seat;
  const seen = seatShown(state);
  for (const one of document.querySelectorAll("#mats .zone")) one.hidden = Number(one.dataset.seat) !== seen;
  if (!changed("players", now.seats, decides, now.game, seen)) return;
  put(byId("players"), now.seats.map((one) => h("li", {},
    h("button", {
      type: "button", class: one.seat === decides ? "player decides" : "player", "aria-pressed": String(one.seat === seen), "data-seat": one.seat,
      "data-key": `player-${one.seat}`, onclick: () => update({ seat: state.seat === one.seat ? null : one.seat }),
      title: `${one.name}: ${playedBy(one)}`,
    }, dot(one.seat), h("b", {}, one.name), one.who === "person" ? null : face(mateOf(one.who)), h("small", {}, playedBy(one)),
    one.seat === decides ? h("span", { class: "unseen" }, "decides") : null))));
}

function drawClocks() {
  const { clocks } = shown();
  if (!changed("clocks", clocks)) return;
  put(byId("clocks"), clocks.map((one) => h("li", { class: `clock alarm-${one.alarm}` }, h("span", {}, one.label, " ", h("b", {}, one.words || `${one.value}`)),
    h("span", { class: "meter-ground", "aria-hidden": "true" }, h("i", { class: "meter", style: `width: ${(100 * one.value) / Math.max(1, one.most)}%` })))));
}

function drawTabs() {
  const table = byId("table");
  const { tab } = table.dataset;
  const choose = (name) => () => {
    table.dataset.tab = name;
    drawTabs();
  };
  const shared = document.querySelector("#shared .zone");
  put(byId("tabs"), TABS.filter(([name]) => name !== "shared" || shared).map(([name, words]) =>
    h("button", { type: "button", class: "button small", "aria-pressed": String(tab === name), "data-key": `tab-${name}`, onclick: choose(name) }, words)));
}

export function drawTable(state) {
  const focused = document.activeElement;
  if (focused && focused !== document.body) focusLost = focused.matches(":focus-visible") ? focused.closest("#bar, #drawer, #board, #side")?.id : null;
  drawBar(state);
  drawAsked(state);
  drawZones(state);
  drawPlayers(state);
  drawClocks();
  drawTabs();
  put(byId("log-slider"), drawSlider(state));
  drawCards(state);
  const { text } = state.now.who; // said aloud once
  if (changed("announced", text)) byId("live").textContent = text;
  for (const name of ["picture", "things", "choices", "verbs"]) tabStop(name);
  document.body.classList.toggle("is-looking", Boolean(state.look || state.whatif));
  if (!focusLost || document.activeElement !== document.body) return;
  // What came in place of what had the focus has it, so that the keyboard goes on there.
  const stop = '[data-roving][tabindex="0"]';
  (document.querySelector(`#${focusLost} ${stop}`) ?? document.querySelector(`#bar ${stop}`))?.focus({ preventScroll: true });
}

function tabStop(name) {
  const members = [...document.querySelectorAll(`[data-roving="${name}"]`)];
  if (!members.length) return;
  const stop = members.find((one) => one === document.activeElement) ?? members[0];
  for (const one of members) one.setAttribute("tabindex", one === stop ? "0" : "-1");
}
