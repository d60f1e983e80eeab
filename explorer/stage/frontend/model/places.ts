// Places of nodes, and room for another.
import type { Place } from './types.ts';

const [APART, BETWEEN] = [70, 110]; // at least, of any two nodes, and of those that are put beside each other
const AROUND = [[0, 1], [1, 1], [-1, 1], [1, 0], [-1, 0], [0, -1], [1, -1], [-1, -1]];

// By squares as wide as nodes are apart.
export class Places {
  squares = new Map<string, Place[]>();

  constructor(places: Place[]) {
    for (const place of places) this.add(place);
  }

  add(place: Place) {
    const [square] = squaresAt(place, 0);
    const there = this.squares.get(square);
    if (there) there.push(place);
    else this.squares.set(square, [place]);
  }

  isFree(place: Place) {
    return squaresAt(place, 1).every((square) =>
      (this.squares.get(square) ?? []).every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > APART)
    );
  }

  /**
   * The first free place around another, and its ring.
   * @param first the ring to begin with
   */
  free({ x, y }: Place, first: number) {
    for (let ring = first;; ring++) {
      for (const [dx, dy] of AROUND) {
        const place = { x: Math.round(x + BETWEEN * ring * dx), y: Math.round(y + BETWEEN * ring * dy) };
        if (this.isFree(place)) return { ring, place };
      }
    }
  }
}

/**
 * The square of a place, and those around it.
 * @param wide how many squares on every side
 */
function squaresAt({ x, y }: Place, wide: number) {
  const found = [];
  for (let dx = -wide; dx <= wide; dx++) {
    for (let dy = -wide; dy <= wide; dy++) found.push(`${Math.floor(x / APART) + dx} ${Math.floor(y / APART) + dy}`);
  }
  return found;
}
