// The recorded trace in the browser: any step is a look-up, whichever way the player moves.
const KEYFRAME_EVERY = 32;

export class Frames {
  constructor(trace) {
    this.trace = trace;
    this.place = new Map(trace.nodes.map((id, place) => [id, place]));
    this.keyframes = [];
    this.at = -1;
    this.scores = new Int32Array(trace.nodes.length).fill(-1); // places in trace.values
    this.roles = new Uint8Array(trace.nodes.length);
    this.notes = new Map();
    this.activity = new Map();
    for (let step = 0; step < this.length; step++) { this.play(step); if (step % KEYFRAME_EVERY === 0) this.keep(step); }
    this.at = this.length - 1;
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
    const { s, r, o } = this.trace.steps[number];
    for (let i = 0; i < s.length; i += 2) this.scores[s[i]] = s[i + 1];
    for (let i = 0; i < r.length; i += 2) this.roles[r[i]] = r[i + 1];
    for (const [place, note] of o) if (note) this.notes.set(place, note); else this.notes.delete(place);
  }

  keep(step) {
    this.keyframes[step / KEYFRAME_EVERY] =
      { scores: this.scores.slice(), roles: this.roles.slice(), notes: new Map(this.notes) };
  }

  // Takes the state of the last keyframe at or before a step; returns the step to go on from.
  restore(step) {
    const number = Math.floor(step / KEYFRAME_EVERY), frame = this.keyframes[number];
    this.scores.set(frame.scores);
    this.roles.set(frame.roles);
    this.notes = new Map(frame.notes);
    return number * KEYFRAME_EVERY + 1;
  }

  value(id) {
    const place = this.place.get(id);
    return place === undefined || this.scores[place] < 0 ? undefined : this.trace.values[this.scores[place]];
  }

  role(id) { const place = this.place.get(id); return this.trace.roles[place === undefined ? 0 : this.roles[place]]; }
  note(id) { return this.notes.get(this.place.get(id)); }
  activityOf(id) { return this.activity.get(this.place.get(id)); }

  get focus() { return this.trace.nodes[this.step.f]; }
  get move() { const { m } = this.step; return m && [this.trace.nodes[m[0]], this.trace.nodes[m[1]]]; }

  get path() {
    const ids = [];
    for (let cell = this.step.p; cell >= 0; cell = this.trace.cells[cell][1]) ids.push(this.trace.nodes[this.trace.cells[cell][0]]);
    return ids.reverse();
  }
}
