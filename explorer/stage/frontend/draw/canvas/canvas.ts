// The drawing: a vis-network that stays alive while documents, traces and steps come and go. Nodes never move by
// themselves.
import { boxAround } from '../shapes/box.ts';
import { Camera, type View } from './camera.ts';
import { Labels } from '../node/labels.ts';
import { LABELS } from './levels.ts';
import type { Band } from '../move/ways.ts';
import { MoveNames } from '../move/move_names.ts';
import { bentForVis } from '../move/move.ts';
import { Painter } from './painter.ts';
import { LETTERS, pencil } from '../shapes/paint.ts';
import { Routes } from '../move/routes.ts';
import { isLecture } from '../../page/lecture.ts';
import type { Sizes } from '../node/sizes.ts';
import type { Document } from '../../model/document.ts';
import type { Inset, Insets } from './insets.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { NetworkParts } from '../../messages.ts';
import type { GameNode, Place, Renamed } from '../../model/types.ts';
import type { Vis, VisDataSet, VisEdgeItem, VisNetwork, VisNodeItem, VisRendering } from './vis_network.ts';

const SMALLEST = 12; // px of letters
const IN_LECTURE = { name: 18, other: 14 }; // of names, and of what has to fit in or beside a node
const MARGIN = 40; // px at the edge of the view in which a node is hard to see
const ABOVE_ROOT = 52; // canvas units
const GLIDE = 350; // ms
const MOST_FOR_GLIDING = 1_500; // nodes

export class Canvas {
  over: { draw: (ctx: CanvasRenderingContext2D) => void } | undefined; // what lies over all
  nodes: VisDataSet<VisNodeItem>;
  edges: VisDataSet<VisEdgeItem>;
  network!: VisNetwork; // once there is a document
  camera!: Camera;
  routes!: Routes;
  document!: Document;
  needsFit = false;
  pointer: Place | undefined; // where the mouse is on the canvas
  numbers = false; // whether moves show the order in which they are tried
  inset: Inset; // what was covered when the view was chosen
  there: Set<string> | undefined; // where the graph grows, the nodes that are there
  goesOn = false;
  readable: { id: string; scale: number } | undefined;
  part: { trace: object; stage: string } | null | undefined;
  bands: Band[] = []; // what is marked beneath the moves
  rectangle: [Place, Place] | undefined;
  rubber: { from: string; x: number; y: number } | undefined;
  gliding: number | undefined;
  view: { position: Place; scale: number } | null | undefined;
  size: string | undefined;

  hovered: string | undefined; // the move with a name that the pointer is on

  labels: Labels;
  moveNames: MoveNames;
  painter: Painter;

  /** @param badge the text of the badge of a node */
  constructor(
    readonly vis: Vis,
    readonly element: HTMLElement,
    readonly looks: NodeLooks,
    readonly sizes: Sizes,
    readonly insets: Insets,
    readonly badge: (id: string) => string,
  ) {
    this.nodes = new vis.DataSet();
    this.edges = new vis.DataSet();
    this.labels = new Labels({
      looks,
      sizes: this.sizes,
      routes: () => this.routes,
      place: (id) => this.network.body.nodes[id] ?? this.document.node(id),
      visibleBox: (box, scale) => this.camera.around(box, scale, this.inset),
      measure: measureLetters,
      leastLetters: (what = 'other') => isLecture() ? IN_LECTURE[what] : SMALLEST,
    });
    this.moveNames = new MoveNames(this.labels);
    this.painter = new Painter(this);
    this.inset = { left: 0, top: 0 }; // px that were covered when the view was chosen
    new ResizeObserver(() => this.resized()).observe(element);
  }

  /**
   * The first load, or a new document: takes over the nodes, edges and options that pyvis made. A document that goes
   * on where the one before ended leaves the view alone. `readable`: the node to begin with, and the least scale, of
   * a drawing that is not to be fitted into the view if it could not be read then.
   */
  load(
    document: Document,
    network: NetworkParts,
    { goesOn = false, readable }: { goesOn?: boolean; readable?: { id: string; scale: number } } = {},
  ) {
    this.goesOn = goesOn;
    this.readable = readable;
    this.there = goesOn ? this.there ?? new Set(this.document.nodes.keys()) : undefined;
    this.document = document;
    this.part = null;
    if (!this.network) this.start(network.options);
    this.paintOnce(() => {
      this.nodes.clear();
      this.edges.clear();
      this.network.setOptions({ ...network.options, autoResize: false }); // with nodes there, it would make them anew
      this.nodes.add(network.nodes.map((node) => this.visNode(document.node(node.id), node)));
      this.edges.add(network.edges);
      this.sizes.measure(this.looks.nodes);
      this.bendMoves();
      if (!goesOn) this.fit({ readable: true });
    });
    this.resized(); // the page may have given it its size before there was a network
  }

  /**
   * vis-network paints at every change of its data, when a move still has its line and its node is gone, too; here it
   * paints when all is done.
   */
  paintOnce(change: () => void) {
    this.network.body.emitter.emit('_blockRedraw');
    try {
      change();
    } finally {
      this.network.body.emitter.emit('_allowRedraw');
    }
  }

  start(options: Record<string, unknown>) {
    this.network = new this.vis.Network(this.element, { nodes: this.nodes, edges: this.edges }, {
      ...options,
      autoResize: false,
    });
    // a node may be named __proto__
    for (const kind of (['nodes', 'edges'] as const)) this.network.body[kind] = Object.create(null);
    this.routes = new Routes({
      looks: this.looks,
      sizes: this.sizes,
      document: () => this.document,
      place: (id) => this.network.body.nodes[id],
    });
    this.camera = new Camera(this.network, this.element, {
      rested: () => {
        if (this.view) this.keepView();
      },
      margin: () => this.sizes.margin,
    });
    this.network.on('dragStart', ({ event }) => this.beginDrag(event));
    this.network.on('zoom', () => {
      this.camera.stop();
      this.keepView();
    });
    this.network.on('dragEnd', ({ nodes }) => {
      if (!nodes.length) this.keepView();
    });
    this.painter.replaceRenderer(this.network);
    this.network.on('beforeDrawing', (ctx) => this.painter.drawBeneath(ctx));
    this.network.on('afterDrawing', (ctx) => this.painter.drawAbove(ctx));
  }

  /**
   * vis-network takes the first movement of a drag for its beginning and moves nothing, but a quick drag on a busy
   * machine is one movement.
   */
  beginDrag(event: unknown) {
    this.camera.stop();
    queueMicrotask(() => this.network.interactionHandler.onDrag(event));
  }

  /** Moves run as they are drawn for vis-network, too, which finds them under the pointer. */
  bendMoves() {
    this.routes.plan();
    const changes = this.edges.get().flatMap(({ id, roundness, side }) => {
      const bent = this.routes.bentOrStraight(id);
      const isSame = bent.roundness === (roundness ?? 0) && `${bent.side}` === `${side}`;
      return isSame ? [] : [{ id, ...bentForVis(bent) }];
    });
    this.edges.update(changes);
  }

  /** The px of the view that tools and legend cover. */
  covered() {
    return this.insets.inset;
  }

  /** The part of the view that nothing covers, in units of the drawing. */
  get across() {
    const [left, right] = [this.inset.left, this.element.clientWidth];
    return [left, right].map((x) => this.toCanvas({ x, y: 0 }).x) as [number, number];
  }

  /** The nodes that are selected. */
  get chosen(): string[] {
    return this.network?.getSelectedNodes().filter((id) => this.document.nodes.has(id)) ?? [];
  }
  get chosenMoves(): string[] {
    return this.network?.getSelectedEdges().filter((id) => this.document.moves.has(id)) ?? [];
  }

  /** After an edit: the difference between what is drawn and the document. */
  sync(renamed: Renamed) {
    this.paintOnce(() => this.change(renamed));
  }

  change(renamed: Renamed) {
    const { nodes, moves } = this.document;
    const chosen = this.network.getSelection();
    this.edges.remove(this.edges.getIds().filter((id) => !moves.has(id)));
    this.nodes.remove(this.nodes.getIds().filter((id) => !nodes.has(id)));
    const changed = [...nodes.values()].filter((node) => this.drawnDiffers(node)).map((node) => this.visNode(node, {}));
    this.nodes.update(changed);
    const added = [...moves].filter(([id]) => !this.edges.get(id)).map(([id, [from, to]]) => ({ id, from, to }));
    this.edges.add(added);
    this.sizes.measure(this.looks.nodes);
    this.bendMoves();
    // vis-network would keep what is gone as selected.
    const kept = {
      nodes: chosen.nodes.flatMap((id) => renamed(id) ?? []).filter((id) => nodes.has(id)),
      edges: chosen.edges.filter((id) => moves.has(id)),
    };
    this.network.setSelection(kept, { highlightEdges: false });
    this.part = null;
    this.showPart();
  }

  // Where the graph grows or a step hides moves, hides what is not there, from the eye and from the mouse. vis-network
  // would take the change of a thousand nodes as new data; its list of what can be seen is told directly.
  showPart() {
    this.sizes.measure(this.looks.nodes);
    const { frames } = this.looks;
    const { nodes, edges } = this.network.body;
    const isGrowing = Boolean(frames?.trace.discovery);
    const part = frames?.stage ? { trace: frames.trace, stage: frames.stage } : undefined;
    if (part?.trace === this.part?.trace && part?.stage === this.part?.stage && this.part !== null) return;
    this.part = part;
    for (const node of Object.values(nodes)) {
      node.options.hidden = isGrowing && !frames?.isThere(node.id);
    }
    for (const edge of Object.values(edges)) {
      edge.options.hidden = Boolean(part) && !frames?.hasMove([edge.fromId, edge.toId]);
    }
    this.network._updateVisibleIndices();
    this.follow(isGrowing || this.goesOn);
  }

  /** Nodes that have just appeared out of view are brought into it. */
  follow(isGrowing: boolean) {
    const { nodes } = this.looks;
    const old = this.there;
    this.there = isGrowing ? new Set(nodes.map(({ id }) => id)) : undefined;
    if (old && this.looks.levels.frames && old.size !== this.there?.size) this.refit();
    const fresh = old ? nodes.filter(({ id }) => !old.has(id)) : [];
    if (!fresh.length || !this.element.clientWidth || this.looks.levels.frames) return;
    if (this.refit()) return;
    this.inset = this.covered();
    this.camera.easeTo(fresh, nodes.filter(({ id }) => old?.has(id)), this.inset);
  }

  // The next `sync` moves nodes before the eyes of the user, from where they are now.
  glideFrom() {
    const places = this.network.getPositions();
    const began = performance.now();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
    if (still || this.nodes.length > MOST_FOR_GLIDING) return;
    const frame = (now: number) => {
      const share = Math.min(1, (now - began) / GLIDE);
      const eased = share * share * (3 - 2 * share);
      for (const { id, x, y } of this.document.nodes.values()) {
        const node = this.network.body.nodes[id];
        const old = places[id];
        if (node && old) {
          node.x = old.x + eased * (x - old.x);
          node.y = old.y + eased * (y - old.y);
        }
      }
      this.network.redraw();
      if (share < 1) this.gliding = requestAnimationFrame(frame);
    };
    if (this.gliding !== undefined) cancelAnimationFrame(this.gliding);
    this.gliding = requestAnimationFrame(frame);
  }

  select(id: string | undefined) {
    if (this.network) this.network.selectNodes(id !== undefined && this.document.nodes.has(id) ? [id] : [], false);
  }

  selectAll(nodes: string[], edges: string[]) {
    this.network.setSelection({ nodes, edges }, { highlightEdges: false });
  }

  drawnDiffers(node: GameNode) {
    const drawn = this.nodes.get(node.id);
    return !drawn || drawn.x !== node.x || drawn.y !== node.y;
  }

  visNode(node: GameNode, base: object) {
    return {
      ...base,
      id: node.id,
      x: node.x,
      y: node.y,
      shape: 'custom',
      color: undefined,
      title: undefined,
      ctxRenderer: (state: VisRendering) => this.painter.nodeForVis(node.id, state),
    };
  }

  nodeAt(dom: Place) {
    return this.network.getNodeAt(dom);
  }
  edgeAt(dom: Place) {
    return this.network.getEdgeAt(dom);
  }
  rimAt(at: Place, radii: number) {
    return this.painter.nodes.rimAt(at, radii, this.network.getScale());
  }
  badgeAt(at: Place) {
    return this.painter.nodes.badgeAt(at, this.network.getScale());
  }
  toCanvas(dom: Place) {
    return this.network.DOMtoCanvas(dom);
  }
  /** Return the place of an event in px of the view and in units of the drawing, and whether it is within the view. */
  placeOf({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const dom = { x: clientX - left, y: clientY - top };
    return { dom, inside: dom.x >= 0 && dom.y >= 0 && dom.x < width && dom.y < height, at: this.toCanvas(dom) };
  }

  toDom(id: string) {
    const { x, y } = this.network.getPosition(id);
    return this.network.canvasToDOM({ x, y });
  }
  redraw() {
    this.network?.redraw();
  }

  /** Brings a node to the middle unless it is well within view. */
  reveal(id: string) {
    const { x, y } = this.toDom(id);
    const { clientWidth, clientHeight } = this.element;
    if (x >= MARGIN && y >= MARGIN && x <= clientWidth - MARGIN && y <= clientHeight - MARGIN) return;
    this.network.focus(id, { animation: false, scale: this.network.getScale() });
    this.keepView();
  }

  /** `readable`: of a drawing too large to be read whole, the part to begin with. */
  fit({ readable = false }: { readable?: boolean } = {}) {
    this.view = null; // follow the size of the window until the user pans or zooms
    this.needsFit = !this.element.clientWidth;
    const places = this.looks.nodes; // not where they are drawn: they may be on their way
    if (this.needsFit || !places.length) return;
    this.camera.stop();
    this.inset = this.covered();
    const view = this.fitting(places, this.inset);
    if (readable && view.scale < this.leastScale) this.showFirst(places);
    else this.camera.show(view, this.inset);
  }

  /**
   * Eases to a new fit, if the user has not taken the view into their own hands: then false.
   */
  refit() {
    const places = this.looks.nodes;
    if (this.view || !this.network || !this.element.clientWidth || !places.length) return false;
    const inset = this.covered();
    const view = this.fitting(places, inset);
    if (view.scale < this.leastScale) return false;
    this.inset = inset;
    this.camera.ease(view, inset);
    return true;
  }

  // Below which a drawing is not fitted into the view; a tree that grows is, as far as it has grown.
  get leastScale() {
    return this.looks.levels.frames ? 0 : this.readable?.scale ?? 0;
  }

  /** The largest view of all that is there; of a tree that grows one in which the root stays where it is. */
  fitting(places: Place[], inset: Inset): View {
    const box = boxAround(places, this.sizes.margin);
    const { levels, document } = this.looks;
    if (!levels.frames || document.root === undefined) return this.camera.fitting(box, inset);
    const whole = boxAround([...document.nodes.values()], this.sizes.margin);
    return this.camera.pinned(document.node(document.root), box, whole, { ...inset, left: inset.left + LABELS });
  }

  /** The top of the drawing, with the node to begin with in the middle. */
  showFirst(places: Place[]) {
    if (!this.readable) return;
    const { id, scale } = this.readable;
    const { x } = this.network.getPosition(id);
    const top = places.reduce((least, { y }) => Math.min(least, y), Infinity);
    const below = (this.element.clientHeight / 2 - this.covered().top) / scale - ABOVE_ROOT;
    this.network.moveTo({ position: { x, y: top + below }, scale, animation: false });
  }

  // The view of the user is remembered, because the canvas has no size while its page is away.
  keepView() {
    this.view = { position: this.network.getViewPosition(), scale: this.network.getScale() };
  }

  zoom(by: number) {
    this.camera.zoom(by);
    this.keepView();
  }

  // Width over height of the part that nothing covers.
  get aspect() {
    const [width, height] = this.camera.size(this.covered());
    return width / height;
  }

  // The size that the page gives the canvas.
  get pageSize() {
    return `${this.element.clientWidth}×${this.element.clientHeight}`;
  }

  // Whether it has that size already.
  get isSized() {
    return this.size === this.pageSize;
  }

  resized() {
    if (!this.network || this.isSized) return;
    this.size = this.pageSize;
    if (!this.element.clientWidth) return; // its page is away; when it is back, it has to be set even to the same size
    this.network.setSize('100%', '100%');
    if (this.needsFit || !this.view) this.fit({ readable: true });
    else this.network.moveTo({ ...this.view, animation: false });
    this.network.redraw();
  }
}

let ruler: CanvasRenderingContext2D | undefined; // measures letters at a size at which browsers do not round it
const RULED = 100;

function measureLetters(text: string, weight = 400) {
  ruler ??= pencil(document.createElement('canvas'));
  ruler.font = `${weight} ${RULED}px ${LETTERS}`;
  return ruler.measureText(text).width / RULED;
}
