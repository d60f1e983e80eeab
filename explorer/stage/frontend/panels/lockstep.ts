// One control for two stages side by side: each is led to the step that it has at a moment. What stands side by side,
// and where a difference begins, was worked out in Python (explorer/comparison/align.py). Where moments have numbers,
// the second stage has them as a strip, and both stages have one caption.
import { isNew, own } from '../session/address.ts';
import { h, neverFade, partsOf, targetOf } from '../page/dom.ts';
import { hidesLater, isLecture, watchLecture } from '../page/lecture.ts';
import { Caption } from './caption.ts';
import { Player } from '../player/player.ts';
import { Strip } from './strip.ts';
import { effect, type Store } from '../store.ts';
import type { ControlData, Way } from '../messages.ts';
import type { Find, Timer } from '../page/types.ts';
import type { Send } from '../session/types.ts';

const REPORT_AFTER = 250; // ms

declare global {
  interface HTMLElement {
    control?: Lockstep; // a handle for tests and for curious users of the console
  }
}

/** A stage that is led. */
interface Follower {
  store: Store;
  player: Player;
  find: Find;
  leader: Lockstep | undefined;
}

const SIDES = ['Left', 'Right'];

export class Lockstep {
  ways: Way[] = [];
  find: Find;
  parent: Node | null | undefined;
  leads: string[] | undefined;
  seq: number | undefined;
  way: Way | undefined;
  send: Send | undefined;
  reported = ''; // what Python was told last
  captioned: Follower[] = []; // the stages whose captions are shown
  untell: (() => void) | undefined;
  strip: Strip;
  listens = false; // whether it shows something of each moment
  reporting: Timer | undefined;

  root: HTMLDivElement;
  player: Player;

  constructor(readonly stages: Map<string, Follower>) {
    this.root = h('div', { className: 'lockstep' });
    this.root.innerHTML = `
      <div class="captions"></div>
      <div class="ways" role="radiogroup" aria-label="In lock-step"></div>
      <div class="transport" role="toolbar" aria-label="Both"></div>
      <button type="button" class="next"
        title="To the next moment at which a difference begins (X)">Next difference</button>
      <output class="which"></output>`;
    this.find = partsOf(this.root);
    this.player = new Player(this.find('.transport'), () => this.catchUp());
    this.strip = new Strip((moment) => this.player.go(moment));
    this.find('.ways').addEventListener('click', (event) => {
      const { way } = targetOf(event).dataset;
      if (way) this.choose(way);
    });
    this.find('.next').addEventListener('click', () => this.toNextDifference());
    this.root.addEventListener('keydown', (event) => this.press(event));
    const showLecture = () => {
      this.root.classList.toggle('in-lecture', isLecture());
      this.tell();
    };
    watchLecture(showLecture);
    showLecture();
    this.root.control = this; // a handle for tests
  }

  // Show the captions of both stages, once if they are the same.
  tellOf(stages: Follower[]) {
    if (stages.every((stage, side) => stage === this.captioned[side])) return;
    this.untell?.();
    this.captioned = stages;
    const rows = stages.map((stage) => {
      const caption = h('div', { className: 'caption' });
      new Caption(caption, stage.store);
      return h('div', {}, h('span'), caption);
    });
    this.find('.captions').replaceChildren(...rows);
    this.untell = effect(() => {
      const texts = stages.map(({ store }) => store.moment.value?.caption);
      const isOne = texts.every((text) => text === texts[0]);
      rows.forEach((row, side) => {
        row.hidden = isOne && side > 0;
        const title = stages[side].store.frames.value?.trace.title ?? '';
        row.firstElementChild!.textContent = isOne ? 'Both' : `${SIDES[side]}: ${title}`;
      });
    });
  }

  attach(parent: Node) {
    if (this.parent === parent) return;
    this.parent = parent;
    parent.appendChild(this.root);
    neverFade(parent);
  }

  detach(parent: Node) {
    if (this.parent !== parent) return;
    this.player.pause();
    this.root.remove();
    this.parent = null;
  }

  apply(data: ControlData, send: Send) {
    this.leads = data.leads;
    this.listens = Boolean(data.listens);
    this.send = send;
    if (data.seq !== this.seq) {
      this.seq = data.seq;
      this.ways = data.ways;
      this.way = this.ways.find(({ name }) => name === this.way?.name) ?? this.ways[0];
      this.find('.ways').replaceChildren(...this.ways.map(({ name, title }) => this.button(name, title)));
      this.player.load(this.length, data.at);
      this.root.classList.toggle('with-strip', Boolean(data.strip));
      this.root.classList.toggle('still', this.length < 2);
      this.strip.load(data.strip);
    }
    if (isNew(this, data.scene)) {
      this.way = this.ways.find(({ name }) => name === data.scene?.mode) ?? this.way;
      this.player.load(this.length, Math.min(data.scene.step, this.length - 1));
    }
    this.catchUp();
  }

  button(name: string, title: string) {
    const button = h('button', { type: 'button', textContent: title });
    button.dataset.way = name;
    button.setAttribute('role', 'radio');
    return button;
  }

  get length() {
    return this.way?.steps[0].length ?? 0;
  }

  /** At each moment the step of one of the stages. */
  stepsOf(side: number) {
    return this.way?.steps[side] ?? [];
  }

  // Brings every stage that is there to its step of the present moment.
  catchUp() {
    const stages = this.leads?.map((id) => this.stages.get(id)) ?? [];
    if (stages.every((stage) => stage !== undefined)) this.tellOf(stages);
    stages.forEach((stage, side) => {
      if (!stage) return;
      stage.leader = this;
      if (side && this.strip.data) stage.find('.view').append(this.strip.root);
      if (stage.store.frames.value && this.length) stage.player.go(this.stepsOf(side)[this.player.at]);
    });
    this.strip.show(this.player.at);
    if (this.length > 1 && this.parent) {
      own(this.strip.data ? 'depth' : 'step', `${this.player.at}`);
      if (!this.strip.data) own('mode', this.way?.name ?? '');
    }
    clearTimeout(this.reporting);
    if (this.listens) this.reporting = setTimeout(() => this.flush(), REPORT_AFTER);
    this.tell();
  }

  // Python is told where the stages stand, for an export, when the user turns to something else.
  flush() {
    if (!this.parent || !this.way || this.seq === undefined) return;
    const moment = { seq: this.seq, way: this.way.name, at: this.player.at };
    const text = JSON.stringify(moment);
    if (text === this.reported) return;
    this.reported = text;
    this.send?.('moment', moment);
  }

  /** Another way to step, from about where the stages stand. */
  choose(name: string) {
    const step = this.way?.steps[0][this.player.at] ?? 0;
    this.way = this.ways.find((way) => way.name === name);
    this.player.pause();
    this.player.load(this.length, this.momentOf(0, step));
    this.catchUp();
  }

  /** Called when a step of one stage was chosen. */
  goTo({ store }: Follower, step: number) {
    this.player.go(this.momentOf(Math.max(0, this.leads?.indexOf(store.data.value.id) ?? 0), step));
  }

  /** The last moment at which the stage of a side has not gone past a step. */
  momentOf(side: number, step: number) {
    const later = this.stepsOf(side).findIndex((other) => other > step);
    if (later > 0) return later - 1;
    return later < 0 ? Math.max(0, this.stepsOf(side).indexOf(step)) : 0;
  }

  /** The keys of the player, while the control has the focus; elsewhere they are those of a stage. */
  press(event: KeyboardEvent) {
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
    for (const button of (this.find('.ways').children as Iterable<HTMLElement>)) {
      const chosen = button.dataset.way === this.way?.name;
      button.setAttribute('aria-checked', `${chosen}`);
    }
    const next = this.find('.next') as HTMLButtonElement;
    next.disabled = seen === differences.length;
    const limit = this.way?.limit ? ` ${this.way.limit}` : '';
    this.find('.which').textContent = this.length ? `${words(seen, differences.length)}${limit}` : '';
  }
}

function words(number: number, all: number) {
  if (hidesLater()) return number ? `difference ${number}` : '';
  if (!all) return 'no difference';
  return number ? `difference ${number} of ${all}` : `${all} difference${all > 1 ? 's' : ''} ahead`;
}
