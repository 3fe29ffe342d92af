// The first page: games that can be gone on with, a new one, the introduction.

import { ask, load, open, refresh } from "./deeds.js";
import { footButton, openDialog, closeDialog } from "./dialogs.js";
import { byId, h, put, s, at } from "./dom.js";
import { enter } from "./deeds.js";
import { showIntroduction } from "./intro.js";
import { showNewGame } from "./newgame.js";
import { block, chest, mobToken, pawn, portal } from "./signs.js";
import { read, titleOf, update } from "./store.js";

const SHOWN = 8;

function picture() {
  const cell = 40;
  const tiles = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 5; column += 1) tiles.push(s("rect", { x: column * cell, y: row * cell, width: cell, height: cell, class: "ground", stroke: "none" }));
  }
  let grid = "";
  for (let i = 0; i <= 5; i += 1) grid += `M${i * cell} 0v${4 * cell}`;
  for (let i = 0; i <= 4; i += 1) grid += `M0 ${i * cell}h${5 * cell}`;
  return s("svg", { viewBox: "-2 -2 204 164", "aria-hidden": "true" }, tiles, s("path", { d: grid, class: "grid" }),
    s("rect", { x: 2 * cell, y: 0, width: cell, height: cell, fill: "#f08a2c" }), s("rect", { x: 2 * cell, y: cell, width: cell, height: cell, fill: "#f08a2c" }),
    s("path", { d: "M85 14q5-8 10 0t10 0 10 0M85 34q5-8 10 0t10 0 10 0M85 56q5-8 10 0t10 0 10 0M85 74q5-8 10 0t10 0 10 0", fill: "none", stroke: "#7d3300", "stroke-width": 2.4, "stroke-linecap": "round" }),
    pawn("pink", 4, 84, 32), pawn("blue", 44, 124, 32), mobToken({ kind: "ghast", number: 2, life: 2, reach: 2 }, 122, 42, 36),
    mobToken({ kind: "enderman", number: 1, life: 3, reach: 1 }, 122, 122, 36), chest(46, 6, 28), portal(164, 84, 32),
    at(84, 84, 1.3, block("gold", 0, 0, 24)));
}

function gameRow(game) {
  const state = game.over ? (game.outcome === "won" ? "won" : game.outcome === "lost" ? "lost" : "over") : `turn ${game.turn}`;
  const remove = async () => {
    openDialog("Delete this game?", h("p", {}, `${game.name}, ${state}. It cannot be brought back.`), [
      footButton("Keep it", closeDialog), footButton("Delete", async () => {
        closeDialog();
        if (await ask("delete", { game: game.game })) refresh();
      }, true),
    ], { narrow: true });
  };
  return h("li", { class: "card game-row" },
    h("div", {}, h("b", {}, game.name), h("small", {}, `${state} · ${game.moves} moves · ${game.seats.map(titleOf).join(", ")}${game.chance === "explicit" ? " · real table" : ""}${game.marked ? " · other dice" : ""}`)),
    h("button", { type: "button", class: "button small", "aria-label": `${game.over ? "Look" : "Go on"}: ${game.name}, ${state}`, onclick: () => open(game.game) }, game.over ? "Look" : "Go on"),
    h("button", { type: "button", class: "button quiet small", "aria-label": `Delete ${game.name}`, onclick: remove }, "Delete"));
}

/** Opens a game from a text that somebody shared. */
export function showOpenText() {
  const area = h("textarea", { rows: 4, "aria-label": "Shared text", placeholder: "PD1…", id: "shared-text" });
  const take = async () => {
    const made = await ask("open_text", { text: area.value.trim() });
    if (!made) return;
    closeDialog();
    enter(made.game);
  };
  openDialog("Open a shared game", [h("p", { class: "soft" }, "Paste the text. It holds the seed and the moves; the game opens as it was left."), area],
    [footButton("Cancel", closeDialog), footButton("Open", take, true, { id: "open-shared" })], { narrow: true });
}

/** Lets somebody choose a saved file. */
export function chooseFile() {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (file && await load(await file.text())) closeDialog();
  });
  input.click();
}

/** Draws the first page. */
export function drawStart() {
  const { hello } = read();
  const games = hello?.games ?? [];
  const box = byId("start");
  put(box,
    h("section", { class: "hero" },
      h("div", {}, h("h1", {}, "Cross the track, open the portal, beat the boss."),
        h("p", {}, "A co-operative board game for one to four. Bots take the other seats, at this screen or beside the box on your table."),
        h("div", { class: "deeds" },
          h("button", { type: "button", class: "button main", id: "start-new", onclick: () => showNewGame() }, "New game"),
          h("button", { type: "button", class: "button", id: "start-intro", onclick: showIntroduction }, "How it is played"))),
      picture()),
    h("section", {}, h("h2", { class: "card-title" }, games.length ? "Your games" : "No games yet"),
      h("ul", { class: "games" }, games.slice(0, read().allGames ? games.length : SHOWN).map(gameRow)),
      games.length > SHOWN && !read().allGames
        ? h("button", { type: "button", class: "button quiet small", onclick: () => update({ allGames: true }) }, `All ${games.length} games`) : null),
    h("div", { class: "deeds" },
      h("button", { type: "button", class: "button small", onclick: chooseFile }, "Load a file"),
      h("button", { type: "button", class: "button small", id: "open-text", onclick: showOpenText }, "Open a shared text")));
}
