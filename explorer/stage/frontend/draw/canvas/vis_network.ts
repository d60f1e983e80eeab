// The part of vis-network 9.1.2 that is used here, some of it internal.
import type { Place } from '../../model/types.ts';

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
  side?: [number, number];
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

export interface VisBodyEdge {
  id: string;
  fromId: string;
  toId: string;
  from: Place;
  to: Place;
  connected: boolean;
  selected: boolean;
  hover: boolean;
  options: { hidden: boolean; color: { highlight: unknown; hover: unknown } };
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
  on<Event extends keyof VisEvents>(event: Event, act: (event: VisEvents[Event]) => void): void;
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
  var vis: Vis; // its script stands before ours
}
