// One control for two stages side by side: each is led to the step that it has at a moment. What stands side by side,
// and where a difference begins, was worked out in Python (explorer/comparison/align.py).
import { isNew, own } from './address.js';
import { h, neverFade, partsOf, targetOf } from './dom.js';
import { Player } from './player.js';

/**
 * @import { ControlData, Way } from './messages.d.ts'
 * @import { Stage } from './stage.js'
 * @import { Find, Send } from './types.d.ts'
 */

export class Lockstep {
  /** @type {Map<string, Stage>} every stage of the page, by id */
  stages;
  /** @type {Way[]} */
  ways = [];
  /** @type {Find} */
  find;
  /** @type {Node | null | undefined} */
  parent;
  /** @type {string[] | undefined} */
  leads;
  /** @type {number | undefined} */
  seq;
  /** @type {Way | undefined} */
  way;
  /** @type {Send | undefined} */
  send;
  /** @type {string} what Python was told last */
  told = '';

  /** @param {Map<string, Stage>} stages */
  constructor(stages) {
    this.stages = stages; // every stage of the page, by id
    this.root = h('div', { className: 'lockstep' });
    this.root.innerHTML = `
      <div class="ways" role="radiogroup" aria-label="In lock-step"></div>
      <div class="transport" role="toolbar" aria-label="Both"></div>
      <button type="button" class="next"
        title="To the next moment at which a difference begins">Next difference</button>
      <output class="which"></output>`;
    this.find = partsOf(this.root);
    this.player = new Player(this.find('.transport'), () => this.catchUp());
    this.find('.ways').addEventListener('click', (event) => {
      const { way } = targetOf(event).dataset;
      if (way) this.choose(way);
    });
    this.find('.next').addEventListener('click', () => this.toNextDifference());
    this.root.addEventListener('keydown', (event) => this.press(event));
    this.root.control = this; // a handle for tests
  }

  /** @param {Node} parent */
  attach(parent) {
    if (this.parent === parent) return;
    this.parent = parent;
    parent.appendChild(this.root);
    neverFade(parent);
  }

  /** @param {Node} parent */
  detach(parent) {
    if (this.parent !== parent) return;
    this.player.pause();
    this.root.remove();
    this.parent = null;
  }

  /**
   * @param {ControlData} data
   * @param {Send} send
   */
  apply(data, send) {
    this.leads = data.leads;
    this.send = send;
    if (data.seq !== this.seq) {
      this.seq = data.seq;
      this.ways = data.ways;
      this.way = this.ways.find(({ name }) => name === this.way?.name) ?? this.ways[0];
      this.find('.ways').replaceChildren(...this.ways.map(({ name, title }) => this.button(name, title)));
      this.player.load(this.length, data.at);
    }
    if (isNew(this, data.scene)) {
      this.way = this.ways.find(({ name }) => name === data.scene?.mode) ?? this.way;
      this.player.load(this.length, Math.min(data.scene.step, this.length - 1));
    }
    this.catchUp();
  }

  /**
   * @param {string} name
   * @param {string} title
   */
  button(name, title) {
    const button = h('button', { type: 'button', textContent: title });
    button.dataset.way = name;
    button.setAttribute('role', 'radio');
    return button;
  }

  get length() {
    return this.way?.steps[0].length ?? 0;
  }

  /**
   * At each moment the step of one of the stages.
   * @param {number} side
   */
  stepsOf(side) {
    return this.way?.steps[side] ?? [];
  }

  // Brings every stage that is there to its step of the present moment.
  catchUp() {
    this.leads?.forEach((id, side) => {
      const stage = this.stages.get(id);
      if (!stage) return;
      stage.leader = this;
      if (stage.frames && this.length) stage.player.go(this.stepsOf(side)[this.player.at]);
    });
    if (this.length) {
      own('step', `${this.player.at}`);
      own('mode', this.way?.name ?? '');
    }
    this.tell();
  }

  // Python is told where the stages stand, for an export, when the user turns to something else.
  flush() {
    if (!this.parent || !this.way || this.seq === undefined) return;
    const moment = { seq: this.seq, way: this.way.name, at: this.player.at };
    const text = JSON.stringify(moment);
    if (text === this.told) return;
    this.told = text;
    this.send?.('moment', moment);
  }

  /**
   * Another way to step, from about where the stages stand.
   * @param {string} name
   */
  choose(name) {
    const step = this.way?.steps[0][this.player.at] ?? 0;
    this.way = this.ways.find((way) => way.name === name);
    this.player.pause();
    this.player.load(this.length, this.momentOf(0, step));
    this.catchUp();
  }

  /**
   * Called when a step of one stage was chosen.
   * @param {Stage} stage
   * @param {number} step
   */
  goTo(stage, step) {
    this.player.go(this.momentOf(Math.max(0, this.leads?.indexOf(stage.data.id) ?? 0), step));
  }

  /**
   * The last moment at which the stage of a side has not gone past a step.
   * @param {number} side
   * @param {number} step
   */
  momentOf(side, step) {
    const later = this.stepsOf(side).findIndex((other) => other > step);
    if (later > 0) return later - 1;
    return later < 0 ? Math.max(0, this.stepsOf(side).indexOf(step)) : 0;
  }

  /**
   * The keys of the player, while the control has the focus; elsewhere they are those of a stage.
   * @param {KeyboardEvent} event
   */
  press(event) {
    event.stopPropagation(); // else Streamlit acts on r and c
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const presses = [' ', 'Enter'].includes(event.key) && targetOf(event).matches('button');
    if (plain && !presses && !targetOf(event).matches('select') && this.player.key(event.key)) event.preventDefault();
  }

  toNextDifference() {
    const next = this.way?.differences.find((moment) => moment > this.player.at);
    this.player.pause();
    if (next !== undefined) this.player.go(next);
  }

  tell() {
    const { differences = [] } = this.way ?? {};
    const seen = differences.filter((moment) => moment <= this.player.at).length;
    for (const button of /** @type {Iterable<HTMLElement>} */ (this.find('.ways').children)) {
      const chosen = button.dataset.way === this.way?.name;
      button.setAttribute('aria-checked', `${chosen}`);
    }
    const next = /** @type {HTMLButtonElement} */ (this.find('.next'));
    next.disabled = seen === differences.length;
    const limit = this.way?.limit ? ` ${this.way.limit}` : '';
    this.find('.which').textContent = this.length ? `${words(seen, differences.length)}${limit}` : '';
  }
}

/**
 * @param {number} seen
 * @param {number} all
 */
function words(seen, all) {
  if (!all) return 'no difference';
  return seen ? `difference ${seen} of ${all}` : `${all} difference${all > 1 ? 's' : ''} ahead`;
}
