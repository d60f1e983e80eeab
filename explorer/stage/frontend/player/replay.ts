// The trace that is replayed: the player, more of a long trace as it is wanted, and what is said of the step that is
// shown.
import { Asking } from './asking.ts';
import { Caption } from '../panels/caption.ts';
import { Endless } from './endless_slider.ts';
import { Following } from './following.ts';
import { Frames } from './frames.ts';
import { isLecture } from '../page/lecture.ts';
import { Panel } from '../panels/panel.ts';
import { Player } from './player.ts';
import { ScoreRows } from '../panels/score_rows.ts';
import { type Jump, TraceChunks } from './trace_chunks.ts';
import type { Announcer } from '../panels/announcer.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Looks } from '../draw/looks.ts';
import type { ChunkData, StageData } from '../messages.ts';
import type { Part } from '../draw/shown_part.ts';
import type { Selection } from '../edit/selection.ts';
import type { Find } from '../page/types.ts';
import type { Send } from '../session/types.ts';
import type { Why } from '../panels/why.ts';
import { listen, type Store } from '../store.ts';

/** What replaying needs. */
interface Needs {
  find: Find;
  root: HTMLElement;
  looks: Looks;
  canvas: Canvas;
  announcer: Announcer;
  selection: Selection;
  why: Why;
  store: Store;
  part: () => Part;
  send: Send;
  showLegend: () => void;
  told: () => void; // called when the panel tells of another step
  repaint: () => void;
  goTo: (step: number) => void;
  choose: (id: string) => void; // selects a node and brings it into view
  mark: (ids: string[]) => void; // selects nodes
  closed: () => void; // called when the keys belong to the canvas again
}

const WHAT_IS_NEXT = /(?<=^|\. )Next .*$/s; // ends the caption of an expansion
const WORDY = 160; // characters of a caption that need more than two lines

export class Replay {
  leftOut = ''; // what is said at the end of a trace that the limits end early

  following: Following;
  player: Player;
  asking: Asking;
  panel: Panel;
  scoreRows: ScoreRows;
  caption: Caption;
  chunks: TraceChunks;
  endless: Endless;

  constructor(readonly needs: Needs) {
    const { find, store, looks, closed, goTo, choose } = needs;
    const seq = () => store.shown.seq;
    this.following = new Following({
      isPlaying: () => this.player.playing,
      isListening: () => Boolean(store.data.value.listens),
      showPanel: () => this.showPanel(),
      showLegend: needs.showLegend,
      position: () => {
        const { value, number } = this.endless;
        return { seq: seq(), step: this.player.at, endless: { value, number } };
      },
      send: (message) => needs.send('step', message),
    });
    this.player = new Player(find('.transport'), (step, resting) => this.showStep(step, resting), store.step);
    this.asking = new Asking(find('.asking'), this.player, {
      send: (message) => needs.send('questions', message),
      seq,
      names: () => looks.nodes.map(({ id, label }) => [id, label ?? id]),
      mark: needs.mark,
      goTo,
      say: (text) => needs.announcer.say(text, 'asking'),
      closed,
      hush: (isAsked) => this.hush(isAsked),
    });
    this.panel = new Panel(find('.panel'), looks, {
      goTo,
      select: choose,
      reorder: (id, successors) => {
        if (needs.store.isEditable.value) needs.store.document.value.setOrder(id, successors);
      },
      hiddenOf: (id) => needs.part().hiddenOf(id),
      want: (step) => this.chunks.want(step),
      toRise: (name, forward) => this.chunks.jump({ to: 'rise', name, forward }, this.player.at),
      why: needs.why,
      released: () => this.following.panel(),
    });
    this.scoreRows = new ScoreRows(find('.score-rows'), looks);
    this.caption = new Caption(find('.caption'), { select: choose, closed });
    this.chunks = new TraceChunks({
      send: needs.send,
      isHere: () => needs.store.isHere,
      seq,
      landed: (jump, step) => this.land(jump, step),
    });
    this.player.toChange = (forward) => {
      const name = needs.selection.id ?? this.root;
      if (name !== undefined) this.chunks.jump({ to: 'change', name, forward }, this.player.at, this.isAway(name));
      else if (this.frames) store.say('The graph has no root: select the node whose changes you want to see.');
    };
    this.player.isReady = (step) => {
      this.chunks.want(step);
      return this.frames?.captionAt(step) !== undefined;
    };
    this.endless = new Endless(find('.endless'), {
      shown: () => {
        needs.repaint();
        this.following.panel();
      },
      changed: () => this.report(true),
      isReported: () => !needs.store.data.value.led,
      closed,
    });
    listen(needs.store.edit, () => this.following.panel());
  }

  /** The steps that are shown, as the drawing has them. */
  get frames() {
    return this.needs.looks.frames;
  }

  /** The root of the graph, shown or not. */
  get root() {
    return this.needs.store.document.value.root ?? this.needs.part().root;
  }

  isAway(id: string) {
    return this.needs.part().there && !this.needs.store.document.value.nodes.has(id);
  }

  // Nothing is shown any more.
  drop() {
    this.needs.looks.frames = null;
  }

  /**
   * A null trace: where the graph cannot run as it is the last picture stays, dimmed; where the algorithm refuses
   * nothing does.
   */
  load(data: StageData) {
    const { trace } = data;
    const { root, looks } = this.needs;
    const isUnfinished = !data.refusal && data.problems.some(({ severity }) => severity === 'error');
    if (!trace && !isUnfinished) this.drop();
    root.classList.toggle('bounded', Boolean(trace?.bounded));
    root.classList.toggle('stale', !trace && Boolean(this.frames));
    if (!trace) {
      if (!this.frames) this.clear();
      this.needs.repaint();
      return;
    }
    const at = data.restart || !this.frames ? data.step : this.player.at;
    this.following.reported = { seq: data.seq, step: data.step, endless: data.endless };
    const frames = looks.frames = new Frames(trace, { editable: data.editable });
    this.endless.load(frames);
    this.chunks.load(frames);
    root.classList.remove('wordy');
    this.makeRoom(trace.chunks);
    this.panel.load(frames);
    this.player.load(frames.length, at, trace.first);
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
    this.panel.load(null);
    this.endless.load(null);
    this.needs.canvas.bands = [];
    this.caption.show('', '', []);
    this.needs.find('.away').hidden = true;
  }

  showStep(step: number, resting: boolean) {
    const { frames, player } = this;
    const { looks, canvas, selection } = this.needs;
    if (!frames) return;
    if (!frames.seek(step)) {
      this.chunks.want(step);
      this.caption.show(`${player.first + step}`, 'This step is on its way …', []);
      return;
    }
    this.chunks.wantAround(step);
    this.needs.find('.hint').classList.toggle('gone', step > 0);
    canvas.bands = looks.bands();
    canvas.showPart();
    if (selection.id !== undefined && !looks.isThere(selection.id)) selection.choose();
    this.needs.repaint();
    const rest = this.leftOut && step === frames.length - 1 ? ` ${this.leftOut}` : '';
    const told = frames.caption + rest;
    const text = frames.isHushed ? told.replace(WHAT_IS_NEXT, '') : told;
    this.caption.show(`${player.first + step}`, text, frames.captionNames.filter(({ end }) => end <= text.length));
    if (resting) this.needs.announcer.report('step', `Step ${(player.first + step).toLocaleString('en')}: ${text}`);
    this.following.panel();
    this.asking.show(step);
    this.report(resting);
  }

  /** While it is asked which node of a graph that grows is expanded next, nothing tells. */
  hush(isAsked: boolean) {
    const { frames } = this;
    const isHushed = isAsked && Boolean(frames?.trace.found);
    if (!frames || frames.isHushed === isHushed) return;
    frames.isHushed = isHushed;
    this.showStep(this.player.at, false);
  }

  report(resting: boolean) {
    if (!this.needs.store.data.value.led) this.following.report(resting);
  }

  showPanel() {
    const { frames, needs, player } = this;
    const { announcer, looks, selection } = needs;
    if (!frames || this.panel.isPressed) return;
    const [document, part] = [needs.store.document.value, needs.part()];
    if (isLecture()) this.scoreRows.show(frames, player.first);
    this.panel.show(frames, document, this.endless.tell(looks, part.there));
    const focus = frames.focus !== undefined && document.nodes.has(frames.focus) ? frames.focus : undefined;
    this.panel.showFocus(focus ?? selection.id ?? document.root, frames, document);
    part.tell(frames, document);
    announcer.report('away', part.element.hidden ? '' : part.words.textContent ?? '');
    needs.told();
  }

  land({ to, name, forward }: Jump, step?: number) {
    if (step !== undefined) {
      this.needs.goTo(step);
      return;
    }
    const subject = this.isAway(name) ? 'The root' : this.needs.store.document.value.nodes.get(name)?.label || name;
    const what = to === 'change' ? `${subject} does not change` : `“${name.replaceAll('_', ' ')}” does not rise`;
    this.needs.store.say(`${what} ${forward ? 'after' : 'before'} this step.`);
  }
}
