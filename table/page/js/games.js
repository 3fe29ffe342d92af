// The list of kept games, and the menu of the open one.

import { ask, leave, load, open, refresh, save } from "./actions.js";
import { closeDialog, field, footButton, openDialog, options } from "./dialogs.js";
import { byId, capital, h, put } from "./dom.js";
import { showNewGame } from "./newgame.js";
import { partnersHere, read } from "./store.js";

function gameRow(game) {
  const state = game.over ? game.outcome : `turn ${game.turn}`;
  const remove = async () => {
    openDialog("Delete this game?", h("p", {}, `${game.name}, ${state}. It cannot be brought back.`), [
      footButton("Keep it", closeDialog), footButton("Delete", async () => {
        closeDialog();
        if (await ask("delete", { game: game.game })) refresh();
      }, true),
    ], { narrow: true });
  };
  return h("li", { class: "card game-row" },
    h("div", {}, h("b", {}, game.name), h("small", {}, `${game.title ?? ""} · ${state} · ${game.moves} moves · ${game.seats.join(", ")}${game.chance === "explicit" ? " · real table" : ""}`)),
    h("button", { type: "button", class: "button small", "aria-label": `${game.over ? "Look" : "Go on"}: ${game.name}, ${state}`, onclick: () => open(game.game) }, game.over ? "Look" : "Go on"),
    h("button", { type: "button", class: "button quiet small", "aria-label": `Delete ${game.name}`, onclick: remove }, "Delete"));
}

/** Lets somebody choose a saved file. */
function chooseFile() {
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
      h("div", {}, h("h1", {}, `Play ${hello?.rules.map((one) => one.title).join(", ") ?? ""}.`),
        h("p", {}, "Bots take the other seats, at this screen or beside the box on your table."),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "button main", id: "start-new", onclick: () => showNewGame() }, "New game")))),
    h("section", {}, h("h2", { class: "card-title" }, games.length ? "Your games" : "No games yet"),
      h("ul", { class: "games" }, games.map(gameRow))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button small", onclick: chooseFile }, "Load a file")));
}

function seatLines(now) {
  const partners = partnersHere();
  return now.seats.map((seat) => field(capital(seat.name), h("select", {
    onchange: (event) => ask("seat", { game: now.game, seat: seat.seat, who: event.target.value }),
  }, [["person", "a person"], ...partners.map((one) => [one.name, one.title])].map(([value, words]) =>
    h("option", { value, selected: value === seat.who }, words)))));
}

/** Opens the menu of the game. */
export function showMenu() {
  const { now } = read();
  const rename = async ({ target }) => {
    if (!await ask("rename", { game: now.game, name: target.value })) target.value = read().now?.name ?? now.name;
  };
  const name = h("input", { type: "text", value: now.name, maxlength: 80, id: "name", onchange: rename });
  openDialog("This game", [
    field("Name", name),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", id: "save", onclick: save }, "Save as a file"),
      h("button", { type: "button", class: "button", onclick: chooseFile }, "Load a file"),
      h("button", { type: "button", class: "button", onclick: showNewGame }, "New game")),
    h("fieldset", {}, h("legend", {}, "Who sits where"), h("div", { class: "fields" }, seatLines(now))),
    h("fieldset", {}, h("legend", {}, "Decisions that are the team's"),
      options("shared", [{ value: "people", words: "People decide", note: "bots advise when asked" }, { value: "bots", words: "Whoever is on turn", note: "bots too" }],
        now.shared, (who) => ask("shared", { game: now.game, who }))),
  ], [footButton("All games", () => { closeDialog(); leave(); }), footButton("Close", closeDialog, true)]);
}
