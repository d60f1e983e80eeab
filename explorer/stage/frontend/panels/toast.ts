// A sentence at the edge of the view, for some seconds: what the user did was done, or was not, or is worth knowing.
import type { Insets } from '../draw/canvas/insets.ts';
import type { Timer, Tone } from '../page/types.ts';
import { listen, type Store } from '../store.ts';

const SHOWN_FOR = 5000; // ms
const BELOW = 12; // px

export class Toast {
  timer: Timer | undefined;

  constructor(readonly element: HTMLElement, store: Store, readonly insets: Insets) {
    listen(store.message, (message) => message && this.show(message.text, message.tone));
  }

  show(text: string, tone: Tone = 'refused') {
    const { element } = this;
    element.textContent = text;
    element.className = `toast ${tone}`;
    element.style.top = `${this.insets.inset.top + BELOW}px`;
    element.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      element.hidden = true;
    }, SHOWN_FOR);
  }
}
