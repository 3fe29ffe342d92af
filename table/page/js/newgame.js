// A new game: which one, its parameters as the server lists them, who sits where, seed, real table.

import { ask, enter } from "./actions.js";
import { showBox } from "./box.js";
import { closeDialog, fault, field, footButton, openDialog, options } from "./dialogs.js";
import { byId, capital, h, put } from "./dom.js";
import { face } from "./faces.js";
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
  chosen = { rules: wanted, scenario, seats, seed: given.seed ?? "", shared: given.shared ?? last.shared ?? "people", chance: given.chance ?? "sampled", box: formOf(wanted).box };
}

const seatedAt = (seat) => chosen.seats[seat] ?? chosen.seats.find((one) => one !== "person") ?? form().partner;

/** Returns the measured strength of a partner in this scenario; undefined: not measured. */
const strength = (partner) => partner.strength.find((one) => Object.entries(one.axes).every(([axis, value]) => chosen.scenario[axis] === value));

function seatLine(seat) {
  const { partners } = form();
  const who = seatedAt(seat);
  const partner = partners.find((one) => one.name === who);
  const rate = (one) => (strength(one) ? `wins ${Math.round(strength(one).won)} %${one.slow ? ", slow" : ""}` : one.slow ? "slow" : "");
  const label = (one) => [one.title, rate(one)].filter(Boolean).join(" — ");
  const mates = partners.filter((one) => one.mate !== null).sort((a, b) => a.mate - b.mate);
  const more = partners.filter((one) => one.mate === null);
  const sit = (name) => change({ seats: Array.from({ length: players() }, (_, i) => (i === seat ? name : seatedAt(i))) });
  return h("div", { class: "seat-line" }, h("b", {}, `Seat ${seat}`),
    h("div", { class: "seat-choice" },
      options(`seat-${seat}`, [
        { value: "person", words: "A person" },
        ...mates.map((one) => ({ value: one.name, words: [face(one.mate), one.title], note: rate(one) || "not measured" })),
      ], who, sit),
      more.length ? h("select", { "aria-label": `Another agent for seat ${seat}`, "data-key": `more-${seat}`, id: `seat-${seat}`, onchange: (event) => sit(event.target.value || form().partner) },
        h("option", { value: "", selected: !more.includes(partner) }, "more …"),
        more.map((one) => h("option", { value: one.name, selected: one.name === who }, label(one)))) : null),
    partner ? h("small", {}, partner.sentence) : null);
}

function change(patch) {
  Object.assign(chosen, patch);
  fill();
}

const words = (value) => (value === null ? "drawn" : typeof value === "string" ? capital(value) : String(value));

function parameter({ name, values, meaning }) {
  return h("fieldset", {}, h("legend", { title: meaning || null }, capital(name.replaceAll("_", " "))),
    options(name, values.map((value) => ({ value, words: words(value) })), chosen.scenario[name], (value) => change({ scenario: { ...chosen.scenario, [name]: value } })));
}

function fill() {
  const { rules } = read().hello;
  const { fields, axes } = form();
  if (chosen.scenario.first_player >= players()) chosen.scenario.first_player = null;
  const more = fields.filter((one) => !axes.includes(one.name));
  put(byId("dialog-body"),
    rules.length > 1 ? h("fieldset", {}, h("legend", {}, "Game"),
      options("rules", rules.map((one) => ({ value: one.rules, words: one.title })), chosen.rules, (value) => { begin(value); fill(); })) : null,
    fields.filter((one) => axes.includes(one.name)).map(parameter),
    h("fieldset", {}, h("legend", {}, "Who sits where"), Array.from({ length: players() }, (_, seat) => seatLine(seat)),
      h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "shared", checked: chosen.shared === "bots", onchange: (event) => change({ shared: event.target.checked ? "bots" : "people" }) }),
        h("span", {}, "Bots also take decisions of the whole team in their own turns ", h("span", { class: "soft" }, "(otherwise they are yours)")))),
    h("fieldset", {}, h("legend", {}, "Where the game lies"),
      options("chance", [{ value: "sampled", words: "On this screen", note: "dice fall here" }, { value: "explicit", words: "On a real table", note: "you say what falls" }], chosen.chance, (chance) => change({ chance })),
      chosen.chance === "explicit" ? drawAssumed() : null,
      chosen.chance === "explicit" ? h("p", { class: "soft" }, "Lay out what the picture shows first; then enter each roll, draw and revealed piece as it comes.") : null),
    h("details", { class: "more", open: document.querySelector("details.more")?.open }, h("summary", {}, "More"),
      h("div", { class: "fields" }, more.map(parameter),
        field("Seed (left empty: drawn)", h("input", { type: "text", inputmode: "numeric", id: "seed", "data-key": "seed", value: chosen.seed, onchange: (event) => { chosen.seed = event.target.value.trim(); } })))));
}

/** Says which parts are assumed, and offers to enter those of the own box. */
function drawAssumed() {
  const { assumed, box, rules } = form();
  const sections = Object.entries(assumed);
  if (!sections.length) return null;
  const list = sections.map(([name, count]) => `${name.replaceAll("_", " ")} (${count})`).join(", ");
  return h("div", { id: "assumed" },
    chosen.box ? null : h("p", {}, `Not all parts are known as they are printed: ${list} are assumed, and may differ from your box.`),
    box ? h("label", { class: "check" }, h("input", { type: "checkbox", id: "use-box", "data-key": "use-box", checked: chosen.box, onchange: (event) => change({ box: event.target.checked }) }), h("span", {}, "Play with the parts of my box")) : null,
    h("button", { type: "button", class: "button small", id: "my-box", onclick: () => showBox(rules) }, "My box …"));
}

async function create() {
  const seed = String(chosen.seed);
  if (seed && !/^\d+$/.test(seed)) {
    fault(new Error("The seed is a whole number, or left empty."));
    return;
  }
  const { rules, scenario, shared, chance, box } = chosen;
  const seats = Array.from({ length: players() }, (_, seat) => seatedAt(seat));
  const number = Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
  const made = await ask("new", { rules, scenario, seats, shared, chance, box: Boolean(box && form().box), seed: seed ? number : null });
  if (!made) return;
  keep("new", { rules, scenario, seats, shared });
  closeDialog();
  enter(made.game);
}

export function showNewGame() {
  if (!read().hello) return;
  begin();
  openDialog("New game", [], [
    footButton("Cancel", closeDialog), footButton("Begin", create, true, { id: "begin" }),
  ]);
  fill();
}
