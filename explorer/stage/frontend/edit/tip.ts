// A description of the node or move under the pointer, beside it.
import { listen, type Store } from '../store.ts';
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { Expander } from './expander.ts';
import type { Inspector } from './inspector.tsx';
import type { Picker } from './picker.ts';

/** Parts of the stage that know what is there and what a click does. */
interface Needs {
  store: Store;
  canvas: Canvas;
  expander: Expander;
  picker: Picker;
  inspector: Inspector;
}

export class Tip {
  constructor(
    readonly element: HTMLElement,
    readonly needs: Needs,
  ) {
    const { pointed, legendDue } = needs.store;
    // A step or an edit changes what there is to say, and the view moves.
    for (const source of [pointed, legendDue]) listen<unknown>(source, () => this.show());
  }

  show() {
    const { element, needs: { store, canvas, expander, picker, inspector } } = this;
    const { value: pointed } = store.pointed;
    const node = pointed && canvas.nodeAt(pointed.at);
    const isThere = (node ?? canvas.hovered) === pointed?.id;
    element.hidden = !pointed || inspector.id.value !== undefined || !isThere;
    if (element.hidden || !pointed) return;
    const { id, at } = pointed;
    if (node === undefined) element.textContent = canvas.looks.moves.describe(id);
    else {
      const offer = picker.canPick(id) ? 'Click to play' : expander.hint(id);
      element.textContent = [canvas.looks.describe(id), offer].filter(Boolean).join(' · ');
    }
    element.style.left = `${Math.min(at.x + 14, canvas.element.clientWidth - 260)}px`;
    element.style.top = `${at.y + 18}px`;
  }
}
