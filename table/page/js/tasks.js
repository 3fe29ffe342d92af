// The piglin board: what each task has, what is missing, how long there is time.

import { layerCounts } from "./cube.js";
import { capital, h, named, s } from "./dom.js";
import { block } from "./signs.js";

const SIZE = 24;

function drawColumn(column, choice) {
  const width = column.size * (SIZE + 2) + 4;
  const places = Array.from({ length: column.size }, (_, i) =>
    i < column.blocks
      ? block(column.colour, 3 + i * (SIZE + 2), 3, SIZE)
      : s("rect", { x: 4 + i * (SIZE + 2), y: 4, width: SIZE - 2, height: SIZE - 2, rx: 3, class: "task-gap" }));
  return s("svg", { viewBox: `0 0 ${width} ${SIZE + 6}`, width, height: SIZE + 6, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: width - 2, height: SIZE + 4, rx: 5, class: choice ? "task-column lit" : "task-column" }), places);
}

function words(column) {
  return column.blocks
    ? `${column.blocks} of ${column.size} ${column.colour} blocks`
    : `${column.size} places, no colour yet`;
}

/**
 * Returns the rows of the task board.
 *
 * @param now The snapshot.
 * @param picks Choices by place (3 * task + column); touched: the place used last.
 */
export function drawTasks(now, picks, touched = null) {
  const left = layerCounts(now.cube);
  return now.tasks.map((task, i) => {
    const layer = task.before_layer;
    const rest = left[layer - 1];
    const missing = task.columns.reduce((sum, column) => sum + column.size - column.blocks, 0);
    const urgent = !task.complete && rest <= missing + 3;
    const due = task.complete
      ? h("span", { class: "due done" }, "✓ complete")
      : h("span", { class: urgent ? "due urgent" : "due", "data-tip": `Task ${task.name} must be complete before layer ${layer} is empty. Layer ${layer} has ${rest} of 16 blocks left; ${missing} blocks are missing.` },
        h("b", {}, `${urgent ? "! " : ""}${missing} missing`), h("span", {}, `layer ${layer}: ${rest} left`));
    return h("div", { class: `task${task.complete ? " complete" : ""}`, role: "group", "aria-label": `Task ${task.name}` },
      h("span", { class: "task-name", "aria-hidden": "true" }, task.name),
      h("span", { class: "task-columns" }, task.columns.map((column, n) => {
        const choice = picks.get(3 * i + n);
        const drawn = drawColumn(column, choice);
        return choice
          ? named(h("button", {
            type: "button", class: "bare pick", "data-tip": capital(choice.text), "data-more": choice.more,
            "data-key": `task-${i}-${n}`, onclick: choice.pick,
          }, drawn), choice.text)
          : h("span", { class: touched === 3 * i + n ? "just" : null, role: "img", "aria-label": words(column), "data-tip": capital(words(column)) }, drawn);
      })),
      due);
  });
}
