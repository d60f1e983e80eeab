// What the program asks to have done to the document, as `Stage.order` in stage.py describes it, as one edit. Unknown
// nodes are passed over: the user may have deleted them meanwhile.
import type { Document } from './document.ts';
import type { Order } from '../messages.ts';
import type { Place } from './types.ts';

export function applyOrders(document: Document, orders: readonly Order[]) {
  document.edit(() => orders.forEach((order) => apply(document, order)));
}

function apply(document: Document, order: Order) {
  if (order.do === 'describe') {
    document.setMeta(order.fields);
    return;
  }
  const known = Object.entries(order.places).filter(([id]) => document.nodes.has(id));
  document.move(known.map(([id, [x, y]]): [string, Place] => [id, { x, y }]));
}
