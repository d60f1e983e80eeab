// Value of endless play for a trace with bounds: every score is then the median of lower bound, that value and upper
// bound.  Python hears of what the slider is set to, with a number that rises, and says which d it has.
import { giveKeysBack, h, partsOf } from '../page/dom.ts';
import type { Frames } from './frames.ts';
import type { NodeLooks } from '../draw/node/node_looks.ts';
import type { EndlessData, EndlessValue, Exact, Fill } from '../messages.ts';
import type { Find } from '../page/types.ts';
import type { Store } from '../store.ts';

const MOST_NUMBERS = 14; // under the notches

/** Who shows the run with the value of the slider. */
interface Listener {
  store: Store;
  showWorth: () => void;
  report: (resting: boolean) => void; // to Python
}

export class Endless {
  frames: Frames | null = null;
  pythonValue: Exact | undefined; // that Python had last
  value: Exact = 0;
  number = 0; // of the value; that of what Python was told last, or is to be told
  find: Find;
  slider: HTMLInputElement;

  constructor(readonly element: HTMLElement, readonly replay: Listener) {
    element.innerHTML = `<label>Value of endless play <b><output></output></b></label>
      <div class="scale"><input type="range" min="0" max="0" step="1"
          aria-label="Value of endless play"><div class="notches" aria-hidden="true"></div></div>
      <span class="hanging"></span>`;
    this.find = partsOf(element);
    this.slider = this.find('input') as HTMLInputElement;
    this.slider.addEventListener('input', () => this.set(Number(this.slider.value)));
    this.slider.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') giveKeysBack(element);
    });
    element.hidden = true;
  }

  /**
   * Take the value of Python if Python has changed it and knows the last value of the slider, or if all is new.
   */
  take({ value, number }: EndlessValue, isNew: boolean) {
    const counts = isNew || (number === this.number && value !== this.pythonValue);
    this.pythonValue = value;
    if (!counts) return;
    this.number = number;
    if (value === this.value) return;
    this.value = value;
    this.show();
    this.replay.showWorth();
  }

  load(frames: Frames | null) {
    const endless = frames?.trace.endless;
    this.frames = endless ? frames : null;
    this.element.hidden = !frames || !endless || !frames.hangsInTheEnd;
    if (!endless || !frames) return;
    this.slider.max = `${endless.worths.length - 1}`;
    this.showNotches(endless);
    this.show();
  }

  showNotches({ worths, notches }: EndlessData) {
    const last = worths.length - 1;
    const shown = notches.length <= MOST_NUMBERS ? notches : notches.filter((index) => worths[index].text === '0');
    this.find('.notches').replaceChildren(...[...new Set([0, ...shown, last])].map((index) => {
      const notch = h('span', { textContent: worthText(worths[index]) });
      notch.style.setProperty('--share', `${index / last}`);
      return notch;
    }));
  }

  set(index: number) {
    const { endless } = this.frames?.trace ?? {};
    if (!endless) return;
    this.value = endless.exact[index];
    if (!this.replay.store.data.value.in_lockstep) this.number++;
    this.show();
    this.replay.showWorth();
    this.replay.report(true);
  }

  show() {
    const { endless } = this.frames?.trace ?? {};
    if (!this.frames || !endless) return;
    const index = endless.exact.indexOf(this.value);
    this.frames.worth = Math.max(0, index < 0 ? endless.exact.indexOf(0) : index);
    const text = worthText(endless.worths[this.frames.worth]);
    this.slider.value = `${this.frames.worth}`;
    this.slider.setAttribute('aria-valuetext', text);
    this.find('output').textContent = text;
  }

  /** Return the number of scores that depend on it, in words; "" before a node has one. */
  tell(looks: NodeLooks, isPart: boolean) {
    if (!this.frames) return '';
    const { scored, hanging, open } = looks.hanging();
    const isLast = this.frames.at === this.frames.length - 1 && !this.frames.trace.unfinished;
    const verb = !isLast ? 'can still depend' : scored === 1 ? 'depends' : 'depend';
    const share = `${hanging} of ${scored} ${isPart ? 'shown ' : ''}${scored === 1 ? 'score' : 'scores'} ${verb} on`;
    this.find('.hanging').textContent = scored ? `${share} it` : '';
    if (!scored) return '';
    return `${share} the value of endless play.${open ? ' Open nodes count as endless play.' : ''}`;
  }

  get isThere() {
    return !this.element.hidden;
  }

  /** The values that it can be set to. */
  get worths() {
    return this.frames?.trace.endless?.exact ?? [];
  }

  focus() {
    this.slider.focus();
  }
}

/** The infinity above with its sign, as opposed to the one below. */
const worthText = ({ text }: Fill) => (text === '∞' ? '+∞' : text);
