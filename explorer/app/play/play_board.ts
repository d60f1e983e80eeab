// The board of a play, which takes clicks and drags: a piece and where it goes, a free cell, the stones of a heap.
import {
  type Board,
  boardShapes,
  cellAt,
  cellOutline,
  overhang,
  pieceShapes,
  readBoard,
  readCells,
} from '../../stage/frontend/draw/node/board.ts';
import { paint, pencil } from '../../stage/frontend/draw/shapes/paint.ts';
import type { Point } from '../../stage/frontend/draw/shapes/shapes.ts';
import {
  begin,
  candidates,
  complete,
  type Gesture,
  type Pick,
  press,
  sources,
  takes,
  targets,
} from '../../stage/frontend/edit/board_gestures.ts';
import { button, h } from '../../stage/frontend/page/dom.ts';

const [EDGE, DOT, LARGEST_DOT, RING] = [3, 0.22, 10, 0.05]; // px; share of the room in a cell; px; share
const AROUND = 0.64; // radius of a ring round a piece, in the room that its cell has
const MOVED = 4; // px from which on a press is a drag
const HEIGHT = 46; // % of the window
const [PALE, PLAIN] = [0.28, 0.75]; // how opaque marks are
const NOTHING = '\u0000'; // lies on a cell from which a piece was taken
const MOST_NAMED = 3; // moves under the board
const STYLE = `
  .board { display: flex; flex-direction: column; gap: 4px; }
  canvas { display: block; width: 100%; user-select: none; -webkit-user-select: none; }
  .moves { min-height: 30px; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; font-size: 14px; }
  button { font: inherit; color: inherit; background: var(--st-secondary-background-color); cursor: pointer;
    border: 1px solid var(--st-border-color, #8888); border-radius: 6px; padding: 3px 10px; }
  button:hover, button:focus-visible { border-color: var(--st-primary-color); }
`;

type Data = {
  position: string; // another one after each move
  board: unknown;
  cells: string;
  colours: Record<string, { light: string; dark: string }>;
  dark: boolean;
  label: string;
  hint: string;
  gestures: Gesture[];
  names: string[]; // of moves, by their numbers
  last: number[]; // the cells of the move that was made last
};
type Drag = { cell: number; from: Point; at: Point; isMoved: boolean; isPiece: boolean; isNew: boolean };
type Tell = (name: string, value: unknown) => void;

class PlayBoard {
  private readonly canvas = h('canvas');
  private readonly moves = h('div', { className: 'moves' });
  private readonly element = h(
    'div',
    { className: 'board' },
    h('style', { textContent: STYLE }),
    this.canvas,
    this.moves,
  );
  private data?: Data;
  private board?: Board;
  private cells: string[] = [];
  private gestures: Gesture[] = [];
  private pick: Pick = { source: null, cells: [] };
  private pointed?: number; // the cell under the pointer
  private drag?: Drag;
  private tell: Tell = () => {};

  constructor(place: Node) {
    place.appendChild(this.element);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.canvas.addEventListener('pointerdown', (event) => this.down(event));
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    this.canvas.addEventListener('pointerup', (event) => this.up(event));
    this.canvas.addEventListener('pointercancel', () => this.letGo());
    this.canvas.addEventListener('pointerleave', () => this.point(undefined));
  }

  show(data: Data, tell: Tell) {
    this.tell = tell;
    const isNew = data.position !== this.data?.position || data.gestures.length !== this.gestures.length;
    this.data = data;
    this.board = readBoard(data.board) as Board;
    if (isNew || !this.gestures.length) this.begin();
    this.cells = readCells(this.board, data.cells) ?? [];
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', data.label);
    this.canvas.style.touchAction = sources(this.gestures).length ? 'none' : 'manipulation';
    this.draw();
  }

  private begin() {
    this.gestures = this.data?.gestures ?? [];
    this.pick = begin(this.gestures);
    this.drag = undefined;
  }

  // ---- the pointer

  private down(event: PointerEvent) {
    const cell = event.button ? undefined : this.cellOf(event);
    if (cell === undefined) return;
    this.canvas.setPointerCapture(event.pointerId);
    const isPiece = sources(this.gestures).includes(cell);
    const isNew = isPiece && cell !== this.pick.source && !targets(this.gestures, this.pick).includes(cell);
    if (isNew) this.choose(press(this.gestures, this.pick, cell));
    const at = this.placeOf(event);
    this.drag = { cell, from: at, at, isMoved: false, isPiece, isNew };
  }

  private move(event: PointerEvent) {
    if (this.drag) {
      this.drag.at = this.placeOf(event);
      const [x, y] = [0, 1].map((axis) => (this.drag as Drag).at[axis] - (this.drag as Drag).from[axis]);
      this.drag.isMoved ||= Math.hypot(x, y) > MOVED;
    }
    this.point(this.cellOf(event));
  }

  private up(event: PointerEvent) {
    const { drag } = this;
    if (!drag) return;
    this.letGo();
    const cell = this.cellOf(event);
    const isThere = !drag.isMoved || cell === drag.cell;
    if (isThere ? !drag.isNew : !drag.isPiece) this.choose(press(this.gestures, this.pick, drag.cell));
    const goal = cell ?? drag.cell; // a piece that is dragged off the board leaves it, if it may
    if (isThere || !targets(this.gestures, this.pick).includes(goal)) return;
    this.choose(press(this.gestures, this.pick, goal));
  }

  private letGo() {
    this.drag = undefined;
    this.draw();
  }

  private point(cell: number | undefined) {
    this.pointed = cell;
    this.canvas.style.cursor = cell !== undefined && takes(this.gestures, this.pick, cell) ? 'pointer' : 'default';
    this.draw();
  }

  private cellOf(event: PointerEvent) {
    const [x, y] = this.placeOf(event);
    const { unit, margin } = this.measures();
    const { width, height } = this.board as Board;
    const [across, down] = [(x - margin) / unit, (y - margin) / unit];
    const isOn = Math.min(across, down, width - across, height - down) >= -margin / unit;
    return isOn ? cellAt(this.board as Board, [across, down]) : undefined;
  }

  private placeOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  // ---- the move

  private choose(pick: Pick) {
    this.pick = pick;
    const { moves, isSure } = complete(this.gestures, pick);
    if (isSure) this.make(moves[0]);
    else this.draw();
  }

  private make(move: number) {
    const { source, cells: [target] } = this.pick;
    if (source !== null && source !== target) {
      this.cells = this.cells.with(target, this.cells[source]).with(source, NOTHING); // until Python has answered
    }
    this.gestures = [];
    this.draw();
    this.tell('move', { position: this.data?.position, move });
  }

  // ---- the picture

  private measures() {
    const board = this.board as Board;
    const beyond = overhang(board);
    const unit = (this.canvas.clientWidth - 2 * EDGE) / (board.width + 2 * beyond);
    return { unit, margin: EDGE + beyond * unit };
  }

  private draw() {
    if (!this.board || !this.data) return;
    const { width, height } = this.board;
    this.element.style.width = `min(100%, ${HEIGHT * width / height}dvh)`;
    this.say();
    const { unit, margin } = this.measures();
    if (unit <= 0) return;
    this.canvas.style.height = `${height * unit + 2 * margin}px`;
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight].map((side) => side * devicePixelRatio);
    [this.canvas.width, this.canvas.height] = [Math.round(wide), Math.round(high)];
    const ctx = pencil(this.canvas);
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.translate(margin, margin);
    this.drawPosition(ctx, unit);
  }

  private drawPosition(ctx: CanvasRenderingContext2D, unit: number) {
    const board = this.board as Board;
    const { last, dark, colours } = this.data as Data;
    const colour = (role: string) => colours[role][dark ? 'dark' : 'light'];
    const lifted = this.drag?.isMoved && this.drag.isPiece ? this.drag.cell : undefined;
    const cells = lifted === undefined ? this.cells : this.cells.with(lifted, NOTHING);
    paint(ctx, boardShapes(board, cells, unit, colour));
    const accent = getComputedStyle(this.element).getPropertyValue('--st-primary-color').trim() || '#2563eb';
    for (const cell of last) this.wash(ctx, cell, unit, colour('highlight'));
    if (this.gestures.length) this.drawMarks(ctx, unit, [accent, colour('ink')]);
    if (!this.drag || lifted === undefined) return;
    const { from, at } = this.drag;
    ctx.translate(at[0] - from[0], at[1] - from[1]);
    paint(ctx, pieceShapes(board, lifted, this.cells[lifted], unit, colour));
  }

  /** The chosen cells, the legal targets, and the changes of the move under the pointer. */
  private drawMarks(ctx: CanvasRenderingContext2D, unit: number, [accent, ink]: string[]) {
    const { source, cells } = this.pick;
    for (const cell of source === null ? cells : [source, ...cells]) this.wash(ctx, cell, unit, accent);
    const legal = targets(this.gestures, this.pick);
    for (const cell of legal) this.dot(ctx, cell, unit, accent, ink);
    const { pointed } = this;
    if (pointed === undefined || !takes(this.gestures, this.pick, pointed)) return;
    this.wash(ctx, pointed, unit, accent);
    const [one, other] = this.pointedGestures();
    if (one && !other) { for (const cell of one.also) this.wash(ctx, cell, unit, accent); }
  }

  private wash(ctx: CanvasRenderingContext2D, cell: number, unit: number, fill: string) {
    const { points } = cellOutline(this.board as Board, cell, unit);
    paint(ctx, [{ is: 'polygon', points, fill, opacity: PALE }]);
  }

  /** A dot on a free cell, a ring round what can be taken. */
  private dot(ctx: CanvasRenderingContext2D, cell: number, unit: number, fill: string, colour: string) {
    const { points, middle: [x, y] } = cellOutline(this.board as Board, cell, unit);
    const room = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
    const isFree = !this.board?.pieces.has(this.cells[cell]);
    const look = isFree ? { fill } : { stroke: { colour, width: Math.max(2, RING * 2 * room) } };
    const radius = isFree ? Math.min(Math.max(2.5, DOT * room), LARGEST_DOT) : AROUND * room;
    paint(ctx, [{ is: 'circle', x, y, radius, opacity: PLAIN, ...look }]);
  }

  private pointedGestures() {
    const { pointed, pick } = this;
    if (pointed === undefined) return [];
    const next = targets(this.gestures, pick).includes(pointed) ? press(this.gestures, pick, pointed) : undefined;
    return next ? candidates(this.gestures, next) : [];
  }

  /** Under the board: moves to choose from, or those that a click on the cell under the pointer makes. */
  private say() {
    const { moves } = complete(this.gestures, this.pick);
    const { names, hint } = this.data as Data;
    const key = JSON.stringify([moves, this.gestures.length]);
    if (moves.length) {
      if (this.moves.dataset.shown !== key) {
        this.moves.replaceChildren(...moves.map((move) => button(names[move], () => this.make(move))));
      }
    } else {
      const pointed = [...new Set(this.pointedGestures().map(({ move }) => names[move]))];
      const named = pointed.length > MOST_NAMED ? '' : pointed.join(' or ');
      this.moves.textContent = this.gestures.length ? named || hint : '';
    }
    this.moves.dataset.shown = moves.length ? key : '';
  }
}

const boards = new WeakMap<Node, PlayBoard>();

/** @param tell what says to Python that a move was made */
export default function ({ data, parentElement, setTriggerValue }: {
  data: Data;
  parentElement: Node;
  setTriggerValue: Tell;
}) {
  let board = boards.get(parentElement);
  if (!board) boards.set(parentElement, board = new PlayBoard(parentElement));
  board.show(data, setTriggerValue);
}
