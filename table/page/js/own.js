// Values that people put together of the parts that a game declares, such as a level of their own.

import { button, capital, h } from "./dom.js";

export const isOwn = (value) => value !== null && typeof value === "object";

/** Returns where one begins: the parts as the game has them. */
export const begun = (parts) => structuredClone(parts[0].name ? Object.fromEntries(parts.map((one) => [one.name, one.default])) : parts[0].default);

/** Returns a value without what concerns seats that do not play. */
export function fitted(parts, value, seats) {
  const fit = {
    seats: (list) => list.filter((seat) => seat < seats),
    by_seat: (list) => list.slice(0, seats),
  };
  const one = (part, mine) => (fit[part.kind] && mine ? fit[part.kind](mine) : mine);
  return parts[0].name ? Object.fromEntries(parts.map((part) => [part.name, one(part, value[part.name] ?? structuredClone(part.default))])) : one(parts[0], value);
}

const named = (value) => capital(String(value).replaceAll("_", " "));
const without = (list, place) => list.filter((_, n) => n !== place);

function stepper(key, words, value, least, most, take) {
  const step = (by, sign, verb) => button(sign, () => take(value + by), { "data-key": `${key}-${verb}`, "aria-label": `${words}: one ${verb}`, disabled: by < 0 ? value <= least : value >= most });
  return h("span", { class: "stepper", role: "group", "aria-label": words }, step(-1, "−", "less"), h("b", { "data-count": key }, value), step(1, "+", "more"));
}

const row = (words, note, ...inside) => h("div", { class: "own-row" }, h("span", {}, words, note ? h("small", {}, ` ${note}`) : null), ...inside);

/** How each kind of part is drawn; `take` has the new value. */
const DRAW = {
  text: ({ most }, key, value, take) => h("input", { type: "text", maxlength: most, value: value ?? "", "data-key": key, id: key, "aria-label": named(key), onchange: ({ target }) => take(target.value.trim()) }),
  number: ({ name, least, most }, key, value, take) => stepper(key, named(name), value, least, most, take),
  counts: ({ options, most }, key, value, take) => h("div", { class: "own-grid" }, options.map((one) => row(named(one.value), one.note,
    stepper(`${key}-${one.value}`, named(one.value), value[one.value] ?? 0, 0, most, (count) => take({ ...value, [one.value]: count }))))),
  several: ({ options, most }, key, value, take) => h("div", { class: "options" }, options.map((one) => {
    const held = value.includes(one.value);
    return h("label", { class: "option" },
      h("input", { type: "checkbox", "data-key": `${key}-${one.value}`, checked: held, disabled: !held && value.length >= most, onchange: () => take(held ? value.filter((other) => other !== one.value) : options.map((other) => other.value).filter((other) => other === one.value || value.includes(other))) }),
      h("span", {}, named(one.value), one.note ? h("small", {}, one.note) : null));
  })),
  many: ({ options, most }, key, value, take) => h("div", { class: "buttons" },
    value.map((one, n) => button([named(one), h("span", { "aria-hidden": "true" }, "✕")], () => take(without(value, n)), { "data-key": `${key}-${n}`, "aria-label": `Leave out ${one}` })),
    h("select", { "data-key": `${key}-add`, "aria-label": "Add another", disabled: value.length >= most, onchange: ({ target }) => take([...value, options[target.value].value]) },
      h("option", { value: "" }, `add … (${value.length} of ${most})`), options.map((one, n) => h("option", { value: n }, named(one.value))))),
  pairs: ({ options, ways, most }, key, value, take) => h("div", {}, options.map((one) => {
    const at = value.findIndex(([held]) => held === one.value);
    const rest = at < 0 ? value : without(value, at);
    const press = (way) => () => take(way === null ? rest : [...rest, [one.value, way]]);
    const choice = (way, words) => button(words, press(way), {
      "data-key": `${key}-${one.value}-${words}`, "aria-label": `${named(one.value)}: ${words}`, "aria-pressed": String((at < 0 ? null : value[at][1]) === way), disabled: way !== null && at < 0 && value.length >= most,
    });
    return row(named(one.value), one.note, h("span", { class: "buttons" }, choice(null, "not there"), ways.map((way) => choice(way, way))));
  })),
  seats: (_, key, value, take, seats) => h("div", { class: "buttons" }, seats.map((name, seat) => h("label", { class: "check" },
    h("input", { type: "checkbox", "data-key": `${key}-${seat}`, checked: value.includes(seat), onchange: () => take(seats.map((_name, n) => n).filter((n) => (n === seat) !== value.includes(n))) }), h("span", {}, capital(name))))),
  by_seat: ({ options }, key, value, take, seats) => h("div", {}, seats.map((name, seat) => {
    const set = ({ target }) => take(seats.map((_name, n) => (n === seat ? options[target.value]?.value ?? null : value[n] ?? null)));
    const taken = (one) => value.some((other, n) => n !== seat && n < seats.length && other === one.value);
    return row(capital(name), null, h("select", { "data-key": `${key}-${seat}`, "aria-label": `${named(key)}: ${name}`, onchange: set },
      h("option", { value: "", selected: value[seat] === null || value[seat] === undefined }, "drawn"),
      options.map((one, n) => h("option", { value: n, selected: one.value === value[seat], disabled: taken(one) }, one.note || named(one.value)))));
  })),
};

/** Draws a value that is put together, for the names of the seats that play. */
export function drawOwn(parts, value, seats, changed) {
  return h("div", { class: "own" }, parts.map((part) => {
    const mine = part.name ? value[part.name] : value;
    const take = (made) => changed(part.name ? { ...value, [part.name]: made } : made);
    return h("div", { class: "own-part", role: "group", "aria-label": part.meaning, "data-part": part.name || part.kind },
      h("span", {}, part.name ? h("b", {}, named(part.name)) : null, h("small", {}, ` ${part.meaning}`)), DRAW[part.kind](part, part.name || part.kind, mine, take, seats));
  }));
}
