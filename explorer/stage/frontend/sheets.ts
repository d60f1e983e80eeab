// Entry of the pictures that Python makes, in an engine without a browser: the same shapes as on the canvas, on sheets.
import { type Board, boardShapes, overhang, readBoard, readCells } from './draw/node/board.ts';
import { footprintOf } from './draw/node/geometry.ts';
import { NodeLooks } from './draw/node/node_looks.ts';
import { Sheet } from './draw/sheet/sheet.ts';
import { thumbnail } from './draw/sheet/thumbnail.ts';
import { Document } from './model/document.ts';
import { Frames } from './player/frames.ts';
import type { Measure } from './draw/shapes/shapes.ts';
import type { NodeLook } from './draw/node/look.ts';
import type { BoardData, LooksData, SheetData, SmallData } from './messages.ts';

let looks: NodeLooks;
let sheet: () => Sheet;

/** Takes over what is shown; from then on there are pictures of its steps. */
export function open(text: string) {
  const data: SheetData = JSON.parse(text);
  looks = looksOf(data);
  let made: Sheet | undefined;
  sheet = () => made ??= new Sheet(looks, data.words, measureOf(data.widths), data.steps);
  return 'null';
}

function looksOf({ document, theme, trace, endless, highlight, page }: SheetData) {
  const looks = new NodeLooks();
  looks.theme = theme;
  looks.paint = page;
  looks.isChainAlone = true;
  looks.isDrawing = !document.tree; // where a tree ends is no node that lacks its moves
  looks.frames = new Frames(trace, { editable: false });
  const worth = trace.endless?.exact.findIndex((each) => `${each}` === `${endless}`) ?? -1;
  if (worth >= 0) looks.frames.worth = worth;
  const bands = highlight?.moves.map(([from, to, kind]) => ({ from, to, kind })) ?? [];
  looks.chain = highlight ? { nodes: new Set(highlight.nodes), bands } : undefined;
  looks.read(new Document(document));
  return looks;
}

/** The picture of a step. */
export const picture = (step: string) => JSON.stringify(sheet().picture(Number(step)));

/** Return the looks of nodes at a step, in colours and words, and the moves that are there. */
export function looksAt(step: string) {
  looks.frames?.seek(Number(step));
  const nodes = looks.nodes.map(({ id }) => {
    const { fill, text, unread } = looks.of(id) as NodeLook;
    const said = { text: unread ?? text, title: looks.describe(id) };
    return { id, kind: looks.kindAt(id), role: looks.roleOf(id) ?? 'unknown', fill, ...said };
  });
  const moves = [...looks.document.moves.values()].filter((move) => looks.frames?.hasMove(move) ?? true);
  const seen: LooksData = { nodes, moves: moves.map(([from, to]) => [from, to]), bands: looks.moves.bands() };
  return JSON.stringify(seen);
}

/** Return the moves whose names are visible at a step. */
export function namedMoves(step: string) {
  looks.frames?.seek(Number(step));
  return JSON.stringify(sheet().graph.namesOfMoves([]).map(({ id }) => JSON.parse(id)));
}

/** A graph as a small picture of some width and height, with names where there is room, or without. */
export function small(text: string) {
  const { data, size, with_names }: SmallData = JSON.parse(text);
  return JSON.stringify(thumbnail(looksOf(data), measureOf(data.widths), size, with_names));
}

/** Return the room of a node with a board of this width, height and number of cells. */
export const footprint = (text: string) => JSON.stringify(footprintOf(JSON.parse(text)));

/** A position on a board as shapes, `size` its longer side, and how far it reaches out of that. */
export function position(text: string) {
  const { board: data, cells, size, colours, dark }: BoardData = JSON.parse(text);
  const board = readBoard(data) as Board;
  const unit = size / Math.max(board.width, board.height);
  const paint = (role: string) => colours[role][dark ? 'dark' : 'light'];
  const beyond = overhang(board) * unit;
  return JSON.stringify({ beyond, shapes: boardShapes(board, readCells(board, cells) ?? [], unit, paint) });
}

/** Return the measure of texts from the widths of regular and bold letters; one that the font lacks is a square. */
const measureOf = ([regular, bold]: Record<string, number>[]): Measure => (text, weight = 400) => {
  const widths = weight < 600 ? regular : bold;
  let width = 0;
  for (const letter of text) width += widths[letter] ?? 1;
  return width;
};
