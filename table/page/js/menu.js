// What can be done with the open game: name, seats, share, save.

import { ask, leave, save, share } from "./deeds.js";
import { closeDialog, field, footButton, openDialog, options } from "./dialogs.js";
import { capital, h } from "./dom.js";
import { showIntroduction } from "./intro.js";
import { showNewGame } from "./newgame.js";
import { notice } from "./notices.js";
import { chooseFile, showOpenText } from "./start.js";
import { read } from "./store.js";

async function showShare() {
  const answer = await share();
  if (!answer) return;
  const area = h("textarea", { rows: 5, readonly: true, "aria-label": "Text to share", id: "share-text" }, answer.text);
  const copy = async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(answer.text);
      notice("Copied.");
    } catch {
      notice("Select the text and copy it.");
    }
  };
  openDialog("Share this game", [
    h("p", { class: "soft" }, "The set-up, the seed and all moves as one text. Whoever opens it has the same game."), area,
  ], [footButton("Close", closeDialog), footButton("Copy", copy, true)], { narrow: true });
  area.select();
}

function seatLines(now) {
  const partners = read().hello?.partners ?? [];
  return now.seats.map((seat) => field(capital(seat.colour), h("select", {
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
    h("div", { class: "deeds" },
      h("button", { type: "button", class: "button", id: "share", onclick: showShare }, "Share as text"),
      h("button", { type: "button", class: "button", id: "save", onclick: save }, "Save as a file"),
      h("button", { type: "button", class: "button", onclick: chooseFile }, "Load a file"),
      h("button", { type: "button", class: "button", onclick: showOpenText }, "Open a shared text"),
      h("button", { type: "button", class: "button", onclick: showNewGame }, "New game"),
      h("button", { type: "button", class: "button", onclick: showIntroduction }, "How it is played")),
    h("fieldset", {}, h("legend", {}, "Who sits where"), h("div", { class: "fields" }, seatLines(now))),
    h("fieldset", {}, h("legend", {}, "Decisions that are the team's"),
      options("shared", [{ value: "people", words: "People decide", note: "bots advise when asked" }, { value: "bots", words: "Whoever is on turn", note: "bots too" }],
        now.shared, (who) => ask("shared", { game: now.game, who }))),
  ], [footButton("All games", () => { closeDialog(); leave(); }), footButton("Close", closeDialog, true)]);
}
