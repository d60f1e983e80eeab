// Tells Python which node the user picked, where the stage offers nodes to pick.
const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click

export class Picker {
  constructor(stage) {
    this.stage = stage;
    this.picked = undefined;
    this.pickedAt = 0;
  }

  canPick(id) {
    const { data } = this.stage;
    return id !== undefined && Boolean(data?.picks?.includes(id));
  }

  // True if the node is one of those that are offered.
  pick(id) {
    const { stage } = this;
    const now = performance.now();
    if (!this.canPick(id)) return false;
    const picked = `${stage.seq}/${id}`;
    const isSecond = picked === this.picked && now - this.pickedAt < ONCE_WITHIN;
    this.picked = picked;
    this.pickedAt = now;
    if (isSecond) return true;
    stage.send('pick', { id, seq: stage.seq, epoch: stage.epoch, number: `${now}/${Math.random()}` });
    stage.tip();
    stage.hideHint();
    return true;
  }
}
