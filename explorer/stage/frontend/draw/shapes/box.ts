// Boxes.
import type { Place } from '../../model/types.ts';

export type Box = { left: number; right: number; top: number; bottom: number };

/** The box around the middles of some nodes, with a margin across and down for the nodes, their names and arrows. */
export function boxAround(places: Place[], [across, down]: [number, number]): Box {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  return { left: least(xs) - across, right: most(xs) + across, top: least(ys) - down, bottom: most(ys) + down };
}

export const holds = ({ left, right, top, bottom }: Box, { x, y }: Place) =>
  x >= left && x <= right && y >= top && y <= bottom;

export const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** Whether two boxes share more than an edge. */
export const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export const grown = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
});

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
