// What the program asks to have done to the document, as `Stage.order` in stage.py describes it, as one edit. Unknown
// nodes are passed over: the user may have deleted them meanwhile.
import { moveId } from './records.ts';
import type { Document } from './document.ts';
import type { Order } from '../messages.ts';
import type { GameNode, Place } from './types.ts';

type Change<Each> = (document: Document, order: Each, renamed: Map<string | undefined, string>) => void;

export function applyOrders(document: Document, orders: readonly Order[]) {
  const renamed = new Map();
  const apply = (order: Order) => {
    const change = CHANGES[order.do] as Change<Order>;
    change(document, order, renamed);
  };
  document.edit(() => orders.forEach(apply), { renamed: (id) => renamed.get(id) ?? id });
}

const known = (document: Document, ids: string[]) => ids.filter((id) => document.nodes.has(id));

const CHANGES: { [Name in Order['do']]: Change<Extract<Order, { do: Name }>> } = {
  place: (document, { places }) =>
    document.move(
      Object.entries(places).filter(([id]) => document.nodes.has(id)).map((
        [id, [x, y]],
      ) => [id, { x, y }] as [string, Place]),
    ),
  // `keep` names what of a node that is there was not meant to be changed: its kind, its label.
  put: (document, { node, keep = [] }) => {
    const old: Partial<GameNode> = document.nodes.get(node.id) ?? document.freePlace();
    const { player, score, open, label, ...rest } = old;
    const there = document.nodes.has(node.id);
    const { player: newPlayer, score: newScore, open: newOpen, label: newLabel, ...more } = node;
    const kind = there && keep.includes('kind')
      ? { player, score, open }
      : { player: newPlayer, score: newScore, open: newOpen };
    const said = Object.entries({ ...kind, label: there && keep.includes('label') ? label : newLabel }).filter((
      [, value],
    ) => value !== undefined);
    document.nodes.set(node.id, { ...rest, ...more, ...Object.fromEntries(said) } as GameNode);
    if (document.root === undefined) document.setRoot(node.id);
  },
  rename: (document, { id, name }, renamed) => {
    if (document.nodes.has(id) && document.renameId(id, name) === name) renamed.set(id, name);
  },
  remove: (document, { nodes = [], moves = [] }) =>
    document.remove(known(document, nodes), moves.map((move) => moveId(...move))),
  connect: (document, { from, to }) => {
    const isNew = known(document, [from, to]).length === 2 && !document.moves.has(moveId(from, to));
    if (isNew) document.moves.set(moveId(from, to), [from, to]);
  },
  redirect: (document, { move, to }) => {
    if (known(document, to).length === 2) document.redirect(moveId(...move), to);
  },
  describe: (document, { fields }) => document.setMeta(fields),
};
