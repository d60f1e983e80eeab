// A line in the view on a possible action, until it was done.
import { byHand, h, isByFinger } from '../page/dom.ts';
import { icon } from '../page/icons.ts';
import { listen, type Store } from '../store.ts';

export class Hint {
  constructor(readonly element: HTMLElement, store: Store) {
    for (const source of [store.edit, store.picked]) listen<unknown>(source, () => this.hide());
    listen(store.moment, (moment) => moment?.isHere && this.hide(moment.step > 0));
  }

  hide(isDone = true) {
    this.element.classList.toggle('gone', isDone);
  }

  /**
   * What is said of steps is seen only while there are some. Where there may be no keys, it names the button for the
   * next step, and taps instead of clicks.
   */
  show(hint: string) {
    const [, press = '', ofSteps = '', rest = ''] = /^(?:(Press )→( [^.]*\.\s*))?(.*)$/s.exec(byHand(hint)) ?? [];
    const next = isByFinger()
      ? h('span', { role: 'img', ariaLabel: 'Next step', className: 'button', innerHTML: icon('next') })
      : '→';
    const parts = [press && h('span', { className: 'of-steps' }, press, next, ofSteps), rest];
    this.element.replaceChildren(...parts.filter(Boolean));
    this.element.classList.toggle('of-steps', !rest);
  }
}
