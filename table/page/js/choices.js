// The choices: what can be clicked on the table, what it does, and the same as a list of buttons.

import { choose, tryOut } from "./actions.js";
import { LOST } from "./connection.js";
import { notice } from "./dialogs.js";
import { capital, count, h, labelled } from "./dom.js";
import { block, BLOCK_CODES, blocksDie, inline, itemSign, numberDie, pawn, typeOf } from "./drawings.js";
import { mayChoose, read } from "./store.js";

const percent = (share) => `${Math.round(share * 100)} %`;

/** Returns what a choice brings, in lines: for the tip beside it. */
function consequence(choice) {
  const lines = [];
  if (choice.odds) {
    const { mob, life, defeat, hits, dice } = choice.odds;
    lines.push(`${percent(defeat)} to defeat ${mob} (life ${life}) with ${dice} dice, ${hits.toFixed(1)} hits on average`);
  }
  if (choice.chance !== null && choice.chance !== undefined) lines.push(`chance ${percent(choice.chance)}`);
  const happens = choice.leads?.happens ?? [];
  lines.push(...happens.slice(0, 4));
  if (happens.length > 4) lines.push(`and ${happens.length - 4} more`);
  const danger = choice.reach ? Object.entries(choice.reach).filter(([, hearts]) => hearts > 0) : [];
  if (choice.reach) {
    lines.push(danger.length
      ? `Mobs may reach you here: ${danger.map(([face, hearts]) => `${count(hearts, "heart")} on a ${face}`).join(", ")}`
      : "No mob reaches you here at the next roll.");
  }
  if (choice.leads?.over) lines.push(choice.leads.over === "won" ? "This wins the game." : "This loses the game.");
  else if (choice.leads?.then) lines.push(`Then: ${choice.leads.then}`);
  return lines.join("\n");
}

/** Takes a choice, or tries it out. */
export function pick(choice, how = {}) {
  const { trying } = read();
  if (!read().online) notice(LOST, true);
  if (!mayChoose()) return;
  if (trying || how.try) tryOut(choice);
  else choose(choice.action);
}

/** Returns what can be clicked now, by where it lies. */
export function lit() {
  const { now } = read();
  const found = { spaces: [], columns: new Map(), places: new Map(), slots: new Map(), seats: new Map(), supply: new Map(), colours: new Map() };
  if (!mayChoose()) return found;
  const hinted = new Set((read().advice?.kind === "hint" ? read().advice.best ?? [] : []).slice(0, 1).map((one) => one.action));
  for (const choice of now.choices) {
    const target = {
      text: capital(choice.text), more: consequence(choice), kind: hinted.has(choice.action) ? "hinted" : "",
      pick: (event) => pick(choice, { try: event?.shiftKey }),
    };
    const { at } = choice;
    if (choice.kind === "outcome") continue;
    if (at.column !== undefined) found.columns.set(at.column, target);
    else if (at.place !== undefined) found.places.set(at.place, target);
    else if (at.slot !== undefined) found.slots.set(`${at.seat ?? now.who.seat}-${at.slot}`, target);
    else if (at.seat !== undefined) found.seats.set(at.seat, target);
    else if (at.supply !== undefined) found.supply.set(at.supply, target);
    else if (at.colour !== undefined) found.colours.set(at.colour, target);
    else if (at.space) found.spaces.push({ ...target, space: at.space });
  }
  return found;
}

const ARROWS = { north: "↑", east: "→", south: "↓", west: "←" };
const TITLES = {
  step: "Move", column: "Mine", place: "Task", player: "Whom", tile: "Keep", supply: "Which", colour: "Block",
  ability: "Use", count: "Reroll", space: "Where", mode: "Mode", done: "", yes: "", use: "Use", repair: "Repair", slot: "Item",
};
const ORDER = ["yes", "use", "step", "column", "ability", "place", "repair", "slot", "tile", "supply", "colour", "player", "space", "count", "mode", "done"];
const COLOURS = ["pink", "blue", "yellow", "green"];

function groupOf(choice, decision) {
  if (choice.kind === "slot" && decision === "action") return choice.text.startsWith("use") ? "use" : "repair";
  return choice.kind;
}

const colourIn = (words) => Object.keys(BLOCK_CODES).find((colour) => new RegExp(`\\b${colour}\\b`).test(words));

/** Returns the sign and the short words of a choice. */
function faceOf(choice, group, snapshot) {
  const { at, text } = choice;
  switch (group) {
    case "step": {
      const way = Object.keys(ARROWS).find((one) => choice.name.includes(one));
      return [h("b", { "aria-hidden": "true" }, ARROWS[way] ?? ""), way ?? text];
    }
    case "column": {
      const colour = colourIn(text);
      return [colour ? inline(18, (x, y, size) => block(colour, x, y, size)) : null, String(at.column)];
    }
    case "use": case "repair": case "slot": {
      const player = snapshot.players[at.seat ?? snapshot.players.findIndex((one) => one.colour === snapshot.decision?.decider)];
      const item = player?.items.find((one) => one.slot === at.slot);
      const words = item?.name ?? text;
      return [item ? inline(16, (x, y, size) => itemSign(typeOf(item.name), x, y, size)) : null, words];
    }
    case "colour": return [inline(18, (x, y, size) => block(at.colour, x, y, size)), at.colour];
    case "player": return [inline(20, (x, y, size) => pawn(COLOURS[at.seat], x, y, size)), capital(COLOURS[at.seat] ?? text)];
    case "space": return [null, at.mob ? `${at.mob} (${at.space.join(", ")})` : `(${at.space.join(", ")})`];
    case "place": return [null, `task ${"ABC"[at.task]}, column ${at.task_column + 1}`];
    case "supply": return [inline(16, (x, y, size) => itemSign(typeOf(at.item), x, y, size, "ink-netherite")), at.item];
    case "tile": {
      const name = snapshot.tiles.drawn[at.tile];
      return [name ? inline(16, (x, y, size) => itemSign(typeOf(name), x, y, size)) : null, capital(text)];
    }
    default: return [null, capital(text)];
  }
}

/** Returns what a choice risks or promises, in a few letters. */
function badge(choice) {
  if (choice.odds) {
    // A boss is rarely killed at one blow: how deep the wound will be says more.
    const { defeat, hits } = choice.odds;
    return h("span", { class: "odds" }, defeat < 0.005 ? `≈ ${hits.toFixed(1)} hits` : `${Math.round(defeat * 100)} %`);
  }
  if (choice.leads?.over === "won") return h("span", { class: "odds" }, "wins");
  if (choice.leads?.over === "lost") return h("span", { class: "risk" }, "loses");
  const most = Math.max(0, ...Object.values(choice.reach ?? {}));
  return most > 0 ? h("span", { class: "risk" }, `−${most}♥`) : null;
}

function chip(choice, group, snapshot, hinted, may) {
  const [sign, words] = faceOf(choice, group, snapshot);
  const made = h("button", {
    type: "button", class: `chip${hinted ? " hinted" : ""}${choice.leads?.over ? ` ${choice.leads.over}` : ""}`,
    "data-key": `choice-${choice.action}`, "data-action": choice.action, "data-roving": "choices",
    "data-tip": capital(choice.text), "data-more": consequence(choice), "aria-disabled": may ? null : "true",
    onclick: (event) => pick(choice, { try: event.shiftKey }),
  }, sign, h("span", {}, words), badge(choice));
  return labelled(made, capital(choice.text));
}

/**
 * Returns all choices as groups of buttons.
 *
 * @param now The state.
 * @param best The action that a hint puts first; may: whether they can be taken now.
 */
export function drawChips(now, best, may) {
  const decision = now.snapshot.decision?.kind;
  const groups = new Map();
  for (const choice of now.choices) {
    const group = groupOf(choice, decision);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(choice);
  }
  const named = [...groups.keys()].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return h("div", { class: "choice-groups", id: "choices", "aria-busy": may ? null : "true" }, named.map((group) => {
    const title = decision === "remove block" && group === "column" ? "Block" : TITLES[group] ?? "";
    return h("div", { class: "choice-group", role: "group", "aria-label": title || "Choices" },
      title && named.length > 1 ? h("h3", {}, title) : null,
      groups.get(group).map((choice) => chip(choice, group, now.snapshot, choice.action === best, may)));
  }));
}

/** Returns the sign of an outcome of chance. */
export function outcomeSign(choice) {
  const { at } = choice;
  if (at.face !== undefined) return inline(22, (x, y, size) => blocksDie(at.face, x, y, size));
  if (at.colour !== undefined) return inline(22, (x, y, size) => block(at.colour, x, y, size));
  if (at.number !== undefined) return inline(22, (x, y, size) => numberDie(at.number, x, y, size));
  if (at.hits !== undefined) return inline(22, (x, y, size) => numberDie(at.hits, x, y, size));
  if (at.item !== undefined) return inline(18, (x, y, size) => itemSign(typeOf(at.item), x, y, size));
  return null;
}

/** Returns the short name of an outcome, as one would type it. */
export function outcomeName({ at, text }) {
  const named = at.face ?? at.colour ?? at.number ?? at.hits ?? at.item ?? at.part;
  return named === undefined ? text : String(named);
}
