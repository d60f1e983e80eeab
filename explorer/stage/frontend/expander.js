// Asks Python to expand an open node or to show hidden successors of a node, where the stage is for that.
const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click
const PATIENCE = 5000; // ms

export class Expander {
  constructor(stage) { Object.assign(this, { stage, waiting: undefined, asked: undefined, askedAt: 0 }); }

  canExpand(id) {
    const { data, looks, part } = this.stage;
    if (!data?.expandable || id === undefined) return false;
    return part.there ? part.hiddenOf(id) > 0 : looks.isOpen(id);
  }

  // What a click does, in words.
  hint(id) {
    if (!this.canExpand(id)) return '';
    const count = this.stage.part.hiddenOf(id);
    if (!count) return 'Click to expand';
    return `${count} ${count === 1 ? 'successor is' : 'successors are'} not shown: click to show more`;
  }

  // True if the node is expanded on demand.
  expand(id) {
    const now = performance.now();
    if (!this.canExpand(id)) return false;
    if (id === this.asked && now - this.askedAt < ONCE_WITHIN) return true;
    Object.assign(this, { asked: id, askedAt: now });
    this.send('open', id);
    return true;
  }

  send(what, id) {
    const { stage } = this;
    const number = `${performance.now()}/${Math.random()}`;
    stage.send('expand', { id, what, step: stage.player.at, seq: stage.seq, epoch: stage.epoch, number });
    stage.tip();
    this.wait(id);
  }

  // Until the answer comes, the stage says what it waits for.
  wait(id) {
    clearTimeout(this.patience);
    this.waiting = id;
    if (id !== undefined) this.patience = setTimeout(() => { this.wait(); this.stage.showSaved(); }, PATIENCE);
    this.stage.showSaved();
  }

  get words() {
    if (this.waiting === undefined) return '';
    return this.stage.part.there ? 'changing what is shown…' : `expanding ${this.stage.document.nodes.get(this.waiting)?.label ?? this.waiting}…`;
  }
}
