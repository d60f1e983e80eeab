// Types of a document, of its history, and of its text.
import type { Meta, MoveRecord, NodeRecord } from '../messages.ts';

export type Kind = 'max' | 'min' | 'mover' | 'leaf' | 'open';
export type Place = { x: number; y: number };
/** Of a document on a canvas: every node has a place. */
export type GameNode = NodeRecord & Place;
export type Move = MoveRecord;
export type Score = number | string;
/** Map the id of a node to its id after an edit, which may have renamed it. */
export type Renamed = (id: string | undefined) => string | undefined;
/** Edits with the same `merge` that follow each other `within` so many ms are one. */
export type Merging = { merge?: string; within?: number };

/** Records are replaced, never changed in place, so it is enough to remember them. */
export type Snapshot = { meta: Meta; nodes: GameNode[]; moves: Move[] };
/** A step through the history. */
export type Walk = 'undone' | 'redone';
/** The part of a list that was changed. */
export type Stretch<Item> = { at: number; old: Item[]; new: Item[] };
/** The changes of an edit. */
export type Difference = {
  nodes?: Stretch<GameNode>;
  moves?: Stretch<Move>;
  meta?: { old: Meta; new: Meta };
};
/** The edits that can be undone, and those that can be redone. */
export type Steps = { done: Difference[]; undone: Difference[] };

/** Of nodes by their ids: what stands on lines of its own above a node, and beside it, with the marks. */
export type Comments = Record<string, { above: string[]; beside: string }>;

export type Graph = { nodes: NodeRecord[]; moves: Move[]; meta: Meta };
export type Mistake = { line: number; message: string; severity: 'error' | 'warning' };
/** The content of a text, and its mistakes. */
export type Found = Graph & {
  problems: Mistake[];
  /** Of each node the line that says what it is. */
  lines: Map<string, number>;
  places: Map<string, Place & { line: number }>;
  /** Nodes of which a line has an arrow. */
  arrows: Set<string>;
  /** The texts behind the colons and arrows of nodes. */
  ends: Map<string, Ends[]>;
  negamax?: boolean;
  /** The line that says that there is none. */
  noRoot?: number;
};
export type Token = { kind: string; value: string };
/** Successors and names of moves, each with whether it is in quotes and follows a comma. */
export type Ends = { words: { word: string; isQuoted: boolean; followsComma: boolean }[]; hasCommas: boolean };
/** The content of one line. */
export type Said = {
  directive?: string;
  words?: string[];
  node?: NodeRecord;
  isRoot?: boolean;
  hasArrow?: boolean;
  ends?: Ends;
  /** The text in the place of a score. */
  badScore?: string;
};
