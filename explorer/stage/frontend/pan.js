// Moving the view by hand wherever the pointer is: with the middle button, or while the space bar is held.
import { takeDrags } from './drags.js';
import { targetOf } from './dom.js';

/**
 * @import { Canvas } from './canvas.js'
 * @import { Drag } from './drags.js'
 */

/**
 * What panning needs.
 * @typedef {object} Needs
 * @property {Pick<Canvas, 'element' | 'network' | 'pointer' | 'camera' | 'keepView'>} canvas
 * @property {(event: Event) => boolean} areKeysFor whether keys are for this stage
 * @property {() => void} tapped called when the space bar was pressed and nothing was moved
 */

const MIDDLE = 1; // of the buttons of a mouse

export class Pan {
  /** @type {boolean} */
  isHeld = false;
  /** @type {boolean} since the space bar was pressed */
  hasMoved = false;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    const { element } = needs.canvas;
    takeDrags(/** @type {HTMLElement} */ (element.parentElement), (event) => this.begin(event));
    window.addEventListener('keydown', (event) => this.hold(event), true);
    window.addEventListener('keyup', (event) => this.letGo(event), true);
    window.addEventListener('blur', () => this.free());
  }

  /**
   * @param {PointerEvent} event
   * @returns {Drag | undefined}
   */
  begin(event) {
    const { canvas } = this.needs;
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

  /**
   * Only with the pointer on the canvas: elsewhere the space bar is what it was.
   * @param {KeyboardEvent} event
   */
  hold(event) {
    const { canvas, areKeysFor } = this.needs;
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.isHeld && (!canvas.pointer || !areKeysFor(event) || targetOf(event).matches?.('button, summary'))) return;
    if (!this.isHeld) this.hasMoved = false;
    this.isHeld = true;
    canvas.element.classList.add('grabbed');
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {KeyboardEvent} event */
  letGo(event) {
    if (event.key !== ' ' || !this.isHeld) return;
    this.free();
    event.preventDefault();
    if (!this.hasMoved) this.needs.tapped();
  }

  free() {
    this.isHeld = false;
    this.needs.canvas.element.classList.remove('grabbed');
  }
}
