// A new game: level or a custom one, players, who sits where, boss, edition, seed, real table.

import { ask, enter } from "./actions.js";
import { closeDialog, fault, field, footButton, openDialog, options } from "./dialogs.js";
import { byId, capital, h, put } from "./dom.js";
import { inline, pawn } from "./drawings.js";
import { drawSetup, fetchSetup } from "./real_table.js";
import { keep, kept, read } from "./store.js";

const COLOURS = ["pink", "blue", "yellow", "green"];
const BASE = ["magma cube", "ghast", "enderman"];

let chosen = null;
let setup = null;

/** Returns what was asked for where the server was started: it goes before what was chosen here last time. */
const startedWith = ({ new: defaults, given }) => Object.fromEntries(given.map((name) => [name, defaults[name]]));

function begin() {
  const defaults = read().hello.new;
  const { partner } = read().hello;
  const before = { ...kept("new", {}), ...startedWith(read().hello) };
  const own = typeof defaults.level === "object";
  const custom = own ? defaults.level : before.custom ?? { tiles: 3, mobs: { hoglin: 3 }, bosses: [["wildfire", "easy"]] };
  chosen = { ...defaults, ...before, seed: defaults.seed ?? null, own, custom };
  if (own) chosen.level = 1;
  const here = new Set(["person", ...read().hello.partners.map((one) => one.name)]);
  chosen.seats = chosen.seats.map((one) => (here.has(one) ? one : partner));
  chosen.seats = Array.from({ length: 4 }, (_, i) => chosen.seats[i] ?? chosen.seats.find((one) => one !== "person") ?? partner);
  setup = null;
}

const levelAsked = () => (chosen.own ? { tiles: chosen.custom.tiles, mobs: { ...chosen.custom.mobs }, bosses: chosen.custom.bosses } : chosen.level);
const opensBoss = () => !chosen.own && read().hello.levels.find((one) => one.level === chosen.level)?.open_boss;
/** Returns the boss of a level that leaves it open; what was chosen for another level is kept, but not sent. */
const bossAsked = () => (opensBoss() ? chosen.boss : null);

/** Returns the measured strength of a partner at this level and number of players; undefined: not measured. */
const strength = (partner) =>
  chosen.own ? undefined : partner.strength.find((one) => one.level === chosen.level && one.players === chosen.players);

/** Returns what is known of a partner, in words. */
function describePartner(partner) {
  const row = strength(partner);
  const words = chosen.own ? "Custom levels are not rated."
    : row ? `${chosen.players > 1 ? "A whole team of it" : "Alone it"} wins ${row.won} % of games at this level.` : "Not rated yet at this level.";
  return `${partner.sentence} ${words}`;
}

function seatLine(seat) {
  const { partners } = read().hello;
  const partner = partners.find((one) => one.name === chosen.seats[seat]);
  const label = (one) => {
    const row = strength(one);
    return `${one.title}${row ? ` — wins ${Math.round(row.won)} %` : chosen.own ? "" : " — not rated yet"}${one.slow ? ", slow" : ""}`;
  };
  const note = partner ? describePartner(partner) : null;
  return h("div", { class: "seat-line" },
    inline(26, (x, y, size) => pawn(COLOURS[seat], x, y, size)), h("b", {}, capital(COLOURS[seat])),
    h("select", { "aria-label": `Who plays ${COLOURS[seat]}`, "data-key": `seat-${seat}`, id: `seat-${seat}`, onchange: (event) => change({ seats: chosen.seats.map((one, i) => (i === seat ? event.target.value : one)) }) },
      h("option", { value: "person", selected: chosen.seats[seat] === "person" }, "a person at this screen"),
      partners.map((one) => h("option", { value: one.name, selected: one.name === chosen.seats[seat] }, label(one)))),
    note ? h("small", {}, note) : null);
}

function levelNote(level) {
  const mobs = Object.keys(level.mobs).filter((kind) => !BASE.includes(kind));
  const bosses = level.open_boss ? "either boss" : level.bosses.map(([kind, side]) => `${capital(kind)} ${side}`).join(" and ");
  return `${level.tiles} tiles, ${mobs.length ? `also ${mobs.join(", ")}` : "basic mobs"}, ${bosses}`;
}

function customFields() {
  const { custom } = read().hello;
  const mine = chosen.custom;
  const set = (patch) => change({ custom: { ...mine, ...patch } });
  const boss = (name) => mine.bosses.find(([kind]) => kind === name)?.[1] ?? "none";
  return h("div", { class: "fields" },
    field("Tiles", h("select", { "data-key": "tiles", onchange: (event) => set({ tiles: Number(event.target.value) }) },
      Array.from({ length: custom.tiles[1] - custom.tiles[0] + 1 }, (_, i) => custom.tiles[0] + i).map((n) => h("option", { value: n, selected: n === mine.tiles }, String(n))))),
    custom.mobs.filter((kind) => !BASE.includes(kind)).map((kind) => field(capital(`${kind}s`), h("select", {
      "data-key": kind,
      onchange: (event) => {
        const mobs = { ...mine.mobs, [kind]: Number(event.target.value) };
        if (!mobs[kind]) delete mobs[kind];
        set({ mobs });
      },
    }, Array.from({ length: custom.most_mobs + 1 }, (_, n) => h("option", { value: n, selected: n === (mine.mobs[kind] ?? 0) }, n ? String(n) : "none"))))),
    custom.bosses.map((name) => field(capital(name), h("select", {
      "data-key": name,
      onchange: (event) => {
        const bosses = custom.bosses.map((one) => [one, one === name ? event.target.value : boss(one)]).filter(([, side]) => side !== "none");
        if (bosses.length) set({ bosses });
        else fill();
      },
    }, ["none", ...custom.sides].map((side) => h("option", { value: side, selected: side === boss(name) }, side))))));
}

function change(patch) {
  Object.assign(chosen, patch);
  if ("level" in patch || "players" in patch || "custom" in patch || "own" in patch || "edition" in patch || "boss" in patch || "chance" in patch) setup = null;
  fill();
}

const isOpen = (selector) => document.querySelector(selector)?.open ?? false;

function fill() {
  const { levels, editions } = read().hello;
  const level = levels.find((one) => one.level === chosen.level);
  put(byId("dialog-body"),
    h("fieldset", {}, h("legend", {}, "Level"),
      options("level", [...levels.map((one) => ({ value: one.level, words: String(one.level), note: `difficulty ${one.difficulty}` })), { value: "own", words: "Custom", note: "your own" }],
        chosen.own ? "own" : chosen.level, (value) => change(value === "own" ? { own: true } : { own: false, level: value })),
      chosen.own ? customFields() : h("p", { class: "soft" }, levelNote(level))),
    h("fieldset", {}, h("legend", {}, "Players"),
      options("players", [1, 2, 3, 4].map((n) => ({ value: n, words: String(n) })), chosen.players, (players) => change({ players }))),
    h("fieldset", {}, h("legend", {}, "Who sits where"), Array.from({ length: chosen.players }, (_, seat) => seatLine(seat)),
      h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "shared", checked: chosen.shared === "bots", onchange: (event) => change({ shared: event.target.checked ? "bots" : "people" }) }),
        h("span", {}, "Bots also take the team's decisions in their own turns ", h("span", { class: "soft" }, "(otherwise they are yours)")))),
    h("fieldset", {}, h("legend", {}, "Where the game lies"),
      options("chance", [{ value: "sampled", words: "On this screen", note: "dice fall here" }, { value: "explicit", words: "On a real table", note: "you tap in what falls" }], chosen.chance, (chance) => change({ chance })),
      chosen.chance === "explicit" ? h("div", { id: "setup" }) : null),
    h("details", { class: "more", open: isOpen("details.more") }, h("summary", {}, "More: boss, edition, seed"),
      h("div", { class: "fields" },
        opensBoss() ? field("Boss", h("select", { "data-key": "boss", onchange: (event) => change({ boss: event.target.value || null }) },
          ["", "wildfire", "ancient hoglin"].map((one) => h("option", { value: one, selected: (chosen.boss ?? "") === one }, one ? capital(one) : "drawn")))) : null,
        field("Edition", h("select", { "data-key": "edition", onchange: (event) => change({ edition: event.target.value }) },
          editions.map((one) => h("option", { value: one, selected: one === chosen.edition }, one === "en" ? "English" : "French and Dutch")))),
        field("Seed (left empty: drawn)", h("input", { type: "text", inputmode: "numeric", id: "seed", "data-key": "seed", value: chosen.seed ?? "", onchange: (event) => { chosen.seed = event.target.value.trim(); } })))));
  if (chosen.chance === "explicit") showSetup();
}

async function showSetup() {
  const box = byId("setup");
  try {
    setup ??= await fetchSetup({ level: levelAsked(), players: chosen.players, edition: chosen.edition, boss: bossAsked() });
    if (setup && box?.isConnected) put(box, drawSetup(setup, (other) => { setup = other ?? setup; showSetup(); }));
  } catch (error) {
    fault(error);
  }
}

async function create() {
  const seed = String(chosen.seed ?? "").trim();
  if (seed && !/^\d+$/.test(seed)) {
    fault(new Error("The seed is a whole number, or left empty."));
    return;
  }
  const seats = chosen.seats.slice(0, chosen.players);
  const fields = {
    level: levelAsked(), players: chosen.players, seats, shared: chosen.shared, edition: chosen.edition,
    boss: bossAsked(), seed: seed ? (Number.isSafeInteger(Number(seed)) ? Number(seed) : seed) : null, chance: chosen.chance,
    ...(chosen.chance === "explicit" && setup?.use ? { setup: setup.position } : {}),
  };
  const made = await ask("new", fields);
  if (!made) return;
  keep("new", { level: chosen.level, players: chosen.players, seats: chosen.seats, shared: chosen.shared, edition: chosen.edition, custom: chosen.custom });
  closeDialog();
  enter(made.game);
}

/** Opens the dialog for a new game. */
export function showNewGame() {
  if (!read().hello) return;
  begin();
  openDialog("New game", [], [
    footButton("Cancel", closeDialog), footButton("Begin", create, true, { id: "begin" }),
  ]);
  fill();
}
