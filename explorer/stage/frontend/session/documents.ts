// The menu of the documents that this browser keeps, the offer to go on with the last one, and the way back from a
// delete.
import { type Icon, icon } from '../page/icons.ts';
import { Autosave, type Shower } from './autosave.ts';
import { focusedBeside, h, partsOf, targetOf } from '../page/dom.ts';
import { takeDrags } from '../page/drags.ts';
import { counted } from '../model/edit_words.ts';
import type { StageData } from '../messages.ts';
import type { Steps } from '../model/types.ts';
import type { StoredRow } from './types.ts';
import { listen, type Store } from '../store.ts';
import type { PythonLink } from './python_link.ts';

const UNDO_FOR = 8000; // ms
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];
const TIMES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export class Documents {
  undoTimer: ReturnType<typeof setTimeout> | undefined;
  isBinOpen = false;
  isPressed = false;
  opener: { focus: () => void } | undefined;
  isDue = false; // whether the menu is to be drawn anew after the press

  button: HTMLElement;
  menu: HTMLDivElement;
  offerBox: HTMLDivElement;
  undoBox: HTMLDivElement;
  autosave: Autosave;

  /** @param root of the stage, with a button that opens the menu, which is put into the view as offer and undo are */
  constructor(root: HTMLElement, store: Store, python: PythonLink, shower: Shower) {
    const [button, view] = ['.kept', '.view'].map(partsOf(root));
    this.button = button;
    button.hidden = false;
    this.menu = h('div', { className: 'documents', role: 'dialog', ariaLabel: 'Documents', hidden: true });
    this.offerBox = h('div', { className: 'offer', role: 'region', ariaLabel: 'Last document', hidden: true });
    this.undoBox = h('div', { className: 'undo-box', role: 'status', hidden: true });
    view.append(this.menu, this.offerBox, this.undoBox);
    this.autosave = new Autosave(shower, store, python, {
      changed: () => {
        this.changed();
        shower.renamed();
      },
      offer: (row, fileChanged) => this.offer(row, fileChanged),
    });
    listen(store.edit, () => this.edited());
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', () => (this.menu.hidden ? this.openMenu() : this.close()));
    view.addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.menu)) this.menu.hidden = true;
    }, true);
    takeDrags(this.menu, () => this.press(), { alone: false });
    this.menu.addEventListener('keydown', (event) => this.key(event));
    this.menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== button && !this.menu.contains(relatedTarget as Node)) {
        this.menu.hidden = true;
      }
    });
  }

  // ---- what the stage tells

  loaded(data: StageData, history: Steps | undefined) {
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
  /** @param name of the open document */
  rename(name: string) {
    return this.autosave.rename(this.autosave.open.key as string, name);
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

  /** @param opener gets the focus back */
  openMenu(opener: { focus: () => void } = this.button) {
    this.opener = opener;
    this.menu.hidden = false;
    this.draw();
    (this.menuItem('[aria-current=true]') ?? this.menuItem('button'))?.focus();
  }

  close() {
    this.menu.hidden = true;
    this.opener?.focus();
  }

  menuItem(selector: string): HTMLElement | null {
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

  /** What was deleted. */
  bin(rows: StoredRow[]) {
    const summary = h('summary', { textContent: `Bin (${rows.length})` });
    const bin = h('details', { open: this.isBinOpen }, summary, h('ul', {}, ...rows.map((row) => this.binned(row))));
    bin.addEventListener('toggle', () => {
      this.isBinOpen = bin.open;
    });
    return bin;
  }

  binned({ key, title, nodes, binned = 0 }: StoredRow) {
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

  row(row: StoredRow) {
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

  iconButton(name: Icon, title: string, act: () => void, key = '') {
    const button = h('button', { type: 'button', title, ariaLabel: title, innerHTML: icon(name) });
    button.dataset.id = `${name} ${key}`;
    button.addEventListener('click', act);
    return button;
  }

  typeName(item: HTMLElement, key: string, title: string) {
    const input = h('input', { value: title, maxLength: 100, ariaLabel: 'Name', autocomplete: 'off' });
    let done = false; // taking the input away takes its focus, too
    const finish = async (keep: boolean) => {
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

  async remove(key: string, title: string) {
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

  /** Up and down between the documents, left and right within a row. */
  key(event: KeyboardEvent) {
    const by = { ArrowUp: -4, ArrowDown: 4, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') this.close();
    if (!by || targetOf(event).matches('input')) return;
    const buttons = [...this.menu.querySelectorAll('div + ul li button')] as HTMLElement[];
    const at = buttons.indexOf(targetOf(event));
    event.preventDefault();
    (buttons[at < 0 ? 0 : at + by] ?? (by === -4 ? this.menuItem('button') : undefined))?.focus();
  }

  // ---- the offer

  offer(row?: StoredRow, fileChanged = false) {
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

const sizeOf = ({ nodes }: { nodes: number }) => counted(nodes, 'node');

/** How long ago something was changed, in words. */
export function ago(time: number, now = Date.now()) {
  const past = now - time;
  const found = UNITS.find(([, least]) => past >= least);
  if (!found) return 'just now';
  const [unit, length] = found;
  return TIMES.format(-Math.floor(past / length), unit);
}
