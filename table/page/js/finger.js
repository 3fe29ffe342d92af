// What a finger means: things smaller than its tip are hit beside them as well.

const TIP = 28; // pixels
const THINGS = "[data-about], [data-action]";

function placeOf(one) {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { one, width, height, x: x + width / 2, y: y + height / 2, small: Math.min(width, height) < TIP };
}

/** Returns what a pointer is on: what lies there or, for a finger, something small whose middle is nearer. */
export function thingAt({ target, clientX, clientY, pointerType }) {
  const zone = target.closest?.(".zone");
  const hit = target.closest?.(THINGS);
  if (pointerType !== "touch" || !zone || target.closest(".pick") || (hit && placeOf(hit).small)) return target;
  const far = ({ x, y }) => Math.hypot(x - clientX, y - clientY);
  const near = [...zone.querySelectorAll(THINGS)].map(placeOf).filter(({ small, width, height, x, y }) => width && small
    && Math.abs(x - clientX) <= Math.max(width, TIP) / 2 && Math.abs(y - clientY) <= Math.max(height, TIP) / 2);
  const [first] = near.sort((a, b) => far(a) - far(b));
  return first && (!hit || far(first) < far(placeOf(hit))) ? first.one : target;
}
