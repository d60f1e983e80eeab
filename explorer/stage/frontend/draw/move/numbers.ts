// The order in which a search tries the moves of a node: a number on each, near where it begins.
import { centred, type Point, type Shape } from '../shapes/shapes.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { Routes } from './routes.ts';

const PLACES = [22, 40, 58, 76]; // from the outline of a node, the first that is free
const APART = 18; // canvas units

export function numberShapes(looks: NodeLooks, routes: Routes): Shape[] {
  const taken: Point[] = [];
  return [...looks.successors.keys()].flatMap((id) => {
    const others = looks.isThere(id) ? looks.successorsOf(id) : [];
    if (others.length < 2) return [];
    return others.flatMap((other, i) => disc(freePlace(routes, id, other, taken), i + 1, looks));
  });
}

/** The place of the number of a move: near its beginning, and where no other number is, as beside a self-loop. */
function freePlace(routes: Routes, from: string, to: string, taken: Point[]): Point | undefined {
  const places = PLACES.map((distance) => routes.along(from, to, distance));
  const isFree = (at: Point | undefined) => at && taken.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > APART);
  const place = places.find(isFree) ?? places[0];
  if (place) taken.push(place);
  return place;
}

function disc(at: Point | undefined, number: number, { paint: { ink, paper }, theme: { edge } }: NodeLooks): Shape[] {
  if (!at) return [];
  const [x, y] = at;
  const stroke = { colour: edge, width: 1 };
  return [{ is: 'circle', x, y, radius: 8.5, fill: paper, stroke }, centred(`${number}`, at, 12, ink)];
}
