// A stage that shows a part of a graph: which nodes have successors that are not shown, and whether the step is elsewhere.
import { RADIUS } from './glyph.js';
import { h } from './panel.js';

const REACH = 14; // canvas units around a badge that count as a click on it
const SHARP = 0.62, LARGEST = 1.7; // scale below which badges are drawn larger, and how much larger at most

const sizeAt = scale => Math.min(LARGEST, Math.max(1, SHARP / scale));

export class Part {
  // `element` is the line on a step elsewhere; `stage` has the nodes, and asks Python for others.
  constructor(element, stage) {
    Object.assign(this, { element, stage, there: false, hidden: new Map(), foldable: new Set() });
    this.words = h('span');
    this.button = h('button', { type: 'button' });
    this.button.addEventListener('click', () => this.ask('reveal', this.wanted));
    element.append(this.words, this.button);
  }

  // `part` as `Stage.replace` in stage.py describes it; undefined: the graph is shown whole.
  load(part) {
    this.there = Boolean(part);
    this.hidden = new Map(part?.hidden);
    this.foldable = new Set(part?.foldable);
    this.centre = part?.centre;
    this.most = part?.most ?? 0; // nodes of a path that can be shown at once
    this.element.hidden = true;
  }

  hiddenOf(id) { return this.hidden.get(id) ?? 0; }
  canFold(id) { return this.foldable.has(id); }

  // What the badge of a node says; nothing where it has none. That it can be folded is told of the selected node alone.
  badge(id) {
    const count = this.hiddenOf(id);
    if (count) return `+${count}`;
    return this.canFold(id) && this.stage.selection.id === id ? '−' : '';
  }

  // Where the badge of a node is: at the lower right of its glyph, where no name stands.
  badgeOf({ id, x, y }, scale) {
    const { below, size } = this.stage.canvas.cards.place(id, scale);
    return { x: x + size * RADIUS * 0.95, y: y + below + size * RADIUS * 0.72 };
  }

  // The node with a badge at a place of the canvas.
  badgeAt(place, scale) {
    if (!this.there) return undefined;
    const isNear = ({ x, y }) => Math.hypot(x - place.x, y - place.y) <= REACH * sizeAt(scale);
    return this.stage.looks.nodes.find(node => this.badge(node.id) && isNear(this.badgeOf(node, scale)))?.id;
  }

  drawBadge(ctx, x, y, id, scale) {
    const text = this.badge(id);
    if (!text) return;
    const { paper } = this.stage.looks.paint;
    const { colour } = this.stage.looks.theme.marks.selected;
    const at = this.badgeOf({ id, x, y }, scale);
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.scale(sizeAt(scale), sizeAt(scale));
    ctx.font = '700 12px system-ui, sans-serif';
    const width = Math.max(17, ctx.measureText(text).width + 9);
    ctx.beginPath();
    ctx.roundRect(-width / 2, -8.5, width, 17, 8.5);
    ctx.fillStyle = colour;
    ctx.strokeStyle = paper;
    ctx.lineWidth = 1.5;
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = '#ffffff';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, 0, 0.5);
    ctx.restore();
  }

  // What is asked of Python: that hidden successors of a node are shown ("open") or those that were opened hidden ("fold"),
  // that a hidden node is shown ("reveal"), or what is around a node ("centre").
  ask(what, id) {
    if (this.there) this.stage.expander.send(what, id);
  }

  // One line if the node in the focus, or a node of the path, is not shown.
  tell(frames, document) {
    const isHidden = id => id !== undefined && !document.nodes.has(id);
    const { focus, path } = frames;
    const count = this.there ? new Set(path.filter(isHidden)).size : 0;
    const isAway = this.there && isHidden(focus);
    this.element.hidden = !isAway && !count;
    if (this.element.hidden) return;
    this.wanted = isAway ? focus : path.at(-1);
    this.button.hidden = !isAway && count > this.most;
    this.button.textContent = isAway || count === 1 ? 'Show it' : 'Show them';
    const ofPath = `${count} ${count === 1 ? 'node' : 'nodes'} of the current path ${count === 1 ? 'is' : 'are'} not shown.`;
    this.words.textContent = isAway ? `This step is at ${frames.nameOf(focus)}, which is not shown.` : ofPath;
  }
}
