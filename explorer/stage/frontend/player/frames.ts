// The recorded trace in the browser: any step that is here is a look-up, whichever way the player moves. Of a long
// trace some chunks of steps are here; others are asked for.
import { Column, type Numbers, unpacked } from './columns.ts';
import type { ChunkData, ColumnsData, Fill, MemoEntry, RoleName, TraceData } from '../messages.ts';
import { moveId } from '../model/records.ts';
import type { Band } from '../draw/move/ways.ts';
import type { Transit } from '../draw/move/transits.ts';
import type { Move } from '../model/types.ts';

const UNPLAYED = 'unplayed'; // the mark of moves that a step hides
const MOST_CHUNKS = 60; // that are kept, once more were asked for
const OF_CHANGES = ['scores', 'signs', 'bounds', 'roles'] as const; // in which a node is said to change

type Name = keyof ColumnsData;

/** Steps that follow each other, at one of them; of its columns those are unpacked that are looked at. */
class Chunk {
  place = -1; // of the present step; -1: before the first one
  lines: Numbers;
  focus: Numbers;
  moves: Numbers;
  ends: Numbers;
  cells: Numbers;
  columns: Partial<Record<Name, Column>> = {};

  constructor(readonly data?: ChunkData) {
    this.lines = unpacked(data?.lines);
    this.focus = unpacked(data?.focus);
    this.moves = unpacked(data?.moves);
    this.ends = unpacked(data?.ends);
    this.cells = unpacked(data?.cells);
  }

  column(name: Name): Column {
    const column = this.columns[name] ??= new Column(this.data?.columns[name]);
    column.seek(this.place);
    return column;
  }

  /** All that makes the look of a node, as text: where that changes, the node does. */
  standing(index: number): string {
    const [score, sign, low, role] = OF_CHANGES.map((name) => this.column(name).of(index));
    const isScored = score !== undefined && score >= 0;
    const high = this.column('bounds').of(index, 1);
    return [isScored ? score : -1, isScored ? sign ?? 0 : 0, low ?? -1, high ?? -1, role ?? 0].join();
  }
}

export class Frames {
  index: Map<string, number>;
  names = new Map<string, string>(); // of nodes that are not shown
  chunks = new Map<number, ChunkData>(); // by number
  unpacked = new WeakMap<ChunkData, Chunk>(); // those of which a step was looked at
  here = new Chunk(); // that of the present step
  at = -1;
  unplayed = new Set<string>(); // the moves that this step hides
  // Of a graph that grows: whether what is expanded next is asked, and not told.
  isHushed = false;
  worth: number | undefined; // what endless play is worth, as an index in trace.endless.worths
  grownAt: number[];
  editable: boolean;

  /** `editable`: nodes that a trace of a graph that grows never gets to are there all the same, to be drawn on. */
  constructor(readonly trace: TraceData, { editable = true }: { editable?: boolean } = {}) {
    this.editable = editable;
    this.index = new Map(trace.nodes.map((id, index) => [id, index]));
    this.worth = trace.endless && Math.max(0, trace.endless.exact.indexOf(0));
    this.grownAt = trace.discovery
      ? [...new Set([...trace.discovery, ...trace.expanded ?? []])].sort((one, other) => one - other)
      : [];
    for (const chunk of trace.chunks) this.add(chunk);
  }

  // ---- chunks

  add(data: ChunkData) {
    for (const [id, name] of data.others ?? []) this.names.set(id, name);
    this.chunks.set(data.number, data);
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

  /** Return the caption of a step, if it is here. */
  captionAt(step: number): string | undefined {
    return this.chunkAt(step)?.captions[step % this.trace.chunkLength];
  }

  /** Whether all steps are here. */
  get isWhole() {
    return this.chunks.size === Math.ceil(this.length / this.trace.chunkLength);
  }

  unpack(data: ChunkData): Chunk {
    const chunk = this.unpacked.get(data) ?? new Chunk(data);
    this.unpacked.set(data, chunk);
    return chunk;
  }

  // ---- where something happens, in a trace of which all steps are here

  /** The steps in which the score of a node, its bounds or their finality change. */
  changesOf(id: string) {
    const index = this.indexOf(id);
    let before = new Chunk().standing(index);
    return this.stepsIn(OF_CHANGES, index, (chunk) => {
      const now = chunk.standing(index);
      const isChange = now !== before;
      before = now;
      return isChange;
    });
  }

  /** The steps in which a counter rises. */
  risesOf(counter: string) {
    const column = this.trace.counters.indexOf(counter);
    let before = 0;
    return this.stepsIn(['counts'], column, (chunk) => {
      const now = chunk.column('counts').of(column) ?? 0;
      const rises = now > before;
      before = now;
      return rises;
    });
  }

  /** Of the steps in which some columns change a key, in order, those at which something holds. */
  stepsIn(names: readonly Name[], key: number, holds: (chunk: Chunk) => boolean) {
    const found: number[] = [];
    for (let number = 0; number * this.trace.chunkLength < this.length; number++) {
      const data = this.chunks.get(number);
      if (!data) continue;
      const chunk = this.unpack(data);
      const { place } = chunk;
      const places = new Set(names.flatMap((name) => chunk.column(name).stepsOf(key)));
      for (chunk.place of [...places].sort((one, other) => one - other)) {
        if (holds(chunk) && chunk.place >= 0) found.push(number * this.trace.chunkLength + chunk.place);
      }
      chunk.place = place;
    }
    return found;
  }

  // ---- how things stand

  /** Return the index of a node in the lists of the trace; -1 for one that it does not have. */
  indexOf(id: string) {
    return this.index.get(id) ?? -1;
  }

  /** The values that endless play can be set to. */
  get worths() {
    return this.trace.endless?.worths ?? [];
  }

  get length() {
    return this.trace.length;
  }
  get caption() {
    return this.captionAt(this.at) ?? '';
  }
  /** Of the pseudocode. */
  get line() {
    return this.here.lines[this.here.place];
  }

  /** False if the step is not here. */
  seek(step: number) {
    const data = this.chunkAt(step);
    if (!data) return false;
    this.here = this.unpack(data);
    this.here.place = step % this.trace.chunkLength;
    this.at = step;
    this.unplayed = new Set(
      this.marked.filter(({ kind }) => kind === UNPLAYED).map(({ from, to }) => moveId(from, to)),
    );
    return true;
  }

  /** Return the value of a node in a column. */
  of(name: Name, id: string, place = 0) {
    return this.here.column(name).of(this.indexOf(id), place);
  }

  count(counter: number) {
    return this.here.column('counts').of(counter) ?? 0;
  }

  /** The lower and the upper bound, as indices in the worths of endless play. */
  ranksOf(id: string): [number, number] | undefined {
    const [low, high] = [this.of('bounds', id), this.of('bounds', id, 1)];
    const { ranks } = this.trace.endless ?? {};
    return low === undefined || high === undefined || !ranks ? undefined : [ranks[low], ranks[high]];
  }

  /** The look of the score; with bounds, of the score that follows from what endless play is worth. */
  value(id: string): Fill | undefined {
    const ranks = this.ranksOf(id);
    if (ranks) return this.worths[Math.max(ranks[0], Math.min(this.worth ?? 0, ranks[1]))];
    const look = this.trace.values[this.of('scores', id) ?? -1];
    const sign = this.signOf(id);
    return look && sign?.text ? { ...look, text: `${sign.text} ${look.text}` } : look;
  }

  /** Return the sign before the number of a node. */
  signOf(id: string) {
    return this.trace.signs?.[this.of('signs', id) ?? 0];
  }

  /**
   * Whether the number of a node is a score, or a bound or an estimate of one, so that it has the colour of a score.
   */
  isScored(id: string) {
    return this.signOf(id)?.is_score ?? true;
  }

  /** The signs before numbers at this step. */
  get signsShown(): string[] {
    const scored = this.trace.nodes.filter((id) => (this.of('scores', id) ?? -1) >= 0);
    return [...new Set(scored.map((id) => this.signOf(id)?.text ?? ''))].filter(Boolean);
  }

  /** The texts of the lower and the upper bound. */
  bounds(id: string): string[] | undefined {
    return this.ranksOf(id)?.map((rank) => this.worths[rank].text);
  }

  /** The texts of alpha and beta, where the node has a window. */
  window(id: string): string[] | undefined {
    const ends = [this.of('windows', id) ?? -1, this.of('windows', id, 1) ?? -1];
    return ends[0] < 0 ? undefined : ends.map((end) => this.trace.values[end].text);
  }

  /** Whether the node was never looked at because of a cut. */
  isPruned(id: string) {
    return this.of('pruned', id) === 1;
  }

  get endless() {
    return this.worth === undefined ? undefined : this.worths[this.worth];
  }

  /** Whether the score depends on what endless play is worth. */
  hangs(id: string) {
    const [low, high] = this.ranksOf(id) ?? [0, 0];
    return low < high;
  }

  /** Whether a score depends on it at the last step, or that step is not here. */
  get hangsInTheEnd() {
    const { at } = this;
    if (this.trace.unfinished || !this.seek(this.length - 1)) return true;
    const found = this.trace.nodes.some((id) => this.hangs(id));
    if (at >= 0) this.seek(at);
    return found;
  }

  // ---- a graph that grows: what is there at this step, and what is still open

  isThere(id: string) {
    const index = this.indexOf(id);
    return !this.trace.discovery || (index < 0 ? this.editable : this.trace.discovery[index] <= this.at);
  }

  isExpanded(id: string) {
    const index = this.indexOf(id);
    return !this.trace.discovery || index < 0 || (this.trace.expanded ?? [])[index] <= this.at;
  }
  hasMove([from, to]: Move) {
    return this.isExpanded(from) && this.isThere(to) && !(this.unplayed.size && this.unplayed.has(moveId(from, to)));
  }
  // Equal for steps at which the same part of the graph is there; empty where that is all of it.
  get stage() {
    const grown = this.trace.discovery ? this.grownAt.filter((step) => step <= this.at).length : '';
    return `${grown}${[...this.unplayed].join()}`;
  }

  /** @returns undefined in a still picture, which says nothing of it */
  role(id: string): RoleName | undefined {
    return this.trace.roles[this.of('roles', id) ?? 0];
  }
  note(id: string): string | undefined {
    return this.isHushed ? undefined : this.noteOf(this.indexOf(id));
  }
  noteOf(index: number): string | undefined {
    return this.here.data?.texts[this.here.column('notes').of(index) ?? -1] || undefined;
  }
  /** The nodes with a note, and it. */
  get notes(): [string, string][] {
    return this.here.column('notes').known.flatMap((index) => {
      const note = this.noteOf(index);
      return note ? [[this.trace.nodes[index], note]] : [];
    });
  }

  /** The memo, by twice the node, plus 1 for the other player to move, in the order of first storage. */
  get memo(): [number, MemoEntry][] {
    const memo = this.here.column('memo');
    return memo.known.map((state) => [state, this.here.data!.entries[memo.of(state)!]]);
  }

  activityOf(id: string): string | undefined {
    return this.trace.activities[this.here.column('activity').now(this.indexOf(id)) ?? -1];
  }
  /** The activities at nodes in the present step. */
  get activities(): Set<string> {
    const activity = this.here.column('activity');
    return new Set(activity.news.map((change) => this.trace.activities[activity.value(change)]));
  }

  /** The places of names of nodes in the caption of the present step, in characters. */
  get captionNames() {
    const names = this.here.column('names');
    return names.news.map((change) => ({
      start: names.value(change),
      end: names.value(change, 1),
      id: this.named(names.keys[change]) ?? '',
    }));
  }

  /** The id of a node that the present step names, shown or not. */
  named(index: number): string | undefined {
    const { nodes } = this.trace;
    return nodes[index] ?? this.here.data?.others?.[index - nodes.length]?.[0];
  }

  get focus(): string | undefined {
    return this.named(this.here.focus[this.here.place]);
  }
  /** The meaning of the focus, as a key of the marks. */
  get focusMark() {
    return this.trace.focusMark ?? 'focus';
  }
  nameOf(id: string) {
    return this.names.get(id) ?? id;
  }
  get move(): Move | null {
    const [from, to] = [0, 1].map((end) => this.trace.nodes[this.here.moves[2 * this.here.place + end]]);
    return from === undefined ? null : [from, to];
  }

  /** The moves marked in this step that are drawn, as bands. */
  get marks(): Band[] {
    return this.marked.filter(({ kind }) => kind !== UNPLAYED);
  }
  get marked(): Band[] {
    const { nodes, marks: kinds } = this.trace;
    const marks = this.here.column('marks');
    return marks.news.map((change) => ({
      from: nodes[marks.keys[change]],
      to: nodes[marks.value(change)],
      kind: kinds[marks.value(change, 1)],
    }));
  }

  /** The messages on moves in this step. */
  get transits(): Transit[] {
    const { nodes } = this.trace;
    const transits = this.here.column('transits');
    return transits.news.map((change) => ({
      from: nodes[transits.keys[change]],
      to: nodes[transits.value(change)],
      values: this.here.data?.texts[transits.value(change, 1)] ?? '',
      signals: transits.value(change, 2),
    }));
  }

  get path(): string[] {
    const ids = [];
    const { cells, ends, place } = this.here;
    for (let cell = ends[place] ?? -1; cell >= 0; cell = cells[2 * cell + 1]) {
      const node = cells[2 * cell];
      // -n stands for n that are not shown
      for (let left = Math.max(1, -node); left > 0; left--) ids.push(this.named(node) ?? '');
    }
    return ids.reverse();
  }
}
