// deno-lint-ignore-file no-explicit-any -- a document may hold anything
// A position on its board: what a board is, checked, since a document may hold anything, and what is drawn of it.
import { centred, type Point, type Shape, transformed } from '../shapes/shapes.ts';

const MOST = 1_000; // cells, pieces, lines
const MOST_UNITS = 10_000; // of width and height
const NEARLY = 1e-6; // by which a point may lie outside
const MOST_POINTS = 10_000; // of all cells and lines
const SHAPES = ['polygon', 'line', 'disc']; // areas lie under lines and lines under discs
const MARKS = ['fill', 'disc', 'text'];
const HUES = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `hue-${hue}`);
const ROLES = ['surface', 'shade', 'ink', 'max', 'min', 'highlight', ...HUES];
const FEWEST: Record<string, number> = { polygon: 3, line: 2, disc: 1 }; // points
const [GRID, INK, SEAM] = [0.03, 0.06, 0.03]; // widths of pens, in `grain`
const THIN = 0.12; // width of a line cell that has none of its own, in `grain`
const DISC = 0.36; // radius of a piece, in what the cell has room for
const DISC_ON_DISC = 0.85; // radius of a piece on a disc, in that of the disc
const LETTER = 0.68; // size of one character, in what the cell has room for
const SYMBOL = 0.98; // of one that is neither letter nor digit, as chess pieces are, which have their own room
const IS_SYMBOL = /^[^\p{L}\p{N}]\ufe0e?$/u;
const TWO_LETTERS = 0.75; // size of two, in that of one
const ON_LINE = 0.5; // room on a line, in `grain`
const REACH = 0.35; // how near a click is to the middle of a disc or a line, in `grain`
const CORNERS = 32; // of a disc of which a part is filled

type Cell = { shape: 'polygon' | 'line' | 'disc'; points: Point[]; radius: number; fill?: string };

type Piece = { mark: 'fill' | 'disc' | 'text'; role: string; text: string; inset: number[] };

export type Board = { width: number; height: number; cells: Cell[]; pieces: Map<string, Piece>; lines: Point[][] };

export type Colour = (role: string) => string; // of a role

/** The board that a document holds; undefined if it holds none, or what is none to explorer/board_json.py. */
export function readBoard(data: any): Board | undefined {
  const { width, height, cells, pieces = {}, lines = [] } = isObject(data) ? data : {};
  if (!isSize(width) || !isSize(height) || !isList(cells, MOST) || !cells.length) return undefined;
  if (!isObject(pieces) || Object.keys(pieces).length > MOST || !isList(lines, MOST)) return undefined;
  if (!cells.every((cell) => isCell(cell, [width, height]))) return undefined;
  if (!lines.every((line) => isWay(line, 2, [width, height]))) return undefined;
  if ([...cells.map((cell) => cell.points), ...lines].flat().length > MOST_POINTS) return undefined;
  if (!Object.entries(pieces).every(([key, piece]) => [...key].length === 1 && isPiece(piece))) return undefined;
  const whole = Object.entries(pieces).map((
    [key, piece],
  ) => [key, { text: '', inset: [0, 0, 0, 0], ...piece }] as [string, Piece]);
  return { width, height, cells: cells.map((cell) => ({ radius: 0, ...cell })), pieces: new Map(whole), lines };
}

const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown, most: number): value is any[] => Array.isArray(value) && value.length <= most;
const isBetween = (value: any, low: number, high: number) => Number.isFinite(value) && value >= low && value <= high;
const isSize = (value: unknown) => isBetween(value, 0, MOST_UNITS) && value !== 0;

function isWay(points: unknown, fewest: number, box: number[]) {
  const isInside = (value: unknown, axis: number) => isBetween(value, -NEARLY, box[axis] + NEARLY);
  const isPoint = (point: unknown) => isList(point, 2) && point.length === 2 && point.every(isInside);
  return isList(points, MOST_POINTS) && points.length >= fewest && points.every(isPoint);
}

function isCell(cell: any, box: number[]) {
  if (!isObject(cell) || !SHAPES.includes(cell.shape) || !isWay(cell.points, FEWEST[cell.shape], box)) return false;
  const { shape, points, radius = 0, fill = null } = cell;
  if (shape === 'disc' && (points.length > 1 || radius === 0)) return false;
  return isBetween(radius, 0, Math.max(...box)) && (fill === null || ROLES.includes(fill));
}

function isPiece(piece: any) {
  if (!isObject(piece) || !MARKS.includes(piece.mark) || !ROLES.includes(piece.role)) return false;
  const { mark, text = '', inset = [0, 0, 0, 0] } = piece;
  if (typeof text !== 'string' || [...text].length > 2 || (mark === 'text' && !text.trim())) return false;
  return isList(inset, 4) && inset.length === 4 && inset.every((share) => isBetween(share, 0, 1));
}

/** Return the pieces on the cells, a character each; undefined if they do not fit the board. */
export function readCells(board: Board | undefined, text: any): string[] | undefined {
  if (!board || typeof text !== 'string') return undefined;
  const cells = [...text];
  return cells.length === board.cells.length ? cells : undefined;
}

/** Return how far discs and lines reach out of the box of their board, in its units. */
export function overhang({ width, height, cells }: Board) {
  const beyond = ([x, y]: Point, radius: number) =>
    Math.max(radius - x, radius - y, x + radius - width, y + radius - height);
  const round = cells.filter(({ shape }) => shape !== 'polygon');
  return Math.max(0, ...round.flatMap(({ points, radius }) => points.map((point) => beyond(point, radius))));
}

/** A position with its upper left corner at (0, 0), as shapes; a `unit` of the board is so many pixels long. */
export function boardShapes(board: Board, cells: string[], unit: number, paint: Colour): Shape[] {
  const grain = grainOf(board);
  const laid = board.cells.map((cell, index) => ({ cell, piece: board.pieces.get(cells[index]) }));
  laid.sort((one, other) => SHAPES.indexOf(one.cell.shape) - SHAPES.indexOf(other.cell.shape));
  const pen = { colour: paint('ink'), width: INK * grain, round: true };
  const shapes = [
    ...laid.map(({ cell, piece }) => cellShape(cell, piece, { grain, paint })),
    ...board.lines.map((points): Shape => ({ is: 'line', points, stroke: pen })),
    ...laid.flatMap((
      { cell, piece },
    ) => (piece && !fillsWhole(piece) ? pieceShape(cell, piece, { grain, paint }) : [])),
  ];
  return transformed(shapes, unit);
}

/** About how wide a cell is. */
const grainOf = ({ width, height, cells }: Board) => Math.sqrt(width * height / cells.length);

/** Return the shapes on one cell, without the cell; none where the piece fills it. */
export function pieceShapes(board: Board, index: number, piece: string, unit: number, paint: Colour): Shape[] {
  const look = board.pieces.get(piece);
  if (!look || fillsWhole(look)) return [];
  return transformed(pieceShape(board.cells[index], look, { grain: grainOf(board), paint }), unit);
}

/** The outline of a cell, and its middle, `unit` pixels for one of the board. */
export function cellOutline(board: Board, index: number, unit: number) {
  const scaled = ([x, y]: Point): Point => [x * unit, y * unit];
  return { points: corners(board.cells[index]).map(scaled), middle: scaled(middle(board.cells[index])) };
}

/** The cell at a position, the uppermost, or the nearest one that is almost there. */
export function cellAt(board: Board, [x, y]: Point): number | undefined {
  const order = board.cells.map((_, index) => index).sort((one, other) => depth(board, other) - depth(board, one));
  const hit = order.find((index) => isInside(corners(board.cells[index]), [x, y]));
  const isLarge = hit === undefined || board.cells[hit].shape === 'polygon';
  const away = (index: number) => distance(middle(board.cells[index]), [x, y]);
  const near = order.filter((index) => board.cells[index].shape !== 'polygon' && away(index) < REACH * grainOf(board));
  return isLarge && near.length ? near.reduce((one, other) => away(other) < away(one) ? other : one) : hit;
}

const depth = ({ cells }: Board, index: number) => SHAPES.indexOf(cells[index].shape);
const distance = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x1 - x2, y1 - y2);

/** Whether a position is in a polygon: a ray from it crosses the border an odd number of times. */
function isInside(points: Point[], [x, y]: Point) {
  return points.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length];
    return y1 > y !== y2 > y && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 ? !inside : inside;
  }, false);
}

const fillsWhole = (piece: Piece) => piece.mark === 'fill' && piece.inset.every((share) => share === 0);

/** The cell, painted as a piece that fills it whole says. */
function cellShape(
  cell: Cell,
  piece: Piece | undefined,
  { grain, paint }: { grain: number; paint: Colour },
): Shape {
  const role = piece && fillsWhole(piece) ? piece.role : cell.fill;
  const stroke = { colour: paint('grid'), width: GRID * grain, round: true };
  const fill = role ? paint(role) : undefined;
  const { shape, points, radius } = cell;
  if (shape === 'disc') return { is: 'circle', x: points[0][0], y: points[0][1], radius, fill, stroke };
  if (shape === 'polygon') return { is: 'polygon', points, fill, stroke };
  return {
    is: 'line',
    points,
    stroke: fill ? { colour: fill, width: 2 * radius || THIN * grain, round: true } : stroke,
  };
}

function pieceShape(cell: Cell, piece: Piece, { grain, paint }: { grain: number; paint: Colour }): Shape[] {
  const [x, y] = middle(cell);
  const room = roomOf(cell, grain);
  const colour = paint(piece.role);
  if (piece.mark === 'fill') {
    const points = without(corners(cell), piece.inset);
    const stroke = { colour, width: SEAM * grain, round: true };
    return points.length > 2 ? [{ is: 'polygon', points, fill: colour, stroke }] : [];
  }
  if (piece.mark === 'disc') {
    const radius = cell.shape === 'disc' ? DISC_ON_DISC * cell.radius : DISC * room;
    return [{ is: 'circle', x, y, radius, fill: colour, stroke: { colour: paint('grid'), width: GRID * grain } }];
  }
  const size = room * (IS_SYMBOL.test(piece.text) ? SYMBOL : LETTER * ([...piece.text].length > 1 ? TWO_LETTERS : 1));
  return [{ ...centred(piece.text, [x, y], size, colour, 700), isPiece: true }];
}

// ---- geometry

function roomOf(cell: Cell, grain: number) {
  if (cell.shape === 'disc') return 2 * cell.radius;
  if (cell.shape === 'line') return Math.max(4 * cell.radius, ON_LINE * grain);
  const [left, top, right, bottom] = extent(cell.points);
  return Math.min(right - left, bottom - top);
}

/** The centre of a disc, the middle of a line, the centre of mass of a polygon. */
function middle({ shape, points }: Cell): Point {
  if (shape === 'disc') return points[0];
  return shape === 'line' ? halfway(points) : centre(points);
}

function halfway(points: Point[]): Point {
  const lengths = points.slice(1).map(([x, y], index) => Math.hypot(x - points[index][0], y - points[index][1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    if (length >= left && left > 0) {
      const [[x1, y1], [x2, y2]] = points.slice(index, index + 2);
      return [x1 + left / length * (x2 - x1), y1 + left / length * (y2 - y1)];
    }
    left -= length;
  }
  return points[0];
}

function centre(points: Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  points.forEach(([x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length];
    const part = x1 * y2 - x2 * y1;
    area += part;
    x += (x1 + x2) * part;
    y += (y1 + y2) * part;
  });
  if (Math.abs(area) >= 1e-9) return [x / 3 / area, y / 3 / area];
  const [left, top] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return [left, top];
}

function extent(points: Point[]) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The corners of a cell; of a disc or a line those of the disc or the box around it. */
function corners({ shape, points, radius }: Cell): Point[] {
  if (shape === 'polygon') return points;
  if (shape === 'line') {
    const [left, top, right, bottom] = extent(points);
    const [west, north, east, south] = [left - radius, top - radius, right + radius, bottom + radius];
    return [[west, north], [east, north], [east, south], [west, south]];
  }
  const [[x, y]] = points;
  const turns = Array.from({ length: CORNERS }, (_, index) => 2 * Math.PI * index / CORNERS);
  return turns.map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]);
}

/** The part of a polygon that an inset leaves (Sutherland and Hodgman, Reentrant polygon clipping, 1974). */
function without(points: Point[], inset: number[]) {
  const [left, top, right, bottom] = extent(points);
  const [width, height] = [right - left, bottom - top];
  // Positive inside.
  const edges: ((point: Point) => number)[] = [
    ([x]) => x - left - inset[0] * width,
    ([, y]) => y - top - inset[1] * height,
    ([x]) => right - inset[2] * width - x,
    ([, y]) => bottom - inset[3] * height - y,
  ];
  return edges.reduce((rest, inside) => clipped(rest, inside), points);
}

function clipped(points: Point[], inside: (point: Point) => number) {
  const found: Point[] = [];
  points.forEach((here, index) => {
    const there = points[(index + 1) % points.length];
    const [near, far] = [inside(here), inside(there)];
    if (near >= 0) found.push(here);
    if (near * far < 0) {
      const share = near / (near - far);
      found.push([here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])]);
    }
  });
  return found;
}
