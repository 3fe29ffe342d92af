// The real table: what hands have to do, and all dice of a roll on one screen.

import { ask, during, present } from "./actions.js";
import { button, capital, h } from "./dom.js";
import { dot } from "./faces.js";
import { read, update, watchGame } from "./store.js";

let jobs = []; // what happened since somebody said that the table is as the page has it
let chosen = []; // the outcomes of the present rolls that were pressed
let chosenFor = "";

/** Keeps what a new state brought for those who move the pieces. */
export function collect(message) {
  if (message.chance !== "explicit" || message.why === "opened" || message.why === "undone") jobs = [];
  else if (message.why === "moved") jobs.push(...message.beats.flatMap((beat) => beat.hands.map((text) => ({ text, seat: beat.seat, done: false }))));
}

watchGame(() => { jobs = []; });

/** Returns the jobs in parts: what one player's hands do one after the other. */
function inParts() {
  const parts = [];
  for (const job of jobs) {
    if (!parts.length || parts.at(-1)[0].seat !== job.seat) parts.push([]);
    parts.at(-1).push(job);
  }
  return parts;
}

/** Draws what is to be done on the real table: the newest on top, by player. */
export function drawHands() {
  if (!jobs.length) return null;
  const done = () => {
    jobs = [];
    update({});
  };
  return h("section", { class: "hands", id: "hands", "aria-label": "On your table" },
    h("h3", {}, "On your table now"),
    h("ol", {}, inParts().reverse().map((part) => [
      h("li", { class: "whose" }, part[0].seat === null ? null : dot(part[0].seat), h("b", {}, part[0].seat === null ? "On the table" : read().now.seats[part[0].seat].name)),
      part.map((job) => h("li", {}, h("label", { class: "check" },
        h("input", { type: "checkbox", checked: job.done, "data-key": `job-${jobs.indexOf(job)}`, onchange: (event) => { job.done = event.target.checked; } }), h("span", {}, job.text)))),
    ])),
    button("Done", done, { class: "button main", id: "hands-done", "data-key": "hands-done" }));
}

/** Returns words without what all of them begin with, and that beginning. */
function split(texts) {
  let length = 0;
  const words = texts.map((text) => text.split(" "));
  while (words.every((one) => one.length > length + 1 && one[length] === words[0][length])) length += 1;
  return [words[0].slice(0, length).join(" "), words.map((one) => one.slice(length).join(" "))];
}

/** Returns all dice of a roll, a row each; the roll is entered when each has been pressed. */
export function drawRolls(now, may) {
  const key = `${now.game} ${now.position}`;
  if (chosenFor !== key) [chosenFor, chosen] = [key, []];
  const press = (row, action) => () => {
    if (!may) return;
    chosen[row] = action;
    if (now.rolls.every((_, n) => chosen[n] !== undefined)) during(() => ask("roll", { ...present(), outcomes: chosen.splice(0) }));
    else update({});
  };
  return h("div", { class: "choice-groups", id: "rolls", "aria-busy": may ? null : "true" }, h("p", {}, h("b", {}, `Roll ${now.rolls.length} at once:`)),
    now.rolls.map((outcomes, row) => {
      const [title, faces] = split(outcomes.map((one) => one.text));
      return h("div", { class: "choice-group roll", role: "group", "aria-label": `${row + 1}: ${title}` }, h("h3", {}, capital(title)),
        outcomes.map((one, n) => button(faces[n], press(row, one.action), {
          class: "chip face-of-die", "data-key": `roll-${row}-${one.action}`, "data-row-of": row, "aria-label": capital(one.text), "aria-pressed": String(chosen[row] === one.action) })));
    }));
}
