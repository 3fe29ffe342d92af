// Light or dark: what the system says, unless somebody switched.

import { byId } from "./dom.js";
import { keep, kept } from "./store.js";

const ORDER = { null: "dark", light: "dark", dark: "light" };

function apply(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const dark = theme ? theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
  byId("theme")?.setAttribute("aria-pressed", String(dark));
}

export const useTheme = () => apply(kept("theme", null));

export function switchTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = ORDER[kept("theme", dark ? "dark" : "light")];
  keep("theme", theme);
  apply(theme);
}
