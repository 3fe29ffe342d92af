// The keyboard.

import { endLook, endTrial, explain, hint, pace, redo, stepBot, undo } from "./actions.js";
import { openDialog } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { go, pointNow, replay, stepTurn, stopReplay } from "./history.js";
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

const focusFirst = (name) => document.querySelector(`[data-roving="${name}"][tabindex="0"]`)?.focus();

function back() {
  const { whatif, look, advice } = read();
  if (whatif) endTrial();
  else if (look) { stopReplay(); endLook(); }
  else if (advice) update({ advice: null });
  else update({ trying: false, drawer: false, kind: null });
}

function shortcuts(menu) {
  const step = (by) => () => { stopReplay(); go(pointNow() + by); };
  return {
    c: () => {
      update({ drawer: true, kind: null });
      setTimeout(() => document.querySelector("#choices [data-roving], #drawer .chip")?.focus());
    },
    b: () => focusFirst("picture"),
    h: hint,
    w: () => (mayChoose() ? update({ trying: !read().trying }) : null),
    y: () => read().now.moved && explain(read().now.moved.at),
    u: () => read().now.moves && undo(),
    r: () => read().now.of > read().now.moves && redo(),
    p: () => pace(read().now.pace.mode === "run" ? "pause" : "run", read().now.pace.seconds),
    s: () => read().now.who.kind === "bot" && stepBot(),
    ",": step(-1), ".": step(1), "<": () => stepTurn(-1), ">": () => stepTurn(1), l: replay,
    n: menu.newGame,
    "?": showKeys,
  };
}

const LIST = [
  [["C"], "to the choices; arrow keys move, Enter takes"], [["B"], "to the picture; arrow keys go from one choice to the next"],
  [["H"], "hint"], [["W"], "what if: try a choice without taking it (also Shift and a click)"],
  [["Esc"], "leave a trial, a look back, advice"], [["U"], "undo"], [["R"], "redo"],
  [[","], "and", ["."], "look one move back or on"], [["<"], "and", [">"], "look one turn back or on"], [["L"], "replay"], [["P"], "pause the bots or let them play on"], [["S"], "one step of a bot"],
  [["Y"], "why the last move was made"], [["N"], "new game"], [["?"], "these keys"],
];

/** Shows the list of keys. */
export function showKeys() {
  openDialog("Keys", h("dl", { class: "keys" }, LIST.flatMap((line) => {
    const keys = line.filter(Array.isArray).flat();
    return [h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, line.at(-1))];
  })), [], { narrow: true });
}

/** Listens to the keyboard. */
export function followKeys(menu) {
  const actions = shortcuts(menu);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    if (byId("dialog").open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const way = WAYS[event.key];
    if (way && target.dataset?.roving) rove(target, way);
    else if ((event.key === "Enter" || event.key === " ") && target.getAttribute?.("role") === "button") target.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: event.shiftKey }));
    else if (event.key === "Escape" && read().now) back();
    else if (actions[event.key.toLowerCase()] && (read().now || "n?".includes(event.key.toLowerCase()))) actions[event.key.toLowerCase()]();
    else return;
    event.preventDefault();
  });
}
