// The badge of a node with successors that are not shown, at the lower right of its glyph, where no name stands.
import { RADIUS } from './geometry.ts';
import { centred, rounded, type Shape, transformed } from '../shapes/shapes.ts';
import type { Sizes } from './sizes.ts';
import type { NodeLooks } from './node_looks.ts';
import type { Place } from '../../model/types.ts';

const REACH = 14; // canvas units around a badge that count as a click on it
const LETTER = 7.5; // canvas units that one is wide
const SHARP = 0.62;
const LARGEST = 1.7; // scale below which badges are drawn larger, and how much larger at most

const sizeAt = (scale: number) => Math.min(LARGEST, Math.max(1, SHARP / scale));

/** Return the place of the badge of a node at a scale. */
export function badgePlace({ id, x, y }: Place & { id: string }, sizes: Sizes, scale: number): Place {
  const { below, size } = sizes.place(id, scale);
  return { x: x + size * RADIUS * 0.95, y: y + below + size * RADIUS * 0.72 };
}

export function badgeShapes(text: string, { x, y }: Place, scale: number, { paint, theme }: NodeLooks): Shape[] {
  const stroke = { colour: paint.paper, width: 1.5 };
  const points = rounded(Math.max(17, LETTER * text.length + 9), 17, 8.5);
  const plate: Shape = { is: 'polygon', points, fill: theme.marks.selected.colour, stroke };
  return transformed([plate, centred(text, [0, 0], 12, '#ffffff', 700)], sizeAt(scale), x, y);
}

/** Whether a place is on the badge at another, or so near that a click there is meant for it. */
export const isOnBadge = (place: Place, badge: Place, scale: number) =>
  Math.hypot(badge.x - place.x, badge.y - place.y) <= REACH * sizeAt(scale);
