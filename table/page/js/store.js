// What the page knows, in one place; listeners are called when it changes.

const state = {
  hello: null, // what the server can do
  online: false,
  lost: false, // whether the line is broken
  shutOut: false, // whether the server does not let this page in any more
  game: null, // id of the open game
  now: null, // the last state of it
  arrived: null, // a state of another game, which is about to be opened
  look: null, // an earlier point that is looked at
  whatif: null, // a choice that is tried without taking it
  trying: false, // whether a click tries a choice instead of taking it
  advice: null, // a hint or an explanation
  drawer: false, // whether the list of choices is open
  kind: null, // the kind of choices that it shows
  inspected: null, // what is pointed at: a title, and more
  seat: null, // the seat whose things are shown; null: whose decision it is
  playing: false, // whether something is told beat by beat
  telling: null, // the picture of what is being told
  busy: 0, // how many changes of the game are under way
  report: null, // of the ending that is there; `waiting`: it is on its way
};

const listeners = new Set();
let told = true;

export const read = () => state;

/** Changes what the page knows; listeners hear of it once, soon. */
export function update(patch) {
  Object.assign(state, patch);
  if (!told) return;
  told = false;
  queueMicrotask(() => {
    told = true;
    for (const listener of listeners) listener(state);
  });
}

export const watch = (listener) => listeners.add(listener);

/** Calls a listener when another game is shown than before, or none. */
export function watchGame(listener) {
  let before = null;
  watch(({ game }) => {
    if (game !== before) listener();
    before = game;
  });
}

/** Returns what is shown: a trial, a look back, what is being told, or the present. */
export const shown = () => state.whatif ?? state.look ?? state.telling ?? state.now;

/** Returns what the server says of a game: its title, its form, its partners, its cards. */
export const formOf = (rules) => state.hello?.rules.find((one) => one.rules === rules);
export const formHere = () => formOf(state.now?.rules);
export const partnersHere = () => formHere()?.partners ?? [];

// As the games draw their pieces.
const COLOURS = { pink: "#e86fb4", blue: "#2f6fd0", yellow: "#e0b21c", green: "#4bb06a", red: "#c8374a", violet: "#8a5cd6" };

/** Returns the colour of a seat: the one that its player is called by, else one of its own. */
export const colourOf = (seat) => COLOURS[state.now?.seats[seat]?.name.toLowerCase()] ?? Object.values(COLOURS)[seat % 6];

const partnerOf = (name) => partnersHere().find((one) => one.name === name);
export const titleOf = (name) => partnerOf(name)?.title ?? name;
export const mateOf = (name) => partnerOf(name)?.mate ?? null;

export function mayChoose() {
  const { now, look, whatif, busy, online, playing } = state;
  if (!now || look || whatif || busy || !online || playing) return false;
  const { kind, seat, shared } = now.who;
  if (kind === "chance") return now.mine.length > 0;
  return kind === "person" && (now.seats[seat]?.who === "person" ? now.mine.includes(seat) : shared && now.mine.length > 0);
}

let device = null;

/** Returns the name of this device, by which the server knows whose seats are its own. */
export function deviceHere() {
  device ??= kept("device", null) ?? Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");
  keep("device", device);
  return device;
}

/** Keeps a setting of this browser; a browser that keeps nothing is no fault. */
export function keep(name, value) {
  try {
    localStorage.setItem(`tablemates.${name}`, JSON.stringify(value));
  } catch { /* private windows may refuse */ }
}

export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`tablemates.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

let asked = 0;

function settled() {
  const { hello, online, busy, game, now, playing } = read();
  if (asked || busy || playing || !online || !hello || (game && !now)) return false;
  return !(now?.who.kind === "bot" && now.pace.mode === "run" && !now.pace.fault);
}

// Not aria-busy: screen readers may leave out what has it, and bots may play for minutes.
export const markSettled = () => {
  document.body.dataset.settled = String(settled());
};

/** Counts an answer as under way until it is there; returns what it brings. */
export async function whileAsking(answer) {
  asked += 1;
  markSettled();
  try {
    return await answer;
  } finally {
    asked -= 1;
    markSettled();
  }
}
