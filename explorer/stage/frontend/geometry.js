// The sizes of nodes and cards, in canvas units; they come with the theme, from explorer/drawing/geometry.py.

/**
 * @import { Geometry } from './messages.d.ts'
 */

export const geometry = /** @type {Geometry} */ ({});

/** @param {Geometry} given the same for all stages of a page */
export function useGeometry(given) {
  Object.assign(geometry, given);
}
