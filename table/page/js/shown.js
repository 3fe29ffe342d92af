// What choices mean on the board, the cube, the inventories: who can be clicked, and what it does.

import { capital, count, spaceKey } from "./dom.js";
import { LOST } from "./connection.js";
import { choose, tryOut } from "./deeds.js";
import { notice } from "./notices.js";
import { extended, gestureOf, mined, mining, reachable } from "./plan.js";
import { mayChoose, read, update } from "./store.js";

const percent = (share) => `${Math.round(share * 100)} %`;

/** Returns what a choice brings, in lines: for the tip beside it. */
export function consequence(choice) {
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

/** Takes a choice, begins a gesture with it, or tries it out. */
export function pick(choice, how = {}) {
  const { now, trying } = read();
  if (!read().online) notice(LOST, true);
  if (!mayChoose()) return;
  if (trying || how.try) {
    tryOut(choice);
    return;
  }
  const plan = gestureOf(now.snapshot, choice);
  if (!plan || how.plain) {
    choose(choice.action);
    return;
  }
  if (choice.kind === "step") {
    const way = reachable(now.snapshot, plan).get(spaceKey(choice.at.space));
    update({ plan: way ? extended(plan, way) : plan, advice: null });
  } else if (choice.kind === "column") {
    update({ plan: mined(plan, choice.at.column), advice: null });
  } else {
    update({ plan, advice: null });
  }
}

const empty = () => ({ spaces: [], columns: new Map(), places: new Map(), slots: new Map(), seats: new Map(), supply: new Map(), colours: new Map() });

/** Returns what can be clicked now, by where it lies. */
export function lit() {
  const { now, plan } = read();
  const found = empty();
  if (!mayChoose()) return found;
  if (plan) return ofPlan(now.snapshot, plan, found);
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
  if (now.snapshot.decision?.kind === "step") addFar(now, found);
  return found;
}

/** Lets boots go further than one step with one click. */
function addFar(now, found) {
  const step = now.choices.find((choice) => choice.kind === "step");
  const plan = step && gestureOf(now.snapshot, step);
  if (plan) addReachable(now.snapshot, plan, found);
}

function addReachable(snapshot, plan, found) {
  const known = new Set(found.spaces.map((one) => spaceKey(one.space)));
  for (const [key, way] of reachable(snapshot, plan)) {
    if (known.has(key)) continue;
    const text = `Go to (${way.space.join(", ")}): ${count(way.steps, "step")}${way.hurt ? `, ${count(way.hurt, "heart")} lost` : ""}`;
    found.spaces.push({ space: way.space, text, cost: way.hurt ? `${way.steps} −${way.hurt}♥` : String(way.steps), pick: () => update({ plan: extended(plan, way) }) });
  }
}

function ofPlan(snapshot, plan, found) {
  if (plan.kind === "route") {
    addReachable(snapshot, plan, found);
    return found;
  }
  const { cube, open } = mining(snapshot, plan);
  for (const place of open) {
    const colour = cube.columns[place].blocks.at(-1) ?? "unseen";
    found.columns.set(place, { text: `Mine the ${colour} block of column ${place}`, pick: () => update({ plan: mined(plan, place) }) });
  }
  return found;
}
