// What lies beside the board: dice, end boss, mob line, Netherite supply, piles.

import { capital, h, named } from "./dom.js";
import { bar } from "./players.js";
import { block, BLOCKS, blocksDie, inline, itemSign, mobToken, numberDie, typeOf, chest } from "./signs.js";

/** Returns the dice as they lie; `fresh` ones fall. */
export function drawDice(now, fresh) {
  const { blocks, mob, combat, combat_to_roll: open, rerolls_left: again, against } = now.dice;
  const die = (sign, words, isFresh) => h("span", { class: `die-box${isFresh ? " falls" : ""}`, role: "img", "aria-label": words, "data-tip": words }, sign);
  const out = [];
  if (blocks !== null) out.push(die(inline(34, (x, y, size) => blocksDie(blocks, x, y, size)), `Blocks die: ${blocks === "?" ? "any colour" : blocks}`, fresh.blocks));
  if (mob !== null) out.push(die(inline(34, (x, y, size) => numberDie(mob, x, y, size)), `Mob die: ${mob}`, fresh.mob));
  if (!out.length) out.push(h("span", { class: "soft" }, "not rolled yet"));
  const fight = combat.length || open
    ? h("div", { class: "fight", role: "group", "aria-label": `Against ${against ?? "a mob"}`, "data-tip": `Against ${against ?? "a mob"}` },
      h("span", { class: "dice-row" }, combat.map((hits) => die(inline(24, (x, y, size) => numberDie(hits, x, y, size)), `${hits} hits`, fresh.combat)),
        open ? h("span", { class: "soft" }, `+ ${open} to roll`) : null),
      combat.length ? h("b", {}, `${combat.reduce((a, b) => a + b, 0)} hits`) : null,
      combat.length && again ? h("span", { class: "soft", role: "img", "aria-label": `${again} reroll${again > 1 ? "s" : ""} left`, "data-tip": `${again} reroll${again > 1 ? "s" : ""} left` }, `↻ ${again}`) : null)
    : null;
  return [h("div", { class: "dice-row" }, out), fight];
}

/** Returns the end boss or bosses with their life. */
export function drawBosses(now) {
  return now.bosses.map((boss) => {
    const where = boss.space ? `on (${boss.space.join(", ")})` : boss.life > 0 ? "not here yet" : "defeated";
    return h("div", { class: `boss-row${boss.space ? " here" : ""}` },
      inline(36, (x, y, size) => mobToken({ kind: boss.kind, boss: true, waits: boss.to_act }, x, y, size)),
      h("div", {}, h("div", { class: "boss-name" }, h("b", {}, boss.kind), " ", h("small", { class: "soft" }, `${boss.side}, ${where}`)),
        h("div", { class: "boss-life" }, bar(boss.life / boss.full_life, `${boss.life} of ${boss.full_life} life`, "life-bar"), h("b", {}, `${boss.life}/${boss.full_life}`))));
  });
}

/** Returns the line of mobs, front first. */
export function drawLine(now) {
  if (!now.line.length) return h("span", { class: "soft" }, "empty");
  const size = now.line.length > 12 ? 23 : 27; // two rows at most
  return h("ol", { class: "line" }, now.line.map((mob, i) =>
    h("li", { "data-tip": `${i === 0 ? "Next to spawn: " : ""}${capital(mob.kind)} ${mob.number}`, "aria-label": `${mob.kind} ${mob.number}` },
      inline(i === 0 ? size + 4 : size, (x, y, size) => mobToken({ kind: mob.kind, number: mob.number }, x, y, size)))));
}

/** Returns the Netherite items that lie face up; those that may be chosen are buttons. */
export function drawSupply(now, picks) {
  if (!now.tiles.supply.length) return h("span", { class: "soft" }, "none left");
  return h("div", { class: "supply" }, now.tiles.supply.map((name, i) => {
    const type = typeOf(name);
    const choice = picks.get(i);
    const sign = inline(18, (x, y, size) => itemSign(type, x, y, size, "ink-netherite"));
    return choice
      ? h("button", { type: "button", class: "chip-item pick", "data-key": `supply-${i}`, "aria-label": choice.text, "data-tip": capital(choice.text), "data-more": choice.more, onclick: choice.pick }, sign)
      : h("span", { class: "chip-item", role: "img", "aria-label": name, "data-tip": name }, sign);
  }));
}

/** Returns blocks by colour with how many of each. */
export function drawBlocks(counts, picks = null) {
  return h("div", { class: "blocks" }, BLOCKS.filter((colour) => counts[colour] || !picks).map((colour) => {
    const words = `${counts[colour] ?? 0} ${colour}`;
    const inside = [inline(20, (x, y, size) => block(colour, x, y, size)), h("span", {}, String(counts[colour] ?? 0))];
    const choice = picks?.get(colour);
    return choice
      ? named(h("button", { type: "button", class: "count pick", "data-key": `hand-${colour}`, "data-tip": capital(choice.text), onclick: choice.pick }, inside), choice.text)
      : h("span", { class: `count${counts[colour] ? "" : " none"}`, role: "img", "aria-label": words, "data-tip": capital(words) }, inside);
  }));
}

/** Returns how many tiles are in the stack and discarded, with what may be among them, and the chests. */
export function drawPiles(now) {
  const list = (tiles) => Object.entries(tiles).map(([name, n]) => `${n} ${name}`).join(", ") || "none";
  const sum = (tiles) => Object.values(tiles).reduce((a, b) => a + b, 0);
  const tiles = [
    h("span", { "data-tip": `In the item stack: ${list(now.tiles.stack)}` }, "stack ", h("b", {}, String(sum(now.tiles.stack)))), ", ",
    h("span", { "data-tip": `Discarded: ${list(now.tiles.discards)}` }, "out ", h("b", {}, String(sum(now.tiles.discards))))];
  const chests = h("span", { "data-tip": "Chest tokens that are not on the board" }, inline(16, chest), " ", h("b", {}, String(now.track.chests_in_supply)), " left");
  return { tiles, chests };
}
