// Where the board lies: the parts of the track, in one band or in several.

export const CELL = 48;
const NUMBERS = 16; // room for the numbers of rows and columns
const NAMES = 20;
const BETWEEN = 5;
const STUB = 1.2; // cells that a face-down part takes where there is little room
const READABLE = 33; // pixels of a cell
const LARGEST = 62; // pixels of a cell

/** Returns the parts of the track with their columns. */
function partsOf(track) {
  const open = track.tiles.filter((name) => name !== null).length;
  const named = [
    { name: "Start", open: true },
    ...track.tiles.map((name, i) => ({ name: name ?? "Face down", open: i < open })),
    { name: "Portal", open: track.portal_face_up },
  ];
  let first = 0;
  return named.map((part, i) => {
    const width = track.part_columns[i];
    first += width;
    return { ...part, width, first: first - width };
  });
}

const drawnWidth = (part, stubs) => (part.open || !stubs ? part.width : STUB);

function bandsOf(parts, count, stubs) {
  const total = parts.reduce((sum, part) => sum + drawnWidth(part, stubs), 0);
  const bands = [];
  let before = 0;
  for (const part of parts) {
    const width = drawnWidth(part, stubs);
    const place = Math.min(count - 1, Math.floor(((before + width / 2) * count) / total));
    (bands[place] ??= []).push(part);
    before += width;
  }
  return bands.filter(Boolean);
}

const widthOf = (band, stubs) =>
  NUMBERS + band.reduce((sum, part) => sum + drawnWidth(part, stubs) * CELL, 0) + BETWEEN * (band.length - 1) + 3;

/**
 * Returns the board laid out for a width and a height in pixels: the fewest bands in which
 * cells can be read, face-down parts cut short where that helps.
 */
export function layOut(track, room, high) {
  const parts = partsOf(track);
  const rows = track.rows;
  let best = null;
  for (const [count, stubs] of [[1, false], [1, true], [2, true], [3, true], [4, true]]) {
    const bands = bandsOf(parts, count, stubs);
    const width = Math.max(...bands.map((band) => widthOf(band, stubs)));
    const height = bands.length * (NAMES + NUMBERS + rows * CELL + 8);
    const cell = Math.min(room / width, count === 1 ? high / height : Infinity) * CELL;
    const option = { bands, width, height, rows, stubs, cell: Math.min(cell, LARGEST) };
    if (best === null || cell > best.cell * 1.15) best = option;
    if (best.cell >= READABLE) break;
  }
  const columns = [];
  best.bands.forEach((band, at) => {
    const top = at * (NAMES + NUMBERS + rows * CELL + 8) + NAMES + NUMBERS;
    let left = NUMBERS + (best.width - widthOf(band, best.stubs)) / 2;
    for (const part of band) {
      part.left = left;
      part.top = top;
      part.drawn = drawnWidth(part, best.stubs) * CELL;
      for (let i = 0; i < part.width; i += 1) columns[part.first + i] = { x: left + i * CELL, top };
      left += part.drawn + BETWEEN;
    }
  });
  return {
    ...best,
    parts,
    /** Returns the upper left corner of a space. */
    corner: ([row, column]) => ({ x: columns[column].x, y: columns[column].top + row * CELL }),
    /** Returns the middle of a space. */
    middle: ([row, column]) => ({ x: columns[column].x + CELL / 2, y: columns[column].top + (row + 0.5) * CELL }),
  };
}
