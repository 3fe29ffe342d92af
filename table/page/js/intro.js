// A short introduction to click through: what is on the table and what one does with it.

import { closeDialog, footButton, openDialog } from "./dialogs.js";
import { drawStack, exposedColumns } from "./cube.js";
import { byId, h, label, put, s } from "./dom.js";
import { showNewGame } from "./newgame.js";
import { chest, inline, itemSign, mobToken, numberDie, blocksDie, pawn, portal, block, heart } from "./signs.js";

const CELL = 46;
const COLOURS = ["red", "gray", "gold", "brown", "black"];

function strip(width, draw, height = 3) {
  let grid = "";
  for (let i = 0; i <= width; i += 1) grid += `M${i * CELL} 0v${height * CELL}`;
  for (let i = 0; i <= height; i += 1) grid += `M0 ${i * CELL}h${width * CELL}`;
  return s("svg", { viewBox: `-2 -2 ${width * CELL + 4} ${height * CELL + 4}`, width: width * CELL, "aria-hidden": "true" },
    s("rect", { width: width * CELL, height: height * CELL, class: "ground" }), s("path", { d: grid, class: "grid" }), draw);
}

const place = (sign, row, column, size = 36) => sign(column * CELL + (CELL - size) / 2, row * CELL + (CELL - size) / 2, size);

/** A little board on which the piece goes where one clicks, step by step. */
function walking(say) {
  let at = [1, 0];
  let steps = 2;
  const box = h("div", {});
  const draw = () => put(box, strip(5, [
    s("rect", { x: 2 * CELL, y: 0, width: CELL, height: CELL, fill: "#7c2a26" }),
    s("path", { d: `M${2 * CELL + 4} 16l8 6 8-12 8 14 8-10M${2 * CELL + 4} 36l8-6 8 10 8-14 8 10`, fill: "none", stroke: "#ffb48a", "stroke-width": 3 }),
    place(chest, 1, 2, 30), place((x, y, size) => pawn("pink", x, y, size), at[0], at[1]),
    steps ? [[0, 1], [1, 0], [-1, 0], [0, -1]].map(([r, c]) => [at[0] + r, at[1] + c]).filter(([r, c]) => r >= 0 && c >= 0 && r < 3 && c < 5).map(([r, c]) =>
      s("g", { class: "pick", role: "button", tabindex: 0, "aria-label": `Go to row ${r}, column ${c}`, onclick: () => go(r, c) },
        s("rect", { x: c * CELL + 2, y: r * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 4, class: "pick-ground" }))) : null,
  ]));
  const go = (r, c) => {
    at = [r, c];
    steps -= 1;
    if (r === 0 && c === 2) say("Magma: each time it is entered it costs a heart.");
    else if (r === 1 && c === 2) say("You end on the chest: you may open it, and every player finds an item.");
    else if (!steps) say("Both steps are used; the boots lie down until they are repaired. Press Back and Next to try again.");
    else say("One step is left.");
    draw();
  };
  draw();
  return box;
}

/** A little cube from which exposed blocks can be taken. */
function miningBox(say) {
  const columns = Array.from({ length: 16 }, (_, i) => ({ blocks: Array.from({ length: 3 }, (_, n) => COLOURS[(i * 7 + n * 3) % 5]) }));
  const box = h("div", {});
  const draw = () => {
    const exposed = new Set(exposedColumns(columns.map((one) => one.blocks.length)));
    const cube = { columns: columns.map((one, i) => ({ ...one, height: one.blocks.length, exposed: exposed.has(i) })) };
    const picks = new Map([...exposed].map((i) => [i, {
      text: "Mine this block",
      pick: () => {
        const colour = columns[i].blocks.pop();
        say({
          red: "Red: somebody's hearts are filled to six.", gray: "Gray: somebody's items are all repaired.", gold: "Gold: somebody finds an item.",
          brown: "Brown: an obstacle is covered for good.", black: "Black: a Netherite item gets among the next tiles.",
        }[colour] + " Or it goes to a piglin task.");
        draw();
      },
    }]));
    put(box, drawStack(cube, 0, picks));
  };
  draw();
  box.classList.add("intro-cube");
  return box;
}

const STEPS = [
  ["The way to go", "You begin on the left and walk to the right. Parts of the track lie face down; standing beside the next one, the team may turn it face up. At the far end is the portal, and its boss.",
    () => strip(5, [place((x, y, size) => pawn("pink", x, y, size), 1, 0), place((x, y, size) => pawn("blue", x, y, size), 2, 0), s("rect", { x: 3 * CELL, width: CELL, height: 3 * CELL, class: "face-down" }), label(3.5 * CELL, 1.5 * CELL + 10, "?", 30, "bold face-down-sign"), place(portal, 1, 4)])],
  ["Two dice, then two actions", "A turn begins with two dice. The blocks die takes a block out of the cube, with no good for anybody. The mob die wakes all mobs of that number, or brings a new one. Then the player on turn does two things.",
    () => h("div", { class: "dice-row" }, inline(70, (x, y, size) => blocksDie("gold", x, y, size)), inline(70, (x, y, size) => numberDie(2, x, y, size)))],
  ["Walk", "One step is an action. Boots take you further in one action. Click a space: two steps with these boots.", walking],
  ["Mine", "A block can be taken if nothing lies on it and two of its sides are open: the ringed ones. What you mine you use at once. Click one.", miningBox],
  ["The clock", "Some blocks have to go to three piglin tasks. Task A must be complete before the top layer of the cube is empty, B before the second, C before the third. Otherwise the game is lost at once.",
    () => h("div", { class: "task" }, h("span", { class: "task-name" }, "A"), inline(30, (x, y, size) => block("gold", x, y, size)), inline(30, (x, y, size) => block("gold", x, y, size)), h("span", { class: "soft" }, "one gold block is missing"))],
  ["Mobs", "The token says it all: the number that wakes it, its life beside the heart, how far it reaches beside the arrow. Armour takes the damage first, then your six hearts. One player without hearts loses the game for all.",
    () => h("div", { class: "dice-row" }, inline(84, (x, y, size) => mobToken({ kind: "ghast", number: 2, life: 2, reach: 2 }, x, y, size)), ...[1, 1, 1, 1, 0, 0].map((full) => inline(24, (x, y, size) => heart(x, y, size, full))))],
  ["Fight", "Swords reach the next space, bows further. At least as many hits as its life, and the mob is gone and you find an item. The page shows the chance before you choose. A used weapon lies down until it is repaired.",
    () => h("div", { class: "dice-row" }, inline(54, (x, y, size) => itemSign("sword", x, y, size)), ...[1, 2, 0].map((n) => inline(46, (x, y, size) => numberDie(n, x, y, size))))],
  ["Together", "All decisions are yours and the team's; bots advise only if you ask (Hint), and say why they did what they did (Why?). Undo takes anything back. Dotted words lead to rule cards. Have a good dash!",
    () => h("div", { class: "dice-row" }, ["pink", "blue", "yellow", "green"].map((colour) => inline(56, (x, y, size) => pawn(colour, x, y, size))))],
];

function showStep(n) {
  const [title, words, figure] = STEPS[n];
  const said = h("p", { class: "soft", role: "status" });
  const say = (sentence) => { said.textContent = sentence; };
  put(byId("dialog-body"), h("div", { class: "intro-step" }, h("h3", {}, title), h("p", {}, words), h("div", { class: "intro-figure" }, figure(say)), said));
  const last = n === STEPS.length - 1;
  put(byId("dialog-foot"), h("span", { class: "dots" }, `${n + 1} of ${STEPS.length}`),
    footButton("Back", () => showStep(n - 1), false, { disabled: n === 0 }),
    last ? footButton("New game", () => { closeDialog(); showNewGame(); }, true, { id: "intro-next" }) : footButton("Next", () => showStep(n + 1), true, { id: "intro-next" }));
  byId("intro-next").focus();
}

/** Opens the introduction. */
export function showIntroduction() {
  openDialog("How it is played", [], [footButton("Next", () => {})], {});
  showStep(0);
}
