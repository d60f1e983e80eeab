// Boxes around places.
import type { Box } from './types.ts';
import type { Place } from '../model/types.ts';

/** The box around the middles of some nodes, with a margin across and down for the nodes, their names and arrows. */
export function boxAround(places: Place[], [across, down]: [number, number]): Box {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  return { left: least(xs) - across, right: most(xs) + across, top: least(ys) - down, bottom: most(ys) + down };
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
