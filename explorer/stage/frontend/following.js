// What follows the picture, each when it is not in its way: the panel, the legend, and word of the step to Python.
import { entriesFor } from './legend.js';

/**
 * @import { StepMessage } from './messages.d.ts'
 * @import { Stage } from './stage.js'
 * @import { Timer } from './types.d.ts'
 */

const PANEL_AFTER = 24;
const LEGEND_AFTER = 60;
const WHILE_PLAYING = 5; // ms; as many times later while it plays
const REPORT_AFTER = 250;
const REPORT_WHILE_PLAYING = 1000; // ms

export class Following {
  /** @type {Stage} */
  stage;
  /** @type {Partial<StepMessage>} the run and the step that Python knows */
  reported;
  /** @type {Timer | undefined} */
  telling;
  /** @type {Timer | undefined} */
  explaining;
  /** @type {Timer | undefined} */
  reporting;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.reported = {}; // the run and the step that Python knows
  }

  get patience() {
    return this.stage.player.playing ? WHILE_PLAYING : 1;
  }

  // No more often than one can read.
  panel() {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      const { stage } = this;
      const { frames, document } = stage;
      if (!frames) return;
      stage.panel.show(frames, document, stage.endless.tell(stage.looks, stage.part.there));
      const focus = frames.focus !== undefined && document.nodes.has(frames.focus) ? frames.focus : undefined;
      stage.panel.showFocus(focus ?? stage.selection.id ?? document.root, frames, document);
      stage.part.tell(frames, document);
    }, PANEL_AFTER * this.patience);
  }

  legend() {
    this.explaining ??= setTimeout(() => {
      this.explaining = undefined;
      const { legend, looks, bands, part } = this.stage;
      legend.show(entriesFor(looks, bands, part.hidden.size > 0), looks.paint);
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
    const { shown: { seq }, player: { at: step } } = this.stage;
    this.reporting = undefined;
    if (this.reported.seq === seq && this.reported.step === step) return;
    this.reported = { seq, step };
    this.stage.send('step', { seq, step });
  }
}
