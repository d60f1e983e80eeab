// The node that is chosen: here, and lit up in all stages that show nodes of one graph.
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { Meta } from '../messages.ts';
import type { GameNode } from '../model/types.ts';
import { listen, type Store } from '../store.ts';

export class Selection {
  /** @param peers the stages of the page, this one among them */
  constructor(
    readonly store: Store,
    readonly canvas: Pick<Canvas, 'select' | 'selectAll' | 'reveal' | 'chosen' | 'chosenMoves' | 'looks'>,
    readonly peers: Map<string, { selection: Selection }>,
  ) {
    listen(store.moment, (moment) => {
      if (moment?.isHere && this.id !== undefined && !canvas.looks.isThere(this.id)) this.choose();
    });
  }

  get id() {
    return this.store.selected.value;
  }

  choose(id?: string, centre = false) {
    this.canvas.select(id);
    this.is(id, centre);
  }

  /** Nodes and moves; of the first node the panel tells. */
  several(ids: string[], moves: string[] = []) {
    this.canvas.selectAll(ids, moves);
    this.is(ids[0]);
  }

  /**
   * What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
   */
  is(id: string | undefined, centre = false) {
    const { store, canvas, peers } = this;
    const node = id === undefined ? undefined : store.document.value?.nodes.get(id);
    store.selected.value = id;
    store.choice.value = { nodes: canvas.chosen, moves: canvas.chosenMoves };
    if (centre && node) canvas.reveal(node.id);
    const original = node && store.document.value ? originOf(node, store.document.value.meta) : undefined;
    for (const { selection } of peers.values()) selection.light(original ?? id, selection === this ? id : undefined);
  }

  /** Marks the node, or in a tree or under a rule about repetition all copies of it and, if one copy was chosen, the path to that copy. */
  light(original: string | undefined, chosen: string | undefined) {
    const document = this.store.document.value;
    if (!document || !this.store.isHere) return;
    const lit = new Set<string>();
    if (original !== undefined) {
      for (const node of document.nodes.values()) {
        const of = originOf(node, document.meta);
        if ((of ?? node.id) === original && (of !== undefined || chosen === undefined)) lit.add(node.id);
      }
    }
    this.store.lit.value = { nodes: lit, path: document.meta.tree ? [...pathTo(chosen, document.nodes)] : undefined };
  }
}

/** The position that a node is a copy of; undefined for a node that is no copy. */
function originOf({ of, origin }: GameNode, { repetition }: Meta) {
  return of ?? (repetition ? origin : undefined);
}

function* pathTo(id: string | undefined, nodes: Map<string, GameNode>) {
  for (let to = id; to !== undefined;) {
    const from: string | undefined = nodes.get(to)?.above;
    if (from !== undefined) yield { from, to, kind: 'path' };
    to = from;
  }
}
