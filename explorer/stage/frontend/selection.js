// The node that is chosen: here, and lit up in all stages that show nodes of one graph.
export class Selection {
  constructor(stage, others) {
    this.stage = stage;
    this.others = others; // every stage of the page, by id, this one too
    this.id = undefined;
  }

  choose(id, centre = false) {
    this.stage.canvas.select(id);
    this.is(id, centre);
  }

  // What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
  is(id, centre = false) {
    const { panel, frames, document } = this.stage;
    this.id = id;
    panel.showFocus(id ?? frames?.focus, frames, document);
    if (centre && id !== undefined && document.nodes.has(id)) this.reveal(id);
    const original = document.nodes.get(id)?.of ?? id;
    for (const stage of this.others.values()) stage.selection.light(original, stage === this.stage ? id : undefined);
  }

  // After an edit that may have renamed or deleted it.
  follow(renamed) {
    this.id = renamed(this.id);
    if (!this.stage.document.nodes.has(this.id)) this.id = undefined;
  }

  // Marks the node, or in a tree all copies of it and, if one copy was chosen, the path to that copy.
  light(original, chosen) {
    const { document, looks, parent } = this.stage;
    if (!document) return;
    looks.lit = new Set();
    if (original !== undefined) for (const node of document.nodes.values()) if ((node.of ?? node.id) === original && (node.of !== undefined || chosen === undefined)) looks.lit.add(node.id);
    if (document.meta.tree) this.stage.bands = [...pathTo(chosen, document.nodes)];
    if (parent) this.stage.repaint();
  }

  reveal(id) {
    const { canvas } = this.stage, { x, y } = canvas.toDom(id), { clientWidth, clientHeight } = canvas.element;
    if (x >= 40 && y >= 40 && x <= clientWidth - 40 && y <= clientHeight - 40) return;
    canvas.network.focus(id, { animation: false, scale: canvas.network.getScale() });
    canvas.keepView();
  }
}

function* pathTo(id, nodes) {
  for (let { above } = nodes.get(id) ?? {}; above !== undefined; id = above, { above } = nodes.get(id)) yield { from: above, to: id, kind: 'path' };
}
