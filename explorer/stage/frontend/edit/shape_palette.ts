// Shapes that are dragged from the toolbar to their place on the canvas.
import { type Drag, takeDrags } from '../page/drags.ts';
import { closestTo, h } from '../page/dom.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Editor } from './editor.ts';
import type { Kind } from '../model/types.ts';

/** What dragging shapes needs. */
interface Needs {
  toolbar: HTMLElement;
  canvas: Pick<Canvas, 'element' | 'toCanvas'>;
  editor: Pick<Editor, 'add' | 'kinds'>;
}

const SLOP = 6; // px that a press may wander and still be a click

export class Palette {
  constructor(readonly needs: Needs) {
    takeDrags(needs.toolbar, (event) => this.begin(event), { alone: false });
    needs.toolbar.style.touchAction = 'none';
  }

  begin(event: PointerEvent): Drag | undefined {
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

  show(ghost: HTMLElement, start: PointerEvent, event: PointerEvent) {
    const isFar = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP;
    if (!ghost.isConnected && !isFar) return;
    const box = this.needs.canvas.element.getBoundingClientRect();
    if (!ghost.isConnected) this.needs.canvas.element.parentElement?.append(ghost);
    ghost.style.translate = `${event.clientX - box.left}px ${event.clientY - box.top}px`;
  }

  drop(kind: Kind, event: PointerEvent) {
    const { canvas, editor, toolbar } = this.needs;
    const box = canvas.element.getBoundingClientRect();
    const dom = { x: event.clientX - box.left, y: event.clientY - box.top };
    const isInside = dom.x >= 0 && dom.y >= 0 && dom.x < box.width && dom.y < box.height;
    const { left, right, top, bottom } = toolbar.getBoundingClientRect();
    const isOnTools = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    if (isInside && !isOnTools) editor.add(kind, canvas.toCanvas(dom));
  }
}
