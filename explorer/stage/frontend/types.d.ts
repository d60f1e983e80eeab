// Types that several modules share, and the part of vis-network 9.1.2 that is used here, some of it internal.
import type { DocMessage, FileData, Fill, FromBrowser, GameDocument, Meta, NodeRecord, Ring } from './messages.d.ts';

export type Kind = 'max' | 'min' | 'mover' | 'leaf' | 'open';
export type Place = { x: number; y: number };
/** Of a document on a canvas: every node has a place. */
export type GameNode = NodeRecord & Place;
export type Move = [string, string];
export type Score = number | string;
/** Where a node is by now that an edit may have renamed. */
export type Renamed = (id: string | undefined) => string | undefined;
/** Edits with the same `merge` that follow each other `within` so many ms are one. */
export type Merging = { merge?: string; within?: number };
export type Band = { from: string; to: string; kind: string };
export type Box = { left: number; right: number; top: number; bottom: number };
/** What is covered of the view, in px. */
export type Inset = { left: number; top: number; bottom?: number };
/** The place in the middle of what is shown, and a scale. */
export type View = { x: number; y: number; scale: number };
export type Paint = { dark: boolean; paper: string; ink: string };
export type MenuEntry = { title: string; hint?: string; run: () => void; pressed?: boolean } | '-';
export type Send = <Name extends keyof FromBrowser>(name: Name, value: FromBrowser[Name]) => void;

export type Timer = ReturnType<typeof setTimeout>;
/** The one element of a part that a selector names. */
export type Find = (selector: string) => HTMLElement;
/** What the courier says of a document besides the document itself. */
export type Delivery = Pick<DocMessage, 'epoch' | 'rev' | 'ordersDone'>;

// ---- the document and its history

/** Records are replaced, never changed in place, so it is enough to remember them. */
export type Snapshot = { meta: Meta; nodes: GameNode[]; moves: Move[] };
/** Of what is said of something that the user did: it was done, it was not, or it is worth knowing. */
export type Tone = 'done' | 'refused' | 'note';
/** A step through the history. */
export type Walk = 'undone' | 'redone';
/** The part of a list that was changed. */
export type Stretch<Item> = { at: number; old: Item[]; new: Item[] };
/** What an edit changed. */
export type Difference = {
  nodes?: Stretch<GameNode>;
  moves?: Stretch<Move>;
  meta?: { old: Meta; new: Meta };
};
/** What was done and can be undone, and what was undone and can be done again. */
export type Steps = { done: Difference[]; undone: Difference[] };

// ---- text

/** Of nodes by their ids: what stands on lines of its own above a node, and beside it, with the marks. */
export type Comments = Record<string, { above: string[]; beside: string }>;

export type Graph = { nodes: NodeRecord[]; moves: Move[]; meta: Meta };
export type Mistake = { line: number; message: string; severity: 'error' | 'warning' };
/** What a text says, and what is wrong with it. */
export type Found = Graph & {
  problems: Mistake[];
  /** Of each node the line that says what it is. */
  lines: Map<string, number>;
  places: Map<string, Place & { line: number }>;
  /** Nodes of which a line has an arrow. */
  arrows: Set<string>;
  negamax?: boolean;
  /** The line that says that there is none. */
  noRoot?: number;
};
export type Token = { kind: string; value: string };
/** What one line says. */
export type Said = {
  directive?: string;
  words?: string[];
  node?: NodeRecord;
  isRoot?: boolean;
  hasArrow?: boolean;
  successors?: string[];
  /** What stands where a score should. */
  badScore?: string;
};

// ---- documents that the browser keeps

export type StoredRow = {
  key: string;
  title: string;
  name?: string;
  edited: boolean;
  nodes: number;
  moves: number;
  changed: number;
  file?: FileData | null;
  /** When it was put in the bin. */
  binned?: number;
};
export type StoredDocument = {
  key: string;
  title: string;
  edited: boolean;
  file?: FileData | null;
  document: GameDocument;
  history: Steps;
};
export type StoredRecord = Omit<StoredRow, 'nodes' | 'moves'> & StoredDocument;

/** The document that is open: its key in the store, once it has one, how it is called, its name then, and its file. */
export type OpenDocument = {
  key: string | null;
  title: string;
  name?: string;
  edited: boolean;
  file?: FileData | null;
};
/** What a tab remembers over a reload. */
export type Here = { key: string | null; step?: number };
/** The undo steps that are in the store, with their numbers. */
export type Written = { numbers: Map<Difference, number>; next: number };
/** What tabs tell each other. */
export type News = { saved?: StoredRow; removed?: string };

// ---- looks

/** What a node looks like. */
export type Look = Partial<Fill> & {
  shape: string;
  fill: string;
  ink: string;
  left: Ring;
  right: Ring;
  bounds?: string[];
  style?: string;
  bar?: string;
  halo?: string;
  /** Whether the halo has a rim, as around what is selected. */
  rimmed?: boolean;
  /** Of what is done to it. */
  sign?: string;
  mark?: string;
  pale?: boolean;
  dark?: boolean;
  paper: string;
  /** The least size of letters. */
  least?: number;
} & LeafScore;
/**
 * A leaf's own score: `unread` stands in the leaf as long as the algorithm has no score for it, `own` beneath a leaf
 * that shows something else.
 */
export type LeafScore = { unread?: string; own?: string };
/** What the legend explains: a look, a band between nodes, a scale of colours, a mark or a word. */
export type LegendEntry = {
  meaning: string;
  look?: Omit<Look, 'paper'>;
  band?: { colour: string; dashed: boolean };
  scale?: string[];
  mark?: string;
  words?: string;
};
export type DrawLook = (ctx: CanvasRenderingContext2D, x: number, y: number, look: Look) => void;
export type DrawBadge = (ctx: CanvasRenderingContext2D, x: number, y: number, id: string, scale: number) => void;
/** Of a node of the document, with what an edit alone can change. */
export type FixedLook = {
  shape: string;
  name: string;
  root: boolean;
  isOpen: boolean;
  cells?: string[];
  style?: string;
  score?: Score;
};
export type NodeLook = Look & FixedLook & { window?: string[]; problem?: string; paper: string };

export interface VisChoice {
  nodes: string[];
  edges: string[];
}

export interface VisDataSet<Item> {
  length: number;
  add(items: Item[]): void;
  clear(): void;
  get(): Item[];
  get(id: string): Item | null;
  getIds(): string[];
  remove(ids: string[]): void;
  update(items: (Partial<Item> & { id: string })[]): void;
}

export interface VisNodeItem {
  id: string;
  x?: number;
  y?: number;
  [option: string]: unknown;
}

export interface VisEdgeItem {
  id: string;
  from: string;
  to: string;
  roundness?: number;
  smooth?: unknown;
}

export interface VisRendering extends Place {
  ctx: CanvasRenderingContext2D;
  state: { selected: boolean };
}

export interface VisBodyNode extends Place {
  id: string;
  selected: boolean;
  options: { hidden: boolean };
  shape: { width: number | undefined };
  draw(ctx: CanvasRenderingContext2D): void;
}

export interface VisEdgeColour {
  color: unknown;
  highlight: unknown;
  hover: unknown;
  inherit: unknown;
  opacity?: number;
}

export interface VisBodyEdge {
  id: string;
  fromId: string;
  toId: string;
  from: Place;
  to: Place;
  connected: boolean;
  options: { hidden: boolean; color: VisEdgeColour };
  edgeType: {
    getViaNode?(): unknown;
    getPoint(share: number, via: unknown): Place;
    _getCircleData(): [number, number, number];
  };
}

export interface VisBody {
  nodes: Record<string, VisBodyNode>;
  edges: Record<string, VisBodyEdge>;
  nodeIndices: string[];
  edgeIndices: string[];
  emitter: { emit(event: string): void };
}

export interface VisPointer {
  DOM: Place;
  canvas: Place;
}

export interface VisEvents {
  beforeDrawing: CanvasRenderingContext2D;
  afterDrawing: CanvasRenderingContext2D;
  click: VisChoice & { event: { srcEvent: MouseEvent }; pointer: VisPointer };
  doubleClick: { pointer: VisPointer };
  dragStart: { nodes: string[]; event: unknown };
  dragging: unknown;
  dragEnd: { nodes: string[] };
  zoom: unknown;
}

export interface VisMoveTo {
  position?: Place;
  scale?: number;
  offset?: Place;
  animation: boolean;
}

export interface VisNetwork {
  body: VisBody;
  canvas: { hammer: { get(recognizer: string): { set(options: { time?: number; enable?: boolean }): void } } };
  interactionHandler: { onDrag(event: unknown): void };
  renderer: {
    _drawEdges(ctx: CanvasRenderingContext2D): void;
    _drawArrows(ctx: CanvasRenderingContext2D): void;
    _drawNodes(ctx: CanvasRenderingContext2D, hidden?: boolean): unknown;
  };
  _updateVisibleIndices(): void;
  canvasToDOM(place: Place): Place;
  DOMtoCanvas(place: Place): Place;
  focus(id: string, options: { animation: boolean; scale: number }): void;
  getEdgeAt(dom: Place): string | undefined;
  getNodeAt(dom: Place): string | undefined;
  getPosition(id: string): Place;
  getPositions(ids?: string[]): Record<string, Place>;
  getScale(): number;
  getSelectedEdges(): string[];
  getSelectedNodes(): string[];
  getSelection(): VisChoice;
  getViewPosition(): Place;
  moveTo(options: VisMoveTo): void;
  on<Event extends keyof VisEvents>(event: Event, act: (said: VisEvents[Event]) => void): void;
  redraw(): void;
  selectNodes(ids: string[], highlightEdges: boolean): void;
  setOptions(options: Record<string, unknown>): void;
  setSelection(choice: VisChoice, options: { highlightEdges: boolean }): void;
  setSize(width: string, height: string): void;
}

export interface Vis {
  DataSet: new <Item>() => VisDataSet<Item>;
  Network: new (
    element: HTMLElement,
    data: { nodes: VisDataSet<VisNodeItem>; edges: VisDataSet<VisEdgeItem> },
    options: Record<string, unknown>,
  ) => VisNetwork;
}

declare global {
  var vis: Vis;
  /** What main.js exports, where the scripts stand in a page. */
  var $main: { mount: typeof import('./main.js').default };
  interface HTMLElement {
    /** Handles for tests and for curious users of the console. */
    stage?: unknown;
    control?: unknown;
  }
}
