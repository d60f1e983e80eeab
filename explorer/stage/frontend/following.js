// What follows the picture, each when it is not in its way: the panel, the legend, and word of the step to Python.

/**
 * @import { StepMessage } from './messages.d.ts'
 * @import { Timer } from './types.d.ts'
 */

/**
 * What following needs.
 * @typedef {object} Needs
 * @property {() => boolean} isPlaying
 * @property {() => void} showPanel
 * @property {() => void} showLegend
 * @property {() => StepMessage} position where the player is
 * @property {(message: StepMessage) => void} send
 */

const PANEL_AFTER = 24;
const LEGEND_AFTER = 60;
const WHILE_PLAYING = 5; // ms; as many times later while it plays
const REPORT_AFTER = 250;
const REPORT_WHILE_PLAYING = 1000; // ms

export class Following {
  /** @type {Partial<StepMessage>} what Python knows */
  reported;
  /** @type {Timer | undefined} */
  telling;
  /** @type {Timer | undefined} */
  explaining;
  /** @type {Timer | undefined} */
  reporting;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.reported = {};
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

  /** @param {boolean} resting */
  report(resting) {
    const isKnown = this.isKnown(this.needs.position());
    if (isKnown || resting) {
      clearTimeout(this.reporting);
      this.reporting = undefined;
    }
    if (!isKnown) this.reporting ??= setTimeout(() => this.send(), resting ? REPORT_AFTER : REPORT_WHILE_PLAYING);
  }

  /** @param {StepMessage} position */
  isKnown({ seq, step, endless }) {
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
