// A menu that opens at a place of the stage: for the right mouse button, a long press, and the buttons that have
// choices.
import { giveKeysBack, h, targetOf } from '../page/dom.ts';
import type { MenuEntry } from '../page/types.ts';
import type { Place } from '../model/types.ts';

export class Menu {
  constructor(readonly element: HTMLElement) {
    element.setAttribute('role', 'menu');
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('focusout', (event) => {
      if (!element.contains(event.relatedTarget as Node | null)) this.close(false);
    });
    element.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /**
   * Entries are { title, hint, run, pressed } or '-' for a line; empty stretches between lines are left out. Without
   * an entry no menu opens.
   */
  open(entries: MenuEntry[], { x, y }: Place) {
    const shown = entries.filter((entry, i) =>
      entry !== '-' || (i > 0 && entries[i - 1] !== '-' && entries.slice(i).some((each) => each !== '-'))
    );
    if (!shown.length) return this.close();
    this.element.replaceChildren(...shown.map((entry) => (entry === '-' ? h('hr') : this.item(entry))));
    this.element.hidden = false;
    const room = this.element.parentElement as HTMLElement;
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = `${Math.max(4, Math.min(x, room.clientWidth - offsetWidth - 4))}px`;
    this.element.style.top = `${Math.max(4, Math.min(y, room.clientHeight - offsetHeight - 4))}px`;
    this.element.querySelector('button')?.focus({ preventScroll: true });
  }

  item({ title, hint = '', run, pressed }: Exclude<MenuEntry, '-'>) {
    const item = h('button', { type: 'button' }, h('span', { textContent: title }), h('kbd', { textContent: hint }));
    item.setAttribute('role', pressed === undefined ? 'menuitem' : 'menuitemradio');
    if (pressed !== undefined) item.setAttribute('aria-checked', `${pressed}`);
    item.addEventListener('click', () => {
      this.close();
      run();
    });
    return item;
  }

  key(event: KeyboardEvent) {
    const items = [...this.element.querySelectorAll('button')] as HTMLElement[];
    const at = items.indexOf(targetOf(event));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    if (event.key === 'Escape' || event.key === 'Tab') this.close();
    if (next !== undefined || event.key === 'Escape') event.preventDefault();
  }

  close(back = true) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) giveKeysBack(this.element);
  }
}
