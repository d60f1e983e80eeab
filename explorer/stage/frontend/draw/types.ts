// Looks of nodes, and places on the canvas.
import type { Fill, Ring } from '../messages.ts';
import type { Score } from '../model/types.ts';
import type { Shape } from './shapes.ts';

export type Band = { from: string; to: string; kind: string };
/** Messages on a move: values on their way from `to` to `from`, and how many signals go back. */
export type Transit = { from: string; to: string; values: string; signals: number };
export type Box = { left: number; right: number; top: number; bottom: number };
/** The covered px of the view. */
export type Inset = { left: number; top: number; bottom?: number };
/** The place in the middle of what is shown, and a scale. */
export type View = { x: number; y: number; scale: number };
export type Paint = { dark: boolean; paper: string; ink: string };

/** The look of a node. */
export type Look = Partial<Fill> & {
  shape: string;
  fill: string;
  ink: string;
  left: Ring;
  right: Ring;
  bounds?: string[];
  style?: string;
  bar?: string;
  halo?: string;
  /** Whether the halo has a rim, as around what is selected. */
  rimmed?: boolean;
  /** Of what is done to it. */
  sign?: string;
  mark?: string;
  pale?: boolean;
  /** The least size of letters. */
  least?: number;
} & LeafScore;
/**
 * A leaf's own score: `unread` stands in the leaf as long as the algorithm has no score for it, `own` beneath a leaf
 * that shows something else.
 */
export type LeafScore = { unread?: string; own?: string };
/** An entry of the legend: a look, a band between nodes, a scale, a mark, a word, a message or the root. */
export type LegendEntry = {
  meaning: string;
  look?: Look;
  band?: { colour: string; isDashed: boolean };
  scale?: string[];
  mark?: string;
  words?: string;
  /** Of a message: a value or, if there is none, a signal. */
  message?: { colour: string; value: string };
  root?: boolean;
  /** Of a fault: it comes before all others. */
  isWrong?: boolean;
};
/** The shapes of a look. */
export type ShapesOf = (look: Look, paint: Paint) => Shape[];
/** Of a node of the document, with what an edit alone can change. */
export type FixedLook = {
  shape: string;
  name: string;
  root: boolean;
  isOpen: boolean;
  cells?: string[];
  style?: string;
  score?: Score;
};
export type NodeLook = Look & FixedLook & { window?: string[]; problem?: string };
