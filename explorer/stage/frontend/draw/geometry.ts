// The sizes of nodes and cards, in canvas units; they come with the theme, from explorer/drawing/geometry.py.
import type { Geometry } from '../messages.ts';

export const geometry = {} as Geometry;

/** @param given the same for all stages of a page */
export function useGeometry(given: Geometry) {
  Object.assign(geometry, given);
}
