// Gestures of several steps: a route with boots, a mining plan. Nothing is sent before it is confirmed.

import { afterMining, exposedColumns } from "./cube.js";
import { capital, count, spaceKey } from "./dom.js";

// Numbers of the action catalogue (docs/actions.md); those before the spaces are the same everywhere.
const DONE = 1;
const COLUMN = 7;
const STEPS = [[3, -1, 0, "north"], [4, 0, 1, "east"], [5, 1, 0, "south"], [6, 0, -1, "west"]];

const decider = (now) => now.players.find((one) => one.colour === now.decision?.decider);
const number = (pattern, words) => Number(pattern.exec(words)?.[1] ?? 0);

/** Returns whether a choice uses boots, or a pickaxe whose blocks can be planned; else null. */
export function gestureOf(now, choice) {
  const kind = now.decision?.kind;
  const player = decider(now);
  if (!player) return null;
  if (kind === "action" && choice.kind === "slot" && choice.text.startsWith("use")) {
    const item = player.items.find((one) => one.slot === choice.at.slot);
    if (!item || item.row !== "active") return null;
    const steps = item.mode === "armour" ? 0 : number(/(\d+) steps?/, item.details);
    if (steps) return route(player, [choice.action], steps, item);
    const blocks = /used pile/.test(item.details) ? 0 : number(/(\d+) blocks?/, item.details);
    if (blocks > 1) return { kind: "mine", first: [choice.action], limit: blocks, columns: [], item: item.name, slot: item.slot };
  }
  if (kind === "step" && choice.kind === "step") {
    const item = player.items.find((one) => one.slot === now.under_way.slot) ?? { name: "boots", details: "" };
    return route(player, [], now.under_way.steps_left, item);
  }
  if (kind === "mine" && choice.kind === "column" && now.under_way.mines_left > 1) {
    return { kind: "mine", first: [], limit: now.under_way.mines_left, columns: [], item: "pickaxe", slot: now.under_way.slot };
  }
  return null;
}

function route(player, first, limit, item) {
  const nimble = /fire walking/.test(item.details);
  return { kind: "route", first, limit, item: item.name, slot: item.slot, nimble, origin: player.space, legs: [] };
}

const allLegs = (plan) => plan.legs.flat();

/** Returns where a route ends so far. */
const endOf = (plan) => allLegs(plan).at(-1)?.space ?? plan.origin;

/** Returns what a route costs so far. */
export const spent = (plan) => allLegs(plan).reduce((sum, leg) => sum + leg.cost, 0);

/**
 * Returns the spaces that can be reached from where the route ends: by key, the cheapest way in
 * hearts, then in steps.
 */
export function reachable(now, plan) {
  const rest = plan.limit - spent(plan);
  const from = endOf(plan);
  const blocked = new Set([...now.mobs, ...now.bosses].filter((mob) => mob.space).map((mob) => spaceKey(mob.space)));
  const best = new Map();
  const found = (way) => {
    const key = spaceKey(way.space);
    const old = best.get(key)?.find((one) => one.steps <= way.steps && one.hurt <= way.hurt);
    if (old) return false;
    best.set(key, [...(best.get(key) ?? []).filter((one) => one.steps < way.steps || one.hurt < way.hurt), way]);
    return true;
  };
  const queue = [{ space: from, steps: 0, hurt: 0, legs: [] }];
  found(queue[0]);
  while (queue.length) {
    const way = queue.shift();
    for (const [action, down, right] of STEPS) {
      const space = [way.space[0] + down, way.space[1] + right];
      const ground = now.track.terrain[space[0]]?.[space[1]];
      if (ground === undefined || ground === "lava" || blocked.has(spaceKey(space))) continue;
      const cost = ground === "soul sand" && !plan.nimble ? 2 : 1;
      const hurt = ground === "magma" && !plan.nimble ? 1 : 0;
      const next = { space, steps: way.steps + cost, hurt: way.hurt + hurt, legs: [...way.legs, { action, space, cost, hurt }] };
      if (next.steps <= rest && found(next)) queue.push(next);
    }
  }
  best.delete(spaceKey(from));
  const cheapest = new Map();
  for (const [key, ways] of best) {
    cheapest.set(key, ways.reduce((a, b) => (b.hurt < a.hurt || (b.hurt === a.hurt && b.steps < a.steps) ? b : a)));
  }
  return cheapest;
}

/** Returns the spaces of a route, its beginning included. */
export const routeSpaces = (plan) => [plan.origin, ...allLegs(plan).map((leg) => leg.space)];

/** Returns a route with a way appended. */
export const extended = (plan, way) => ({ ...plan, legs: [...plan.legs, way.legs] });

/** Returns a mining plan with a column appended. */
export const mined = (plan, column) => ({ ...plan, columns: [...plan.columns, column] });

/** Returns a plan without its last leg or block; null: nothing is left to take back. */
export function takenBack(plan) {
  if (plan.kind === "route") return plan.legs.length ? { ...plan, legs: plan.legs.slice(0, -1) } : null;
  return plan.columns.length ? { ...plan, columns: plan.columns.slice(0, -1) } : null;
}

/** Returns the cube as a mining plan leaves it, and the columns that may be taken next. */
export function mining(now, plan) {
  const cube = afterMining(now.cube, plan.columns);
  const open = plan.columns.length < plan.limit ? exposedColumns(cube.columns.map((one) => one.height)) : [];
  return { cube, open };
}

/** Returns what a plan says in a sentence. */
export function tellPlan(now, plan) {
  if (plan.kind === "mine") {
    if (!plan.columns.length) return `${capital(plan.item)}: choose up to ${plan.limit} exposed blocks, one after another.`;
    const heights = now.cube.columns.map((one) => one.height);
    const blocks = plan.columns.map((place) => {
      heights[place] -= 1;
      return now.cube.columns[place].blocks[heights[place]] ?? "unseen";
    });
    return `${capital(plan.item)}: ${blocks.join(", then ")} (${plan.columns.length} of ${plan.limit}).`;
  }
  const hurt = allLegs(plan).reduce((sum, leg) => sum + leg.hurt, 0);
  if (!plan.legs.length) return `${capital(plan.item)}: choose where to go, ${count(plan.limit, "step")}.`;
  return `${capital(plan.item)}: to (${endOf(plan).join(", ")}), ${spent(plan)} of ${count(plan.limit, "step")}` +
    (hurt ? `, ${count(hurt, "heart")} lost to magma.` : ".");
}

/** Returns the actions of a plan; `stop`: say so if not everything is used. */
export function actionsOf(plan, stop = true) {
  if (plan.kind === "mine") {
    const open = stop && plan.columns.length < plan.limit;
    return [...plan.first, ...plan.columns.map((place) => COLUMN + place), ...(open ? [DONE] : [])];
  }
  return [...plan.first, ...allLegs(plan).map((leg) => leg.action), ...(spent(plan) < plan.limit ? [DONE] : [])];
}

/** Returns whether a plan can be confirmed. */
export const canConfirm = (plan) => (plan.kind === "mine" ? plan.columns.length > 0 : true);

