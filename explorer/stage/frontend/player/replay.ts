// The trace that is replayed: the player, more of a long trace as it is wanted, and what the store holds of the step
// that is shown.
import { Asking, type AskingNeeds } from './asking.ts';
import { Endless } from './endless_slider.ts';
import { DeferredUpdates } from './deferred_updates.ts';
import { Frames } from './frames.ts';
import { partsOf } from '../page/dom.ts';
import { Player } from './player.ts';
import { type Jump, TraceChunks } from './trace_chunks.ts';
import type { ChunkData, StageData } from '../messages.ts';
import { listen } from '../store.ts';

const WHAT_IS_NEXT = /(?<=^|\. )Next .*$/s; // ends the caption of an expansion
const WORDY = 160; // characters of a caption that need more than two lines

/** The stage's element, and the parts that its run is shown with. */
interface Needs extends AskingNeeds {
  root: HTMLElement;
}

export class Replay {
  leftOut = ''; // what is said at the end of a trace that the limits end early

  deferred: DeferredUpdates;
  player: Player;
  asking: Asking;
  chunks: TraceChunks;
  endless: Endless;

  constructor(readonly needs: Needs) {
    const { root, store } = needs;
    const find = partsOf(root);
    this.deferred = new DeferredUpdates(store, this);
    this.player = new Player(find('.transport'), (step, resting) => this.showStep(step, resting), store.step);
    this.asking = new Asking(find('.asking'), this.player, (isAsked) => this.hush(isAsked), needs);
    this.chunks = new TraceChunks(store, (jump, step) => this.land(jump, step));
    this.player.toWait = () => store.say('The run goes on: that step is shown as soon as the run has ended.', 'note');
    this.player.toChange = (forward) => this.toChange(forward);
    this.player.isReady = (step) => {
      this.chunks.want(step);
      return this.frames?.captionAt(step) !== undefined;
    };
    this.endless = new Endless(find('.endless'), this);
    for (const source of [store.edit, store.paint]) listen<unknown>(source, () => this.deferred.panel());
    listen(store.painted, () => this.deferred.legend());
  }

  get store() {
    return this.needs.store;
  }

  /** The steps that are shown. */
  get frames() {
    return this.needs.store.frames.value;
  }

  /** The root of the graph, shown or not. */
  get root() {
    return this.needs.store.document.value.root ?? this.needs.picture.part.root;
  }

  isAway(id: string) {
    return this.needs.picture.part.there && !this.needs.store.document.value.nodes.has(id);
  }

  // Nothing is shown any more.
  drop() {
    this.needs.store.frames.value = null;
  }

  /**
   * A null trace: where the graph cannot run as it is the last picture stays, dimmed; where the algorithm refuses
   * nothing does.
   */
  load(data: StageData) {
    const { trace } = data;
    const { root, store, picture } = this.needs;
    const isUnfinished = !data.refusal && data.problems.some(({ severity }) => severity === 'error');
    if (!trace && !isUnfinished) this.drop();
    root.classList.toggle('bounded', Boolean(trace?.bounded));
    root.classList.toggle('stale', !trace && Boolean(this.frames));
    if (!trace) {
      if (!this.frames) this.clear();
      picture.repaint();
      return;
    }
    const at = data.restart || !this.frames ? data.step : this.player.goal;
    this.deferred.reported = { seq: data.seq, step: data.step, endless: data.endless };
    const frames = new Frames(trace, { editable: data.editable });
    store.frames.value = frames;
    this.endless.load(frames);
    this.chunks.load(frames);
    root.classList.remove('wordy');
    this.makeRoom(trace.chunks);
    this.player.load(frames.length, at, trace.first, trace.unfinished);
    this.leftOut = trace.left_out;
    this.showStep(this.player.at, !data.restart);
    this.asking.begin(data);
  }

  /** More of the trace that is shown, and where a jump leads. */
  receive({ chunks = [], jump, questions }: StageData) {
    if (questions) this.asking.receive(questions);
    const { frames } = this;
    if (!frames) return;
    for (const chunk of chunks) {
      frames.receive(chunk);
      this.chunks.came(chunk.number);
    }
    this.makeRoom(chunks);
    if (jump) this.chunks.answer(jump);
    if (chunks.length) this.showStep(this.player.at, !this.player.playing);
  }

  /** Room for long captions, as soon as there is one. */
  makeRoom(chunks: ChunkData[]) {
    if (chunks.some(({ captions }) => captions.some((each) => each.length > WORDY))) {
      this.needs.root.classList.add('wordy');
    }
  }

  // Of a graph that never ran there is nothing to show, above all not the steps of the one before.
  clear() {
    this.chunks.load(null);
    this.player.load(0, 0);
    this.endless.load(null);
    this.needs.picture.canvas.bands = [];
    this.needs.store.moment.value = undefined;
  }

  showStep(step: number, isResting: boolean) {
    const { frames, player } = this;
    if (!frames) return;
    const number = player.first + step;
    const isHere = frames.seek(step);
    if (isHere) this.chunks.wantAround(step);
    else this.chunks.want(step);
    const caption = isHere ? this.caption(frames) : 'This step is on its way …';
    const names = isHere ? frames.captionNames.filter(({ end }) => end <= caption.length) : [];
    this.needs.store.moment.value = { step, number, isHere, isResting, caption, names };
    if (!isHere) return;
    this.deferred.panel();
    this.report(isResting);
  }

  /** The texts on the present step. */
  caption(frames: Frames) {
    const rest = this.leftOut && frames.at === frames.length - 1 ? ` ${this.leftOut}` : '';
    const told = frames.caption + rest;
    return frames.isHushed ? told.replace(WHAT_IS_NEXT, '') : told;
  }

  /** While it is asked which node of a graph that grows is expanded next, nothing tells. */
  hush(isAsked: boolean) {
    const { frames } = this;
    this.deferred.panel(); // whose table ends at this step while it is asked
    const isHushed = isAsked && Boolean(frames?.trace.discovery);
    if (!frames || frames.isHushed === isHushed) return;
    frames.isHushed = isHushed;
    this.showStep(this.player.at, false);
  }

  // Endless play is worth something else.
  showWorth() {
    this.needs.picture.repaint();
    this.deferred.panel();
  }

  report(resting: boolean) {
    if (!this.needs.store.data.value.in_lockstep) this.deferred.report(resting);
  }

  /** To the next change of the selected node, or else of the root. */
  toChange(forward: boolean) {
    const { store } = this.needs;
    const name = store.selected.value ?? this.root;
    if (name !== undefined) this.chunks.jump({ to: 'change', name, forward }, this.player.at, this.isAway(name));
    else if (this.frames) store.say('The graph has no root: select the node whose changes you want to see.');
  }

  /** To the next step in which a counter rises. */
  toRise(name: string, forward: boolean) {
    this.chunks.jump({ to: 'rise', name, forward }, this.player.at);
  }

  land({ to, name, forward }: Jump, step?: number) {
    const { store } = this.needs;
    if (step !== undefined) {
      store.actions.goTo(step);
      return;
    }
    const subject = this.isAway(name) ? 'The root' : store.document.value.nodes.get(name)?.label || name;
    const what = to === 'change' ? `${subject} does not change` : `“${name.replaceAll('_', ' ')}” does not rise`;
    const where = forward && this.player.goesOn ? 'in the steps so far; the run goes on' : '';
    store.say(`${what} ${where || `${forward ? 'after' : 'before'} this step`}.`);
  }
}
