// The list of kept games, and the menu of the open one.

import { ask, leave, load, open, refresh, save } from "./actions.js";
import { drawSpeed } from "./bar.js";
import { askForDice, drawChallenges, starred } from "./challenges.js";
import { closeDialog, field, footButton, openDialog, options } from "./dialogs.js";
import { byId, capital, changed, chooseFile, counted, h, put, times } from "./dom.js";
import { HELPS, isOn, turn } from "./helpers.js";
import { showNewGame } from "./newgame.js";
import { showDevices, showFault, showWishes } from "./people.js";
import { drawPuzzles, isTrial } from "./puzzles.js";
import * as sounds from "./sound.js";
import { formOf, kept, partnersHere, read } from "./store.js";

const SECRET = "People on several devices play this game: files of it would tell what is hidden, and come at its end.";
const SHOWN = 20; // games, unless all are asked for
let all = false;

const titleIn = (game, who) => formOf(game.rules)?.partners.find((one) => one.name === who)?.title ?? who;

/** Opens a game; one whose rules or parts have changed can be looked at, and is told why. */
async function visit(game) {
  const refused = await open(game.game);
  if (refused?.code !== "outdated") return;
  const view = await ask("view", { game: game.game });
  openDialog(game.name, [
    h("p", { role: "alert" }, `This game can only be looked at. ${refused.message}`),
    view ? h("img", { src: `/games/${game.game}/picture`, alt: "The board as it was last", class: "last" }) : null,
    view ? h("p", {}, h("b", {}, game.over ? capital(game.outcome) : view.text)) : null,
    view ? h("ul", { class: "happens" }, view.log.map((line) => h("li", {}, line))) : null,
  ], [h("a", { class: "button", href: `/games/${game.game}/save`, download: true }, "Save as a file"), footButton("Close", closeDialog, true)]);
}

function drawRecords(games) {
  const records = new Map();
  for (const game of games.filter((one) => one.over && one.seats.includes("person") && !isTrial(one.game))) {
    const partners = [...new Set(game.seats.filter((one) => one !== "person").map((one) => titleIn(game, one)))].join(", ");
    const key = `${game.title} · ${game.scenario ?? game.name} · ${partners ? `with ${partners}` : "without bots"}`;
    const [won, clean, played] = records.get(key) ?? [0, 0, 0];
    records.set(key, [won + Number(game.won), clean + Number(game.won && !game.undos), played + 1]);
  }
  if (!records.size) return null;
  return h("section", { id: "records" }, h("h2", { class: "card-title" }, "Your records"),
    h("ul", {}, [...records].map(([key, [won, clean, played]]) => h("li", {}, h("b", {}, `${won} of ${played} won`), won ? ` (${clean} without undo)` : "", ` ${key}`))));
}

/** Returns a bar for what is prepared behind the page; it goes on by itself. */
function drawWarming({ seconds, of, first }) {
  const bar = h("progress", { max: 100, value: Math.min(95, (100 * seconds) / of), "aria-label": "Preparing the games" });
  const begun = Date.now() - seconds * 1000;
  const timer = setInterval(() => {
    if (!bar.isConnected) clearInterval(timer);
    bar.value = Math.min(95, (Date.now() - begun) / 10 / of);
  }, 500);
  return h("div", { id: "warming", role: "status" }, h("p", {}, first ? `The games are being prepared for this machine: about ${of} seconds, once. A game can be set up meanwhile.` : "The games are being loaded."), bar);
}

function gameRow(game, main = false) {
  const state = game.over ? game.outcome : `turn ${game.turn}`;
  const remove = async () => {
    openDialog("Delete this game?", h("p", {}, `${game.name}, ${state}. It cannot be brought back.`), [
      footButton("Keep it", closeDialog), footButton("Delete", async () => {
        closeDialog();
        if (await ask("delete", { game: game.game })) refresh();
      }, true),
    ], { narrow: true });
  };
  const when = new Date(game.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const shot = h("img", { src: `/games/${game.game}/picture?${game.moves}`, alt: "", loading: "lazy", class: "shot", onerror: () => shot.remove() });
  return h("li", { class: "card game-row" }, shot,
    h("div", {}, h("b", {}, game.name), h("b", { class: `result ${!game.over ? "" : game.won ? "over" : "over lost"}` }, state, game.stars ? h("span", { class: "stars" }, ` ${starred(game.stars)}`) : null),
      h("small", {}, `${game.title ?? ""} · ${when} · ${counted(game.moves, "move")} · ${game.seats.map((who) => titleIn(game, who)).join(", ")}${game.chance === "explicit" ? " · real table" : ""}${game.undos ? ` · undo used ${times(game.undos)}` : ""}`)),
    h("button", { type: "button", class: main ? "button main" : "button small", id: main ? "continue" : null, "aria-label": `${game.over ? "Look" : "Continue"}: ${game.name}, ${state}`, onclick: () => visit(game) }, game.over ? "Look" : "Continue"),
    h("button", { type: "button", class: "button quiet small", "aria-label": `Delete ${game.name}`, onclick: remove }, "Delete"));
}

const loadFile = () => chooseFile(".json,application/json", async (text) => (await load(text)) && closeDialog());

export function drawStart() {
  const { hello } = read();
  const games = hello?.games ?? [];
  if (!changed("start", games, hello.warming, hello.rules, all, kept("puzzles", []), kept("daily", {}))) return;
  const box = byId("start");
  const next = games.find((one) => !one.over);
  const others = games.filter((one) => one !== next);
  put(box,
    h("section", { class: "hero" },
      h("div", {}, h("h1", {}, `Play ${hello?.rules.map((one) => one.title).join(", ") ?? ""}.`),
        h("p", {}, "Bots take the other seats, at this screen or beside the box on your table."),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "button main", id: "start-new", onclick: () => showNewGame() }, "New game"),
          h("button", { type: "button", class: "button", id: "start-friend", onclick: askForDice }, "A friend's dice")))),
    hello.warming ? drawWarming(hello.warming) : null,
    next ? h("section", {}, h("h2", { class: "card-title" }, "Continue"), h("ul", { class: "games" }, gameRow(next, true))) : null,
    drawChallenges(drawPuzzles()),
    drawRecords(games),
    h("section", {}, h("h2", { class: "card-title" }, games.length ? "Your games" : "No games yet"),
      h("ul", { class: "games" }, others.slice(0, all ? undefined : SHOWN).map((one) => gameRow(one))),
      others.length > SHOWN && !all ? h("button", { type: "button", class: "button small", id: "all-games", onclick: () => { all = true; drawStart(); } }, `All ${games.length} games`) : null),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button small", onclick: loadFile }, "Load a file")));
}

function seatLines(now) {
  const partners = partnersHere();
  return now.seats.map((seat) => field(capital(seat.name), h("select", {
    onchange: (event) => ask("seat", { game: now.game, seat: seat.seat, who: event.target.value }),
  }, [["person", "a person"], ...partners.map((one) => [one.name, one.title])].map(([value, words]) =>
    h("option", { value, selected: value === seat.who }, words)))));
}

export function showMenu() {
  const { now } = read();
  const rename = async ({ target }) => {
    if (!await ask("rename", { game: now.game, name: target.value })) target.value = read().now?.name ?? now.name;
  };
  const name = h("input", { type: "text", value: now.name, maxlength: 80, id: "name", onchange: rename });
  openDialog("This game", [
    field("Name", name),
    h("div", { class: "narrow-only" }, field("Speed", drawSpeed(now))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", id: "save", disabled: now.secret, title: now.secret ? SECRET : null, onclick: save }, "Save as a file"),
      h("button", { type: "button", class: "button", onclick: loadFile }, "Load a file"),
      h("button", { type: "button", class: "button", onclick: () => showNewGame() }, "New game"),
      h("button", { type: "button", class: "button", onclick: showDevices, id: "show-devices" }, "Devices"),
      now.seats.some((one) => one.who !== "person") ? h("button", { type: "button", class: "button", onclick: showWishes, id: "show-wishes" }, "Requests to partners") : null,
      h("button", { type: "button", class: "button", disabled: now.secret, title: now.secret ? SECRET : null, onclick: showFault, id: "show-fault" }, "Something is wrong")),
    now.secret ? h("p", { class: "soft", id: "secret" }, SECRET) : null,
    h("fieldset", {}, h("legend", {}, "Help"), Object.entries(HELPS).map(([name, words]) => h("label", { class: "check" },
      h("input", { type: "checkbox", id: `help-${name}`, checked: isOn(name), onchange: (event) => turn(name, event.target.checked) }), h("span", {}, words))),
      h("label", { class: "check" }, h("input", { type: "checkbox", id: "help-sound", checked: sounds.isOn(), onchange: () => byId("sound").click() }), h("span", {}, "Sounds"))),
    h("fieldset", {}, h("legend", {}, "Who sits where"), h("div", { class: "fields" }, seatLines(now))),
    h("fieldset", {}, h("legend", {}, "Decisions that are the team's"),
      options("shared", [{ value: "people", words: "People decide", note: "bots advise when asked" }, { value: "bots", words: "Whoever is on turn", note: "bots too" }],
        now.shared, (who) => ask("shared", { game: now.game, who }))),
  ], [footButton("All games", () => { closeDialog(); leave(); }), footButton("Close", closeDialog, true)]);
}
