// Puts the table together: picture, players, decision, history, log.

import { drawDecision } from "./decision.js";
import { byId, changed, h, put } from "./dom.js";
import { drawLog, drawSlider } from "./history.js";
import { dot } from "./dots.js";
import { drawPicture } from "./picture.js";
import { titleOf } from "./store.js";

let announced = "";
let focusLost = null; // the panel in which the keyboard was, until there is something to choose again

function drawPlayers({ now, look }) {
  const decides = (look ?? now).who.seat;
  if (!changed("players", now.seats, decides, now.game)) return;
  put(byId("players"), now.seats.map((one) => h("li", { class: one.seat === decides ? "player decides" : "player" },
    dot(one.seat), h("b", {}, one.name), h("small", {}, one.who === "person" ? "a person" : titleOf(one.who)),
    one.seat === decides ? h("span", { class: "unseen" }, "decides") : null)));
}

/** Says aloud whose decision it is, once. */
function announce({ who, ending }) {
  const words = ending?.text ?? who.text;
  if (words === announced) return;
  announced = words;
  byId("live").textContent = words;
}

/** Draws the table anew from what the page knows. */
export function drawTable(state) {
  const focused = document.activeElement;
  if (focused && focused !== document.body) focusLost = focused.matches(":focus-visible") ? focused.closest("#decision, #picture")?.id : null;
  put(byId("decision"), drawDecision(state));
  drawPicture(state);
  drawPlayers(state);
  put(byId("log-slider"), drawSlider(state));
  drawLog(state);
  announce(state.now);
  for (const name of ["picture", "choices"]) tabStop(name);
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
