// Asks Python to expand an open node, where the stage is for that.
const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click
const PATIENCE = 5000; // ms

export class Expander {
  constructor(stage) { Object.assign(this, { stage, waiting: undefined, asked: undefined, askedAt: 0 }); }

  canExpand(id) { return Boolean(this.stage.data?.expandable) && id !== undefined && this.stage.looks.isOpen(id); }

  // True if the node is expanded on demand.
  expand(id) {
    const { stage } = this, now = performance.now();
    if (!this.canExpand(id)) return false;
    if (id === this.asked && now - this.askedAt < ONCE_WITHIN) return true;
    Object.assign(this, { asked: id, askedAt: now });
    stage.send('expand', { id, step: stage.player.at, seq: stage.seq, epoch: stage.epoch, number: `${now}/${Math.random()}` });
    stage.tip();
    this.wait(id);
    return true;
  }

  // Until the answer comes, the stage says what it waits for.
  wait(id) {
    clearTimeout(this.patience);
    this.waiting = id;
    if (id !== undefined) this.patience = setTimeout(() => { this.wait(); this.stage.showSaved(); }, PATIENCE);
    this.stage.showSaved();
  }

  get words() { return this.waiting === undefined ? '' : `expanding ${this.stage.document.nodes.get(this.waiting)?.label ?? this.waiting}…`; }
}
