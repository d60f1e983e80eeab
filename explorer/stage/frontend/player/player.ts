// Transport: which step is shown, and moving through the steps by button, slider, key or play.
import { closestTo, partsOf, targetOf } from '../page/dom.ts';
import { type Icon, icon } from '../page/icons.ts';
import { hidesLater, watchLecture } from '../page/lecture.ts';
import { signal } from '../store.ts';

const SPEEDS = [[0.25, '¼×'], [0.5, '½×'], [1, '1×'], [2, '2×'], [4, '4×'], [8, '8×'], [Infinity, 'max']];
const STEPS_PER_SECOND = 1.25; // at 1×: time to read a short caption

const CLOCK: { now: () => number; nextFrame: (act: (now: number) => void) => unknown } = {
  now: () => performance.now(),
  nextFrame: (act) => requestAnimationFrame(act),
};

export const STEP_KEYS: Record<string, string> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  PageUp: 'previous',
  PageDown: 'onward',
  Home: 'first',
  End: 'last',
  ' ': 'play',
  '>': 'news',
  '<': 'olds',
};

const BUTTONS: [Icon, string, string][] = [ // with what a title adds to the label
  ['play', 'Play or pause (Space)', ''],
  ['previous', 'Previous step (←)', '; with Shift the first (Home)'],
  ['next', 'Next step (→)', '; with Shift the last (End)'],
];
const FARTHEST: Record<string, string> = { previous: 'first', next: 'last' };

export class Player {
  clock: { now: () => number; nextFrame: (act: (now: number) => void) => unknown } = CLOCK;
  toChange: ((forward: boolean) => void) | undefined; // goes to the next change of a node, or to the one before
  toWait: (() => void) | undefined; // says that a step is still to come
  isReady: (step: number) => boolean = () => true; // whether a step can be shown at once
  waits: (step: number) => boolean = () => false; // whether the next step waits, for an answer
  passes: () => boolean = () => false; // whether what waits was passed over, to go on without an answer
  end: () => number = () => this.length - 1; // where End leads
  hides = hidesLater; // whether later steps are kept back, and so how many there are
  slider: HTMLInputElement;

  length = 0;
  first = 0; // the number in its run of the first step that is here
  goesOn = false; // whether more steps are still to come
  wish: number | undefined; // the step to go to once it has come
  speed = 1;
  playing = false;
  count: HTMLElement;
  playButton: HTMLElement;

  /** @param step that is shown, or shown as soon as it is here */
  constructor(
    readonly element: HTMLElement,
    readonly show: (step: number, resting: boolean) => void,
    readonly step = signal(0),
  ) {
    element.innerHTML =
      BUTTONS.map(([act, label, more]) =>
        `<button type="button" data-act="${act}" title="${label}${more}" aria-label="${label}">${icon(act)}</button>`
      ).join('') +
      '<input type="range" min="0" max="0" value="0" aria-label="Step">' +
      `<select aria-label="Speed" title="Speed">${
        SPEEDS.map(([value, name]) => `<option value="${value}"${value === 1 ? ' selected' : ''}>${name}</option>`)
          .join('')
      }</select>` +
      '<output class="count"></output>';
    const find = partsOf(element);
    this.slider = find('input') as HTMLInputElement;
    this.count = find('.count');
    this.playButton = find('[data-act=play]');
    element.addEventListener('click', (event) => {
      const { act } = closestTo(event, 'button')?.dataset ?? {};
      if (act) this.act(event.shiftKey ? FARTHEST[act] ?? act : act);
    });
    this.slider.addEventListener('input', () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    watchLecture(() => this.update());
    find('select').addEventListener('change', (event) => {
      this.speed = Number(targetOf(event).value);
    });
  }

  get at() {
    return this.step.value;
  }
  set at(step: number) {
    this.step.value = step;
  }

  /** The step to be shown of a trace that goes on where this one ends. */
  get goal() {
    return this.wish ?? this.at;
  }

  load(length: number, at: number, first = 0, goesOn = false) {
    this.length = length;
    this.first = first;
    this.goesOn = goesOn;
    this.wish = goesOn && at >= length ? at : undefined;
    this.slider.max = `${Math.max(0, length - 1)}`;
    this.element.classList.toggle('empty', !length);
    this.at = Math.max(0, Math.min(at, length - 1));
    if (length < 2) this.pause();
    this.update();
  }

  act(name: string) {
    const steps: Record<string, () => number> = {
      first: () => 0,
      previous: () => this.at - 1,
      next: () => this.at + 1,
      onward: () => this.at + 1,
      last: () => this.goesOn ? Infinity : this.end(),
    };
    this.wish = undefined;
    if (name === 'play') {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    this.pause();
    if (name === 'onward' && this.passes()) return;
    if (name in steps) this.go(steps[name]());
    else this.toChange?.(name === 'news');
  }

  /** True if the key was one of the player's. */
  key(key: string) {
    const act = STEP_KEYS[key];
    if (!act || (['news', 'olds'].includes(act) && !this.toChange)) return false;
    this.act(act);
    return true;
  }

  go(step: number) {
    this.wish = this.goesOn && step >= this.length ? step : undefined;
    if (this.wish !== undefined) {
      this.toWait?.();
      return;
    }
    const wanted = Math.max(0, Math.min(step, this.length - 1));
    if (!this.length || wanted === this.at) return;
    if (wanted === this.at + 1 && this.waits(wanted)) {
      this.pause();
      return;
    }
    this.at = wanted;
    this.update();
    this.show(wanted, !this.playing);
  }

  play() {
    if (this.length < 2) return;
    if (this.at === this.length - 1 && !this.goesOn) this.go(0);
    this.playing = true;
    this.update();
    let due = this.clock.now();
    const frame = (now: number) => {
      if (!this.playing) return;
      if (now >= due && this.isReady(this.at + 1)) {
        due = Number.isFinite(this.speed) ? Math.max(due + 1000 / (STEPS_PER_SECOND * this.speed), now - 50) : now;
        this.go(this.at + 1);
        if (this.at === this.length - 1 && !this.goesOn) {
          this.pause();
          return;
        }
      }
      this.clock.nextFrame(frame);
    };
    due += 1000 / (STEPS_PER_SECOND * this.speed);
    this.clock.nextFrame(frame);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.update();
    this.show(this.at, true);
  }

  update() {
    this.slider.value = `${this.at}`;
    const [at, last] = [this.at, this.length - 1].map((step) => (this.first + step).toLocaleString('en'));
    const all = this.hides() && this.at < this.length - 1 ? '' : ` / ${last}${this.goesOn ? ' …' : ''}`;
    this.count.textContent = this.length ? at + all : '';
    this.playButton.innerHTML = icon(this.playing ? 'pause' : 'play');
    this.playButton.classList.toggle('playing', this.playing);
  }
}
