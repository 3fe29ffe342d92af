// A new game: which one, its parameters as the server lists them, who sits where, seed, real table.

import { ask, enter } from "./actions.js";
import { closeDialog, fault, field, footButton, openDialog, options } from "./dialogs.js";
import { byId, capital, h, put } from "./dom.js";
import { keep, kept, read } from "./store.js";

let chosen = null;

const formOf = (rules) => read().hello.rules.find((one) => one.rules === rules);
const form = () => formOf(chosen.rules);
const players = () => chosen.scenario.players ?? 1;

/** Returns what a game begins with here: as the server was started, else as last time, else as usual. */
function begin(rules) {
  const { hello } = read();
  const before = kept("new", {});
  const started = hello.new.rules ?? hello.rules[0].rules;
  const wanted = rules ?? (formOf(before.rules) && !hello.given.length ? before.rules : started);
  const given = wanted === started ? Object.fromEntries(hello.given.map((name) => [name, hello.new[name]])) : {};
  const last = before.rules === wanted ? before : {};
  const { fields, partner, partners } = formOf(wanted);
  const scenario = Object.fromEntries(fields.map(({ name, values, default: usual }) => {
    const found = [given.scenario?.[name], last.scenario?.[name], usual].find((one) => values.includes(one));
    return [name, found ?? values[0]];
  }));
  const here = new Set(["person", ...partners.map((one) => one.name)]);
  const seats = (given.seats ?? last.seats ?? ["person"]).map((one) => (here.has(one) ? one : partner));
  chosen = { rules: wanted, scenario, seats, seed: given.seed ?? "", shared: given.shared ?? last.shared ?? "people", chance: given.chance ?? "sampled" };
}

const seatedAt = (seat) => chosen.seats[seat] ?? chosen.seats.find((one) => one !== "person") ?? form().partner;

/** Returns the measured strength of a partner in this scenario; undefined: not measured. */
const strength = (partner) => partner.strength.find((one) => Object.entries(one.axes).every(([axis, value]) => chosen.scenario[axis] === value));

function seatLine(seat) {
  const { partners } = form();
  const who = seatedAt(seat);
  const partner = partners.find((one) => one.name === who);
  const label = (one) => `${one.title}${strength(one) ? ` — wins ${Math.round(strength(one).won)} %` : ""}${one.slow ? ", slow" : ""}`;
  const take = (event) => change({ seats: Array.from({ length: players() }, (_, i) => (i === seat ? event.target.value : seatedAt(i))) });
  return h("div", { class: "seat-line" }, h("b", {}, `Seat ${seat}`),
    h("select", { "aria-label": `Who has seat ${seat}`, "data-key": `seat-${seat}`, id: `seat-${seat}`, onchange: take },
      h("option", { value: "person", selected: who === "person" }, "a person at this screen"),
      partners.map((one) => h("option", { value: one.name, selected: one.name === who }, label(one)))),
    partner ? h("small", {}, partner.sentence) : null);
}

function change(patch) {
  Object.assign(chosen, patch);
  fill();
}

const words = (name, value) => (value === null ? "drawn" : typeof value === "string" ? capital(value) : String(value));
const set = (name) => (value) => change({ scenario: { ...chosen.scenario, [name]: value } });

function axisField({ name, values, meaning }) {
  return h("fieldset", {}, h("legend", { title: meaning || null }, capital(name.replaceAll("_", " "))),
    options(name, values.map((value) => ({ value, words: words(name, value) })), chosen.scenario[name], set(name)));
}

function otherField({ name, values, meaning }) {
  const usable = values.filter((value) => name !== "first_player" || value === null || value < players());
  return field(capital(name.replaceAll("_", " ")), h("select", {
    "data-key": name, title: meaning || null, onchange: (event) => set(name)(usable[Number(event.target.value)]),
  }, usable.map((value, i) => h("option", { value: i, selected: value === chosen.scenario[name] }, words(name, value)))));
}

const isOpen = (selector) => document.querySelector(selector)?.open ?? false;

function fill() {
  const { rules } = read().hello;
  const { fields, axes } = form();
  if (chosen.scenario.first_player >= players()) chosen.scenario.first_player = null;
  const more = fields.filter((one) => !axes.includes(one.name));
  put(byId("dialog-body"),
    rules.length > 1 ? h("fieldset", {}, h("legend", {}, "Game"),
      options("rules", rules.map((one) => ({ value: one.rules, words: one.title })), chosen.rules, (value) => { begin(value); fill(); })) : null,
    fields.filter((one) => axes.includes(one.name)).map(axisField),
    h("fieldset", {}, h("legend", {}, "Who sits where"), Array.from({ length: players() }, (_, seat) => seatLine(seat)),
      h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "shared", checked: chosen.shared === "bots", onchange: (event) => change({ shared: event.target.checked ? "bots" : "people" }) }),
        h("span", {}, "Bots also take decisions of the whole team in their own turns ", h("span", { class: "soft" }, "(otherwise they are yours)")))),
    h("fieldset", {}, h("legend", {}, "Where the game lies"),
      options("chance", [{ value: "sampled", words: "On this screen", note: "dice fall here" }, { value: "explicit", words: "On a real table", note: "you say what falls" }], chosen.chance, (chance) => change({ chance })),
      chosen.chance === "explicit" ? h("p", { class: "soft" }, "Lay out what the picture shows first; then enter each roll, draw and revealed piece as it comes.") : null),
    h("details", { class: "more", open: isOpen("details.more") }, h("summary", {}, "More"),
      h("div", { class: "fields" }, more.map(otherField),
        field("Seed (left empty: drawn)", h("input", { type: "text", inputmode: "numeric", id: "seed", "data-key": "seed", value: chosen.seed, onchange: (event) => { chosen.seed = event.target.value.trim(); } })))));
}

async function create() {
  const seed = String(chosen.seed);
  if (seed && !/^\d+$/.test(seed)) {
    fault(new Error("The seed is a whole number, or left empty."));
    return;
  }
  const { rules, scenario, shared, chance } = chosen;
  const seats = Array.from({ length: players() }, (_, seat) => seatedAt(seat));
  const number = Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
  const made = await ask("new", { rules, scenario, seats, shared, chance, seed: seed ? number : null });
  if (!made) return;
  keep("new", { rules, scenario, seats, shared });
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
