// The inventories: a card for each player with hearts and items in their two rows.

import { capital, h, named, round, s } from "./dom.js";
import { heart, inline, itemSign, pawn, typeOf } from "./signs.js";

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
  return named(h("button", {
    ...attributes, type: "button", class: `tile ${item.row} pick${choice.order ? " planned" : ""}`, "data-key": `${seatKey}-${item.slot}`,
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
 *   `touched`: the slot used last, `whole`: the choice of the player as such, `decides`, `before`: the hearts a moment ago.
 */
export function drawPlayer(now, player, shown) {
  const onTurn = now.turn > 0 && player.colour === now.active_player && !now.ending;
  const lost = shown.before !== undefined && shown.before > player.hearts;
  const gained = shown.before !== undefined && shown.before < player.hearts;
  const note = shown.decides ? "decides" : onTurn ? "on turn" : "";
  const head = [
    inline(22, (x, y, size) => pawn(player.colour, x, y, size)),
    h("span", { class: "player-name" }, capital(player.colour), h("small", {}, shown.who ?? "person")),
    h("span", { class: `player-hearts${lost ? " lost" : ""}${gained ? " gained" : ""}` }, hearts(player.hearts, HEARTS, 14, "hearts")),
    h("span", { class: "player-note" }, note),
  ];
  const choice = shown.whole;
  return h("section", { class: `card player-card ${player.colour}${shown.decides ? " decides" : ""}${onTurn ? " turn" : ""}`, "aria-label": `${capital(player.colour)}, ${shown.who ?? "a person"}${note ? `, ${note}` : ""}` },
    choice
      ? named(h("button", { type: "button", class: "player-head pick", "data-key": `player-${player.colour}`, "data-tip": capital(choice.text), "data-more": choice.more, onclick: choice.pick }, head), choice.text)
      : h("div", { class: "player-head" }, head),
    row(player, "active", shown.slots, shown.touched), row(player, "bottom", shown.slots, shown.touched));
}

/** Returns a bar of a share, such as of life that is left. */
export function bar(share, words, kind = "") {
  return s("svg", { viewBox: "0 0 100 8", class: `bar ${kind}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
    s("rect", { width: 100, height: 8, rx: 2, class: "bar-ground" }),
    s("rect", { width: round(Math.max(0, Math.min(1, share)) * 100), height: 8, rx: 2, class: "bar-fill" }));
}
