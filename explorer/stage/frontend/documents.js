// The menu of the documents that this browser keeps, the offer to go on with the last one, and the way back from a delete.
import { icon } from './icons.js';
import { Keeper } from './keeper.js';
import { h } from './panel.js';

const UNDO_FOR = 8000; // ms
const UNITS = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];
const TIMES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export class Documents {
  // `button` opens the menu; menu, offer and undo are put into `view`.
  constructor(stage, { button, view }) {
    this.button = button;
    this.menu = h('div', { className: 'documents', role: 'dialog', ariaLabel: 'Documents', hidden: true });
    this.offerBox = h('div', { className: 'offer', role: 'region', ariaLabel: 'Last document', hidden: true });
    this.undoBox = h('div', { className: 'undo-box', role: 'status', hidden: true });
    view.append(this.menu, this.offerBox, this.undoBox);
    this.keeper = new Keeper(stage, { say: text => stage.say(text), changed: () => this.changed(), offer: row => this.offer(row) });
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', () => (this.menu.hidden ? this.openMenu() : this.close()));
    view.addEventListener('pointerdown', event => { if (!event.composedPath().includes(this.menu)) this.menu.hidden = true; }, true);
    this.menu.addEventListener('keydown', event => this.key(event));
    this.menu.addEventListener('focusout', ({ relatedTarget }) => { if (relatedTarget && relatedTarget !== button && !this.menu.contains(relatedTarget)) this.menu.hidden = true; });
  }

  // ---- what the stage tells

  loaded(data, history) {
    if (!data.again) this.offer(undefined);
    return this.keeper.loaded(data, history);
  }

  edited() {
    this.offer(undefined);
    this.keeper.edited();
  }

  flush() { this.keeper.flush(); }
  get title() { return this.keeper.title; }
  get isKept() { return this.keeper.open.key !== null; }
  get isEdited() { return this.keeper.open.edited; }

  // ---- the menu

  openMenu() {
    this.menu.hidden = false;
    this.draw();
    (this.menu.querySelector('[aria-current=true]') ?? this.menu.querySelector('button')).focus();
  }

  close() {
    this.menu.hidden = true;
    this.button.focus();
  }

  // Not while a name is being typed.
  changed() { if (this.menu && !this.menu.hidden && !this.menu.querySelector('input')) this.draw(); }

  // The focus stays where it is: on the same button of the same document, or else on the list.
  draw() {
    const focused = this.menu.getRootNode().activeElement, held = this.menu.contains(focused) ? focused.dataset.id : undefined;
    const { shelf } = this.keeper, { reason } = shelf, newest = shelf.newest();
    const make = this.iconButton('add', 'New document', () => { this.close(); this.keeper.openNew(); });
    const empty = reason ? `This browser keeps no documents: ${reason}.` : 'What you draw, change or open from a file is kept here, in this browser.';
    this.menu.replaceChildren(
      h('div', { className: 'head' }, h('b', { textContent: 'Documents' }), make),
      h('ul', {}, ...newest.map(row => this.row(row))),
      ...(newest.length && !reason ? [] : [h('p', { textContent: empty })]));
    if (held !== undefined) (this.menu.querySelector(`[data-id=${CSS.escape(held)}]`) ?? make).focus();
  }

  row(row) {
    const isOpen = row.key === this.keeper.open.key, title = isOpen ? this.keeper.title : row.title;
    const open = h('button', { type: 'button', className: 'title', title }, h('b', { textContent: title }), h('small', { textContent: `${sizeOf(row)} · ${isOpen ? 'open' : ago(row.changed)}` }));
    open.dataset.id = `open ${row.key}`;
    open.setAttribute('aria-current', isOpen);
    open.addEventListener('click', () => { this.close(); this.keeper.openKept(row.key); });
    const item = h('li', {}, open,
      this.iconButton('duplicate', `Duplicate ${title}`, () => this.keeper.duplicate(row.key), row.key),
      this.iconButton('rename', `Rename ${title}`, () => this.typeName(item, row.key, title), row.key),
      this.iconButton('bin', `Delete ${title}`, () => this.remove(row.key, title), row.key));
    return item;
  }

  iconButton(name, title, act, key = '') {
    const button = h('button', { type: 'button', title, ariaLabel: title, innerHTML: icon(name) });
    button.dataset.id = `${name} ${key}`;
    button.addEventListener('click', act);
    return button;
  }

  typeName(item, key, title) {
    const input = h('input', { value: title, maxLength: 100, ariaLabel: 'Name', autocomplete: 'off' });
    let done = false; // taking the input away takes its focus, too
    const finish = async keep => {
      if (done) return;
      done = true;
      const name = input.value.trim();
      if (keep && name && name !== title) await this.keeper.rename(key, name);
      this.draw();
      this.menu.querySelector(`[data-id=${CSS.escape(`open ${key}`)}]`)?.focus();
    };
    input.addEventListener('blur', () => finish(true));
    input.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.stopPropagation();
      finish(event.key === 'Enter');
    });
    item.replaceChildren(input);
    input.select();
    input.focus();
  }

  async remove(key, title) {
    const bringBack = await this.keeper.remove(key);
    if (!bringBack) return;
    const undo = h('button', { type: 'button', textContent: 'Undo' });
    undo.addEventListener('click', () => { this.undoBox.hidden = true; bringBack(); });
    this.undoBox.replaceChildren(h('span', { textContent: `“${title}” was deleted.` }), undo);
    this.undoBox.hidden = false;
    clearTimeout(this.undoTimer);
    this.undoTimer = setTimeout(() => { this.undoBox.hidden = true; }, UNDO_FOR);
  }

  // Up and down between the documents, left and right within a row.
  key(event) {
    const by = { ArrowUp: -4, ArrowDown: 4, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') this.close();
    if (!by || event.target.matches('input')) return;
    const buttons = [...this.menu.querySelectorAll('li button')], at = buttons.indexOf(event.target);
    event.preventDefault();
    (buttons[at < 0 ? 0 : at + by] ?? (by === -4 ? this.menu.querySelector('button') : undefined))?.focus();
  }

  // ---- the offer

  offer(row) {
    this.offerBox.hidden = !row;
    if (!row) return;
    const open = h('button', { type: 'button', textContent: 'Open' }), decline = h('button', { type: 'button', textContent: 'Not now' });
    open.addEventListener('click', () => this.keeper.openKept(row.key));
    decline.addEventListener('click', () => this.offer(undefined));
    const title = h('b', { title: row.title, textContent: row.title });
    this.offerBox.replaceChildren(h('span', {}, 'Continue with “', title, `” (${sizeOf(row)}, changed ${ago(row.changed)})?`), open, decline);
  }
}

const sizeOf = ({ nodes }) => (nodes === 1 ? '1 node' : `${nodes.toLocaleString('en')} nodes`);

function ago(time) {
  const past = Date.now() - time, [unit, length] = UNITS.find(([, least]) => past >= least) ?? [];
  return unit ? TIMES.format(-Math.floor(past / length), unit) : 'just now';
}
