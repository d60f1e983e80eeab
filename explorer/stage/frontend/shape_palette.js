// Shapes that are dragged from the toolbar to their place on the canvas.
import { takeDrags } from './drags.js';
import { closestTo, h } from './dom.js';

/**
 * @import { Canvas } from './canvas.js'
 * @import { Drag } from './drags.js'
 * @import { Editor } from './editor.js'
 * @import { Kind } from './types.d.ts'
 */

/**
 * What dragging shapes needs.
 * @typedef {object} Needs
 * @property {HTMLElement} toolbar
 * @property {Pick<Canvas, 'element' | 'toCanvas'>} canvas
 * @property {Pick<Editor, 'add' | 'kinds'>} editor
 */

const SLOP = 6; // px that a press may wander and still be a click

export class Palette {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    takeDrags(needs.toolbar, (event) => this.begin(event), { alone: false });
    needs.toolbar.style.touchAction = 'none';
  }

  /**
   * @param {PointerEvent} event
   * @returns {Drag | undefined}
   */
  begin(event) {
    const tool = closestTo(event, '[data-tool]');
    const kind = this.needs.editor.kinds.find((each) => each === tool?.dataset.tool);
    if (!tool || kind === undefined || event.button) return undefined;
    const ghost = h('div', { className: 'ghost', innerHTML: tool.innerHTML });
    return {
      move: (next) => this.show(ghost, event, next),
      end: (last, released) => {
        const wasDragged = ghost.isConnected;
        ghost.remove();
        if (released && wasDragged) this.drop(kind, last);
      },
    };
  }

  /**
   * @param {HTMLElement} ghost
   * @param {PointerEvent} start
   * @param {PointerEvent} event
   */
  show(ghost, start, event) {
    const isFar = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP;
    if (!ghost.isConnected && !isFar) return;
    const box = this.needs.canvas.element.getBoundingClientRect();
    if (!ghost.isConnected) this.needs.canvas.element.parentElement?.append(ghost);
    ghost.style.translate = `${event.clientX - box.left}px ${event.clientY - box.top}px`;
  }

  /**
   * @param {Kind} kind
   * @param {PointerEvent} event
   */
  drop(kind, event) {
    const { canvas, editor, toolbar } = this.needs;
    const box = canvas.element.getBoundingClientRect();
    const dom = { x: event.clientX - box.left, y: event.clientY - box.top };
    const isInside = dom.x >= 0 && dom.y >= 0 && dom.x < box.width && dom.y < box.height;
    const { left, right, top, bottom } = toolbar.getBoundingClientRect();
    const isOnTools = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    if (isInside && !isOnTools) editor.add(kind, canvas.toCanvas(dom));
  }
}
