// Making a move on a board by its cells: which cells are legal targets, what a click chooses, and when a move is made.

/** A move by its number, the cells that make it, the cell of the piece that goes, and what changes with it. */
export type Gesture = { move: number; cells: number[]; source: number | null; also: number[] };
/** The clicks so far. */
export type Pick = { source: number | null; cells: number[] };

/** Nothing clicked; where only one piece can go, it is chosen already. */
export function begin(gestures: Gesture[]): Pick {
  const [first] = gestures;
  const isAlone = gestures.length > 0 && gestures.every(({ source }) => source === first.source);
  return { source: isAlone ? first.source : null, cells: [] };
}

/** The gestures that go on from what has been clicked. */
export const candidates = (gestures: Gesture[], { source, cells }: Pick) =>
  gestures.filter((each) => each.source === source && cells.every((cell) => each.cells.includes(cell)));

/** The cells that go on from there, each once. */
export function targets(gestures: Gesture[], pick: Pick) {
  const next = candidates(gestures, pick).flatMap(({ cells }) => cells.filter((cell) => !pick.cells.includes(cell)));
  return [...new Set(next)];
}

/** The cells of the pieces that can go. */
export const sources = (
  gestures: Gesture[],
) => [...new Set(gestures.flatMap(({ source }) => source === null ? [] : [source]))];

/** Whether a click on a cell does something. */
export const takes = (gestures: Gesture[], pick: Pick, cell: number) =>
  targets(gestures, pick).includes(cell) || starts(gestures, cell);

const starts = (gestures: Gesture[], cell: number) =>
  gestures.some(({ source, cells }) => source === cell || (source === null && cells.includes(cell)));

/** Return the choice after a click on a cell. */
export function press(gestures: Gesture[], pick: Pick, cell: number): Pick {
  if (targets(gestures, pick).includes(cell)) return withForced(gestures, { ...pick, cells: [...pick.cells, cell] });
  if (sources(gestures).includes(cell) && cell !== pick.source) return { source: cell, cells: [] };
  if (pick.cells.includes(cell)) return pick;
  const isFresh = starts(gestures.filter(({ source }) => source === null), cell);
  return isFresh ? withForced(gestures, { source: null, cells: [cell] }) : begin(gestures);
}

/** With the cells that all gestures that are left have. */
function withForced(gestures: Gesture[], pick: Pick): Pick {
  const left = candidates(gestures, pick);
  if (!left.length) return pick;
  return { ...pick, cells: left[0].cells.filter((cell) => left.every(({ cells }) => cells.includes(cell))) };
}

/** The moves of which nothing is left to click, and whether others could still come of the clicks. */
export function complete(gestures: Gesture[], pick: Pick) {
  const left = pick.cells.length ? candidates(gestures, pick) : [];
  const whole = left.filter(({ cells }) => cells.length === pick.cells.length);
  const moves = [...new Set(whole.map(({ move }) => move))];
  return { moves, isSure: moves.length === 1 && left.every(({ move }) => move === moves[0]) };
}
