// Moving the view by hand wherever the pointer is: with the middle button, or while the space bar is held.
import { type Drag, takeDrags } from '../page/drags.ts';
import { targetOf } from '../page/dom.ts';
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { Keys } from './key_dispatch.ts';
import type { Store } from '../store.ts';

const MIDDLE = 1; // of the buttons of a mouse

export class Pan {
  isHeld = false;
  hasMoved = false; // since the space bar was pressed

  constructor(readonly store: Store, readonly canvas: Canvas, readonly keys: Keys) {
    const { element } = canvas;
    takeDrags(element.parentElement as HTMLElement, (event) => this.begin(event));
    window.addEventListener('keydown', (event) => this.hold(event), true);
    window.addEventListener('keyup', (event) => this.letGo(event), true);
    window.addEventListener('blur', () => this.free());
  }

  begin(event: PointerEvent): Drag | undefined {
    const { canvas } = this;
    if (!canvas.network || !canvas.element.contains(targetOf(event))) return undefined;
    if (event.button !== MIDDLE && !(this.isHeld && event.button === 0)) return undefined;
    this.hasMoved = true;
    canvas.camera.stop();
    const start = canvas.network.getViewPosition();
    const scale = canvas.network.getScale();
    return {
      move: ({ clientX, clientY }) =>
        canvas.network.moveTo({
          position: { x: start.x - (clientX - event.clientX) / scale, y: start.y - (clientY - event.clientY) / scale },
          animation: false,
        }),
      end: () => canvas.keepView(),
    };
  }

  /** Only with the pointer on the canvas: elsewhere the space bar is what it was. */
  hold(event: KeyboardEvent) {
    const { canvas, keys } = this;
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.isHeld && (!canvas.pointer || !keys.areFor(event) || targetOf(event).matches?.('button, summary'))) {
      return;
    }
    if (!this.isHeld) this.hasMoved = false;
    this.isHeld = true;
    canvas.element.classList.add('grabbed');
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  letGo(event: KeyboardEvent) {
    if (event.key !== ' ' || !this.isHeld) return;
    this.free();
    event.preventDefault();
    if (!this.hasMoved) this.store.actions.step(' ');
  }

  free() {
    this.isHeld = false;
    this.canvas.element.classList.remove('grabbed');
  }
}
