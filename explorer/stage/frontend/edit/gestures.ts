// Drawing with mouse and touch on the canvas that plays the trace.
import { giveKeysBack, targetOf } from '../page/dom.ts';
import { RADIUS } from '../draw/node/geometry.ts';
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { Place } from '../model/types.ts';
import type { Timer } from '../page/types.ts';
import type { VisChoice, VisNetwork, VisPointer } from '../draw/canvas/vis_network.ts';
import type { Store } from '../store.ts';
import type { Asking } from '../player/asking.ts';
import type { Editor } from './editor.ts';
import type { Expander } from './expander.ts';
import type { Inspector } from './inspector.tsx';
import type { Keys } from './key_dispatch.ts';
import type { Menus } from './menus.ts';
import type { Picker } from './picker.ts';
import type { Selection } from './selection.ts';

/** Parts of the stage that drawing by hand needs. */
interface Needs {
  store: Store;
  canvas: Canvas;
  selection: Selection;
  editor: Editor;
  inspector: Inspector;
  menus: Menus;
  keys: Keys;
  expander: Expander;
  picker: Picker;
  asking: Asking;
}

const REACH: Record<string, number> = { mouse: 1.3, touch: 1.7 }; // radii to which the rim reaches outwards
const SLOP = 6; // px that a press may wander and still be a click
const LONG_PRESS = 550; // ms

export class Gestures {
  canvas: Canvas;
  touches = new Set<number>();
  // For so long that a menu opened, or twice with a finger, under which a card may have opened.
  pressed = false;
  byTouch = false; // whether the last press was a finger's
  start: Place | undefined; // where the press began, in px of the view
  pressing: Timer | undefined;
  before: VisChoice | undefined; // what was selected before a press with Shift
  corner: Place | undefined; // where a rectangle begins
  from: string | undefined; // the node from whose rim a move is drawn
  source: string | undefined; // the node from which a move goes to the one that is clicked next

  constructor(readonly needs: Needs) {
    this.canvas = needs.canvas;
    const view = this.canvas.element;
    // Capture, on the parent: before vis-network sees the press and starts to drag.
    view.parentElement?.addEventListener('pointerdown', (event) => this.isDrawn && this.press(event), true);
    view.addEventListener('pointermove', (event) => this.isDrawn && this.hover(event));
    view.addEventListener('pointerleave', () => {
      this.canvas.pointer = undefined;
      this.hoverMove(undefined);
      this.point(undefined);
    });
    view.addEventListener('contextmenu', (event) => this.isDrawn && this.openMenu(event));
    view.addEventListener('touchend', (event) => {
      if (this.pressed) event.preventDefault();
    }); // else the browser clicks on what opened under the finger, and that loses the keys
    window.addEventListener('pointermove', (event) => this.drag(event));
    window.addEventListener('pointerup', (event) => this.release(event));
    window.addEventListener('pointercancel', (event) => {
      this.touches.delete(event.pointerId);
      this.cancel();
    });
    for (const kind of (['copy', 'cut', 'paste'] as const)) {
      document.addEventListener(kind, (event) => this.clipboard(kind, event));
    }
  }

  get editable() {
    return this.needs.store.isEditable.value;
  }

  // Whether there is a drawing yet: the mouse may be over the stage before.
  get isDrawn() {
    return Boolean(this.canvas.network);
  }

  /** Wired once the network exists. */
  wire(network: VisNetwork) {
    takePressesOfAnyLength(network);
    let dragged: string[] = [];
    network.on('dragStart', ({ nodes }) => {
      dragged = nodes;
    }); // dragEnd reports none while Shift is held
    network.on('dragEnd', () => {
      if (dragged.length && this.editable) {
        this.needs.store.document.value?.move(Object.entries(network.getPositions(dragged)));
      }
      dragged = [];
    });
    network.on('click', ({ nodes, edges, event, pointer }) => {
      if (!this.pressed && !this.clickBadge(pointer.canvas)) this.click(nodes[0], edges[0], event.srcEvent);
    });
    network.on('doubleClick', ({ pointer }) => this.byTouch && this.doubleClick(pointer));
    this.canvas.element.addEventListener('dblclick', (event) => {
      const { dom, at } = this.canvas.placeOf(event);
      if (!this.byTouch) this.doubleClick({ DOM: dom, canvas: at });
    });
    network.on('dragging', () => {
      clearTimeout(this.pressing);
      if (dragged.length) this.needs.inspector.close();
    });
    network.on('zoom', () => this.needs.inspector.close());
  }

  /** The node whose rim is here, a little outside it included. */
  rimAt(place: Place, pointerType = 'mouse'): string | undefined {
    return this.canvas.rimAt(place, REACH[pointerType] ?? REACH.mouse);
  }

  hover(event: PointerEvent) {
    if (!this.canvas.network || this.from !== undefined || this.corner) return;
    const { dom, at } = this.canvas.placeOf(event);
    const rim = this.editable ? this.rimAt(at) : undefined;
    this.canvas.pointer = event.pointerType === 'touch' ? undefined : at;
    const node = this.canvas.nodeAt(dom);
    this.canvas.element.style.cursor = rim !== undefined ? 'crosshair' : node !== undefined ? 'pointer' : 'default';
    const isPointed = rim === undefined && event.pointerType !== 'touch';
    this.hoverMove(isPointed && node === undefined ? dom : undefined);
    const id = node ?? this.canvas.hovered;
    this.point(isPointed && id !== undefined ? { id, at: dom } : undefined);
  }

  /** The name of the move that is here is drawn. */
  hoverMove(dom: Place | undefined) {
    const { named } = this.canvas.looks.moves;
    const id = dom && named.size ? this.canvas.edgeAt(dom) : undefined;
    const hovered = id !== undefined && named.has(id) ? id : undefined;
    if (hovered === this.canvas.hovered) return;
    this.canvas.hovered = hovered;
    this.canvas.redraw();
  }

  /** The next node that is clicked is where a move from this one goes. */
  connectFrom(id: string) {
    this.source = id;
    this.needs.store.say('Now the node to which the move goes.', 'note');
  }

  /** Return the node or move under the pointer. */
  point(pointed: Store['pointed']['value']) {
    this.needs.store.pointed.value = pointed;
  }

  press(event: PointerEvent) {
    if (!this.canvas.network || !this.canvas.element.contains(targetOf(event))) return;
    giveKeysBack(this.canvas.element);
    this.pressed = false;
    this.byTouch = event.pointerType === 'touch';
    if (this.byTouch) this.touches.add(event.pointerId);
    if (this.touches.size > 1) {
      this.cancel();
      return;
    } // two fingers zoom
    if (event.button) return;
    const { dom, at } = this.canvas.placeOf(event);
    const from = this.editable && !event.shiftKey ? this.rimAt(at, event.pointerType) : undefined;
    this.start = dom;
    if (this.byTouch) this.pressing = setTimeout(() => this.longPress(dom), LONG_PRESS);
    this.before = event.shiftKey ? this.canvas.network.getSelection() : undefined;
    if (event.shiftKey && this.canvas.nodeAt(dom) === undefined) this.corner = at;
    this.from = from;
    if (from === undefined && !this.corner) return;
    this.point(undefined);
    this.canvas.network.setOptions({ interaction: { dragNodes: false, dragView: false } });
  }

  drag(event: PointerEvent) {
    if (this.pressing && this.start && this.wandered(this.canvas.placeOf(event))) clearTimeout(this.pressing);
    if (this.from === undefined && !this.corner) return;
    const { at } = this.canvas.placeOf(event);
    if (this.corner) this.canvas.rectangle = [this.corner, at];
    else if (this.from !== undefined) this.canvas.rubber = { from: this.from, ...at };
    this.canvas.redraw();
  }

  /** The distance from the start of the press, in px. */
  far({ x, y }: Place) {
    return this.start ? Math.hypot(x - this.start.x, y - this.start.y) : 0;
  }

  wandered({ dom }: { dom: Place }) {
    return this.far(dom) > SLOP;
  }

  release(event: PointerEvent) {
    this.touches.delete(event.pointerId);
    clearTimeout(this.pressing);
    const { from, corner, before } = this;
    if (from === undefined && !corner) return; // before there is a drawing, too
    const { dom, at, inside } = this.canvas.placeOf(event);
    const wandered = this.start && this.wandered({ dom });
    this.cancel();
    if (!wandered || (from !== undefined && !inside)) return;
    if (corner) {
      this.selectWithin(corner, at, before ?? { nodes: [], edges: [] });
      return;
    }
    const to = this.canvas.nodeAt(dom);
    if (from === undefined || (to === from && this.far(dom) < RADIUS)) return;
    this.needs.editor.connect(from, to ?? at);
  }

  selectWithin(one: Place, other: Place, before: VisChoice) {
    const within = (value: number, axis: 'x' | 'y') =>
      value >= Math.min(one[axis], other[axis]) && value <= Math.max(one[axis], other[axis]);
    const ids = this.canvas.looks.nodes.filter(({ x, y }) => within(x, 'x') && within(y, 'y')).map((node) => node.id);
    this.needs.editor.choose([...new Set([...before.nodes, ...ids])], before.edges);
  }

  cancel() {
    clearTimeout(this.pressing);
    if (this.from === undefined && !this.corner) return;
    this.from =
      this.corner =
      this.canvas.rubber =
      this.canvas.rectangle =
        undefined;
    this.canvas.network.setOptions({ interaction: { dragNodes: this.editable, dragView: true } });
    this.canvas.redraw();
  }

  /** With Shift the node or move joins what is selected, or leaves it. */
  click(node: string | undefined, edge: string | undefined, { shiftKey }: MouseEvent) {
    const { source } = this;
    this.source = undefined;
    if (source !== undefined && node !== undefined && this.needs.store.document.value?.nodes.has(source)) {
      this.needs.editor.connect(source, node);
      return;
    }
    const toggled = (
      ids: string[],
      id: string | undefined,
    ) => (id === undefined ? ids : ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
    if (shiftKey && this.before) {
      this.needs.editor.choose(
        toggled(this.before.nodes, node),
        node === undefined ? toggled(this.before.edges, edge) : this.before.edges,
      );
    } else {
      this.needs.selection.is(node);
      const { asking, picker, expander } = this.needs;
      if (!asking.pick(node) && !picker.pick(node)) expander.expand(node);
    }
  }

  /** True if there was a badge: what it stands for is shown, or hidden. */
  clickBadge(place: Place) {
    const { expander, selection } = this.needs;
    const id = this.canvas.badgeAt(place);
    if (id === undefined) return false;
    selection.choose(id);
    if (!expander.expand(id)) expander.ask('fold', id);
    return true;
  }

  doubleClick({ DOM: dom, canvas: at }: VisPointer) {
    if (!this.editable) return;
    this.pressed = this.byTouch;
    const node = this.canvas.nodeAt(dom);
    if (node !== undefined) this.needs.editor.inspect(node); // of a leaf the score, else the name
    else if (this.canvas.edgeAt(dom) === undefined) this.needs.editor.addLast(at);
    else this.needs.editor.inspectMove(this.canvas.edgeAt(dom) as string);
  }

  openMenu(event: PointerEvent) {
    event.preventDefault();
    if (this.canvas.network && event.pointerType !== 'touch') this.needs.menus.openAt(this.canvas.placeOf(event).dom);
  }

  longPress(dom: Place) {
    this.cancel();
    this.pressed = true;
    this.needs.menus.openAt(dom);
  }

  /** The keys for copy, cut and paste arrive as events that carry the clipboard. */
  clipboard(kind: 'copy' | 'cut' | 'paste', event: ClipboardEvent) {
    const { editor, keys, store } = this.needs;
    const reads = kind !== 'paste' && String(getSelection()); // words of the page are selected
    if (reads || !keys.areFor(event) || !store.document.value) return;
    if (kind !== 'copy' && !(this.editable && keys.mayEdit(event))) return;
    if (kind === 'paste') editor.clipboard.paste(event.clipboardData?.getData('text/plain') ?? '');
    else {
      const text = editor.clipboard[kind]();
      if (!text) return;
      event.clipboardData?.setData('text/plain', text);
    }
    event.preventDefault();
  }
}

/**
 * A press that did not wander is a click when it ends. hammer.js takes one of a quarter of a second for another thing:
 * for a click before it ends, even if a drag follows, and for no part of a double click. But a busy page hears late of
 * both ends. What a double click of the mouse is the browser itself says.
 */
function takePressesOfAnyLength({ canvas: { hammer } }: VisNetwork) {
  for (const name of ['tap', 'doubletap']) hammer.get(name).set({ time: Infinity });
  hammer.get('press').set({ enable: false });
}
