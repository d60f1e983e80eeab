// The menu of the documents that this browser keeps, the offer to go on with the last one, and the way back from a
// delete.
import { icon } from './icons.js';
import { Autosave } from './autosave.js';
import { focusedBeside, h, targetOf } from './dom.js';
import { takeDrags } from './drags.js';
import { counted } from './edit_words.js';

/**
 * @import { Icon } from './icons.js'
 * @import { StageData } from './messages.d.ts'
 * @import { Shower } from './autosave.js'
 * @import { Steps, StoredRow } from './types.d.ts'
 */

const UNDO_FOR = 8000; // ms
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];
const TIMES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export class Documents {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  undoTimer;
  /** @type {boolean} */
  isBinOpen = false;
  /** @type {boolean} */
  isPressed = false;
  /** @type {boolean} whether the menu is to be drawn anew after the press */
  isDue = false;

  /**
   * `button` opens the menu; menu, offer and undo are put into `view`; `changed()` is called when the open document
   * may have got another title.
   * @param {Shower} shower
   * @param {{ button: HTMLElement, view: HTMLElement, changed: () => void }} where
   */
  constructor(shower, { button, view, changed }) {
    this.button = button;
    this.menu = h('div', { className: 'documents', role: 'dialog', ariaLabel: 'Documents', hidden: true });
    this.offerBox = h('div', { className: 'offer', role: 'region', ariaLabel: 'Last document', hidden: true });
    this.undoBox = h('div', { className: 'undo-box', role: 'status', hidden: true });
    view.append(this.menu, this.offerBox, this.undoBox);
    this.autosave = new Autosave(shower, {
      changed: () => {
        this.changed();
        changed();
      },
      offer: (row, fileChanged) => this.offer(row, fileChanged),
    });
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', () => (this.menu.hidden ? this.openMenu() : this.close()));
    view.addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.menu)) this.menu.hidden = true;
    }, true);
    takeDrags(this.menu, () => this.press(), { alone: false });
    this.menu.addEventListener('keydown', (event) => this.key(event));
    this.menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== button && !this.menu.contains(/** @type {Node} */ (relatedTarget))) {
        this.menu.hidden = true;
      }
    });
  }

  // ---- what the stage tells

  /**
   * @param {StageData} data
   * @param {Steps | undefined} history
   */
  loaded(data, history) {
    if (!data.again) this.offer(undefined);
    return this.autosave.loaded(data, history);
  }

  edited() {
    this.offer(undefined);
    this.autosave.edited();
  }

  flush() {
    this.autosave.flush();
  }
  /** @param {string} name of the open document */
  rename(name) {
    return this.autosave.rename(/** @type {string} */ (this.autosave.open.key), name);
  }
  get title() {
    return this.autosave.title;
  }
  get isKept() {
    return this.autosave.open.key !== null;
  }
  /** Whether the browser takes documents, as far as is known. */
  get isKeeping() {
    return !this.autosave.store.told;
  }
  get isEdited() {
    return this.autosave.open.edited;
  }

  // ---- the menu

  openMenu() {
    this.menu.hidden = false;
    this.draw();
    (this.menuItem('[aria-current=true]') ?? this.menuItem('button'))?.focus();
  }

  close() {
    this.menu.hidden = true;
    this.button.focus();
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  menuItem(selector) {
    return this.menu.querySelector(selector);
  }

  // Not while a name is being typed, and not under the hand.
  changed() {
    if (!this.menu || this.menu.hidden || this.menu.querySelector('input')) return;
    if (this.isPressed) this.isDue = true;
    else this.draw();
  }

  // What is pressed stays until it has had its click.
  press() {
    this.isPressed = true;
    const released = () => {
      this.isPressed = false;
      if (this.isDue) this.changed();
      this.isDue = false;
    };
    return { move: () => {}, end: () => setTimeout(released) };
  }

  // The focus stays where it is: on the same button of the same document, or else on the list.
  draw() {
    const focused = focusedBeside(this.menu);
    const held = this.menu.contains(focused) ? focused?.dataset.id : undefined;
    const { store } = this.autosave;
    const { reason } = store;
    const newest = store.newest();
    const make = this.iconButton('add', 'New document', () => {
      this.close();
      this.autosave.openNew();
    });
    const empty = reason
      ? `This browser keeps no documents: ${reason}.`
      : 'What you draw, change or open from a file is kept here, in this browser, if it is drawn whole.';
    this.menu.replaceChildren(
      h('div', { className: 'head' }, h('b', { textContent: 'Documents' }), make),
      h('ul', {}, ...newest.map((row) => this.row(row))),
      ...(newest.length && !reason ? [] : [h('p', { textContent: empty })]),
      ...(store.binned.length ? [this.bin(store.binned)] : []),
    );
    if (held !== undefined) (this.menuItem(`[data-id=${CSS.escape(held)}]`) ?? make).focus();
  }

  /**
   * What was deleted.
   * @param {StoredRow[]} rows
   */
  bin(rows) {
    const summary = h('summary', { textContent: `Bin (${rows.length})` });
    const bin = h('details', { open: this.isBinOpen }, summary, h('ul', {}, ...rows.map((row) => this.binned(row))));
    bin.addEventListener('toggle', () => {
      this.isBinOpen = bin.open;
    });
    return bin;
  }

  /** @param {StoredRow} row */
  binned({ key, title, nodes, binned = 0 }) {
    const { autosave } = this;
    const words = h('b', { textContent: title });
    const about = h('small', { textContent: `${sizeOf({ nodes })} · deleted ${ago(binned)}` });
    return h(
      'li',
      {},
      h('span', { className: 'gone', title }, words, about),
      this.iconButton('undo', `Bring ${title} back`, () => autosave.bringBack(key), key),
      this.iconButton('bin', `Delete ${title} for good`, () => autosave.store.remove(key), key),
    );
  }

  /** @param {StoredRow} row */
  row(row) {
    const isOpen = row.key === this.autosave.open.key;
    const title = isOpen ? this.autosave.title : row.title;
    const open = h(
      'button',
      { type: 'button', className: 'title', title },
      h('b', { textContent: title }),
      h('small', { textContent: `${sizeOf(row)} · ${isOpen ? 'open' : ago(row.changed)}` }),
    );
    open.dataset.id = `open ${row.key}`;
    open.setAttribute('aria-current', `${isOpen}`);
    open.addEventListener('click', () => {
      this.close();
      this.autosave.openKept(row.key);
    });
    const item = h(
      'li',
      {},
      open,
      this.iconButton('duplicate', `Duplicate ${title}`, () => this.autosave.duplicate(row.key), row.key),
      this.iconButton('rename', `Rename ${title}`, () => this.typeName(item, row.key, title), row.key),
      this.iconButton('bin', `Delete ${title}`, () => this.remove(row.key, title), row.key),
    );
    return item;
  }

  /**
   * @param {Icon} name
   * @param {string} title
   * @param {() => void} act
   * @param {string} [key]
   */
  iconButton(name, title, act, key = '') {
    const button = h('button', { type: 'button', title, ariaLabel: title, innerHTML: icon(name) });
    button.dataset.id = `${name} ${key}`;
    button.addEventListener('click', act);
    return button;
  }

  /**
   * @param {HTMLElement} item
   * @param {string} key
   * @param {string} title
   */
  typeName(item, key, title) {
    const input = h('input', { value: title, maxLength: 100, ariaLabel: 'Name', autocomplete: 'off' });
    let done = false; // taking the input away takes its focus, too
    /** @param {boolean} keep */
    const finish = async (keep) => {
      if (done) return;
      done = true;
      const name = input.value.trim();
      if (keep && name && name !== title) await this.autosave.rename(key, name);
      this.draw();
      this.menuItem(`[data-id=${CSS.escape(`open ${key}`)}]`)?.focus();
    };
    input.addEventListener('blur', () => finish(true));
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.stopPropagation();
      finish(event.key === 'Enter');
    });
    item.replaceChildren(input);
    input.select();
    input.focus();
  }

  /**
   * @param {string} key
   * @param {string} title
   */
  async remove(key, title) {
    const bringBack = await this.autosave.remove(key);
    if (!bringBack) return;
    const undo = h('button', { type: 'button', textContent: 'Undo' });
    undo.addEventListener('click', () => {
      this.undoBox.hidden = true;
      bringBack();
    });
    this.undoBox.replaceChildren(h('span', { textContent: `“${title}” is in the bin.` }), undo);
    this.undoBox.hidden = false;
    clearTimeout(this.undoTimer);
    this.undoTimer = setTimeout(() => {
      this.undoBox.hidden = true;
    }, UNDO_FOR);
  }

  /**
   * Up and down between the documents, left and right within a row.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = { ArrowUp: -4, ArrowDown: 4, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') this.close();
    if (!by || targetOf(event).matches('input')) return;
    const buttons = /** @type {HTMLElement[]} */ ([...this.menu.querySelectorAll('div + ul li button')]);
    const at = buttons.indexOf(targetOf(event));
    event.preventDefault();
    (buttons[at < 0 ? 0 : at + by] ?? (by === -4 ? this.menuItem('button') : undefined))?.focus();
  }

  // ---- the offer

  /**
   * @param {StoredRow} [row]
   * @param {boolean} [fileChanged]
   */
  offer(row, fileChanged = false) {
    this.offerBox.hidden = !row;
    if (!row) return;
    const open = h('button', { type: 'button', textContent: 'Open' });
    const decline = h('button', { type: 'button', textContent: 'Not now' });
    open.addEventListener('click', () => this.autosave.openKept(row.key));
    decline.addEventListener('click', () => this.offer(undefined));
    const title = h('b', { title: row.title, textContent: row.title });
    this.offerBox.replaceChildren(
      h(
        'span',
        {},
        fileChanged ? 'The file has changed on disk. Continue with your edited “' : 'Continue with “',
        title,
        `” (${sizeOf(row)}, changed ${ago(row.changed)})?`,
      ),
      open,
      decline,
    );
  }
}

/** @param {{ nodes: number }} row */
const sizeOf = ({ nodes }) => counted(nodes, 'node');

/**
 * How long ago something was changed, in words.
 * @param {number} time
 */
export function ago(time, now = Date.now()) {
  const past = now - time;
  const found = UNITS.find(([, least]) => past >= least);
  if (!found) return 'just now';
  const [unit, length] = found;
  return TIMES.format(-Math.floor(past / length), unit);
}
