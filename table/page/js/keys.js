// The keyboard.

import { endLook, endTrial, explain, hint, pace, redo, stepBot, undo } from "./actions.js";
import { openDialog } from "./dialogs.js";
import { byId, capital, h } from "./dom.js";
import { goBy, replay, stepTurn, stopReplay } from "./history.js";
import { showNewGame } from "./newgame.js";
import { showRules } from "./rules.js";
import { mayChoose, read, update } from "./store.js";

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Moves the focus within a group, to the nearest member in a direction. */
function rove(from, [down, right]) {
  const members = [...document.querySelectorAll(`[data-roving="${from.dataset.roving}"]`)];
  const place = (one) => one.getBoundingClientRect();
  const far = (one) => {
    const [y, x] = [place(one).top - place(from).top, place(one).left - place(from).left];
    const ahead = y * down + x * right;
    return ahead > 1 ? ahead + 2 * Math.abs(y * right + x * down) : Infinity;
  };
  const goal = members.filter((one) => far(one) < Infinity).sort((a, b) => far(a) - far(b))[0];
  if (!goal) return;
  from.setAttribute("tabindex", "-1");
  goal.setAttribute("tabindex", "0");
  goal.focus();
}

function back() {
  const { whatif, look, advice } = read();
  if (whatif) endTrial();
  else if (look) { stopReplay(); endLook(); }
  else if (advice) update({ advice: null });
  else update({ trying: false, drawer: false, kind: null });
}

function toChoices() {
  update({ drawer: true, kind: null });
  setTimeout(() => document.querySelector("#choices [data-roving], #drawer .chip")?.focus());
}

// What keys are for, and what each does.
const KEYS = [
  ["to the choices; arrow keys move, Enter takes", { c: toChoices }],
  ["to the picture; arrow keys go from one choice to the next", { b: () => document.querySelector('[data-roving="picture"][tabindex="0"]')?.focus() }],
  ["hint", { h: hint }],
  ["the rules, in six cards", { g: () => showRules() }],
  ["what if: try a choice without taking it (also Shift and a click)", { w: () => (mayChoose() ? update({ trying: !read().trying }) : null) }],
  ["leave a trial, a look back, advice", { Esc: back }],
  ["undo", { u: () => read().now.moves && undo() }],
  ["redo", { r: () => read().now.of > read().now.moves && redo() }],
  ["look one move back or on", { ",": () => goBy(-1), ".": () => goBy(1) }],
  ["look one turn back or on", { "<": () => stepTurn(-1), ">": () => stepTurn(1) }],
  ["replay", { l: replay }],
  ["pause the bots or let them play on", { p: () => pace(read().now.pace.mode === "run" ? "pause" : "run", read().now.pace.seconds) }],
  ["one step of a bot", { s: () => read().now.who.kind === "bot" && stepBot() }],
  ["why the last move was made", { y: () => read().now.moved && explain(read().now.moved) }],
  ["new game", { n: () => showNewGame() }],
  ["these keys", { "?": showKeys }],
];
const ACTIONS = Object.assign({}, ...KEYS.map(([, actions]) => actions));

export function showKeys() {
  openDialog("Keys", h("dl", { class: "keys" }, KEYS.map(([words, actions]) =>
    [h("dt", { class: "buttons" }, Object.keys(actions).map((key) => h("kbd", {}, capital(key)))), h("dd", {}, words)])), [], { narrow: true });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { target } = event;
  if (byId("dialog").open || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const way = WAYS[event.key];
  const key = event.key.toLowerCase();
  if (way && target.dataset?.roving) rove(target, way);
  else if ((event.key === "Enter" || event.key === " ") && target.getAttribute?.("role") === "button") target.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: event.shiftKey }));
  else if (event.key === "Escape" && read().now) back();
  else if (ACTIONS[key] && (read().now || "n?".includes(key))) ACTIONS[key]();
  else return;
  event.preventDefault();
});
