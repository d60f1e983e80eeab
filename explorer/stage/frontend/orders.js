// What the program asks to have done to the document, as `Stage.order` in stage.py describes it, as one edit. Unknown
// nodes are passed over: the user may have deleted them meanwhile.
import { moveId } from './records.js';

/**
 * @import { Document } from './document.js'
 * @import { Order } from './messages.d.ts'
 * @import { GameNode, Place } from './types.d.ts'
 */

/**
 * @template {Order} Each
 * @typedef {(document: Document, order: Each, renamed: Map<string | undefined, string>) => void} Change
 */

/**
 * @param {Document} document
 * @param {readonly Order[]} orders
 */
export function applyOrders(document, orders) {
  const renamed = new Map();
  /** @param {Order} order */
  const apply = (order) => {
    const change = /** @type {Change<Order>} */ (CHANGES[order.do]);
    change(document, order, renamed);
  };
  document.edit(() => orders.forEach(apply), { renamed: (id) => renamed.get(id) ?? id });
}

/**
 * @param {Document} document
 * @param {string[]} ids
 */
const known = (document, ids) => ids.filter((id) => document.nodes.has(id));

/** @type {{ [Name in Order['do']]: Change<Extract<Order, { do: Name }>> }} */
const CHANGES = {
  place: (document, { places }) =>
    document.move(
      Object.entries(places).filter(([id]) => document.nodes.has(id)).map((
        [id, [x, y]],
      ) => /** @type {[string, Place]} */ ([id, { x, y }])),
    ),
  // `keep` names what of a node that is there was not meant to be changed: its kind, its label.
  put: (document, { node, keep = [] }) => {
    /** @type {Partial<GameNode>} */
    const old = document.nodes.get(node.id) ?? document.freePlace();
    const { player, score, open, label, ...rest } = old;
    const there = document.nodes.has(node.id);
    const { player: newPlayer, score: newScore, open: newOpen, label: newLabel, ...more } = node;
    const kind = there && keep.includes('kind')
      ? { player, score, open }
      : { player: newPlayer, score: newScore, open: newOpen };
    const said = Object.entries({ ...kind, label: there && keep.includes('label') ? label : newLabel }).filter((
      [, value],
    ) => value !== undefined);
    document.nodes.set(node.id, /** @type {GameNode} */ ({ ...rest, ...more, ...Object.fromEntries(said) }));
    if (document.root === undefined) document.setRoot(node.id);
  },
  rename: (document, { id, name }, renamed) => {
    if (document.nodes.has(id) && document.renameId(id, name) === name) renamed.set(id, name);
  },
  remove: (document, { nodes = [], moves = [] }) =>
    document.remove(known(document, nodes), moves.map((move) => moveId(...move))),
  connect: (document, { from, to }) => {
    if (known(document, [from, to]).length === 2) document.moves.set(moveId(from, to), [from, to]);
  },
  redirect: (document, { move, to }) => {
    if (known(document, to).length === 2) document.redirect(moveId(...move), to);
  },
  describe: (document, { fields }) => document.setMeta(fields),
};
