// The look of a node, from which its shapes are drawn.
import type { Fill, Ring } from '../../messages.ts';
import type { Score } from '../../model/types.ts';
import type { Paint } from '../shapes/page_colours.ts';
import type { Shape } from '../shapes/shapes.ts';

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
