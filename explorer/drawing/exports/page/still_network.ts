// Stands in the place of vis-network on pages in a notebook, where it would be half of what they weigh: the part of it
// that the stage uses where a drawing is looked at and not changed.  Nodes and moves, the view, which the pointer moves
// and zooms, and what is under the pointer and selected.
import type { Place } from '../../../stage/frontend/model/types.ts';
import type {
  Vis,
  VisBodyEdge,
  VisBodyNode,
  VisChoice,
  VisDataSet,
  VisEdgeItem,
  VisMoveTo,
  VisNetwork,
  VisNodeItem,
  VisRendering,
} from '../../../stage/frontend/draw/canvas/vis_network.ts';

(() => {
  type Drawing = { nodeDimensions: { width: number; height: number }; drawNode(): void };
  type Renderer = (rendering: VisRendering) => Drawing;
  type Bend = { type: string; roundness: number };
  type Loop = { size: number; angle: number };

  const [NEAR, SLOP] = [10, 6]; // canvas units from a move, and px that a press may wander and still be a click
  const [SMALLEST, LARGEST] = [1e-5, 10]; // scales
  const ZOOM = 1.1; // for a notch of the wheel

  class DataSet<Item extends { id: string }> implements VisDataSet<Item> {
    items = new Map<string, Item>();
    put: (item: Item) => void = () => {};
    drop: (id: string) => void = () => {};

    get length() {
      return this.items.size;
    }
    get(): Item[];
    get(id: string): Item | null;
    get(id?: string) {
      return id === undefined ? [...this.items.values()] : this.items.get(id) ?? null;
    }
    getIds() {
      return [...this.items.keys()];
    }
    add(items: Item[]) {
      for (const item of items) {
        this.items.set(item.id, item);
        this.put(item);
      }
    }
    update(items: (Partial<Item> & { id: string })[]) {
      this.add(items.map((item) => ({ ...this.items.get(item.id), ...item }) as Item));
    }
    remove(ids: string[]) {
      for (const id of ids) {
        this.items.delete(id);
        this.drop(id);
      }
    }
    clear() {
      this.remove(this.getIds());
    }
  }

  class Node implements VisBodyNode {
    id: string;
    x: number;
    y: number;
    selected = false;
    options = { hidden: false };
    shape: { width: number | undefined; height?: number } = { width: undefined };

    constructor(readonly item: VisNodeItem) {
      this.id = item.id;
      this.x = item.x ?? 0;
      this.y = item.y ?? 0;
    }

    drawing(ctx: CanvasRenderingContext2D) {
      const { x, y, selected } = this;
      const made = (this.item.ctxRenderer as Renderer)({ ctx, x, y, state: { selected } });
      Object.assign(this.shape, made.nodeDimensions);
      return made;
    }
    draw(ctx: CanvasRenderingContext2D) {
      this.drawing(ctx).drawNode();
    }
    holds({ x, y }: Place, ctx: CanvasRenderingContext2D) {
      const { width, height } = this.drawing(ctx).nodeDimensions;
      return Math.abs(x - this.x) <= width / 2 && Math.abs(y - this.y) <= height / 2;
    }
  }

  class Edge implements VisBodyEdge {
    id: string;
    fromId: string;
    toId: string;
    selected = false;
    hover = false;
    options: VisBodyEdge['options'];

    constructor(readonly item: VisEdgeItem, readonly nodes: () => Record<string, VisBodyNode>, color: Colours) {
      [this.id, this.fromId, this.toId] = [item.id, item.from, item.to];
      this.options = { hidden: false, color };
    }

    get from(): Place {
      return this.nodes()[this.fromId];
    }
    get to(): Place {
      return this.nodes()[this.toId];
    }
    get connected() {
      return Boolean(this.from && this.to);
    }

    /** Some places on it, as vis-network bends it. */
    places(): Place[] {
      const { from, to } = this;
      const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
      if (from === to) {
        const { size, angle } = (this.item as { selfReference?: Loop }).selfReference ?? { size: 22, angle: 0.785 };
        const [x, y] = [from.x + size * Math.cos(angle), from.y - size * Math.sin(angle)];
        const turns = shares.map((share) => 2 * Math.PI * share);
        return turns.map((turn) => ({ x: x + size * Math.cos(turn), y: y + size * Math.sin(turn) }));
      }
      const { type = '', roundness = 0 } = (this.item.smooth || {}) as Partial<Bend>;
      const half = (1 + roundness) / 2;
      const turned = type === 'curvedCCW' ? (1 - roundness) / 2 : half;
      const angle = Math.atan2(from.y - to.y, to.x - from.x) + turned * Math.PI;
      const reach = half * Math.hypot(to.x - from.x, to.y - from.y);
      const via = type
        ? { x: from.x + reach * Math.sin(angle), y: from.y + reach * Math.cos(angle) }
        : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      const at = (share: number, key: 'x' | 'y') =>
        (1 - share) ** 2 * from[key] + 2 * share * (1 - share) * via[key] + share ** 2 * to[key];
      return shares.map((share) => ({ x: at(share, 'x'), y: at(share, 'y') }));
    }

    /** Its distance from a place. */
    far(place: Place) {
      const places = this.places();
      return Math.min(...places.slice(1).map((end, i) => farFromLine(place, places[i], end)));
    }
  }

  type Colours = VisBodyEdge['options']['color'];

  function farFromLine({ x, y }: Place, start: Place, end: Place) {
    const [across, down] = [end.x - start.x, end.y - start.y];
    const along = ((x - start.x) * across + (y - start.y) * down) / (across ** 2 + down ** 2 || 1);
    const share = Math.max(0, Math.min(1, along));
    return Math.hypot(x - start.x - share * across, y - start.y - share * down);
  }

  class Network implements VisNetwork {
    surface = document.createElement('canvas');
    ctx = this.surface.getContext('2d') as CanvasRenderingContext2D;
    body = {
      nodes: {} as Record<string, Node>,
      edges: {} as Record<string, Edge>,
      nodeIndices: [] as string[],
      edgeIndices: [] as string[],
      emitter: { emit: (event: string) => this.block(event) },
    };
    canvas = { hammer: { get: () => ({ set() {} }) } };
    interactionHandler = { onDrag() {} };
    renderer: VisNetwork['renderer'] = {
      _drawEdges() {},
      _drawArrows() {},
      _drawNodes: (ctx) => this.body.nodeIndices.forEach((id) => this.body.nodes[id].draw(ctx)),
    };
    heard: Record<string, ((event: unknown) => void)[]> = {};
    colours: Colours;
    isMovable = true;
    isBlocked = false;
    isDue = false;
    scale = 1;
    shift: Place = { x: 0, y: 0 };
    fingers = new Map<number, Place>();
    began: Place | undefined;
    isDragged = false;

    constructor(readonly element: HTMLElement, data: ConstructorParameters<Vis['Network']>[1], options: Options) {
      this.colours = (options.edges as { color: Colours }).color;
      Object.assign(this.surface.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' });
      element.replaceChildren(this.surface);
      this.follow(data.nodes as DataSet<VisNodeItem>, 'nodes', (item) => new Node(item));
      const nodes = () => this.body.nodes;
      this.follow(data.edges as DataSet<VisEdgeItem>, 'edges', (item) => new Edge(item, nodes, this.colours));
      this.listen();
    }

    follow<Item extends { id: string }>(
      items: DataSet<Item>,
      kind: 'nodes' | 'edges',
      make: (item: Item) => Node | Edge,
    ) {
      items.put = (item) => {
        const before = this.body[kind][item.id];
        const made = make(item);
        if (before) Object.assign(made, { selected: before.selected, options: before.options });
        this.body[kind][item.id] = made;
        this.changed();
      };
      items.drop = (id) => {
        delete this.body[kind][id];
        this.changed();
      };
    }

    changed() {
      if (!this.isBlocked) this._updateVisibleIndices();
      this.redraw();
    }

    _updateVisibleIndices() {
      const { nodes, edges } = this.body;
      this.body.nodeIndices = Object.keys(nodes).filter((id) => !nodes[id].options.hidden);
      this.body.edgeIndices = Object.keys(edges).filter((id) => !edges[id].options.hidden);
    }

    block(event: string) {
      this.isBlocked = event === '_blockRedraw';
      if (!this.isBlocked) this.changed();
    }

    setOptions({ interaction }: Options) {
      const { dragView } = (interaction ?? {}) as { dragView?: boolean };
      if (dragView !== undefined) this.isMovable = dragView;
    }

    // ---- the view

    setSize() {
      const { clientWidth, clientHeight } = this.element;
      this.surface.width = clientWidth * devicePixelRatio;
      this.surface.height = clientHeight * devicePixelRatio;
    }
    get middle() {
      return { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 };
    }
    canvasToDOM({ x, y }: Place) {
      return { x: x * this.scale + this.shift.x, y: y * this.scale + this.shift.y };
    }
    DOMtoCanvas({ x, y }: Place) {
      return { x: (x - this.shift.x) / this.scale, y: (y - this.shift.y) / this.scale };
    }
    getScale() {
      return this.scale;
    }
    getViewPosition() {
      return this.DOMtoCanvas(this.middle);
    }
    moveTo({ position = this.getViewPosition(), scale = this.scale, offset = { x: 0, y: 0 } }: Partial<VisMoveTo>) {
      const { x, y } = this.middle;
      this.scale = scale;
      this.shift = { x: x + offset.x - position.x * scale, y: y + offset.y - position.y * scale };
      this.redraw();
    }
    focus(id: string, { scale }: { scale: number }) {
      this.moveTo({ position: this.getPosition(id), scale });
    }
    getPosition(id: string) {
      const { x, y } = this.body.nodes[id];
      return { x, y };
    }
    getPositions(ids = Object.keys(this.body.nodes)) {
      return Object.fromEntries(ids.map((id) => [id, this.getPosition(id)]));
    }

    redraw() {
      if (this.isDue || this.isBlocked) return;
      this.isDue = true;
      requestAnimationFrame(() => {
        this.isDue = false;
        this.draw();
      });
    }
    draw() {
      const { ctx, surface, renderer, shift, scale } = this;
      const ratio = devicePixelRatio;
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, surface.width, surface.height);
      ctx.setTransform(scale * ratio, 0, 0, scale * ratio, shift.x * ratio, shift.y * ratio);
      this.tell('beforeDrawing', ctx);
      renderer._drawEdges(ctx);
      renderer._drawNodes(ctx);
      this.tell('afterDrawing', ctx);
    }

    // ---- what is there and selected

    getNodeAt(dom: Place) {
      const place = this.DOMtoCanvas(dom);
      return this.body.nodeIndices.findLast((id) => this.body.nodes[id].holds(place, this.ctx));
    }
    getEdgeAt(dom: Place) {
      const place = this.DOMtoCanvas(dom);
      const far = (id: string) => this.body.edges[id].connected ? this.body.edges[id].far(place) : Infinity;
      const near = this.body.edgeIndices.map((id) => ({ id, far: far(id) })).filter((each) => each.far < NEAR);
      return near.sort((one, other) => one.far - other.far)[0]?.id;
    }
    getSelectedNodes() {
      return Object.values(this.body.nodes).filter(({ selected }) => selected).map(({ id }) => id);
    }
    getSelectedEdges() {
      return Object.values(this.body.edges).filter(({ selected }) => selected).map(({ id }) => id);
    }
    getSelection() {
      return { nodes: this.getSelectedNodes(), edges: this.getSelectedEdges() };
    }
    setSelection({ nodes, edges }: VisChoice) {
      for (const node of Object.values(this.body.nodes)) node.selected = nodes.includes(node.id);
      for (const edge of Object.values(this.body.edges)) edge.selected = edges.includes(edge.id);
      this.redraw();
    }
    selectNodes(nodes: string[]) {
      this.setSelection({ nodes, edges: [] });
    }

    // ---- the pointer

    on(name: string, act: (event: never) => void) {
      (this.heard[name] ??= []).push(act as (event: unknown) => void);
    }
    tell(name: string, event: unknown) {
      for (const act of this.heard[name] ?? []) act(event);
    }

    listen() {
      const { surface } = this;
      surface.addEventListener('pointerdown', (event) => event.button || this.press(event));
      surface.addEventListener('pointermove', (event) => this.move(event));
      surface.addEventListener('pointerup', (event) => this.release(event));
      surface.addEventListener('pointercancel', ({ pointerId }) => this.fingers.delete(pointerId));
      surface.addEventListener('wheel', (event) => {
        event.preventDefault();
        this.zoom(this.placeOf(event), event.deltaY < 0 ? ZOOM : 1 / ZOOM);
      }, { passive: false });
    }

    placeOf({ clientX, clientY }: MouseEvent) {
      const { left, top } = this.surface.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    }

    press(event: PointerEvent) {
      this.surface.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, this.placeOf(event));
      this.began = this.fingers.size === 1 ? this.placeOf(event) : undefined; // two fingers zoom
    }

    move(event: PointerEvent) {
      const [to, from] = [this.placeOf(event), this.fingers.get(event.pointerId)];
      if (!from) return;
      this.fingers.set(event.pointerId, to);
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.pinch(other, from, to);
      else if (this.began && this.isMovable) this.drag(event, from, to);
    }

    pinch(other: Place, from: Place, to: Place) {
      const far = (place: Place) => Math.hypot(place.x - other.x, place.y - other.y) || 1;
      this.zoom({ x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }, far(to) / far(from));
    }

    drag(event: PointerEvent, from: Place, to: Place) {
      const began = this.began as Place;
      if (!this.isDragged && Math.hypot(to.x - began.x, to.y - began.y) < SLOP) return;
      const start = this.isDragged ? from : began;
      if (!this.isDragged) this.tell('dragStart', { nodes: [], event });
      this.isDragged = true;
      this.shift = { x: this.shift.x + to.x - start.x, y: this.shift.y + to.y - start.y };
      this.tell('dragging', {});
      this.redraw();
    }

    zoom({ x, y }: Place, by: number) {
      const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * by));
      const grown = scale / this.scale;
      this.shift = { x: x - (x - this.shift.x) * grown, y: y - (y - this.shift.y) * grown };
      this.scale = scale;
      this.tell('zoom', {});
      this.redraw();
    }

    release(event: PointerEvent) {
      if (!this.fingers.delete(event.pointerId)) return;
      const { began, isDragged } = this;
      this.isDragged = false;
      this.began = undefined;
      if (isDragged) this.tell('dragEnd', { nodes: [] });
      else if (began) this.click(event);
    }

    click(event: PointerEvent) {
      const DOM = this.placeOf(event);
      const node = this.getNodeAt(DOM);
      const edge = node === undefined ? this.getEdgeAt(DOM) : undefined;
      const chosen = { nodes: node === undefined ? [] : [node], edges: edge === undefined ? [] : [edge] };
      this.setSelection(chosen);
      const pointer = { DOM, canvas: this.DOMtoCanvas(DOM) };
      this.tell('click', { ...chosen, pointer, event: { srcEvent: event } });
    }
  }

  type Options = Record<string, unknown>;

  globalThis.vis = { DataSet, Network } as unknown as Vis;
})();
