// What the pointer is on, in words beside it.
import { listen } from '../store.ts';
import type { Stage } from '../stage.ts';

export class Tip {
  constructor(
    readonly element: HTMLElement,
    readonly needs: Pick<Stage, 'store' | 'canvas' | 'expander' | 'picker' | 'inspector'>,
  ) {
    const { pointed, legendDue } = needs.store;
    // A step or an edit changes what there is to say, and the view moves.
    for (const source of [pointed, legendDue]) listen<unknown>(source, () => this.show());
  }

  show() {
    const { element, needs: { store, canvas, expander, picker, inspector } } = this;
    const { value: pointed } = store.pointed;
    element.hidden = !pointed || inspector.id.value !== undefined || canvas.nodeAt(pointed.at) !== pointed.id;
    if (element.hidden || !pointed) return;
    const { id, at } = pointed;
    const offer = picker.canPick(id) ? 'Click to play' : expander.hint(id);
    element.textContent = [canvas.looks.describe(id), offer].filter(Boolean).join(' · ');
    element.style.left = `${Math.min(at.x + 14, canvas.element.clientWidth - 260)}px`;
    element.style.top = `${at.y + 18}px`;
  }
}
