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
    if (resting) {
      clearTimeout(this.reporting);
      this.reporting = setTimeout(() => this.send(), REPORT_AFTER);
    } else this.reporting ??= setTimeout(() => this.send(), REPORT_WHILE_PLAYING);
  }

  send() {
    const { seq, step, endless } = this.reported;
    const position = this.needs.position();
    this.reporting = undefined;
    if (seq === position.seq && step === position.step && endless?.number === position.endless.number) return;
    this.reported = position;
    this.needs.send(position);
  }
}
