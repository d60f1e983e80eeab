// The node that is chosen: here, and lit up in all stages that show nodes of one graph.
import type { Canvas } from '../draw/canvas.ts';
import type { Band } from '../draw/types.ts';
import type { GameNode } from '../model/types.ts';
import type { Store } from '../store.ts';

/** What selecting needs. */
interface Needs {
  store: Store;
  canvas: Pick<Canvas, 'select' | 'reveal'>;
  all: () => Iterable<Selection>; // those of every stage of the page, this one too
  show: (id: string | undefined) => void; // called with the node of which the panel is to tell
  // Called with the nodes to be marked and, in a tree, the path to the node.
  light: (lit: Set<string>, path: Band[] | undefined) => void;
}

export class Selection {
  constructor(readonly needs: Needs) {}

  get id() {
    return this.needs.store.selected.value;
  }

  choose(id?: string, centre = false) {
    this.needs.canvas.select(id);
    this.is(id, centre);
  }

  /**
   * What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
   */
  is(id: string | undefined, centre = false) {
    const node = id === undefined ? undefined : this.needs.store.document.value?.nodes.get(id);
    this.needs.store.selected.value = id;
    this.needs.show(id);
    if (centre && node) this.needs.canvas.reveal(node.id);
    for (const each of this.needs.all()) each.light(node?.of ?? id, each === this ? id : undefined);
  }

  /** Marks the node, or in a tree all copies of it and, if one copy was chosen, the path to that copy. */
  light(original: string | undefined, chosen: string | undefined) {
    const document = this.needs.store.document.value;
    if (!document) return;
    const lit = new Set<string>();
    if (original !== undefined) {
      for (const node of document.nodes.values()) {
        if ((node.of ?? node.id) === original && (node.of !== undefined || chosen === undefined)) lit.add(node.id);
      }
    }
    this.needs.light(lit, document.meta.tree ? [...pathTo(chosen, document.nodes)] : undefined);
  }
}

function* pathTo(id: string | undefined, nodes: Map<string, GameNode>) {
  for (let to = id; to !== undefined;) {
    const from: string | undefined = nodes.get(to)?.above;
    if (from !== undefined) yield { from, to, kind: 'path' };
    to = from;
  }
}
