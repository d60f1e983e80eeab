// What a document consists of, its history, and what a text says of one.
import type { Meta, MoveRecord, NodeRecord } from '../messages.ts';

export type Kind = 'max' | 'min' | 'mover' | 'leaf' | 'open';
export type Place = { x: number; y: number };
/** Of a document on a canvas: every node has a place. */
export type GameNode = NodeRecord & Place;
export type Move = MoveRecord;
export type Score = number | string;
/** Where a node is by now that an edit may have renamed. */
export type Renamed = (id: string | undefined) => string | undefined;
/** Edits with the same `merge` that follow each other `within` so many ms are one. */
export type Merging = { merge?: string; within?: number };

/** Records are replaced, never changed in place, so it is enough to remember them. */
export type Snapshot = { meta: Meta; nodes: GameNode[]; moves: Move[] };
/** A step through the history. */
export type Walk = 'undone' | 'redone';
/** The part of a list that was changed. */
export type Stretch<Item> = { at: number; old: Item[]; new: Item[] };
/** What an edit changed. */
export type Difference = {
  nodes?: Stretch<GameNode>;
  moves?: Stretch<Move>;
  meta?: { old: Meta; new: Meta };
};
/** What was done and can be undone, and what was undone and can be done again. */
export type Steps = { done: Difference[]; undone: Difference[] };

/** Of nodes by their ids: what stands on lines of its own above a node, and beside it, with the marks. */
export type Comments = Record<string, { above: string[]; beside: string }>;

export type Graph = { nodes: NodeRecord[]; moves: Move[]; meta: Meta };
export type Mistake = { line: number; message: string; severity: 'error' | 'warning' };
/** What a text says, and what is wrong with it. */
export type Found = Graph & {
  problems: Mistake[];
  /** Of each node the line that says what it is. */
  lines: Map<string, number>;
  places: Map<string, Place & { line: number }>;
  /** Nodes of which a line has an arrow. */
  arrows: Set<string>;
  /** What stands behind the colons and arrows of nodes. */
  ends: Map<string, Ends[]>;
  negamax?: boolean;
  /** The line that says that there is none. */
  noRoot?: number;
};
export type Token = { kind: string; value: string };
/** Successors and names of moves, each with whether it is in quotes and follows a comma. */
export type Ends = { words: { word: string; isQuoted: boolean; followsComma: boolean }[]; hasCommas: boolean };
/** What one line says. */
export type Said = {
  directive?: string;
  words?: string[];
  node?: NodeRecord;
  isRoot?: boolean;
  hasArrow?: boolean;
  ends?: Ends;
  /** What stands where a score should. */
  badScore?: string;
};
