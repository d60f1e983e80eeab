// While nodes are dragged: lines to nodes at the same height or in the same column, to which they snap.
import { paint } from '../draw/shapes/paint.ts';
import type { NodeLooks } from '../draw/node/node_looks.ts';
import type { Place } from '../model/types.ts';
import type { VisNetwork } from '../draw/canvas/vis_network.ts';
import type { Store } from '../store.ts';

// The distance to it, and the guides that show it.
type Alignment = { dx: number; dy: number; lines: [Place, Place][] };

const WITHIN = 6; // px
const MOST = 1_500; // nodes, beyond which a drag has other things to do

/** The nearest alignment of places that move together with places that rest. */
export function alignment(moving: Place[], resting: Place[], within: number): Alignment {
  const dx = nearest(moving, resting, 'x', within);
  const dy = nearest(moving, resting, 'y', within);
  const moved = moving.map(({ x, y }) => ({ x: x + (dx ?? 0), y: y + (dy ?? 0) }));
  return {
    dx: dx ?? 0,
    dy: dy ?? 0,
    lines: [
      ...(dx === undefined ? [] : lines(moved, resting, 'x')),
      ...(dy === undefined ? [] : lines(moved, resting, 'y')),
    ],
  };
}

function nearest(moving: Place[], resting: Place[], axis: 'x' | 'y', within: number): number | undefined {
  let found;
  let least = within;
  for (const one of moving) {
    for (const other of resting) {
      const gap = other[axis] - one[axis];
      if (Math.abs(gap) <= least) {
        least = Math.abs(gap);
        found = gap;
      }
    }
  }
  return found;
}

/** A line through all places that are aligned with a moving one. */
function lines(moved: Place[], resting: Place[], axis: 'x' | 'y'): [Place, Place][] {
  const along = axis === 'x' ? 'y' : 'x';
  const rows = new Map<number, Place[]>();
  for (const one of moved) {
    const met = resting.filter((other) => Math.abs(other[axis] - one[axis]) < 0.5);
    const key = Math.round(one[axis]);
    if (met.length) rows.set(key, [...rows.get(key) ?? [], one, ...met]);
  }
  return [...rows.values()].map((places) => {
    const sorted = places.toSorted((one, other) => one[along] - other[along]);
    return [sorted[0], sorted[sorted.length - 1]];
  });
}

export class Guides {
  dragged = new Set<string>(); // nodes that are dragged
  lines: [Place, Place][] = [];

  constructor(readonly looks: NodeLooks, readonly store: Store) {}

  /** Before anyone asks where the dragged nodes came to rest. */
  wire(network: VisNetwork) {
    network.on('dragStart', ({ nodes }) => {
      this.dragged = new Set(this.store.isEditable.value && this.looks.document.nodes.size <= MOST ? nodes : []);
    });
    network.on('beforeDrawing', () => this.snap(network));
    network.on('afterDrawing', (ctx) => this.draw(ctx, network.getScale()));
    network.on('dragEnd', () => {
      this.snap(network);
      this.dragged.clear();
      this.lines = [];
    });
  }

  /** vis-network places what is dragged anew at each movement; until then it stays where it is put here. */
  snap(network: VisNetwork) {
    if (!this.dragged.size) return;
    const { nodes } = network.body;
    const moving = [...this.dragged].map((id) => nodes[id]).filter(Boolean);
    const resting = this.looks.nodes.filter(({ id }) => !this.dragged.has(id));
    const { dx, dy, lines: found } = alignment(moving, resting, WITHIN / network.getScale());
    this.lines = found;
    for (const node of moving) {
      node.x += dx;
      node.y += dy;
    }
  }

  draw(ctx: CanvasRenderingContext2D, scale: number) {
    const stroke = { colour: this.looks.theme.marks.selected.colour, width: 1 / scale, dash: [4 / scale, 4 / scale] };
    paint(ctx, this.lines.map(([from, to]) => ({ is: 'line', points: [[from.x, from.y], [to.x, to.y]], stroke })));
  }
}
