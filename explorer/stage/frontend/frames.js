// The recorded trace in the browser: any step is a look-up, whichever way the player moves.
const KEYFRAME_EVERY = 32;
const PARTS = ['scores', 'roles', 'lower', 'upper', 'alpha', 'beta', 'pruned']; // of the state, besides the notes

export class Frames {
  // `editable`: nodes that a trace of a graph that grows never gets to are there all the same, to be drawn on.
  constructor(trace, { editable = true } = {}) {
    this.trace = trace;
    this.editable = editable;
    this.place = new Map(trace.nodes.map((id, place) => [id, place]));
    this.names = new Map(trace.others); // of nodes that are not shown
    this.ids = [...trace.nodes, ...this.names.keys()];
    this.keyframes = [];
    this.at = -1;
    this.scores = new Int32Array(trace.nodes.length).fill(-1); // places in trace.values
    this.roles = new Uint8Array(trace.nodes.length);
    const bounded = trace.bounded ? trace.nodes.length : 0;
    this.lower = new Int32Array(bounded).fill(-1); // places in trace.endless.worths, as are the upper bounds
    this.upper = new Int32Array(bounded).fill(-1);
    const windowed = trace.windowed ? trace.nodes.length : 0;
    this.alpha = new Int32Array(windowed).fill(-1); // places in trace.values, as are the betas
    this.beta = new Int32Array(windowed).fill(-1);
    this.pruned = new Uint8Array(windowed);
    this.worth = trace.endless?.at; // what endless play is worth, as such a place
    this.grownAt = trace.found ? [...new Set([...trace.found, ...trace.expanded])].sort((one, other) => one - other) : [];
    this.notes = new Map();
    this.activity = new Map();
    for (let step = 0; step < this.length; step++) { this.play(step); if (step % KEYFRAME_EVERY === 0) this.keep(step); }
    this.at = this.length - 1;
  }

  // The steps, after the first, in which the bounds of a node or their finality change.
  changesOf(id) {
    const place = this.place.get(id), holds = (list, stride) => { for (let i = 0; i < list.length; i += stride) if (list[i] === place) return true; return false; };
    return this.trace.steps.map((step, at) => at).filter(at => at && (holds(this.trace.steps[at].b, 3) || holds(this.trace.steps[at].r, 2)));
  }

  get length() { return this.trace.steps.length; }
  get step() { return this.trace.steps[this.at]; }

  seek(step) {
    if (step === this.at) return;
    let from = this.at + 1;
    if (step < this.at || step - this.at > KEYFRAME_EVERY) from = this.restore(step);
    for (let next = from; next <= step; next++) this.play(next);
    this.at = step;
    const activity = this.step.a;
    this.activity.clear();
    for (let i = 0; i < activity.length; i += 2) this.activity.set(activity[i], this.trace.activities[activity[i + 1]]);
  }

  play(number) {
    const { s, r, o, b = [], w = [], g = [] } = this.trace.steps[number], { places } = this.trace.endless ?? {};
    for (let i = 0; i < s.length; i += 2) this.scores[s[i]] = s[i + 1];
    for (let i = 0; i < r.length; i += 2) this.roles[r[i]] = r[i + 1];
    for (let i = 0; i < b.length; i += 3) { this.lower[b[i]] = places[b[i + 1]]; this.upper[b[i]] = places[b[i + 2]]; }
    for (let i = 0; i < w.length; i += 3) { this.alpha[w[i]] = w[i + 1]; this.beta[w[i]] = w[i + 2]; }
    for (let i = 0; i < g.length; i += 2) this.pruned[g[i]] = g[i + 1];
    for (const [place, note] of o) if (note) this.notes.set(place, note); else this.notes.delete(place);
  }

  keep(step) {
    const parts = PARTS.map(part => [part, this[part].slice()]);
    this.keyframes[step / KEYFRAME_EVERY] = { ...Object.fromEntries(parts), notes: new Map(this.notes) };
  }

  // Takes the state of the last keyframe at or before a step; returns the step to go on from.
  restore(step) {
    const number = Math.floor(step / KEYFRAME_EVERY), frame = this.keyframes[number];
    for (const part of PARTS) this[part].set(frame[part]);
    this.notes = new Map(frame.notes);
    return number * KEYFRAME_EVERY + 1;
  }

  // The look of the score; with bounds, of the score that follows from what endless play is worth.
  value(id) {
    const place = this.place.get(id);
    if (this.lower[place] >= 0) return this.trace.endless.worths[Math.max(this.lower[place], Math.min(this.worth, this.upper[place]))];
    return place === undefined || this.scores[place] < 0 ? undefined : this.trace.values[this.scores[place]];
  }

  // The texts of the lower and the upper bound.
  bounds(id) {
    const place = this.place.get(id);
    return this.lower[place] >= 0 ? [this.lower[place], this.upper[place]].map(bound => this.trace.endless.worths[bound].text) : undefined;
  }

  // The texts of alpha and beta, where the node has a window.
  window(id) {
    const place = this.place.get(id);
    return this.alpha[place] >= 0 ? [this.alpha[place], this.beta[place]].map(end => this.trace.values[end].text) : undefined;
  }

  // Whether the node was never looked at because of a cut.
  isPruned(id) { return this.pruned[this.place.get(id)] === 1; }

  // How opaque a move is drawn.
  opacityOf(move) { return this.trace.opacities?.[move]; }

  get endless() { return this.trace.endless?.worths[this.worth]; }

  // Whether the score depends on what endless play is worth.
  hangs(id) { const place = this.place.get(id); return this.lower[place] < this.upper[place]; }

  // ---- a graph that grows: what is there at this step, and what is still open

  isThere(id) {
    const place = this.place.get(id);
    return !this.trace.found || (place === undefined ? this.editable : this.trace.found[place] <= this.at);
  }

  isExpanded(id) { const place = this.place.get(id); return !this.trace.found || place === undefined || this.trace.expanded[place] <= this.at; }
  hasMove([from, to]) { return this.isExpanded(from) && this.isThere(to); }
  // Equal for steps at which the same part of the graph is there.
  get stage() { return this.grownAt.filter(step => step <= this.at).length; }

  role(id) { const place = this.place.get(id); return this.trace.roles[place === undefined ? 0 : this.roles[place]]; }
  note(id) { return this.notes.get(this.place.get(id)); }
  activityOf(id) { return this.activity.get(this.place.get(id)); }

  get focus() { return this.ids[this.step.f]; }
  nameOf(id) { return this.names.get(id) ?? id; }
  get move() { const { m } = this.step; return m && [this.trace.nodes[m[0]], this.trace.nodes[m[1]]]; }

  // The moves marked in this step, as bands.
  get marks() { return (this.step.q ?? []).map(([from, to, kind]) => ({ from: this.trace.nodes[from], to: this.trace.nodes[to], kind })); }

  get path() {
    const ids = [];
    for (let cell = this.step.p; cell >= 0; cell = this.trace.cells[cell][1]) ids.push(this.ids[this.trace.cells[cell][0]]);
    return ids.reverse();
  }
}
