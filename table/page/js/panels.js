// The panels around the board: inventories, dice, bosses, mob line, supply, piglin tasks.

import { layerCounts } from "./cube.js";
import { capital, h, labelled, round, s } from "./dom.js";
import { block, BLOCKS, blocksDie, chest, heart, inline, itemSign, mobToken, numberDie, pawn, typeOf } from "./drawings.js";

const HEARTS = 6;
const SLOTS = 6;

/** Returns hearts in a row, the lost ones behind those that are left. */
function hearts(left, full, size, what) {
  const shown = Math.max(full, left);
  const pitch = size + 2;
  return s("svg", { viewBox: `0 0 ${shown * pitch} ${size}`, width: shown * pitch, height: size, role: "img", "aria-label": `${left} of ${shown} ${what}` },
    Array.from({ length: shown }, (_, i) => heart(i * pitch, 0, size, i < left)));
}

const armourFull = (item) => Number(/of (\d+) heart/.exec(item.details)?.[1] ?? item.hearts);

/** Returns what an item can do, as short as a tile wants it. */
function worth(item) {
  const type = typeOf(item.name);
  if (item.row === "active" && (type === "armour" || item.mode === "armour")) {
    return hearts(item.hearts, armourFull(item), 9, "armour hearts");
  }
  return h("span", {}, item.details
    .replace(/(\d+) dice/, "$1 d").replace(/range (\d+)/, "r $1").replace(/(\d+) of (\d+) hearts?/, "$2 ♥")
    .replace(/(\d+) from the used pile, (\d+) blocks?/, "$2 b + $1").replace(/(\d+) from the used pile/, "$1 used").replace(/, (\d+) rerolls?/, " ↻$1").replace(/(\d+) steps?, fire walking/, "$1 st, fire").replace(/fire walking/, "fire"));
}

/** Returns a name without the last word where the sign says it. */
function shortName(name, type) {
  const said = type === "armour" ? /^(helmet|chestplate|tunic|armour)$/i : new RegExp(`^${type}$`, "i");
  const words = name.split(" ");
  return words.length > 1 && said.test(words.at(-1)) ? words.slice(0, -1).join(" ") : name;
}

/** Returns a tile; it is a button where it may be chosen. */
function tile(item, choice, seatKey, touched) {
  const type = typeOf(item.name);
  const extra = item.enchantments.length;
  const tip = `${capital(item.name)}: ${item.details}${extra ? ` (${item.enchantments.join(", ")})` : ""}${item.row === "bottom" ? "; damaged, it must be repaired before it can be used" : ""}`;
  const inside = [
    h("span", { class: "tile-name" }, shortName(item.name, type)),
    h("span", { class: "tile-sign" }, inline(20, (x, y, size) => itemSign(type, x, y, size)),
      extra ? h("span", { class: "tile-extra" },
        inline(11, (x, y, size) => itemSign("enchantment", x, y, size, "star")), extra > 1 ? String(extra) : null) : null),
    h("span", { class: "tile-worth" }, worth(item)),
  ];
  const attributes = { class: `tile ${item.row}${touched ? " just" : ""}`, "data-slot": item.slot + 1 };
  if (!choice) return h("span", { ...attributes, "data-tip": tip, role: "img", "aria-label": tip }, inside);
  return labelled(h("button", {
    ...attributes, type: "button", class: `tile ${item.row} pick`, "data-key": `${seatKey}-${item.slot}`,
    "data-tip": capital(choice.text), "data-more": choice.more ?? tip, onclick: choice.pick,
  }, inside), `${choice.text}. ${tip}`);
}

function row(player, which, picks, touched) {
  const items = player.items.filter((item) => item.row === which);
  return h("div", { class: `row ${which}`, role: "group", "aria-label": which === "active" ? "Active items" : "Damaged items" },
    h("span", { class: "row-name", "aria-hidden": "true" }, which === "active" ? "ready" : "down"),
    Array.from({ length: SLOTS }, (_, slot) => {
      const item = items.find((one) => one.slot === slot);
      return item ? tile(item, picks.get(slot), player.colour, touched === slot) : h("span", { class: "tile-gap", "data-slot": slot + 1 });
    }));
}

/**
 * Returns a player's card.
 *
 * @param now The snapshot.
 * @param player From it.
 * @param shown `who` sits there (a partner's name, or null: a person), `slots`: choices by slot,
 *   `touched`: the slot used last, `whole`: the choice of the player as such, `decides`.
 */
export function drawPlayer(now, player, shown) {
  const onTurn = now.turn > 0 && player.colour === now.active_player && !now.ending;
  const note = shown.decides ? "decides" : onTurn ? "on turn" : "";
  const head = [
    inline(22, (x, y, size) => pawn(player.colour, x, y, size)),
    h("span", { class: "player-name" }, capital(player.colour), h("small", {}, shown.who ?? "person")),
    h("span", { class: "player-hearts" }, hearts(player.hearts, HEARTS, 14, "hearts")),
    h("span", { class: "player-note" }, note),
  ];
  const choice = shown.whole;
  return h("section", { class: `card player-card ${player.colour}${shown.decides ? " decides" : ""}${onTurn ? " turn" : ""}`, "aria-label": `${capital(player.colour)}, ${shown.who ?? "a person"}${note ? `, ${note}` : ""}` },
    choice
      ? labelled(h("button", { type: "button", class: "player-head pick", "data-key": `player-${player.colour}`, "data-tip": capital(choice.text), "data-more": choice.more, onclick: choice.pick }, head), choice.text)
      : h("div", { class: "player-head" }, head),
    row(player, "active", shown.slots, shown.touched), row(player, "bottom", shown.slots, shown.touched));
}

/** Returns a bar of a share, such as of life that is left. */
function bar(share, words, kind = "") {
  return s("svg", { viewBox: "0 0 100 8", class: `bar ${kind}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
    s("rect", { width: 100, height: 8, rx: 2, class: "bar-ground" }),
    s("rect", { width: round(Math.max(0, Math.min(1, share)) * 100), height: 8, rx: 2, class: "bar-fill" }));
}

/** Returns the dice as they lie */
export function drawDice(now) {
  const { blocks, mob, combat, combat_to_roll: open, rerolls_left: again, against } = now.dice;
  const die = (sign, words) => h("span", { class: "die-box", role: "img", "aria-label": words, "data-tip": words }, sign);
  const out = [];
  if (blocks !== null) out.push(die(inline(34, (x, y, size) => blocksDie(blocks, x, y, size)), `Blocks die: ${blocks === "?" ? "any colour" : blocks}`));
  if (mob !== null) out.push(die(inline(34, (x, y, size) => numberDie(mob, x, y, size)), `Mob die: ${mob}`));
  if (!out.length) out.push(h("span", { class: "soft" }, "not rolled yet"));
  const fight = combat.length || open
    ? h("div", { class: "fight", role: "group", "aria-label": `Against ${against ?? "a mob"}`, "data-tip": `Against ${against ?? "a mob"}` },
      h("span", { class: "dice-row" }, combat.map((hits) => die(inline(24, (x, y, size) => numberDie(hits, x, y, size)), `${hits} hits`)),
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
      ? labelled(h("button", { type: "button", class: "count pick", "data-key": `hand-${colour}`, "data-tip": capital(choice.text), onclick: choice.pick }, inside), choice.text)
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

const SIZE = 24;

function drawColumn(column, choice) {
  const width = column.size * (SIZE + 2) + 4;
  const places = Array.from({ length: column.size }, (_, i) =>
    i < column.blocks
      ? block(column.colour, 3 + i * (SIZE + 2), 3, SIZE)
      : s("rect", { x: 4 + i * (SIZE + 2), y: 4, width: SIZE - 2, height: SIZE - 2, rx: 3, class: "task-gap" }));
  return s("svg", { viewBox: `0 0 ${width} ${SIZE + 6}`, width, height: SIZE + 6, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: width - 2, height: SIZE + 4, rx: 5, class: choice ? "task-column lit" : "task-column" }), places);
}

function words(column) {
  return column.blocks
    ? `${column.blocks} of ${column.size} ${column.colour} blocks`
    : `${column.size} places, no colour yet`;
}

/**
 * Returns the rows of the task board.
 *
 * @param now The snapshot.
 * @param picks Choices by place (3 * task + column); touched: the place used last.
 */
export function drawTasks(now, picks, touched = null) {
  const left = layerCounts(now.cube);
  return now.tasks.map((task, i) => {
    const layer = task.before_layer;
    const rest = left[layer - 1];
    const missing = task.columns.reduce((sum, column) => sum + column.size - column.blocks, 0);
    const urgent = !task.complete && rest <= missing + 3;
    const due = task.complete
      ? h("span", { class: "due done" }, "✓ complete")
      : h("span", { class: urgent ? "due urgent" : "due", "data-tip": `Task ${task.name} must be complete before layer ${layer} is empty. Layer ${layer} has ${rest} of 16 blocks left; ${missing} blocks are missing.` },
        h("b", {}, `${urgent ? "! " : ""}${missing} missing`), h("span", {}, `layer ${layer}: ${rest} left`));
    return h("div", { class: `task${task.complete ? " complete" : ""}`, role: "group", "aria-label": `Task ${task.name}` },
      h("span", { class: "task-name", "aria-hidden": "true" }, task.name),
      h("span", { class: "task-columns" }, task.columns.map((column, n) => {
        const choice = picks.get(3 * i + n);
        const drawn = drawColumn(column, choice);
        return choice
          ? labelled(h("button", {
            type: "button", class: "bare pick", "data-tip": capital(choice.text), "data-more": choice.more,
            "data-key": `task-${i}-${n}`, onclick: choice.pick,
          }, drawn), choice.text)
          : h("span", { class: touched === 3 * i + n ? "just" : null, role: "img", "aria-label": words(column), "data-tip": capital(words(column)) }, drawn);
      })),
      due);
  });
}
