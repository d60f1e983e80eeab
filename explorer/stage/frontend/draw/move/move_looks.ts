// From document, step and explanation to what moves look like now: how pale, how marked, and what is sent along them.
import { PALE } from '../shapes/shapes.ts';
import type { Band } from './ways.ts';
import type { Document } from '../../model/document.ts';
import type { Frames } from '../../player/frames.ts';
import type { Move } from '../../model/types.ts';
import type { ProblemData } from '../../messages.ts';
import type { Transit } from './transits.ts';

/** Parts of the looks of nodes on which those of moves depend. */
interface Ends {
  frames: Frames | null;
  chain: { bands: Band[] } | undefined;
  isChainAlone: boolean;
  isHushed: boolean;
  isThere: (id: string) => boolean;
  nameOf: (id: string) => string | undefined;
}

export class MoveLooks {
  named = new Map<string, Move>(); // moves that have names
  namedKey = ''; // of these
  cycles: Band[] = [];

  constructor(readonly ends: Ends) {}

  /** After every edit. */
  read({ moves }: Document) {
    this.named = new Map([...moves].filter(([, [, , name]]) => name));
    this.namedKey = JSON.stringify([...this.named.values()]);
  }

  /** Whether a move is there at this step, where the graph grows or a step hides moves. */
  isThere(from: string, to: string) {
    return this.isWhole({ from, to }) && (this.ends.frames?.hasMove([from, to]) ?? true);
  }

  isWhole = ({ from, to }: { from: string; to: string }) => this.ends.isThere(from) && this.ends.isThere(to);

  /** The share of its own colour that a move has: as little as nodes that were cut off, or what the trace says. */
  opacityOf(id: string, from: string, to: string) {
    const { frames } = this.ends;
    return frames?.isPruned(from) || frames?.isPruned(to) ? PALE : frames?.trace.opacities?.[id] ?? 1;
  }

  /** The names of its ends, as "a → b". */
  endNames(from: string, to: string) {
    return [from, to].map((id) => this.ends.nameOf(id)).join(' → ');
  }

  /** A move with a name, in words. */
  describe(id: string) {
    const [from = '', to = '', name = ''] = this.named.get(id) ?? [];
    return `${name} · ${this.endNames(from, to)}`;
  }

  /** Marks the moves of cycles that keep an algorithm from running; returns whether bands have to be found anew. */
  markCycles(problems: ProblemData[]) {
    const before = this.cycles;
    this.cycles = problems.flatMap(({ cycle }) =>
      cycle.map((id, i) => ({ from: id, to: cycle[(i + 1) % cycle.length], kind: 'cycle' }))
    );
    return before.length > 0 || this.cycles.length > 0;
  }

  /**
   * The moves that an explanation lights, over the path; else the cycles that keep an algorithm from running; else the
   * step.
   */
  bands(): Band[] {
    const { chain, isChainAlone } = this.ends;
    const told = chain?.bands ?? (this.cycles.length ? this.cycles : undefined);
    if (!told) return this.ofStep().filter(this.isWhole);
    const isTold = (band: Band) => told.some(({ from, to }) => from === band.from && to === band.to);
    const path = chain && !isChainAlone ? this.ofStep().filter((band) => band.kind === 'path' && !isTold(band)) : [];
    return [...path, ...told].filter(this.isWhole);
  }

  /** Marked moves, such as back links that are met, the moves of the current path, and the move of this step. */
  ofStep(): Band[] {
    const { frames } = this.ends;
    if (!frames) return [];
    const { path, move } = frames;
    const bands = [...frames.marks, ...path.slice(1).map((id, i) => ({ from: path[i], to: id, kind: 'path' }))];
    if (move && !bands.some(({ from, to, kind }) => kind === 'back' && from === move[0] && to === move[1])) {
      bands.push({ from: move[0], to: move[1], kind: 'move' });
    }
    return bands;
  }

  /** The messages on moves, but for those that nothing is drawn of while an explanation stands alone. */
  transits(): Transit[] {
    const { frames, isHushed } = this.ends;
    return isHushed || !frames ? [] : frames.transits.filter(this.isWhole);
  }
}
