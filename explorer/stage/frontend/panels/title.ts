// The title of the graph, in the row of the tools, where it can be typed anew.
import { giveKeysBack, h } from '../page/dom.ts';
import { listen, type Store } from '../store.ts';

const LONGEST = 100; // characters

/** The open document, which has a title. */
interface Titled {
  title: () => string;
  rename: (title: string) => void;
}

export class Title {
  heading: HTMLElement = h('h2');
  field: HTMLInputElement = h('input', {
    name: 'title',
    maxLength: LONGEST,
    autocomplete: 'off',
    hidden: true,
    ariaLabel: 'Title',
  });

  /** @param element beside the tools */
  constructor(readonly element: HTMLElement, readonly store: Store, readonly document: Titled) {
    element.append(this.heading, this.field);
    this.field.addEventListener('blur', () => this.close(true));
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      this.close(event.key === 'Enter');
      giveKeysBack(element);
    });
    listen(store.edit, () => this.show());
  }

  show() {
    const title = this.document.title();
    this.heading.textContent = title;
    this.store.title.value = title;
    this.heading.title = title;
    this.element.hidden = !title;
    this.element.closest('.stage')?.setAttribute('aria-label', title ? `Game graph: ${title}` : 'Game graph');
  }

  open() {
    this.toggle(true);
    this.field.value = this.document.title();
    this.field.focus();
    this.field.select();
  }

  close(keeps: boolean) {
    if (this.field.hidden) return;
    if (keeps) this.take();
    this.toggle(false);
    this.show();
  }

  // What is being typed is the title from now on.
  take() {
    const name = this.field.value.trim();
    if (!this.field.hidden && name && name !== this.document.title()) this.document.rename(name);
  }

  toggle(isTyping: boolean) {
    this.field.hidden = !isTyping;
    this.heading.hidden = isTyping;
  }
}
