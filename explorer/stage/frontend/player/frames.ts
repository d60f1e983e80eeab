// The recorded trace in the browser: any step that is here is a look-up, whichever way the player moves. Of a long
// trace some chunks of steps are here; others are asked for.
import type { ChunkData, Fill, MemoEntry, RoleName, StartData, StepData, TraceData } from '../messages.ts';
import type { Band } from '../draw/types.ts';
import type { Move } from '../model/types.ts';

interface Chunk {
  first: number; // its first step
  data: ChunkData;
  keyframes: Keyframe[];
}

interface Keyframe {
  parts: (Int32Array | Uint8Array)[];
  notes: Map<number, string>;
  memo: Map<number, MemoEntry>;
}

// Of the state.
type Part = 'scores' | 'signs' | 'roles' | 'lower' | 'upper' | 'alpha' | 'beta' | 'pruned';

const KEYFRAME_EVERY = 32;
const MOST_CHUNKS = 60; // that are kept, once more were asked for
const PARTS: Part[] = ['scores', 'signs', 'roles', 'lower', 'upper', 'alpha', 'beta', 'pruned']; // besides the notes

export class Frames {
  index: Map<string, number>;
  names = new Map<string, string>(); // of nodes that are not shown
  chunks = new Map<number, Chunk>(); // by number
  at = -1;
  // Of a graph that grows: whether what is expanded next is asked, and not told.
  isHushed = false;
  scores: Int32Array; // indices in trace.values
  signs: Uint8Array; // what stands before the scores, indices in trace.signs
  lower: Int32Array; // indices in trace.endless.worths, as are the upper bounds
  alpha: Int32Array; // indices in trace.values, as are the betas
  worth: number | undefined; // what endless play is worth, as such an index
  grownAt: number[];
  notes = new Map<number, string>();
  activity = new Map<number, string>();
  memo = new Map<number, MemoEntry>(); // by twice the node, plus 1 for the other player to move

  editable: boolean;
  roles: Uint8Array;
  upper: Int32Array<ArrayBuffer>;
  beta: Int32Array<ArrayBuffer>;
  pruned: Uint8Array;

  /** `editable`: nodes that a trace of a graph that grows never gets to are there all the same, to be drawn on. */
  constructor(readonly trace: TraceData, { editable = true }: { editable?: boolean } = {}) {
    this.editable = editable;
    this.index = new Map(trace.nodes.map((id, index) => [id, index]));
    this.scores = new Int32Array(trace.nodes.length).fill(-1); // indices in trace.values
    this.signs = new Uint8Array(trace.nodes.length);
    this.roles = new Uint8Array(trace.nodes.length);
    const bounded = trace.bounded ? trace.nodes.length : 0;
    this.lower = new Int32Array(bounded).fill(-1); // indices in trace.endless.worths, as are the upper bounds
    this.upper = new Int32Array(bounded).fill(-1);
    const windowed = trace.windowed ? trace.nodes.length : 0;
    this.alpha = new Int32Array(windowed).fill(-1); // indices in trace.values, as are the betas
    this.beta = new Int32Array(windowed).fill(-1);
    this.pruned = new Uint8Array(windowed);
    this.worth = trace.endless?.exact.indexOf(0); // what endless play is worth, as such an index
    this.grownAt = trace.found
      ? [...new Set([...trace.found, ...trace.expanded ?? []])].sort((one, other) => one - other)
      : [];
    for (const chunk of trace.chunks) this.add(chunk);
  }

  // ---- chunks

  add(data: ChunkData) {
    const first = data.number * this.trace.chunkLength;
    const chunk: Chunk = { first, data, keyframes: [] };
    for (const [id, name] of data.others ?? []) this.names.set(id, name);
    for (const part of PARTS) this[part].fill(this[part] instanceof Uint8Array ? 0 : -1);
    this.notes.clear();
    this.memo.clear();
    this.take(data.start);
    data.steps.forEach((step, i) => {
      this.take(step);
      if (i % KEYFRAME_EVERY === 0) {
        const [notes, memo] = [new Map(this.notes), new Map(this.memo)];
        chunk.keyframes.push({ parts: PARTS.map((part) => this[part].slice()), notes, memo });
      }
    });
    this.chunks.set(data.number, chunk);
    const { at } = this;
    this.at = -1;
    if (at >= 0) this.seek(at);
  }

  /** A chunk that was asked for; one that has been here long gives way to it. */
  receive(data: ChunkData) {
    const oldest = [...this.chunks.keys()].find((number) => number !== this.numberOf(this.at));
    if (this.chunks.size >= MOST_CHUNKS && oldest !== undefined) this.chunks.delete(oldest);
    this.add(data);
  }

  /** The chunk that a step is in, if it is here. */
  chunkAt(step: number) {
    return this.chunks.get(this.numberOf(step));
  }

  numberOf(step: number) {
    return Math.floor(step / this.trace.chunkLength);
  }

  /** A step, if it is here. */
  stepAt(step: number): StepData | undefined {
    const chunk = this.chunkAt(step);
    return chunk?.data.steps[step - chunk.first];
  }

  /** Whether all steps are here. */
  get isWhole() {
    return this.chunks.size === Math.ceil(this.length / this.trace.chunkLength);
  }

  // ---- where something happens, in a trace of which all steps are here

  /** The steps in which the score of a node, its bounds or their finality change. */
  changesOf(id: string) {
    const index = this.indexOf(id);
    const known: Record<'s' | 'r' | 'b', [string, number]> = { s: ['-1', 2], r: ['0', 2], b: ['-1,-1', 3] };
    return this.stepsIn((step) => {
      let changes = false;
      for (const part of (['s', 'r', 'b'] as const)) {
        const [before, stride] = known[part];
        const list = step[part] ?? [];
        for (let i = 0; i < list.length; i += stride) {
          if (list[i] !== index) continue;
          const sign = part === 's' && list[i + 1] >= 0 ? `${this.trace.signs?.[step.e?.[i / 2] ?? 0].text ?? ''}` : '';
          known[part][0] = sign + list.slice(i + 1, i + stride).join();
        }
        changes ||= known[part][0] !== before;
      }
      return changes;
    });
  }

  /** The steps in which a counter rises. */
  risesOf(counter: string) {
    const column = this.trace.counters.indexOf(counter);
    let before = 0;
    return this.stepsIn(({ k }) => {
      const rises = k[column] > before;
      before = k[column];
      return rises;
    });
  }

  stepsIn(holds: (step: StepData) => boolean) {
    const found = [];
    for (let step = 0; step < this.length; step++) {
      const data = this.stepAt(step);
      if (data && holds(data)) found.push(step);
    }
    return found;
  }

  // ---- how things stand

  /** Where a node stands in the lists of the trace; -1 for one that it does not have. */
  indexOf(id: string) {
    return this.index.get(id) ?? -1;
  }

  /** What endless play can be set to. */
  get worths() {
    return this.trace.endless?.worths ?? [];
  }

  get length() {
    return this.trace.length;
  }
  get step() {
    return this.stepAt(this.at);
  }

  /** False if the step is not here. */
  seek(step: number) {
    const chunk = this.chunkAt(step);
    if (!chunk) return false;
    if (step === this.at) return true;
    const isNear = this.at >= chunk.first && this.at < step && step - this.at <= KEYFRAME_EVERY;
    const from = isNear ? this.at + 1 : this.restore(chunk, step);
    for (let next = from; next <= step; next++) this.take(chunk.data.steps[next - chunk.first]);
    this.at = step;
    this.readActivity();
    return true;
  }

  // What is going on at the present step alone.
  readActivity() {
    const activity = this.step?.a ?? [];
    this.activity.clear();
    for (let i = 0; i < activity.length; i += 2) this.activity.set(activity[i], this.trace.activities[activity[i + 1]]);
  }

  take({ s, r, o, e = [], b = [], w = [], g = [], y = [] }: StartData) {
    const { ranks } = this.trace.endless ?? { ranks: [] };
    for (let i = 0; i < s.length; i += 2) {
      this.scores[s[i]] = s[i + 1];
      this.signs[s[i]] = e[i / 2] ?? 0;
    }
    for (let i = 0; i < r.length; i += 2) this.roles[r[i]] = r[i + 1];
    for (let i = 0; i < b.length; i += 3) {
      this.lower[b[i]] = ranks[b[i + 1]];
      this.upper[b[i]] = ranks[b[i + 2]];
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
    for (const entry of y) this.memo.set(2 * entry[0] + entry[1], entry);
  }

  /** Takes the state of the last keyframe at or before a step; returns the step to go on from. */
  restore({ first, keyframes }: Chunk, step: number) {
    const number = Math.floor((step - first) / KEYFRAME_EVERY);
    const frame = keyframes[number];
    PARTS.forEach((part, i) => this[part].set(frame.parts[i]));
    this.notes = new Map(frame.notes);
    this.memo = new Map(frame.memo);
    return first + number * KEYFRAME_EVERY + 1;
  }

  /** The look of the score; with bounds, of the score that follows from what endless play is worth. */
  value(id: string): Fill | undefined {
    const index = this.indexOf(id);
    if (this.lower[index] >= 0) {
      return this.worths[Math.max(this.lower[index], Math.min(this.worth ?? 0, this.upper[index]))];
    }
    if (index < 0 || this.scores[index] < 0) return undefined;
    const look = this.trace.values[this.scores[index]];
    const sign = this.trace.signs?.[this.signs[index]];
    return sign?.text ? { ...look, text: `${sign.text} ${look.text}` } : look;
  }

  /**
   * Whether the number of a node is a score, or a bound or an estimate of one, so that it has the colour of a score.
   */
  isScored(id: string) {
    return this.trace.signs?.[this.signs[this.indexOf(id)]]?.scored ?? true;
  }

  /** What stands before some number at this step, and is not nothing. */
  get signsShown() {
    const shown = new Set([...this.signs].filter((sign, index) => sign && this.scores[index] >= 0));
    return [...shown].map((sign) => this.trace.signs?.[sign].text ?? '');
  }

  /** The texts of the lower and the upper bound. */
  bounds(id: string): string[] | undefined {
    const index = this.indexOf(id);
    return this.lower[index] >= 0
      ? [this.lower[index], this.upper[index]].map((bound) => this.worths[bound].text)
      : undefined;
  }

  /** The texts of alpha and beta, where the node has a window. */
  window(id: string): string[] | undefined {
    const index = this.indexOf(id);
    return this.alpha[index] >= 0
      ? [this.alpha[index], this.beta[index]].map((end) => this.trace.values[end].text)
      : undefined;
  }

  /** Whether the node was never looked at because of a cut. */
  isPruned(id: string) {
    return this.pruned[this.indexOf(id)] === 1;
  }

  /** How opaque a move is drawn. */
  opacityOf(move: string) {
    return this.trace.opacities?.[move];
  }

  get endless() {
    return this.worth === undefined ? undefined : this.worths[this.worth];
  }

  /** Whether the score depends on what endless play is worth. */
  hangs(id: string) {
    const index = this.indexOf(id);
    return this.lower[index] < this.upper[index];
  }

  // ---- a graph that grows: what is there at this step, and what is still open

  isThere(id: string) {
    const index = this.indexOf(id);
    return !this.trace.found || (index < 0 ? this.editable : this.trace.found[index] <= this.at);
  }

  isExpanded(id: string) {
    const index = this.indexOf(id);
    return !this.trace.found || index < 0 || (this.trace.expanded ?? [])[index] <= this.at;
  }
  hasMove([from, to]: Move) {
    return this.isExpanded(from) && this.isThere(to);
  }
  // Equal for steps at which the same part of the graph is there.
  get stage() {
    return this.grownAt.filter((step) => step <= this.at).length;
  }

  /** @returns undefined in a still picture, which says nothing of it */
  role(id: string): RoleName | undefined {
    const index = this.indexOf(id);
    return this.trace.roles[index < 0 ? 0 : this.roles[index]];
  }
  note(id: string) {
    return this.isHushed ? undefined : this.notes.get(this.indexOf(id));
  }
  activityOf(id: string) {
    return this.activity.get(this.indexOf(id));
  }

  /** Where the caption of the present step names nodes, in characters. */
  get captionNames() {
    const { n = [] } = this.step ?? {};
    return Array.from({ length: n.length / 3 }, (_, i) => {
      const [start, end, index] = n.slice(3 * i, 3 * i + 3);
      return { start, end, id: this.named(index) ?? '' };
    });
  }

  /** The id of a node that the present step names, shown or not. */
  named(index: number): string | undefined {
    const { nodes } = this.trace;
    return nodes[index] ?? this.chunkAt(this.at)?.data.others?.[index - nodes.length]?.[0];
  }

  get focus(): string | undefined {
    return this.named(this.step?.f ?? -1);
  }
  /** What it means that a node is in focus, as a key of the marks. */
  get focusMark() {
    return this.trace.focusMark ?? 'focus';
  }
  nameOf(id: string) {
    return this.names.get(id) ?? id;
  }
  get move(): Move | null {
    const m = this.step?.m ?? null;
    return m && [this.trace.nodes[m[0]], this.trace.nodes[m[1]]];
  }

  /** The moves marked in this step, as bands. */
  get marks(): Band[] {
    return (this.step?.q ?? []).map(([from, to, kind]) => ({
      from: this.trace.nodes[from],
      to: this.trace.nodes[to],
      kind,
    }));
  }

  get path(): string[] {
    const ids = [];
    const cells = this.chunkAt(this.at)?.data.cells ?? [];
    for (let cell = this.step?.p ?? -1; cell >= 0; cell = cells[cell][1]) {
      const [node] = cells[cell];
      // -n stands for n that are not shown
      for (let left = Math.max(1, -node); left > 0; left--) ids.push(this.named(node) ?? '');
    }
    return ids.reverse();
  }
}
