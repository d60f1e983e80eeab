// The node that is chosen: here, and lit up in all stages that show nodes of one graph.

/**
 * @import { Stage } from './stage.js'
 * @import { GameNode, Renamed } from './types.d.ts'
 */

export class Selection {
  /** @type {Stage} */
  stage;
  /** @type {Map<string, Stage>} every stage of the page, by id, this one too */
  others;
  /** @type {string | undefined} */
  id;

  /**
   * @param {Stage} stage
   * @param {Map<string, Stage>} others
   */
  constructor(stage, others) {
    this.stage = stage;
    this.others = others; // every stage of the page, by id, this one too
    this.id = undefined;
  }

  /**
   * @param {string} [id]
   * @param {boolean} [centre]
   */
  choose(id, centre = false) {
    this.stage.canvas.select(id);
    this.is(id, centre);
  }

  /**
   * What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
   * @param {string | undefined} id
   * @param {boolean} [centre]
   */
  is(id, centre = false) {
    const { panel, frames, document } = this.stage;
    this.id = id;
    panel.showFocus(id ?? frames?.focus, frames, document);
    if (centre && id !== undefined && document.nodes.has(id)) this.reveal(id);
    const original = (id === undefined ? undefined : document.nodes.get(id)?.of) ?? id;
    for (const stage of this.others.values()) stage.selection.light(original, stage === this.stage ? id : undefined);
  }

  /**
   * After an edit that may have renamed or deleted it.
   * @param {Renamed} renamed
   */
  follow(renamed) {
    this.id = renamed(this.id);
    if (this.id !== undefined && !this.stage.document.nodes.has(this.id)) this.id = undefined;
  }

  /**
   * Marks the node, or in a tree all copies of it and, if one copy was chosen, the path to that copy.
   * @param {string | undefined} original
   * @param {string | undefined} chosen
   */
  light(original, chosen) {
    const { document, looks, parent } = this.stage;
    if (!document) return;
    looks.lit = new Set();
    if (original !== undefined) {
      for (const node of document.nodes.values()) {
        if ((node.of ?? node.id) === original && (node.of !== undefined || chosen === undefined)) {
          looks.lit.add(node.id);
        }
      }
    }
    if (document.meta.tree) this.stage.bands = [...pathTo(chosen, document.nodes)];
    if (parent) this.stage.repaint();
  }

  /** @param {string} id */
  reveal(id) {
    const { canvas } = this.stage;
    const { x, y } = canvas.toDom(id);
    const { clientWidth, clientHeight } = canvas.element;
    if (x >= 40 && y >= 40 && x <= clientWidth - 40 && y <= clientHeight - 40) return;
    canvas.network.focus(id, { animation: false, scale: canvas.network.getScale() });
    canvas.keepView();
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
