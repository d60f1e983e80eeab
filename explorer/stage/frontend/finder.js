// Find a node by name: a field with a list of what fits, from the keyboard alone.
import { closestTo, h } from './dom.js';

const MOST = 12;

export class Finder {
  /** @type {HTMLElement} */
  element;
  /** @type {() => [string, string][]} */
  names;
  /** @type {(id: string) => void} */
  found;
  /** @type {() => void} */
  closed;
  /** @type {number} the entry that is marked */
  at = 0;
  /** @type {string[]} */
  ids = [];
  /** @type {HTMLInputElement} */
  field;
  /** @type {HTMLElement} */
  list;

  /**
   * `names` gives all [id, name]; `found` is called with the id that was chosen.
   * @param {HTMLElement} element
   * @param {{ names: () => [string, string][], found: (id: string) => void, closed: () => void }} tools
   */
  constructor(element, { names, found, closed }) {
    this.element = element;
    this.names = names;
    this.found = found;
    this.closed = closed;
    this.field = h('input', {
      type: 'search',
      placeholder: 'Find a node by name',
      autocomplete: 'off',
      spellcheck: false,
    });
    this.field.setAttribute('aria-label', 'Find a node by name');
    this.list = h('ul', { role: 'listbox' });
    element.append(this.field, this.list);
    this.field.addEventListener('input', () => this.search());
    this.field.addEventListener('keydown', (event) => this.key(event));
    this.field.addEventListener('blur', () => this.close(false));
    this.list.addEventListener('pointerdown', (event) => {
      const item = closestTo(event, '[data-id]');
      if (item) this.take(item.dataset.id ?? '');
    });
  }

  open() {
    this.element.hidden = false;
    this.field.value = '';
    this.search();
    this.field.focus();
  }

  // Names that begin with what was typed come first, then those that hold it.
  search() {
    const wanted = this.field.value.trim().toLowerCase();
    const all = this.names();
    const ranked = all.map(([id, name]) => ({
      id,
      name,
      rank: Math.min(...[id, name].map((text) => rank(text.toLowerCase(), wanted))),
    }));
    const fits = ranked.filter((each) => each.rank < Infinity).sort((one, other) => one.rank - other.rank);
    this.ids = fits.slice(0, MOST).map(({ id }) => id);
    this.at = 0;
    const more = fits.length > MOST
      ? [h('li', { className: 'more', textContent: `… and ${(fits.length - MOST).toLocaleString('en')} more` })]
      : [];
    const rows = fits.slice(0, MOST).map(({ id, name }) => {
      const row = h('li', { textContent: name === id ? id : `${name} (${id})` });
      row.dataset.id = id;
      row.setAttribute('role', 'option');
      return row;
    });
    this.list.replaceChildren(
      ...(rows.length ? rows : [h('li', { className: 'more', textContent: 'No node has this name.' })]),
      ...more,
    );
    this.mark();
  }

  mark() {
    this.list.querySelectorAll('[data-id]').forEach((row, i) => row.setAttribute('aria-selected', `${i === this.at}`));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.ids.length) {
      this.at = (this.at + step + this.ids.length) % this.ids.length;
      this.mark();
      event.preventDefault();
    }
    if (event.key === 'Enter' && this.ids.length) this.take(this.ids[this.at]);
    if (event.key === 'Escape') this.close();
  }

  /** @param {string} id */
  take(id) {
    this.close();
    this.found(id);
  }

  /** @param {boolean} [back] */
  close(back = true) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) this.closed();
  }
}

/**
 * @param {string} text
 * @param {string} wanted
 */
const rank = (
  text,
  wanted,
) => (text === wanted ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : Infinity);
