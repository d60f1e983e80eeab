// The scores of the last steps as a table, for a lecture: a row a step, a column a node, coloured like the nodes.
import { h } from '../page/dom.ts';
import { isLecture } from '../page/lecture.ts';
import { listen, type Store } from '../store.ts';
import type { Frames } from '../player/frames.ts';
import type { Looks } from '../draw/looks.ts';

const MOST_NODES = 8;
const MOST_ROWS = 5;

export class ScoreRows {
  constructor(readonly element: HTMLElement, readonly store: Store, readonly looks: Looks) {
    listen(store.panelDue, () => isLecture() && this.show());
  }

  /** The present step is the last row; of a long trace, steps that are not here are left out. */
  show() {
    const { frames, moment } = this.store;
    if (frames.value && moment.value?.isHere) this.fill(frames.value, moment.value.number - moment.value.step);
  }

  /** @param first the number in its run of the first step */
  fill(frames: Frames, first: number) {
    const { at } = frames;
    const nodes = this.looks.nodes.slice(0, MOST_NODES);
    const rows = [];
    for (let step = Math.max(0, at - MOST_ROWS + 1); step <= at; step++) {
      if (frames.seek(step)) {
        rows.push(this.row(`${first + step}`, nodes.map(({ id }) => this.looks.face(id)), step === at));
      }
    }
    const names = nodes.map(({ id }) => h('th', { textContent: this.looks.fixed.get(id)?.name ?? id }));
    const head = h('tr', {}, h('th', { textContent: 'step' }), ...names);
    this.element.replaceChildren(h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)));
  }

  row(name: string, faces: { text?: string; fill: string; ink: string }[], isNow: boolean) {
    const cells = faces.map(({ text = '', fill, ink }) => {
      const cell = h('td', { textContent: text });
      if (text) Object.assign(cell.style, { background: fill, color: ink });
      return cell;
    });
    return h('tr', { className: isNow ? 'now-row' : '' }, h('th', { textContent: name }), ...cells);
  }
}
