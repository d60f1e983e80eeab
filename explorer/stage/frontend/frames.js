// The recorded trace in the browser: any step is a look-up, whichever way the player moves.

/**
 * @import { Fill, TraceData } from './messages.d.ts'
 * @import { Band, Move } from './types.d.ts'
 */

/** @typedef {'scores' | 'roles' | 'lower' | 'upper' | 'alpha' | 'beta' | 'pruned'} Part of the state */

const KEYFRAME_EVERY = 32;
/** @type {Part[]} */
const PARTS = ['scores', 'roles', 'lower', 'upper', 'alpha', 'beta', 'pruned']; // of the state, besides the notes

export class Frames {
  /** @type {TraceData} */
  trace;
  /** @type {boolean} */
  editable;
  /** @type {Map<string, number>} */
  index;
  /** @type {Map<string, string>} of nodes that are not shown */
  names;
  /** @type {string[]} */
  ids;
  /** @type {{ parts: (Int32Array | Uint8Array)[], notes: Map<number, string> }[]} */
  keyframes = [];
  /** @type {number} */
  at = -1;
  /** @type {Int32Array} places in trace.values */
  scores;
  /** @type {Uint8Array} */
  roles;
  /** @type {Int32Array} places in trace.endless.worths, as are the upper bounds */
  lower;
  /** @type {Int32Array} */
  upper;
  /** @type {Int32Array} places in trace.values, as are the betas */
  alpha;
  /** @type {Int32Array} */
  beta;
  /** @type {Uint8Array} */
  pruned;
  /** @type {number | undefined} what endless play is worth, as such a place */
  worth;
  /** @type {number[]} */
  grownAt;
  /** @type {Map<number, string>} */
  notes;
  /** @type {Map<number, string>} */
  activity;

  /**
   * `editable`: nodes that a trace of a graph that grows never gets to are there all the same, to be drawn on.
   * @param {TraceData} trace
   * @param {{ editable?: boolean }} [how]
   */
  constructor(trace, { editable = true } = {}) {
    this.trace = trace;
    this.editable = editable;
    this.index = new Map(trace.nodes.map((id, index) => [id, index]));
    this.names = new Map(trace.others); // of nodes that are not shown
    this.ids = [...trace.nodes, ...this.names.keys()];
    this.scores = new Int32Array(trace.nodes.length).fill(-1); // places in trace.values
    this.roles = new Uint8Array(trace.nodes.length);
    const bounded = trace.bounded ? trace.nodes.length : 0;
    this.lower = new Int32Array(bounded).fill(-1); // places in trace.endless.worths, as are the upper bounds
    this.upper = new Int32Array(bounded).fill(-1);
    const windowed = trace.windowed ? trace.nodes.length : 0;
    this.alpha = new Int32Array(windowed).fill(-1); // places in trace.values, as are the betas
    this.beta = new Int32Array(windowed).fill(-1);
    this.pruned = new Uint8Array(windowed);
    this.worth = trace.endless?.exact.indexOf(0); // what endless play is worth, as such an index
    this.grownAt = trace.found
      ? [...new Set([...trace.found, ...trace.expanded ?? []])].sort((one, other) => one - other)
      : [];
    this.notes = new Map();
    this.activity = new Map();
    for (let step = 0; step < this.length; step++) {
      this.play(step);
      if (step % KEYFRAME_EVERY === 0) this.keep(step);
    }
    this.at = this.length - 1;
    this.readActivity();
  }

  /**
   * The steps, after the first, in which the bounds of a node or their finality change.
   * @param {string} id
   */
  changesOf(id) {
    const index = this.indexOf(id);
    /**
     * @param {number[] | undefined} list
     * @param {number} stride
     */
    const holds = (list = [], stride) => {
      for (let i = 0; i < list.length; i += stride) if (list[i] === index) return true;
      return false;
    };
    return this.trace.steps.map((_, at) => at).filter((at) =>
      at && (holds(this.trace.steps[at].b, 3) || holds(this.trace.steps[at].r, 2))
    );
  }

  /**
   * Where a node stands in the lists of the trace; -1 for one that it does not have.
   * @param {string} id
   */
  indexOf(id) {
    return this.index.get(id) ?? -1;
  }

  /** What endless play can be set to. */
  get worths() {
    return this.trace.endless?.worths ?? [];
  }

  get length() {
    return this.trace.steps.length;
  }
  get step() {
    return this.trace.steps[this.at];
  }

  /** @param {number} step */
  seek(step) {
    if (step === this.at) return;
    let from = this.at + 1;
    if (step < this.at || step - this.at > KEYFRAME_EVERY) from = this.restore(step);
    for (let next = from; next <= step; next++) this.play(next);
    this.at = step;
    this.readActivity();
  }

  // What is going on at the present step alone.
  readActivity() {
    const activity = this.step?.a ?? [];
    this.activity.clear();
    for (let i = 0; i < activity.length; i += 2) this.activity.set(activity[i], this.trace.activities[activity[i + 1]]);
  }

  /** @param {number} number */
  play(number) {
    const { s, r, o, b = [], w = [], g = [] } = this.trace.steps[number];
    const { places } = this.trace.endless ?? { places: [] };
    for (let i = 0; i < s.length; i += 2) this.scores[s[i]] = s[i + 1];
    for (let i = 0; i < r.length; i += 2) this.roles[r[i]] = r[i + 1];
    for (let i = 0; i < b.length; i += 3) {
      this.lower[b[i]] = places[b[i + 1]];
      this.upper[b[i]] = places[b[i + 2]];
    }
    for (let i = 0; i < w.length; i += 3) {
      this.alpha[w[i]] = w[i + 1];
      this.beta[w[i]] = w[i + 2];
    }
    for (let i = 0; i < g.length; i += 2) this.pruned[g[i]] = g[i + 1];
    for (const [index, note] of o) {
      if (note) this.notes.set(index, note);
      else this.notes.delete(index);
    }
  }

  /** @param {number} step */
  keep(step) {
    const parts = PARTS.map((part) => this[part].slice());
    this.keyframes[step / KEYFRAME_EVERY] = { parts, notes: new Map(this.notes) };
  }

  /**
   * Takes the state of the last keyframe at or before a step; returns the step to go on from.
   * @param {number} step
   */
  restore(step) {
    const number = Math.floor(step / KEYFRAME_EVERY);
    const frame = this.keyframes[number];
    PARTS.forEach((part, i) => this[part].set(frame.parts[i]));
    this.notes = new Map(frame.notes);
    return number * KEYFRAME_EVERY + 1;
  }

  /**
   * The look of the score; with bounds, of the score that follows from what endless play is worth.
   * @param {string} id
   * @returns {Fill | undefined}
   */
  value(id) {
    const index = this.indexOf(id);
    if (this.lower[index] >= 0) {
      return this.worths[Math.max(this.lower[index], Math.min(this.worth ?? 0, this.upper[index]))];
    }
    return index < 0 || this.scores[index] < 0 ? undefined : this.trace.values[this.scores[index]];
  }

  /**
   * The texts of the lower and the upper bound.
   * @param {string} id
   * @returns {string[] | undefined}
   */
  bounds(id) {
    const index = this.indexOf(id);
    return this.lower[index] >= 0
      ? [this.lower[index], this.upper[index]].map((bound) => this.worths[bound].text)
      : undefined;
  }

  /**
   * The texts of alpha and beta, where the node has a window.
   * @param {string} id
   * @returns {string[] | undefined}
   */
  window(id) {
    const index = this.indexOf(id);
    return this.alpha[index] >= 0
      ? [this.alpha[index], this.beta[index]].map((end) => this.trace.values[end].text)
      : undefined;
  }

  /**
   * Whether the node was never looked at because of a cut.
   * @param {string} id
   */
  isPruned(id) {
    return this.pruned[this.indexOf(id)] === 1;
  }

  /**
   * How opaque a move is drawn.
   * @param {string} move
   */
  opacityOf(move) {
    return this.trace.opacities?.[move];
  }

  get endless() {
    return this.worth === undefined ? undefined : this.worths[this.worth];
  }

  /**
   * Whether the score depends on what endless play is worth.
   * @param {string} id
   */
  hangs(id) {
    const index = this.indexOf(id);
    return this.lower[index] < this.upper[index];
  }

  // ---- a graph that grows: what is there at this step, and what is still open

  /** @param {string} id */
  isThere(id) {
    const index = this.indexOf(id);
    return !this.trace.found || (index < 0 ? this.editable : this.trace.found[index] <= this.at);
  }

  /** @param {string} id */
  isExpanded(id) {
    const index = this.indexOf(id);
    return !this.trace.found || index < 0 || (this.trace.expanded ?? [])[index] <= this.at;
  }
  /** @param {Move} move */
  hasMove([from, to]) {
    return this.isExpanded(from) && this.isThere(to);
  }
  // Equal for steps at which the same part of the graph is there.
  get stage() {
    return this.grownAt.filter((step) => step <= this.at).length;
  }

  /** @param {string} id */
  role(id) {
    const index = this.indexOf(id);
    return this.trace.roles[index < 0 ? 0 : this.roles[index]];
  }
  /** @param {string} id */
  note(id) {
    return this.notes.get(this.indexOf(id));
  }
  /** @param {string} id */
  activityOf(id) {
    return this.activity.get(this.indexOf(id));
  }

  /** Where the caption names nodes, in characters. */
  get captionNames() {
    const { n = [] } = this.step;
    return Array.from({ length: n.length / 3 }, (_, i) => {
      const [start, end, index] = n.slice(3 * i, 3 * i + 3);
      return { start, end, id: this.ids[index] };
    });
  }

  /** @returns {string | undefined} */
  get focus() {
    return this.ids[this.step.f];
  }
  /** @param {string} id */
  nameOf(id) {
    return this.names.get(id) ?? id;
  }
  /** @returns {Move | null} */
  get move() {
    const { m } = this.step;
    return m && [this.trace.nodes[m[0]], this.trace.nodes[m[1]]];
  }

  /**
   * The moves marked in this step, as bands.
   * @returns {Band[]}
   */
  get marks() {
    return (this.step.q ?? []).map(([from, to, kind]) => ({
      from: this.trace.nodes[from],
      to: this.trace.nodes[to],
      kind,
    }));
  }

  /** @returns {string[]} */
  get path() {
    const ids = [];
    for (let cell = this.step.p; cell >= 0; cell = this.trace.cells[cell][1]) {
      ids.push(this.ids[this.trace.cells[cell][0]]);
    }
    return ids.reverse();
  }
}
