// Updates after the picture, each when it is not in its way: the panel, the legend, and word of the
// step to Python.
import type { EndlessValue, StepMessage } from '../messages.ts';
import type { Timer } from '../page/types.ts';
import type { Store } from '../store.ts';

const PANEL_AFTER = 24;
const LEGEND_AFTER = 60;
const WHILE_PLAYING = 5; // ms; as many times later while it plays
const REPORT_AFTER = 250;
const REPORT_WHILE_PLAYING = 1000; // ms

/** Position of the player and of the slider. */
interface Position {
  player: { at: number; playing: boolean };
  endless: EndlessValue;
}

export class DeferredUpdates {
  reported: Partial<StepMessage> = {}; // what Python knows
  telling: Timer | undefined;
  explaining: Timer | undefined;
  reporting: Timer | undefined;

  constructor(readonly store: Store, readonly replay: Position) {}

  get patience() {
    return this.replay.player.playing ? WHILE_PLAYING : 1;
  }

  /** The position of the player. */
  get position(): StepMessage {
    const { player, endless: { value, number } } = this.replay;
    return { seq: this.store.versions.seq, step: player.at, endless: { value, number } };
  }

  // No more often than one can read.
  panel() {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.store.panelDue.value = {};
    }, PANEL_AFTER * this.patience);
  }

  legend() {
    this.explaining ??= setTimeout(() => {
      this.explaining = undefined;
      this.store.legendDue.value = {};
    }, LEGEND_AFTER * this.patience);
  }

  /** Before Python hears of anything else it hears of the step. */
  flush() {
    this.stop();
    if (!this.isKnown) this.send();
  }

  /** Who listens hears of the step when the player rests, and once a second while it plays. */
  report(resting: boolean) {
    const { isAwaited } = this;
    if (!isAwaited || resting) this.stop();
    if (isAwaited) this.reporting ??= setTimeout(() => this.send(), resting ? REPORT_AFTER : REPORT_WHILE_PLAYING);
  }

  /** Whether Python knows the position; of a trace that is not loaded there is nothing to know. */
  get isKnown() {
    const { seq, step } = this.position;
    return seq !== this.reported.seq || (step === this.reported.step && !this.isSlid);
  }

  /** Whether endless play got another value here, which Python always wants to know. */
  get isSlid() {
    return this.position.endless.number !== this.reported.endless?.number;
  }

  get isAwaited() {
    return !this.isKnown && (this.isSlid || Boolean(this.store.data.value.listens));
  }

  stop() {
    clearTimeout(this.reporting);
    this.reporting = undefined;
  }

  send() {
    this.stop();
    this.reported = this.position;
    this.store.actions.send('step', this.position);
  }
}
