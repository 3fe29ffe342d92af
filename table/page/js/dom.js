// Makes elements of HTML and SVG; everything on the page is made through these.

import { drawing, h, s } from "/page/stage/elements.js";

export { drawing, h, s };

/** Returns a small button, known again by its words. */
export const button = (words, action, extra = {}) =>
  h("button", { type: "button", class: "button small", onclick: action, "data-key": `button-${words}`, ...extra }, words);

/** Lets somebody choose a file, and hands on its text. */
export function chooseFile(accept, take) {
  const input = h("input", { type: "file", accept, onchange: async () => input.files[0] && take(await input.files[0].text()) });
  input.click();
}

/**
 * Puts new content into a container; what had the keyboard's focus has it again.
 * Elements are known again by `data-key`.
 */
export function put(container, ...children) {
  const held = container.contains(document.activeElement) ? document.activeElement : null;
  const key = held?.dataset?.key;
  container.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const drawn = new Map();

/** Returns whether what a panel shows differs from what it was last drawn from. */
export function changed(panel, ...parts) {
  const now = JSON.stringify(parts);
  if (drawn.get(panel) === now) return false;
  drawn.set(panel, now);
  return true;
}

export const byId = (id) => document.getElementById(id);

/** Returns a number with its noun. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns how often something was done, in words. */
export const times = (count) => (count === 1 ? "once" : `${count} times`);

export const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : "");
