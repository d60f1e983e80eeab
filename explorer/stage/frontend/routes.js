// How moves run on the canvas: bent around nodes that are in their way, and the points along them.
import { moveId } from './records.js';
import { geometry } from './geometry.js';

/**
 * @import { Cards } from './cards.js'
 * @import { Document } from './document.js'
 * @import { Looks } from './looks.js'
 * @import { Place, VisBodyEdge, VisEdgeItem, VisNetwork } from './types.d.ts'
 */

/**
 * What routes need.
 * @typedef {object} Needs
 * @property {Pick<VisNetwork, 'body' | 'getPosition'>} network
 * @property {Pick<Looks, 'cellsOf'>} looks
 * @property {Pick<Cards, 'reach'>} cards
 * @property {() => Document} document
 */

const BENDS = [0.18, -0.18, 0.32, -0.32]; // tried in turn; to the other side if less than nothing
const BEND_AROUND = 10; // beyond the rim: an edge that would pass a node closer than this is bent
const MOST_FOR_CHOOSING = 150; // nodes; beyond, and where nodes have boards, the first bend is taken
const MOST_FOR_BENDING = 400; // nodes; beyond, only the two moves of a 2-cycle are bent

export class Routes {
  /** @type {Needs} */
  needs;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /**
   * The point of a move that is so far from the outline of the node at one of its ends.
   * @param {string} from
   * @param {string} to
   * @param {number} distance
   * @param {'from' | 'to'} [end]
   */
  along(from, to, distance, end = 'from') {
    const points = this.points(from, to);
    if (!points) return undefined;
    if (from === to) return points[end === 'from' ? 8 + Math.max(0, Math.round((distance - 22) / 9)) : 16];
    const node = end === 'from' ? from : to;
    if (end === 'to') points.reverse();
    const { x, y } = this.needs.network.getPosition(node);
    const beyond = this.needs.looks.cellsOf(node)
      ? beyondCard(x, y, ...this.needs.cards.reach(node))
      : (/** @type {number[]} */ point) => Math.hypot(point[0] - x, point[1] - y) - geometry.radius;
    for (let i = 1; i < points.length; i++) {
      const [near, far] = [beyond(points[i - 1]), beyond(points[i])];
      if (far < distance) continue;
      const share = (distance - near) / (far - near || 1);
      return [0, 1].map((axis) => points[i - 1][axis] + share * (points[i][axis] - points[i - 1][axis]));
    }
    return points[6];
  }

  /**
   * @param {string} from
   * @param {string} to
   * @returns {[number, number][] | null}
   */
  points(from, to) {
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
   * @param {VisEdgeItem[]} edges
   * @param {number} nodes how many are drawn
   */
  bends(edges, nodes) {
    const { moves } = this.needs.document();
    const changes = [];
    for (const { id, from, to, roundness } of edges) {
      let wanted = 0;
      if (from !== to && moves.has(moveId(to, from))) wanted = 0.22;
      else if (nodes <= MOST_FOR_BENDING && from !== to && this.isBlocked(from, to)) wanted = this.bend(from, to);
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
   * The first bend with which a move runs over no third node, or over the fewest.
   * @param {string} from
   * @param {string} to
   */
  bend(from, to) {
    const { nodes } = this.needs.document();
    if (nodes.size > MOST_FOR_CHOOSING || this.needs.looks.cellsOf(from)) return BENDS[0];
    const [a, b] = [this.needs.document().node(from), this.needs.document().node(to)];
    const others = [...nodes.values()].filter(({ id }) => id !== from && id !== to);
    const hits = BENDS.map((bend) => others.filter((node) => curve(a, b, bend).some((at) => isOn(node, at))).length);
    return BENDS[hits.indexOf(Math.min(...hits))];
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  isBlocked(from, to) {
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
        : geometry.radius + BEND_AROUND;
      if (along > 0 && along < length && Math.abs((x - a.x) * dy - (y - a.y) * dx) / length < aside) return true;
    }
    return false;
  }
}

/**
 * The point towards which vis-network bends a move, as its types curvedCW and curvedCCW have it.
 * @param {Place} a
 * @param {Place} b
 * @param {number} bend
 * @returns {Place}
 */
function viaOf(a, b, bend) {
  const turn = Math.atan2(a.y - b.y, b.x - a.x) + (0.5 * bend + 0.5) * Math.PI;
  const far = (0.5 * Math.abs(bend) + 0.5) * Math.hypot(b.x - a.x, b.y - a.y);
  return { x: a.x + far * Math.sin(turn), y: a.y + far * Math.cos(turn) };
}

/**
 * Points along a bent move, as vis-network draws it.
 * @param {Place} a
 * @param {Place} b
 * @param {number} bend
 * @returns {Place[]}
 */
function curve(a, b, bend) {
  const { x, y } = viaOf(a, b, bend);
  return Array.from({ length: 15 }, (_, i) => {
    const t = (i + 1) / 16;
    const [start, middle, end] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: start * a.x + middle * x + end * b.x, y: start * a.y + middle * y + end * b.y };
  });
}

/**
 * @param {Place} node
 * @param {Place} at
 */
const isOn = (node, at) => Math.hypot(node.x - at.x, node.y - at.y) < geometry.radius + 4;

/**
 * How far points are outside a card; inside, less than nothing.
 * @param {number} x
 * @param {number} y
 * @param {number} across
 * @param {number} down
 * @returns {(point: number[]) => number}
 */
const beyondCard = (x, y, across, down) => (point) =>
  Math.max(Math.abs(point[0] - x) - across, Math.abs(point[1] - y) - down);

/**
 * @param {VisBodyEdge} edge
 * @returns {[number, number][]}
 */
function circlePoints(edge) {
  const [cx, cy, r] = edge.edgeType._getCircleData();
  return Array.from(
    { length: 25 },
    (_, i) => [cx + r * Math.cos((i * Math.PI) / 12), cy + r * Math.sin((i * Math.PI) / 12)],
  );
}
