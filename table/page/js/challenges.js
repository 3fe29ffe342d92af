// Reasons to come back: today's game, a ladder with stars, and the dice of a friend.

import { ask, enter, open } from "./actions.js";
import { closeDialog, fault, field, footButton, notice, openDialog } from "./dialogs.js";
import { button, capital, counted, h, put } from "./dom.js";
import { showNewGame } from "./newgame.js";
import { isTrial } from "./puzzles.js";
import { formOf, keep, kept, read } from "./store.js";

const STARS = 3;
const WON_FOR = ["won", "no undo", "no hints"];
const DAY = 86_400_000; // milliseconds
const COPIED = "Copied: paste it into a message.";

export const starred = (stars) => "★".repeat(stars) + "☆".repeat(STARS - stars);

function stepWords({ partners }, { scenario, partner }) {
  const [axis, value] = Object.entries(scenario)[0] ?? [];
  if (!axis) return `Against ${partners.find((one) => one.name === partner)?.title ?? partner}`;
  return capital(typeof value === "number" ? `${axis} ${value}` : value.replaceAll("_", " "));
}

/** Returns a day of this place as a number that reads as a date, so many days ago. */
function dayNumber(ago = 0) {
  const day = new Date(Date.now() - ago * DAY);
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
}

/** Returns a day of that number in words. */
const dayWords = (number) => new Date(Math.floor(number / 10_000), (Math.floor(number / 100) % 100) - 1, number % 100).toLocaleDateString([], { dateStyle: "medium" });

/** Returns today's step of a ladder: on each day another. */
const stepToday = (ladder) => ladder[dayNumber() % ladder.length];

const listed = (game) => read().hello.games.find((one) => one.game === game);
const daily = () => kept("daily", {}); // games by day and rules
const dailyKey = (day, rules) => `${day} ${rules}`;

/** Returns the day whose game this is; undefined: of none. */
const dayOf = (game) => Object.entries(daily()).find(([, id]) => id === game)?.[0].split(" ")[0];

/** Returns on how many days in a row, up to today or yesterday, a game of the day was played to its end. */
function streak() {
  const games = Object.entries(daily()).filter(([, game]) => listed(game)?.over);
  const days = new Set(games.map(([key]) => Number(key.split(" ")[0])));
  let ago = days.has(dayNumber()) ? 0 : 1;
  const first = ago;
  while (days.has(dayNumber(ago))) ago += 1;
  return ago - first;
}

async function playToday(form, pressed) {
  const before = daily()[dailyKey(dayNumber(), form.rules)];
  if (listed(before)) {
    open(before);
    return;
  }
  put(pressed, h("span", { class: "thinking" }), " Laying it out …");
  const { scenario, partner } = stepToday(form.ladder);
  const day = dayNumber();
  const made = await ask("new", { rules: form.rules, scenario, seats: ["person", partner], seed: day });
  put(pressed, "Play");
  if (!made) return;
  keep("daily", { ...daily(), [dailyKey(day, form.rules)]: made.game });
  await ask("rename", { game: made.game, name: `${form.title} of ${dayWords(day)}` });
  enter(made.game);
}

function drawToday() {
  const forms = read().hello.rules.filter((one) => one.ladder.length);
  const days = streak();
  return h("section", { id: "today" },
    h("h2", { class: "card-title" }, `Today, ${dayWords(dayNumber())}`, days > 1 ? h("span", { class: "soft" }, ` · ${days} days in a row`) : null),
    h("p", { class: "soft" }, "One game a day of each kind, the same for everybody: the same dice as long as the same is done."),
    h("ul", { class: "challenges" }, forms.map((form) => {
      const game = listed(daily()[dailyKey(dayNumber(), form.rules)]);
      const words = game?.over ? `${capital(game.outcome)}, turn ${game.turn}` : game ? `Turn ${game.turn}` : "Not played yet";
      const deed = game?.over ? "Look" : game ? "Continue" : "Play";
      return h("li", { class: "card challenge" }, h("b", {}, form.title), h("small", {}, stepWords(form, stepToday(form.ladder))),
        h("small", {}, game?.over ? h("span", { class: "stars" }, starred(game.stars)) : null, ` ${words}`),
        button(deed, ({ target }) => playToday(form, target), { "data-key": `today-${form.rules}`, "data-today": form.rules, "aria-label": `${deed} today's ${form.title}: ${words}`, class: game?.over ? "button small" : "button small main" }));
    })));
}

function drawLadder() {
  const games = read().hello.games.filter((one) => !isTrial(one.game));
  return h("section", { id: "ladder" },
    h("h2", { class: "card-title" }, "The ladder"),
    h("p", { class: "soft" }, "A star each for winning, for winning without undo, and without hints."),
    h("ul", { class: "ladder" }, read().hello.rules.filter((one) => one.ladder.length > 1).map((form) => {
      const stars = form.ladder.map(({ key }) => Math.max(0, ...games.filter((one) => one.rules === form.rules && one.step === key).map((one) => one.stars)));
      const next = stars.indexOf(0);
      return h("li", {}, h("b", {}, form.title), h("span", { class: "soft" }, ` ${stars.reduce((a, b) => a + b)} of ${STARS * stars.length}`),
        h("div", { class: "steps" }, form.ladder.map((step, n) => button([stepWords(form, step), h("span", { class: "stars", "aria-hidden": "true" }, starred(stars[n]))],
          () => showNewGame({ rules: form.rules, scenario: step.scenario, seats: ["person", step.partner] }),
          { class: `button step${n === next ? " next" : ""}`, "data-key": `step-${form.rules}-${step.key}`, "aria-label": `${form.title}, ${stepWords(form, step)}: ${stars[n]} of ${STARS} stars` }))));
    })));
}

export const drawChallenges = (puzzles) => [drawToday(), puzzles, drawLadder()];

// A game's beginning as a word that can be sent: base64 for addresses of what the request for a new game says.
const PREFIX = "dice:";
const codeOf = (dice) => PREFIX + btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(dice)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Returns the beginning of a game that some words have in them; null: none. */
export function diceIn(words) {
  const code = /dice:([\w-]+)/.exec(words)?.[1];
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const { rules, scenario, seats, seed } = JSON.parse(new TextDecoder().decode(bytes));
    return formOf(rules) && Array.isArray(seats) && /^\d+$/.test(seed) ? { rules, scenario: { ...scenario }, seats, seed } : null;
  } catch {
    return null; // cut or changed on its way
  }
}

export function askForDice() {
  const words = h("textarea", { id: "friend", rows: 4, "data-key": "friend" });
  const go = () => {
    const dice = diceIn(words.value);
    if (!dice) {
      fault(new Error("There are no dice in this: copy the whole line, from its beginning to its end."));
      return;
    }
    closeDialog();
    showNewGame(dice);
  };
  openDialog("A friend's dice", [
    h("p", {}, "Paste the line that a friend sent you. The game begins as theirs did, and the same dice fall as long as the same is done."),
    field("The line", words),
  ], [footButton("Cancel", closeDialog), footButton("Set it up", go, true, { id: "friend-go" })], { narrow: true });
  words.focus();
}

/** Returns how a game ended as a line for others; with its dice, where they are known. */
function lineOf({ name, turn, ending, mine, game }) {
  const day = dayOf(game);
  const own = ending.scores?.find((one) => mine.includes(one.seat));
  const result = own ? `place ${own.place} with ${own.score} ${ending.unit}` : `${ending.outcome} in ${counted(turn, "turn")}`;
  const what = day ? `${formOf(read().now.rules).title} of ${dayWords(Number(day))}` : name;
  return `Tablemates · ${what}: ${result} ${starred(ending.stars)}${ending.dice ? ` ${codeOf(ending.dice)}` : ""}`;
}

/** Returns the stars of a finished game, and the line that tells others of it. */
export function drawResult(now) {
  const { stars, dice } = now.ending;
  const has = [stars > 0, stars > 0 && !now.undos, stars > 0 && !now.hints];
  const line = h("input", { type: "text", readonly: true, id: "share-line", value: lineOf(now), "aria-label": "A line to share", onfocus: ({ target }) => target.select() });
  const copy = async () => {
    line.select();
    try {
      await navigator.clipboard.writeText(line.value);
    } catch { // not where the page came over the network
      document.execCommand("copy");
    }
    notice(COPIED);
  };
  return [
    now.mine.length ? h("p", { class: "stars big", id: "stars", "aria-label": `${stars} of ${STARS} stars` }, has.map((one, n) => h("span", { class: one ? "" : "soft" }, one ? "★" : "☆", h("small", {}, ` ${WON_FOR[n]} `)))) : null,
    h("div", { class: "share" }, line, button("Copy", copy, { id: "share", title: dice ? "With the dice of this game, for a friend" : "" })),
  ];
}

