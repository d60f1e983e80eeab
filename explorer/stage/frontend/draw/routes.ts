// How moves run on the canvas: bent around nodes that are in their way, and the points along them.
import { boxAround } from './camera.ts';
import { type Cards, SEEN_AT } from './cards.ts';
import { geometry } from './geometry.ts';
import { moveId } from '../model/records.ts';
import type { Document } from '../model/document.ts';
import type { Looks } from './looks.ts';
import type { Box } from './types.ts';
import type { Place } from '../model/types.ts';
import type { VisBodyEdge, VisEdgeItem, VisNetwork } from './vis_network.ts';

/** What routes need. */
interface Needs {
  network: Pick<VisNetwork, 'body' | 'getPosition'>;
  looks: Pick<Looks, 'cellsOf'>;
  cards: Pick<Cards, 'margin' | 'reach'>;
  document: () => Document;
}

const [MANY, FEWER] = [100, 4]; // nodes, and how many bends are tried then
const BESIDE = 80; // canvas units in which no node can be on a move any more
const BEND_AROUND = 4; // beyond the rim: an edge that would pass a node closer than this is bent
const MOST_FOR_CHOOSING = 250; // nodes; beyond, and where nodes have boards, the first bend is taken
const MOST_FOR_BENDING = 400; // nodes; beyond, only the two moves of a 2-cycle are bent

export class Routes {
  constructor(readonly needs: Needs) {}

  /** The point of a move that is so far from the outline of the node at one of its ends. */
  along(from: string, to: string, distance: number, end: 'from' | 'to' = 'from') {
    const points = this.points(from, to);
    if (!points) return undefined;
    if (from === to) return points[end === 'from' ? 8 + Math.max(0, Math.round((distance - 22) / 9)) : 16];
    const node = end === 'from' ? from : to;
    if (end === 'to') points.reverse();
    const { x, y } = this.needs.network.getPosition(node);
    const beyond = this.needs.looks.cellsOf(node)
      ? beyondCard(x, y, ...this.needs.cards.reach(node))
      : (point: number[]) => Math.hypot(point[0] - x, point[1] - y) - geometry.radius;
    for (let i = 1; i < points.length; i++) {
      const [near, far] = [beyond(points[i - 1]), beyond(points[i])];
      if (far < distance) continue;
      const share = (distance - near) / (far - near || 1);
      return [0, 1].map((axis) => points[i - 1][axis] + share * (points[i][axis] - points[i - 1][axis]));
    }
    return points[6];
  }

  points(from: string, to: string): [number, number][] | null {
    const { nodes, edges } = this.needs.network.body;
    const edge = edges[moveId(from, to)];
    if (!edge || !nodes[from] || !nodes[to]) return null; // vis-network also draws in the midst of a change
    if (from === to) return circlePoints(edge);
    const type = edge.edgeType;
    const via = type.getViaNode?.();
    return Array.from({ length: 13 }, (_, i) => {
      const { x, y } = type.getPoint(i / 12, via);
      return [x, y];
    });
  }

  /**
   * How moves have to be bent that are not bent so yet: the two moves of a 2-cycle are two curves, and a straight edge
   * that would run over a third node is bent around it.
   * @param nodes how many are drawn
   */
  bends(edges: VisEdgeItem[], nodes: number) {
    const { moves, nodes: drawn } = this.needs.document();
    const whole = boxAround([...drawn.values()], this.needs.cards.margin);
    const changes = [];
    for (const { id, from, to, roundness } of edges) {
      let wanted = 0;
      if (from !== to && moves.has(moveId(to, from))) wanted = this.bend(from, to, geometry.bends.paired, whole);
      else if (nodes <= MOST_FOR_BENDING && from !== to && this.isBlocked(from, to)) {
        wanted = this.bend(from, to, geometry.bends.around, whole);
      }
      if (wanted !== (roundness ?? 0)) {
        changes.push({
          id,
          roundness: wanted,
          smooth: wanted
            ? { enabled: true, type: wanted > 0 ? 'curvedCW' : 'curvedCCW', roundness: Math.abs(wanted) }
            : false,
        });
      }
    }
    return changes;
  }

  /**
   * The bend with which a move keeps best clear of all third nodes; of alike ones the first.
   * @param whole around the drawing
   */
  bend(from: string, to: string, bends: number[], whole: Box) {
    const { nodes } = this.needs.document();
    if (nodes.size > MOST_FOR_CHOOSING || this.needs.looks.cellsOf(from)) return bends[0];
    const [a, b] = [this.needs.document().node(from), this.needs.document().node(to)];
    const far = BESIDE + Math.hypot(a.x - b.x, a.y - b.y) / 2; // at most so far from the straight way
    const about = boxAround([a, b], [far, far]);
    const others = [...nodes.values()].filter((node) => node !== a && node !== b && isWithin(node, about));
    const costs = bends.slice(0, nodes.size > MANY ? FEWER : undefined).map((bend, rank) => {
      const points = curve(a, b, bend);
      const strays = points.some((point) => !isWithin(point, whole));
      const around = boxAround(points, [BESIDE, BESIDE]);
      return others.filter((node) => isWithin(node, around)).reduce(
        (cost, node) => cost + nearness(node, points, this.reach(node.id)),
        geometry.bends.rank * rank + (strays ? geometry.bends.stray : 0),
      );
    });
    return bends[costs.indexOf(Math.min(...costs))];
  }

  /** The radius of a node without a board where the drawing is seen from so far that nodes are drawn larger. */
  reach(id: string) {
    return this.needs.cards.reach(id, SEEN_AT)[0];
  }

  isBlocked(from: string, to: string) {
    const a = this.needs.document().node(from);
    const b = this.needs.document().node(to);
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.hypot(dx, dy) || 1;
    for (const { id, x, y } of this.needs.document().nodes.values()) {
      if (id === from || id === to) continue;
      const along = ((x - a.x) * dx + (y - a.y) * dy) / length;
      const [across, down] = this.needs.cards.reach(id);
      const aside = this.needs.looks.cellsOf(id)
        ? (Math.abs(dy) * across + Math.abs(dx) * down) / length + 4
        : this.reach(id) + BEND_AROUND;
      if (along > 0 && along < length && Math.abs((x - a.x) * dy - (y - a.y) * dx) / length < aside) return true;
    }
    return false;
  }
}

/** The point towards which vis-network bends a move, as its types curvedCW and curvedCCW have it. */
function viaOf(a: Place, b: Place, bend: number): Place {
  const turn = Math.atan2(a.y - b.y, b.x - a.x) + (0.5 * bend + 0.5) * Math.PI;
  const far = (0.5 * Math.abs(bend) + 0.5) * Math.hypot(b.x - a.x, b.y - a.y);
  return { x: a.x + far * Math.sin(turn), y: a.y + far * Math.cos(turn) };
}

/** Points along a bent move, as vis-network draws it. */
function curve(a: Place, b: Place, bend: number): Place[] {
  const { x, y } = viaOf(a, b, bend);
  const { points } = geometry.bends;
  return Array.from({ length: points }, (_, i) => {
    const t = (i + 1) / (points + 1);
    const [start, middle, end] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: start * a.x + middle * x + end * b.x, y: start * a.y + middle * y + end * b.y };
  });
}

const isWithin = ({ x, y }: Place, { left, right, top, bottom }: Box) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** How near points come to a node: 0 well beside it, more than 1 upon it. */
function nearness(node: Place, points: Place[], radius: number) {
  const beside = geometry.bends.near * radius;
  const least = points.reduce((least, { x, y }) => Math.min(least, Math.hypot(node.x - x, node.y - y)), beside);
  return (1 - least / beside) ** 2 + (least < radius ? 1 : 0);
}

/** How far points are outside a card; inside, less than nothing. */
const beyondCard = (x: number, y: number, across: number, down: number): (point: number[]) => number => (point) =>
  Math.max(Math.abs(point[0] - x) - across, Math.abs(point[1] - y) - down);

function circlePoints(edge: VisBodyEdge): [number, number][] {
  const [cx, cy, r] = edge.edgeType._getCircleData();
  return Array.from(
    { length: 25 },
    (_, i) => [cx + r * Math.cos((i * Math.PI) / 12), cy + r * Math.sin((i * Math.PI) / 12)],
  );
}
