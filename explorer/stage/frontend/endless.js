// Value of endless play, d, for a trace with bounds: every score is then the median of lower bound, d and upper
// bound.
import { h, partsOf } from './dom.js';

/**
 * @import { Frames } from './frames.js'
 * @import { Looks } from './looks.js'
 * @import { EndlessData, Fill } from './messages.d.ts'
 * @import { Find } from './types.d.ts'
 */

const MOST_NUMBERS = 14; // under the notches

export class Endless {
  /** @type {HTMLElement} */
  element;
  /** @type {() => void} */
  changed;
  /** @type {() => void} */
  closed;
  /** @type {Frames | null} */
  frames = null;
  /** @type {string | undefined} */
  given;
  /** @type {string | undefined} */
  chosen;
  /** @type {Find} */
  find;
  /** @type {HTMLInputElement} */
  slider;

  /**
   * `changed` is called when the user has set another worth, `closed` when the keys belong to the canvas again.
   * @param {HTMLElement} element
   * @param {{ changed: () => void, closed: () => void }} tools
   */
  constructor(element, { changed, closed }) {
    this.element = element;
    this.changed = changed;
    this.closed = closed;
    this.given = undefined;
    this.chosen = undefined;
    element.innerHTML = `<label>Value of endless play <b>d = <output></output></b></label>
      <div class="scale"><input type="range" min="0" max="0" step="1"
          aria-label="Value of endless play"><div class="notches" aria-hidden="true"></div></div>
      <span class="hanging"></span>`;
    this.find = partsOf(element);
    this.slider = /** @type {HTMLInputElement} */ (this.find('input'));
    this.slider.addEventListener('input', () => this.set(Number(this.slider.value)));
    this.slider.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.closed();
    });
    element.hidden = true;
  }

  /**
   * A worth that the user has chosen is kept where the next trace has it too, unless the run was given another one.
   * @param {Frames | null} frames
   */
  load(frames) {
    const endless = frames?.trace.endless;
    this.frames = endless ? frames : null;
    this.element.hidden = !endless;
    if (!endless || !frames) return;
    const given = endless.worths[endless.at].text;
    if (given !== this.given) this.given = given;
    this.chosen = undefined;
    const kept = endless.worths.findIndex(({ text }) => text === this.chosen);
    frames.worth = kept < 0 ? endless.at : kept;
    this.slider.max = `${endless.worths.length - 1}`;
    this.showNotches(endless);
    this.show();
  }

  /** @param {EndlessData} endless */
  showNotches({ worths, notches }) {
    const last = worths.length - 1;
    const shown = notches.length <= MOST_NUMBERS ? notches : notches.filter((place) => worths[place].text === '0');
    this.find('.notches').replaceChildren(...[0, ...shown, last].map((place) => {
      const notch = h('span', { textContent: worthText(worths[place]) });
      notch.style.setProperty('--share', `${place / last}`);
      return notch;
    }));
  }

  /** @param {number} place */
  set(place) {
    if (!this.frames) return;
    this.frames.worth = place;
    this.chosen = this.frames.endless?.text;
    this.show();
    this.changed();
  }

  show() {
    if (!this.frames?.endless) return;
    const text = worthText(this.frames.endless);
    this.slider.value = `${this.frames.worth}`;
    this.slider.setAttribute('aria-valuetext', text);
    this.find('output').textContent = text;
  }

  /**
   * How many scores depend on it, in words.
   * @param {Looks} looks
   * @param {boolean} isPart
   */
  tell(looks, isPart) {
    if (!this.frames) return '';
    const { scored, hanging, open } = looks.hanging();
    const share = `${hanging} of ${scored} ${isPart ? 'shown ' : ''}${
      scored === 1 ? 'score depends' : 'scores depend'
    } on`;
    this.find('.hanging').textContent = `${share} it`;
    const when = this.frames.at < this.frames.length - 1 ? ' at this step' : '';
    return `${share} the value of endless play${when}.${open ? ' Open nodes count as endless play.' : ''}`;
  }

  focus() {
    this.slider.focus();
  }
}

/**
 * The infinity above with its sign, as opposed to the one below.
 * @param {Fill} worth
 */
const worthText = ({ text }) => (text === '∞' ? '+∞' : text);
