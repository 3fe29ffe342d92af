// Makes elements of HTML and SVG; everything on the page is made through these.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in made) made.value = value;
    else if (name === "style") made.style.cssText = value; // the page's policy forbids the attribute
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((one) => one || one === 0));
  return made;
}

/** Returns an HTML element; attributes that begin with "on" are listeners. */
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** Returns a small button, known again by its words. */
export const button = (words, action, extra = {}) =>
  h("button", { type: "button", class: "button small", onclick: action, "data-key": `button-${words}`, ...extra }, words);

/** Returns a drawing of the server's as an element. */
export const drawing = (svg, attributes) =>
  document.importNode(fill(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, attributes, []), true);

export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

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

/** Returns how often something was done, in words. */
export const times = (count) => (count === 1 ? "once" : `${count} times`);

export const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : "");
