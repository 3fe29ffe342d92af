// The board, nearer: two fingers, a double tap beside the pieces, or the wheel with Ctrl; a finger moves it then.

import { byId } from "./dom.js";
import { watchGame } from "./store.js";

const MOST = 4;
const TAP = 2.2; // times nearer by a double tap
const SOON = 300; // milliseconds between its taps
const NEAR = 24; // pixels between them

const board = byId("board");
const fingers = new Map(); // where each is, by its pointer
let view = { zoom: 1, x: 0, y: 0 };
let tapped = null;

function show({ zoom, x, y }) {
  const { width, height } = board.getBoundingClientRect();
  const near = Math.min(MOST, Math.max(1, zoom));
  const within = (value, size) => Math.min(0, Math.max(size * (1 - near), value));
  view = { zoom: near, x: within(x, width), y: within(y, height) };
  board.style.setProperty("--zoom", view.zoom);
  board.style.setProperty("--pan-x", `${view.x}px`);
  board.style.setProperty("--pan-y", `${view.y}px`);
  board.classList.toggle("zoomed", view.zoom > 1);
}

/** Comes nearer by a factor; what lies under a point of the screen stays there. */
function zoomAt({ clientX, clientY }, factor) {
  const box = board.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top];
  const zoom = Math.min(MOST, Math.max(1, view.zoom * factor));
  const by = zoom / view.zoom;
  show({ zoom, x: x - (x - view.x) * by, y: y - (y - view.y) * by });
}

const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const between = ([a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });

board.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") fingers.set(event.pointerId, event);
});
board.addEventListener("pointermove", (event) => {
  const before = [...fingers.values()];
  if (!fingers.has(event.pointerId)) return;
  const from = fingers.get(event.pointerId);
  fingers.set(event.pointerId, event);
  if (before.length === 2) zoomAt(between([...fingers.values()]), apart([...fingers.values()]) / Math.max(1, apart(before)));
  else if (view.zoom > 1) show({ ...view, x: view.x + event.clientX - from.clientX, y: view.y + event.clientY - from.clientY });
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) board.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));

board.addEventListener("click", (event) => {
  if (event.pointerType !== "touch" || event.target.closest(".pick")) return;
  const again = tapped && event.timeStamp - tapped.timeStamp < SOON && apart([event, tapped]) < NEAR;
  tapped = again ? null : event;
  if (again) zoomAt(event, view.zoom > 1 ? 1 / MOST : TAP);
});
board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomAt(event, event.deltaY < 0 ? 1.15 : 1 / 1.15);
}, { passive: false });

watchGame(() => show({ zoom: 1, x: 0, y: 0 })); // another game is seen as a whole
