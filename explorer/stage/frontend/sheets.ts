// Entry of the pictures that Python makes, in an engine without a browser: the same shapes as on the canvas, on sheets.
import { type Board, boardShapes, overhang, readBoard, readCells } from './draw/board.ts';
import { footprintOf } from './draw/cards.ts';
import { Looks } from './draw/looks.ts';
import { Sheet } from './draw/sheet.ts';
import { Document } from './model/document.ts';
import { Frames } from './player/frames.ts';
import type { Measure } from './draw/shapes.ts';
import type { NodeLook } from './draw/types.ts';
import type { BoardData, LooksData, SheetData } from './messages.ts';

const looks = new Looks();
let sheet: () => Sheet;

/** Takes over what is shown; from then on there are pictures of its steps. */
export function open(text: string) {
  const data: SheetData = JSON.parse(text);
  looks.theme = data.theme;
  looks.paint = data.page;
  looks.isChainAlone = true;
  looks.isDrawing = !data.document.tree; // where a tree ends is no node that lacks its moves
  if (data.trace) {
    looks.frames = new Frames(data.trace, { editable: false });
    const worth = data.trace.endless?.exact.findIndex((each) => `${each}` === `${data.endless}`) ?? -1;
    if (worth >= 0) looks.frames.worth = worth;
  }
  const bands = data.lit?.moves.map(([from, to, kind]) => ({ from, to, kind })) ?? [];
  looks.chain = data.lit ? { nodes: new Set(data.lit.nodes), bands } : undefined;
  looks.read(new Document(data.document));
  let made: Sheet | undefined;
  sheet = () => made ??= new Sheet(looks, data.words, measureOf(data.widths), data.steps);
  return 'null';
}

/** The picture of a step. */
export const picture = (step: string) => JSON.stringify(sheet().picture(Number(step)));

/** What nodes look like at a step, in colours and words, and which moves are there. */
export function looksAt(step: string) {
  looks.frames?.seek(Number(step));
  const nodes = looks.nodes.map(({ id }) => {
    const { fill, text, unread } = looks.of(id) as NodeLook;
    const said = { text: unread ?? text, title: looks.describe(id) };
    return { id, kind: looks.kindAt(id), role: looks.roleOf(id) ?? 'unknown', fill, ...said };
  });
  const moves = [...looks.document.moves.values()].filter((move) => looks.frames?.hasMove(move) ?? true);
  const seen: LooksData = { nodes, moves, bands: looks.bands() };
  return JSON.stringify(seen);
}

/** How much room a node takes with a board so wide and so high, of so many cells. */
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

/** What letters are wide, regular and bold ones; one that the font lacks is as wide as a square. */
const measureOf = ([regular, bold]: Record<string, number>[]): Measure => (text, weight = 400) => {
  const widths = weight < 600 ? regular : bold;
  let width = 0;
  for (const letter of text) width += widths[letter] ?? 1;
  return width;
};
