// Drawing with mouse, touch and keys on the canvas that plays the trace.
import { RADIUS } from './glyph.js';

const RIM = 0.72; // drag from outside this share of the radius makes a move, from inside it moves the node
const SLOP = 6; // px that a press may wander and still be a click

export class Gestures {
  constructor(stage) {
    this.stage = stage;
    this.canvas = stage.canvas;
    const view = this.canvas.element;
    // Capture, on the parent: before vis-network sees the press and starts to drag.
    view.parentElement.addEventListener('pointerdown', event => this.press(event), true);
    view.addEventListener('pointermove', event => this.hover(event));
    view.addEventListener('dblclick', event => this.doubleClick(event));
    view.addEventListener('contextmenu', event => event.preventDefault());
    window.addEventListener('pointermove', event => this.drag(event));
    window.addEventListener('pointerup', event => this.release(event));
    window.addEventListener('pointercancel', () => this.cancel());
  }

  get editable() { return this.stage.editable; }

  // Wired once the network exists.
  wire(network) {
    let dragged = [];
    network.on('dragStart', ({ nodes }) => { dragged = nodes; }); // dragEnd reports none while Shift is held
    network.on('dragEnd', () => {
      if (dragged.length) this.stage.document.move(Object.entries(network.getPositions(dragged)));
      dragged = [];
    });
    network.on('click', ({ nodes }) => this.stage.selectionIs(nodes[0]));
    network.on('dragging', () => { if (dragged.length) this.stage.inspector.close(); });
    network.on('zoom', () => this.stage.inspector.close());
  }

  place(event) {
    const box = this.canvas.element.getBoundingClientRect();
    const dom = { x: event.clientX - box.left, y: event.clientY - box.top };
    return { dom, inside: dom.x >= 0 && dom.y >= 0 && dom.x < box.width && dom.y < box.height, ...this.canvas.toCanvas(dom) };
  }

  // The node whose rim is here, a little outside it included.
  rimAt({ x, y }) {
    for (const { id, x: cx, y: cy } of this.stage.document.nodes.values()) {
      const far = Math.hypot(x - cx, y - cy);
      if (far <= RADIUS * 1.3) return far >= RADIUS * RIM ? id : undefined;
    }
    return undefined;
  }

  hover(event) {
    if (!this.canvas.network || this.from !== undefined) return;
    const at = this.place(event), rim = this.editable ? this.rimAt(at) : undefined;
    const node = this.canvas.nodeAt(at.dom);
    this.canvas.element.style.cursor = rim !== undefined ? 'crosshair' : node !== undefined ? 'pointer' : 'default';
    this.stage.tip(rim === undefined && event.pointerType !== 'touch' ? node : undefined, at.dom);
  }

  press(event) {
    if (!this.canvas.network || !this.canvas.element.contains(event.target)) return;
    this.stage.focus();
    if (event.button || event.shiftKey || !this.editable) return;
    const at = this.place(event), from = this.rimAt(at);
    if (from === undefined) return;
    this.from = from;
    this.start = at.dom;
    this.stage.tip();
    this.canvas.network.setOptions({ interaction: { dragNodes: false, dragView: false } });
  }

  drag(event) {
    if (this.from === undefined) return;
    const { x, y } = this.place(event);
    this.canvas.rubber = { from: this.from, x, y };
    this.canvas.redraw();
  }

  release(event) {
    if (this.from === undefined) return;
    const { from, start } = this, at = this.place(event);
    this.cancel();
    const wandered = Math.hypot(at.dom.x - start.x, at.dom.y - start.y) > SLOP;
    if (!wandered || !at.inside) return;
    const to = this.canvas.nodeAt(at.dom);
    if (to === from && Math.hypot(at.dom.x - start.x, at.dom.y - start.y) < RADIUS) return;
    this.stage.connect(from, to ?? { x: at.x, y: at.y });
  }

  cancel() {
    if (this.from === undefined) return;
    this.from = this.canvas.rubber = undefined;
    this.canvas.network.setOptions({ interaction: { dragNodes: true, dragView: true } });
    this.canvas.redraw();
  }

  doubleClick(event) {
    if (!this.editable) return;
    const at = this.place(event), node = this.canvas.nodeAt(at.dom);
    if (node !== undefined) this.stage.inspect(node, 'name');
    else if (this.canvas.edgeAt(at.dom) === undefined) this.stage.addNode(this.stage.lastKind, at);
  }

  // True if the key was one of the editor's.
  key({ key, ctrlKey, metaKey, shiftKey }) {
    if (!this.editable) return false;
    const { document, canvas } = this.stage, command = ctrlKey || metaKey, letter = key.toLowerCase();
    if (command && letter === 'z') { if (shiftKey) document.redo(); else document.undo(); return true; }
    if (command && letter === 'y') { document.redo(); return true; }
    if (command) return false;
    if (key === 'Delete' || key === 'Backspace') { this.stage.removeSelected(); return true; }
    if (key === 'Enter') { const [id] = canvas.network.getSelectedNodes(); if (id !== undefined) this.stage.inspect(id); return id !== undefined; }
    const kind = { m: document.negamax ? 'mover' : 'max', n: document.negamax ? 'mover' : 'min', l: 'leaf', o: 'open' }[letter];
    if (kind) this.stage.addNode(kind);
    return Boolean(kind);
  }
}
