// Answers a click on what cannot be chosen now: an item, a space with what stands on it, a block.

import { LOST } from "./connection.js";
import { notice } from "./notices.js";
import { mayChoose, read } from "./store.js";

const THINGS = "#board .place, #players .tile, #supply .chip-item, #cube-above .column";
const USED = "Used: repair it first.";
const NOTHING = "Nothing can be done with this now: what can be chosen is lit.";

/** Listens to clicks on things that are not lit. */
export function followUnlit() {
  document.addEventListener("click", (event) => {
    const thing = event.target.closest?.(THINGS);
    if (!thing || thing.matches(".pick")) return;
    if (!read().online) notice(LOST, true);
    else if (mayChoose() && read().now.who.kind === "person") notice(thing.matches(".tile.bottom") ? USED : NOTHING);
  });
}
