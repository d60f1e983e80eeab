// The node that is chosen: here, and lit up in all stages that show nodes of one graph.

/**
 * @import { Canvas } from './canvas.js'
 * @import { Document } from './document.js'
 * @import { Band, GameNode, Renamed } from './types.d.ts'
 */

/**
 * What selecting needs.
 * @typedef {object} Needs
 * @property {() => Document | undefined} document
 * @property {Pick<Canvas, 'select' | 'reveal'>} canvas
 * @property {() => Iterable<Selection>} all those of every stage of the page, this one too
 * @property {(id: string | undefined) => void} show called with the node of which the panel is to tell
 * @property {(lit: Set<string>, path: Band[] | undefined) => void} light called with the nodes to be marked and, in a
 *   tree, the path to the node
 */

export class Selection {
  /** @type {string | undefined} */
  id;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /**
   * @param {string} [id]
   * @param {boolean} [centre]
   */
  choose(id, centre = false) {
    this.needs.canvas.select(id);
    this.is(id, centre);
  }

  /**
   * What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
   * @param {string | undefined} id
   * @param {boolean} [centre]
   */
  is(id, centre = false) {
    const node = id === undefined ? undefined : this.needs.document()?.nodes.get(id);
    this.id = id;
    this.needs.show(id);
    if (centre && node) this.needs.canvas.reveal(node.id);
    for (const each of this.needs.all()) each.light(node?.of ?? id, each === this ? id : undefined);
  }

  /**
   * After an edit that may have renamed or deleted it.
   * @param {Renamed} renamed
   */
  follow(renamed) {
    this.id = renamed(this.id);
    if (this.id !== undefined && !this.needs.document()?.nodes.has(this.id)) this.id = undefined;
  }

  /**
   * Marks the node, or in a tree all copies of it and, if one copy was chosen, the path to that copy.
   * @param {string | undefined} original
   * @param {string | undefined} chosen
   */
  light(original, chosen) {
    const document = this.needs.document();
    if (!document) return;
    /** @type {Set<string>} */
    const lit = new Set();
    if (original !== undefined) {
      for (const node of document.nodes.values()) {
        if ((node.of ?? node.id) === original && (node.of !== undefined || chosen === undefined)) lit.add(node.id);
      }
    }
    this.needs.light(lit, document.meta.tree ? [...pathTo(chosen, document.nodes)] : undefined);
  }
}

/**
 * @param {string | undefined} id
 * @param {Map<string, GameNode>} nodes
 */
function* pathTo(id, nodes) {
  for (let to = id; to !== undefined;) {
    /** @type {string | undefined} */
    const from = nodes.get(to)?.above;
    if (from !== undefined) yield { from, to, kind: 'path' };
    to = from;
  }
}
