// A sentence at the edge of the view, for some seconds: what the user did was done, or was not, or is worth knowing.

/**
 * @import { Announcer } from './announcer.js'
 * @import { Timer, Tone } from './types.d.ts'
 */

const SHOWN_FOR = 5000; // ms
const BELOW = 12; // px

export class Toast {
  /** @type {Timer | undefined} */
  timer;

  /**
   * `covered`: how far down the tools reach, in px.
   * @param {HTMLElement} element
   * @param {Announcer} announcer
   * @param {() => number} covered
   */
  constructor(element, announcer, covered) {
    this.element = element;
    this.announcer = announcer;
    this.covered = covered;
  }

  /**
   * @param {string} text
   * @param {Tone} [tone]
   */
  say(text, tone = 'refused') {
    const { element } = this;
    element.textContent = text;
    element.className = `toast ${tone}`;
    element.style.top = `${this.covered() + BELOW}px`;
    element.hidden = false;
    this.announcer.say(text, 'toast');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      element.hidden = true;
    }, SHOWN_FOR);
  }
}
