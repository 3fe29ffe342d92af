// A new game: which one, its parameters as the server lists them, who sits where, seed, real table.

import { ask, enter } from "./actions.js";
import { showBox } from "./box.js";
import { closeDialog, fault, field, footButton, openDialog, options } from "./dialogs.js";
import { button, byId, capital, chooseFile, h, put } from "./dom.js";
import { face } from "./faces.js";
import { begun, drawOwn, fitted, isOwn } from "./own.js";
import { enterPosition } from "./position.js";
import { formOf, keep, kept, read } from "./store.js";

let chosen = null;
let judged = Promise.resolve(); // until it is known who can play what was chosen last

const form = () => formOf(chosen.rules);
const players = () => chosen.scenario.players ?? 1;

/** Returns what a game begins with here: as it is wished, as the server was started, else as last time, else as usual. */
function begin(rules, wished = null) {
  const { hello } = read();
  const before = kept("new", {});
  const started = hello.new.rules ?? hello.rules[0].rules;
  const wanted = wished?.rules ?? rules ?? (formOf(before.rules) && !hello.given.length ? before.rules : started);
  const given = wished ?? (wanted === started ? Object.fromEntries(hello.given.map((name) => [name, hello.new[name]])) : {});
  const last = before.rules === wanted && !wished ? before : {};
  const { fields, partner, partners } = formOf(wanted);
  const scenario = Object.fromEntries(fields.map(({ name, options: all, own, default: usual }) => {
    const known = (one) => (isOwn(one) ? own.length > 0 : all.some((option) => option.value === one));
    return [name, [given.scenario?.[name], last.scenario?.[name], usual, all[0].value].find(known)];
  }));
  const here = new Set(["person", ...partners.map((one) => one.name)]);
  const seats = (given.seats ?? last.seats ?? ["person"]).map((one) => (here.has(one) ? one : partner));
  chosen = { rules: wanted, scenario, seats, seed: given.seed ?? "", shared: given.shared ?? last.shared ?? "people", chance: given.chance ?? "sampled", position: null, box: formOf(wanted).box && !wished, partner, unfit: [] };
  if (wished) chosen.scenario.players = chosen.seats.length;
}

const wantedAt = (seat) => chosen.seats[seat] ?? chosen.seats.find((one) => one !== "person") ?? form().partner;

/** Returns who sits somewhere: who was wanted, else the usual partner of those who can play what is set up. */
const seatedAt = (seat) => (chosen.unfit.includes(wantedAt(seat)) ? chosen.partner : wantedAt(seat));

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
  return h("div", { class: "seat-line" }, h("b", { title: `Seat ${seat}` }, capital(form().seats[seat])),
    h("div", { class: "seat-choice" },
      options(`seat-${seat}`, [
        { value: "person", words: "A person" },
        ...mates.map((one) => ({ value: one.name, words: [face(one.mate), one.title], note: rate(one) || "not measured" })),
      ], who, sit),
      more.length ? h("select", { "aria-label": `Another agent for ${form().seats[seat]}`, "data-key": `more-${seat}`, id: `seat-${seat}`, onchange: (event) => sit(event.target.value || form().partner) },
        h("option", { value: "", selected: !more.includes(partner) }, "more …"),
        more.map((one) => h("option", { value: one.name, selected: one.name === who }, label(one)))) : null),
    who === wantedAt(seat) ? null : h("small", { class: "unfit" }, `${form().partners.find((one) => one.name === wantedAt(seat))?.title ?? wantedAt(seat)} cannot play this.`),
    partner ? h("small", {}, partner.sentence) : null);
}

function change(patch) {
  Object.assign(chosen, patch);
  fill();
}

const words = (name, value) => (value === null ? "drawn" : name === "first_player" ? capital(form().seats[value]) : typeof value === "string" ? capital(value.replaceAll("_", " ")) : String(value));

/** Returns what is offered of a parameter beside the others; of options with one value the last that goes. */
const offered = ({ options: all }) => [...new Map(all.filter(({ where }) => Object.entries(where).every(([name, values]) => values.includes(chosen.scenario[name])))
  .map((one) => [one.value, one])).values()];

const setValue = (name, value) => change({ scenario: { ...chosen.scenario, [name]: value } });

/** Gives parameters whose value is not offered any more one that is. */
function settle() {
  for (const one of form().fields) {
    const value = chosen.scenario[one.name];
    const values = offered(one).map((option) => option.value);
    if (isOwn(value) && one.own.length) chosen.scenario[one.name] = fitted(one.own, value, players());
    else if (!values.includes(value)) chosen.scenario[one.name] = values.includes(one.default) ? one.default : values[0];
  }
}

function parameter(one) {
  const { name, meaning, own } = one;
  const list = offered(one);
  if (list.length < 2 && !own.length) return null; // nothing to choose
  const value = chosen.scenario[name];
  const key = `own-${chosen.rules}-${name}`;
  const changed = (made) => { keep(key, made); setValue(name, made); };
  const custom = h("button", { type: "button", class: "button", "data-key": `own-${name}`, "aria-pressed": String(isOwn(value)), onclick: () => setValue(name, kept(key, null) ?? begun(own)) }, "Custom …");
  return h("fieldset", { "data-parameter": name }, h("legend", { title: meaning || null }, capital(name.replaceAll("_", " "))),
    h("div", { class: "options" },
      options(name, list.map((option) => ({ value: option.value, words: words(name, option.value), note: option.note })), value, (taken) => setValue(name, taken)),
      own.length ? custom : null),
    isOwn(value) ? drawOwn(own, value, form().seats.slice(0, players()), changed) : null);
}

/** Returns what is set up, as the server is asked about it. */
const setUp = () => ({ rules: chosen.rules, scenario: chosen.scenario, box: Boolean(chosen.box && form().box) });

/** Says what the scenario comes to, or why no game can be made of it; seats the usual partner for those who cannot play it. */
async function judge() {
  const asked = JSON.stringify(setUp());
  const named = [...new Set(Array.from({ length: players() }, (_, seat) => wantedAt(seat)))];
  const answer = await ask("set_up", { ...setUp(), named });
  if (!answer || asked !== JSON.stringify(setUp()) || !byId("figures")) return; // it has changed meanwhile
  const { fault: why, figures, partner, unfit } = answer;
  put(byId("figures"), why ? h("span", { class: "fault" }, why) : Object.entries(figures).map(([name, value]) => [h("b", {}, `${capital(name)} ${value}`), " "]));
  const before = JSON.stringify([chosen.partner, chosen.unfit]);
  Object.assign(chosen, { partner, unfit });
  if (before !== JSON.stringify([partner, unfit])) fill();
}

function fill() {
  const { rules } = read().hello;
  const { fields, axes } = form();
  settle();
  // What depends on the level, say, stands beside it.
  const near = (one) => axes.includes(one.name) || one.options.some(({ where }) => Object.keys(where).some((name) => name !== "players" && axes.includes(name)));
  const more = fields.filter((one) => !near(one));
  put(byId("dialog-body"),
    rules.length > 1 ? h("fieldset", {}, h("legend", {}, "Game"),
      options("rules", rules.map((one) => ({ value: one.rules, words: one.title })), chosen.rules, (value) => { begin(value); fill(); })) : null,
    fields.filter(near).map(parameter),
    h("fieldset", {}, h("legend", {}, "Who sits where"), Array.from({ length: players() }, (_, seat) => seatLine(seat)),
      h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "shared", checked: chosen.shared === "bots", onchange: (event) => change({ shared: event.target.checked ? "bots" : "people" }) }),
        h("span", {}, "Bots also take decisions of the whole team in their own turns ", h("span", { class: "soft" }, "(otherwise they are yours)")))),
    h("fieldset", {}, h("legend", {}, "Where the game lies"),
      options("chance", [{ value: "sampled", words: "On this screen", note: "dice fall here" }, { value: "explicit", words: "On a real table", note: "you say what falls" }], chosen.chance, (chance) => change({ chance })),
      chosen.chance === "explicit" ? drawAssumed() : null,
      chosen.chance === "explicit" ? drawPosition() : null,
      chosen.chance === "explicit" && !chosen.position ? h("p", { class: "soft" }, "Lay out what the picture shows first; then enter each roll, draw and revealed piece as it comes.") : null),
    h("details", { class: "more", open: document.querySelector("details.more")?.open ?? Boolean(chosen.seed) }, h("summary", {}, "More"),
      h("div", { class: "fields" }, more.map(parameter),
        field("Seed (left empty: drawn)", h("input", { type: "text", inputmode: "numeric", id: "seed", "data-key": "seed", value: chosen.seed, onchange: (event) => { chosen.seed = event.target.value.trim(); } })))));
  judged = judge();
}

/** Lets somebody say what lies on the table already. */
function drawPosition() {
  const enter = () => enterPosition(setUp(), chosen.position?.text, (entered) => {
    if (entered !== undefined) chosen.position = entered;
    openForm();
  });
  return h("p", { class: "buttons", id: "position" }, chosen.position ? "The game begins from what you entered." : null,
    button(chosen.position ? "Change it …" : "What lies there already …", enter, { "data-key": "position" }),
    chosen.position ? button("Leave it out", () => change({ position: null })) : null);
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

const SLOW = 1500; // milliseconds from which on it is said why nothing comes yet

/** Says at once that a game is being laid out, and if it takes long, why; returns what ends that. */
function begins() {
  const pressed = byId("begin");
  const { seconds } = form();
  put(pressed, h("span", { class: "thinking" }), " Laying it out …");
  pressed.disabled = true;
  const timer = setTimeout(() => {
    if (byId("figures")) put(byId("figures"), `The rules are being prepared for this machine, once: about ${seconds} seconds.`);
  }, SLOW);
  return () => {
    clearTimeout(timer);
    pressed.disabled = false;
    put(pressed, "Begin");
  };
}

async function create() {
  const seed = String(chosen.seed);
  if (seed && !/^\d+$/.test(seed)) {
    fault(new Error("The seed is a whole number, or left empty."));
    return;
  }
  const ready = begins();
  await judged;
  const { rules, scenario, shared, chance } = chosen;
  const position = chance === "explicit" ? chosen.position?.position ?? null : null;
  const seats = Array.from({ length: players() }, (_, seat) => seatedAt(seat));
  const number = Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
  const made = await ask("new", { ...setUp(), seats, shared, chance, seed: seed ? number : null, position });
  ready();
  if (!made) return;
  keep("new", { rules, scenario, seats: Array.from(seats, (_, seat) => wantedAt(seat)), shared });
  closeDialog();
  enter(made.game);
}

function openForm() {
  openDialog("New game", [], [
    h("p", { id: "figures", role: "status" }), footButton("Cancel", closeDialog), footButton("Begin", create, true, { id: "begin" }),
  ]);
  fill();
}

/** Opens the form for a new game; a wish says what stands in it at first. */
export function showNewGame(wished) {
  if (!read().hello) return;
  begin(null, wished?.rules ? wished : null); // not the event of a click
  openForm();
}
