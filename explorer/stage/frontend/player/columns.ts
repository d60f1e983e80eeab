// Changes in the steps of a chunk, in columns as Python recorded them: what a key has at a step is what the last of
// its changes up to there says.
import type { PackedColumn } from '../messages.ts';

const EMPTY = '1';

export type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

const KINDS: Record<string, new (bytes: ArrayBuffer) => Numbers> = {
  1: Int8Array,
  2: Int16Array,
  4: Int32Array,
  8: Float64Array,
};

export function unpacked(text = EMPTY): Numbers {
  return new KINDS[text[0]](Uint8Array.from(atob(text.slice(1)), (each) => each.charCodeAt(0)).buffer);
}

export class Column {
  steps: Numbers;
  keys: Numbers;
  values: Numbers;
  width: number; // values of each change
  last: Int32Array; // of each key the change that holds at the present step, -1 for none
  before: Int32Array; // of each change the one of its key before it, -1 for none
  step = NaN; // the present one
  come = 0; // how many changes have come up to the present step

  constructor([steps, keys, values]: PackedColumn = [EMPTY, EMPTY, EMPTY]) {
    this.steps = unpacked(steps);
    this.keys = unpacked(keys);
    this.values = unpacked(values);
    const { length } = this.keys;
    this.width = this.values.length / length;
    this.before = new Int32Array(length);
    let most = -1;
    for (let change = 0; change < length; change++) most = Math.max(most, this.keys[change]);
    this.last = new Int32Array(most + 1).fill(-1);
    for (let change = 0; change < length; change++) {
      this.before[change] = this.last[this.keys[change]];
      this.last[this.keys[change]] = change;
    }
    this.last.fill(-1);
  }

  /** Goes on or back, change by change. */
  seek(step: number) {
    if (step === this.step) return;
    const { steps, keys, last, before } = this;
    this.step = step;
    for (; this.come < steps.length && steps[this.come] <= step; this.come++) last[keys[this.come]] = this.come;
    for (; this.come > 0 && steps[this.come - 1] > step; this.come--) {
      last[keys[this.come - 1]] = before[this.come - 1];
    }
  }

  /** Return the value of a key; undefined before its first change. */
  of(key: number, place = 0): number | undefined {
    const change = this.last[key] ?? -1;
    return change < 0 ? undefined : this.value(change, place);
  }

  /** Return the value that a key gets in the present step. */
  now(key: number): number | undefined {
    return this.steps[this.last[key] ?? -1] === this.step ? this.of(key) : undefined;
  }

  value(change: number, place = 0): number {
    return this.values[change * this.width + place];
  }

  /** The changes of the present step. */
  get news(): number[] {
    let first = this.come;
    while (first > 0 && this.steps[first - 1] === this.step) first--;
    return Array.from({ length: this.come - first }, (_, i) => first + i);
  }

  /** The keys that have something, in the order in which they first got it. */
  get known(): number[] {
    const found = [];
    for (let change = 0; change < this.come; change++) if (this.before[change] < 0) found.push(this.keys[change]);
    return found;
  }

  /** The steps in which a key changes; -1 for what it has from before. */
  stepsOf(key: number): number[] {
    return Array.from(this.steps).filter((_, change) => this.keys[change] === key);
  }
}
