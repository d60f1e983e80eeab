// What follows the picture, each when it is not in its way: the panel, the legend, and word of the step to Python.
import type { StepMessage } from '../messages.ts';
import type { Timer } from '../page/types.ts';

/** What following needs. */
interface Needs {
  isPlaying: () => boolean;
  showPanel: () => void;
  showLegend: () => void;
  position: () => StepMessage; // where the player is
  send: (message: StepMessage) => void;
}

const PANEL_AFTER = 24;
const LEGEND_AFTER = 60;
const WHILE_PLAYING = 5; // ms; as many times later while it plays
const REPORT_AFTER = 250;
const REPORT_WHILE_PLAYING = 1000; // ms

export class Following {
  reported: Partial<StepMessage> = {}; // what Python knows
  telling: Timer | undefined;
  explaining: Timer | undefined;
  reporting: Timer | undefined;

  constructor(readonly needs: Needs) {
  }

  get patience() {
    return this.needs.isPlaying() ? WHILE_PLAYING : 1;
  }

  // No more often than one can read.
  panel() {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.needs.showPanel();
    }, PANEL_AFTER * this.patience);
  }

  legend() {
    this.explaining ??= setTimeout(() => {
      this.explaining = undefined;
      this.needs.showLegend();
    }, LEGEND_AFTER * this.patience);
  }

  // Python hears of the step when the player rests, and once a second while it plays.
  flush() {
    if (!this.reporting) return;
    clearTimeout(this.reporting);
    this.send();
  }

  report(resting: boolean) {
    const isKnown = this.isKnown(this.needs.position());
    if (isKnown || resting) {
      clearTimeout(this.reporting);
      this.reporting = undefined;
    }
    if (!isKnown) this.reporting ??= setTimeout(() => this.send(), resting ? REPORT_AFTER : REPORT_WHILE_PLAYING);
  }

  isKnown({ seq, step, endless }: StepMessage) {
    const { reported } = this;
    return seq === reported.seq && step === reported.step && endless.number === reported.endless?.number;
  }

  send() {
    const position = this.needs.position();
    this.reporting = undefined;
    this.reported = position;
    this.needs.send(position);
  }
}
