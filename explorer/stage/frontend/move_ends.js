// The ends of a selected move have handles; an end that is dragged to another node leads from or to that.
import { takeDrags } from './drags.js';
import { targetOf } from './dom.js';

/**
 * @import { Canvas } from './canvas.js'
 * @import { Document } from './document.js'
 * @import { Drag } from './drags.js'
 * @import { Editor } from './editor.js'
 * @import { Move, Place } from './types.d.ts'
 */

/**
 * What dragging ends needs.
 * @typedef {object} Needs
 * @property {Canvas} canvas
 * @property {() => Document | undefined} document
 * @property {() => boolean} isEditable
 * @property {Pick<Editor, 'chosenMoves' | 'redirect'>} editor
 */

/** @typedef {{ id: string, end: 'from' | 'to', other: string, x: number, y: number }} Handle of a move */

const AWAY = 15; // canvas units from the outline of the node to the middle of a handle
const RADIUS = 6;
const REACH = 10; // px around it that belong to it
const MOST = 20; // selected moves that have handles

export class MoveEnds {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    const { element } = needs.canvas;
    takeDrags(/** @type {HTMLElement} */ (element.parentElement), (event) => this.begin(event));
  }

  /** @returns {Handle[]} */
  get handles() {
    const { canvas, document, editor, isEditable } = this.needs;
    if (!isEditable() || !canvas.routes) return [];
    return editor.chosenMoves.slice(0, MOST).flatMap((id) => {
      const [from, to] = /** @type {Move} */ (document()?.moves.get(id));
      return /** @type {const} */ (['from', 'to']).flatMap((end) => {
        const place = canvas.routes.along(from, to, AWAY, end);
        return place ? [{ id, end, other: end === 'from' ? to : from, x: place[0], y: place[1] }] : [];
      });
    });
  }

  /** @param {CanvasRenderingContext2D} ctx */
  draw(ctx) {
    const { looks } = this.needs.canvas;
    for (const { x, y } of this.handles) {
      ctx.beginPath();
      ctx.arc(x, y, RADIUS, 0, 2 * Math.PI);
      ctx.fillStyle = looks.paint.paper;
      ctx.strokeStyle = looks.theme.marks.selected.colour;
      ctx.lineWidth = 2;
      ctx.fill();
      ctx.stroke();
    }
  }

  /**
   * @param {PointerEvent} event
   * @returns {Drag | undefined}
   */
  begin(event) {
    const { canvas, editor } = this.needs;
    if (!canvas.network || event.button || event.shiftKey || !canvas.element.contains(targetOf(event))) {
      return undefined;
    }
    const at = this.place(event);
    const reach = Math.max(RADIUS, REACH / canvas.network.getScale());
    const handle = this.handles.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reach);
    if (!handle) return undefined;
    const { id, end, other } = handle;
    return {
      move: (next) => {
        canvas.rubber = { from: other, ...this.place(next) };
        canvas.redraw();
      },
      end: (last, released) => {
        canvas.rubber = undefined;
        canvas.redraw();
        const node = canvas.nodeAt(this.dom(last));
        if (released && node !== undefined) editor.redirect(id, end, node);
      },
    };
  }

  /**
   * @param {PointerEvent} event
   * @returns {Place} in px of the view
   */
  dom({ clientX, clientY }) {
    const { left, top } = this.needs.canvas.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {PointerEvent} event */
  place(event) {
    const { x, y } = this.needs.canvas.toCanvas(this.dom(event));
    return { x, y };
  }
}
