// Find a node by name: a field with a list of what fits, from the keyboard alone.
import { h } from './panel.js';

const MOST = 12;

export class Finder {
  // `names` gives all [id, name]; `found` is called with the id that was chosen.
  constructor(element, { names, found, closed }) {
    Object.assign(this, { element, names, found, closed, at: 0, ids: [] });
    this.field = h('input', { type: 'search', placeholder: 'Find a node by name', autocomplete: 'off', spellcheck: false });
    this.field.setAttribute('aria-label', 'Find a node by name');
    this.list = h('ul', { role: 'listbox' });
    element.append(this.field, this.list);
    this.field.addEventListener('input', () => this.search());
    this.field.addEventListener('keydown', event => this.key(event));
    this.field.addEventListener('blur', () => this.close(false));
    this.list.addEventListener('pointerdown', event => { const item = event.target.closest('[data-id]'); if (item) this.take(item.dataset.id); });
  }

  open() {
    this.element.hidden = false;
    this.field.value = '';
    this.search();
    this.field.focus();
  }

  // Names that begin with what was typed come first, then those that hold it.
  search() {
    const wanted = this.field.value.trim().toLowerCase(), all = this.names();
    const fits = all.map(([id, name]) => [id, name, Math.min(...[id, name].map(text => rank(text.toLowerCase(), wanted)))]).filter(([, , place]) => place < Infinity);
    fits.sort(([, , one], [, , other]) => one - other);
    this.ids = fits.slice(0, MOST).map(([id]) => id);
    this.at = 0;
    const more = fits.length > MOST ? [h('li', { className: 'more', textContent: `… and ${(fits.length - MOST).toLocaleString('en')} more` })] : [];
    const rows = fits.slice(0, MOST).map(([id, name]) => { const row = h('li', { textContent: name === id ? id : `${name} (${id})` }); row.dataset.id = id; row.setAttribute('role', 'option'); return row; });
    this.list.replaceChildren(...(rows.length ? rows : [h('li', { className: 'more', textContent: 'No node has this name.' })]), ...more);
    this.mark();
  }

  mark() { this.list.querySelectorAll('[data-id]').forEach((row, i) => row.setAttribute('aria-selected', i === this.at)); }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.ids.length) { this.at = (this.at + step + this.ids.length) % this.ids.length; this.mark(); event.preventDefault(); }
    if (event.key === 'Enter' && this.ids.length) this.take(this.ids[this.at]);
    if (event.key === 'Escape') this.close();
  }

  take(id) { this.close(); this.found(id); }

  close(back = true) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) this.closed();
  }
}

const rank = (text, wanted) => (text === wanted ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : Infinity);
