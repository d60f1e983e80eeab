// From document, trace and theme to what a node looks like now. What an edit alone can change is worked out once.
import { kindOf } from './document.js';

export class Looks {
  constructor() {
    Object.assign(this, { theme: null, document: null, frames: null, troubled: new Map(), lit: new Set(), fixed: new Map(), successors: new Map() });
    this.paint = { dark: false, paper: '#ffffff', ink: '#15181d' };
  }

  // After every edit.
  read(document) {
    this.document = document;
    this.fixed = new Map([...document.nodes.values()].map(node => [node.id, this.fixedLook(node)]));
    this.successors = new Map();
    for (const [from, to] of document.moves.values()) {
      const row = this.successors.get(from);
      if (row) row.push(to); else this.successors.set(from, [to]);
    }
  }

  fixedLook(node) {
    const kind = kindOf(node);
    return { shape: this.theme.shapes[kind].shape, name: node.label || node.id, root: node.id === this.document.root,
      style: this.theme.copies[node.copy]?.style ?? (kind === 'open' ? 'dashed' : undefined) };
  }

  of(id) {
    const { theme, frames } = this, fixed = this.fixed.get(id);
    if (!fixed) return undefined;
    const value = frames?.value(id) ?? theme.noScore, ring = theme.finality[frames?.role(id) ?? 'unknown'];
    return { ...fixed, fill: value.fill, ink: value.ink, text: value.text, left: ring.left, right: ring.right,
      halo: this.halo(id), problem: this.troubled.get(id)?.severity, dark: this.paint.dark, paper: this.paint.paper };
  }

  halo(id) {
    if (this.lit.has(id)) return this.theme.marks.copies.colour;
    const activity = this.frames?.activityOf(id);
    if (activity) return this.theme.activity[activity].colour;
    return this.frames && id === this.frames.focus ? this.theme.marks.path.colour : undefined;
  }

  // The moves of the current path, the back links from it to itself, and the move of this step.
  bands() {
    const { path, move } = this.frames, depth = new Map(path.map((id, i) => [id, i]));
    const bands = path.slice(1).map((id, i) => ({ from: path[i], to: id, kind: 'path' }));
    for (const id of path) {
      for (const other of this.successors.get(id) ?? []) if (depth.get(other) <= depth.get(id)) bands.push({ from: id, to: other, kind: 'back' });
    }
    if (move && !bands.some(({ from, to, kind }) => kind === 'back' && from === move[0] && to === move[1])) bands.push({ from: move[0], to: move[1], kind: 'move' });
    return bands.filter(({ from, to }) => this.fixed.has(from) && this.fixed.has(to));
  }

  // The colours of the page around the canvas.
  readPaint(element) {
    const style = getComputedStyle(element);
    const paper = style.getPropertyValue('--st-background-color').trim() || '#ffffff';
    const ink = style.getPropertyValue('--st-text-color').trim() || '#15181d';
    if (paper !== this.paint.paper || ink !== this.paint.ink) this.paint = { dark: luminance(paper) < 0.5, paper, ink };
  }

  describe(id) {
    const node = this.document.nodes.get(id), problem = this.troubled.get(id)?.message, note = this.frames?.note(id);
    const name = node.label && node.label !== id ? `${node.label} (${id})` : id;
    const words = [name, this.theme.shapes[kindOf(node)].meaning];
    if (this.frames) words.push(`score ${this.frames.value(id)?.text ?? '?'}`);
    if (this.frames && node.copy === undefined) words.push(this.theme.finality[this.frames.role(id)].meaning);
    return [...words, this.theme.copies[node.copy]?.meaning, note, problem].filter(Boolean).join(' · ');
  }
}

function luminance(colour) {
  const probe = document.createElement('canvas').getContext('2d');
  probe.fillStyle = colour;
  const [r, g, b] = [1, 3, 5].map(place => parseInt(probe.fillStyle.slice(place, place + 2), 16));
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}
