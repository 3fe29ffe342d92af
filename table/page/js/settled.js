// Says whether the page shows where the game stands: nothing is asked, no bot is about to move.

import { read, watch } from "./store.js";

let asked = 0;

function settled() {
  const { hello, online, busy, game, now } = read();
  if (asked || busy || !online || !hello || (game && !now)) return false;
  return !(now?.who.kind === "bot" && now.pace.mode === "run" && !now.pace.fault);
}

// Not aria-busy: screen readers may leave out what has it, and bots may play for minutes.
const mark = () => {
  document.body.dataset.settled = String(settled());
};

/** Counts an answer as under way until it is there; returns what it brings. */
export async function underWay(answer) {
  asked += 1;
  mark();
  try {
    return await answer;
  } finally {
    asked -= 1;
    mark();
  }
}

/** Marks the body after every change: to be called once whoever draws listens. */
export const followSettling = () => watch(mark);
