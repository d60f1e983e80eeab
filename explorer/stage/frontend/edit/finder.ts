// Find a node by name: a field with a list of what fits, from the keyboard alone.
import { closestTo, giveKeysBack, h } from '../page/dom.ts';
import type { Expander } from './expander.ts';
import type { Store } from '../store.ts';

const MOST = 12;

export class Finder {
  at = 0; // the entry that is marked
  ids: (string | undefined)[] = []; // undefined stands for all nodes that are not on the canvas
  rows: HTMLElement[] = [];
  wanted: { title: string; found: (id: string) => void } | undefined;

  field: HTMLInputElement;
  list: HTMLUListElement;

  /** @param expander looks for a name among all nodes, where not all are on the canvas */
  constructor(readonly element: HTMLElement, readonly store: Store, readonly expander: Expander) {
    this.field = h('input', {
      type: 'search',
      autocomplete: 'off',
      spellcheck: false,
    });
    this.list = h('ul', { role: 'listbox', id: 'found', ariaLabel: 'Nodes found' });
    for (const [name, value] of [['role', 'combobox'], ['aria-controls', 'found'], ['aria-expanded', 'true']]) {
      this.field.setAttribute(name, value);
    }
    element.append(this.field, this.list);
    this.field.addEventListener('input', () => this.search());
    this.field.addEventListener('keydown', (event) => this.key(event));
    this.field.addEventListener('blur', () => this.close(false));
    this.list.addEventListener('pointerdown', (event) => {
      const item = closestTo(event, '[role=option]');
      if (item) this.take(this.ids[this.rows.indexOf(item)]);
    });
  }

  /** For a node to be found or, with a `title`, to be chosen for something else. */
  open(wanted?: { title: string; found: (id: string) => void }) {
    this.wanted = wanted;
    this.field.placeholder = this.field.ariaLabel = wanted?.title ?? 'Find a node by name';
    this.element.hidden = false;
    this.field.value = '';
    this.search();
    this.field.focus();
  }

  // Names that begin with what was typed come first, then those that hold it.
  search() {
    const wanted = this.field.value.trim().toLowerCase();
    const ranked = this.expander.looks.nodes.map(({ id, label: name = id }) => ({
      id,
      name,
      rank: Math.min(...[id, name].map((text) => rank(text.toLowerCase(), wanted))),
    }));
    const fits = ranked.filter((each) => each.rank < Infinity).sort((one, other) => one.rank - other.rank);
    const first = fits.slice(0, MOST);
    this.ids = first.map(({ id }) => id);
    this.rows = first.map(({ id, name }) => option(name === id ? id : `${name} (${id})`));
    if (wanted && this.expander.part.there && fits[0]?.rank !== 0) {
      this.ids.unshift(undefined);
      this.rows.unshift(option(`Look for “${this.field.value.trim()}” among all nodes`));
    }
    this.at = 0;
    const more = fits.length > MOST ? [note(`… and ${(fits.length - MOST).toLocaleString('en')} more`)] : [];
    this.list.replaceChildren(
      ...(this.rows.length ? this.rows : [note('No node on the canvas has this name.')]),
      ...more,
    );
    this.mark();
  }

  mark() {
    this.rows.forEach((row, i) => {
      row.id = `found-${i}`;
      row.setAttribute('aria-selected', `${i === this.at}`);
    });
    if (this.rows.length) this.field.setAttribute('aria-activedescendant', `found-${this.at}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  key(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.ids.length) {
      this.at = (this.at + step + this.ids.length) % this.ids.length;
      this.mark();
      event.preventDefault();
    }
    if (event.key === 'Enter' && this.ids.length) this.take(this.ids[this.at]);
    if (event.key === 'Escape') this.close();
  }

  take(id: string | undefined) {
    this.close();
    if (id === undefined) this.expander.ask('find', this.field.value.trim());
    else if (this.wanted) this.wanted.found(id);
    else this.store.actions.choose(id);
  }

  close(back = true) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) giveKeysBack(this.element);
  }
}

const note = (textContent: string) => h('li', { className: 'more', role: 'presentation', textContent });

function option(textContent: string) {
  const row = h('li', { textContent });
  row.setAttribute('role', 'option');
  return row;
}

const rank = (
  text: string,
  wanted: string,
) => (text === wanted ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : Infinity);
