// Makes elements of HTML and SVG; everything on a page is made through these.

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

export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Returns a drawing of a game as an element that fills what it lies in. */
export function drawing(svg, attributes) {
  // Styles in attributes are not allowed by the page's policy, not even to be parsed.
  const parsed = new DOMParser().parseFromString(svg.replaceAll(/\sstyle="[^"]*"/g, ""), "image/svg+xml").documentElement;
  const made = document.importNode(fill(parsed, attributes, []), true);
  for (const name of ["width", "height"]) made.removeAttribute(name);
  return made;
}
