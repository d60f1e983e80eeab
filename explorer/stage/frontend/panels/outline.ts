// The graph as a list: every node with what is known of it at this step and where its moves lead.  Screen readers read
// it in place of the drawing; it shows itself when the keyboard comes to it, and what is chosen in it is selected.
import { closestTo, giveKeysBack, h } from '../page/dom.ts';
import { letKeysScroll } from '../page/scrolling.ts';
import { counted } from '../model/edit_words.ts';
import type { Timer } from '../page/types.ts';
import { listen } from '../store.ts';
import type { Stage } from '../stage.ts';

const AFTER = 120; // ms after a change; what plays is followed when it rests
const MOST = 300; // nodes that are listed
const BY = new Map([['ArrowDown', 1], ['ArrowUp', -1], ['Home', -Infinity], ['End', Infinity]]);

export class Outline {
  list: HTMLElement = h('div', { tabIndex: 0, className: 'nodes' });
  rest: HTMLElement = h('p');
  rows = new Map<string, HTMLElement>(); // the rows, by node
  made = 0; // of rows that were made: a name may have blanks, which an id may not
  timer: Timer | undefined;

  constructor(
    readonly element: HTMLElement,
    readonly needs: Pick<Stage, 'store' | 'canvas' | 'looks' | 'part' | 'player'>,
  ) {
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-label', 'Nodes of the graph');
    element.append(this.list, this.rest);
    this.list.addEventListener('keydown', (event) => this.key(event));
    this.list.addEventListener('focus', () => this.show());
    const { edit, choice, panelDue } = needs.store;
    for (const source of [edit, choice, panelDue]) listen<unknown>(source, () => this.follow());
    this.list.addEventListener('click', (event) => {
      const row = closestTo(event, '[role=option]');
      if (row?.dataset.node !== undefined) needs.store.actions.choose(row.dataset.node);
    });
  }

  // Soon after a change, and not as often as it may come.
  follow() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.needs.player.playing) this.follow();
      else {
        this.show();
        letKeysScroll(this.element.closest('.stage') ?? this.element);
      }
    }, AFTER);
  }

  show() {
    if (!this.needs.store.document.value) return;
    this.nameDrawing();
    const { looks } = this.needs;
    const ids = this.listed();
    const rows = new Map(ids.map((id) => [id, this.rows.get(id) ?? this.row(id)]));
    const isSame = rows.size === this.rows.size && ids.every((id, i) => this.list.children[i] === rows.get(id));
    if (!isSame) this.list.replaceChildren(...rows.values());
    this.rows = rows;
    for (const [id, row] of rows) this.write(row, id);
    const more = looks.nodes.length - ids.length;
    this.rest.textContent = more ? `… and ${more.toLocaleString('en')} more; / finds any of them.` : '';
    this.mark();
  }

  // vis-network gives its canvas neither, but a stop of the keyboard that the stage has itself.
  nameDrawing() {
    const { looks, canvas: { element } } = this.needs;
    const frame = element.querySelector('.vis-network');
    const canvas = element.querySelector('canvas');
    const moves = looks.nodes.reduce((sum, { id }) => sum + looks.successorsOf(id).length, 0);
    const size = `${counted(looks.nodes.length, 'node')} and ${counted(moves, 'move')}`;
    frame?.removeAttribute('tabindex');
    canvas?.setAttribute('role', 'img');
    canvas?.setAttribute('aria-label', `Drawing with ${size}; the list of nodes says the same`);
  }

  /** The first nodes, and the selected one in any case. */
  listed(): string[] {
    const { looks, store } = this.needs;
    const ids = looks.nodes.map(({ id }) => id);
    const chosen = store.selected.value;
    const first = ids.slice(0, MOST);
    return chosen === undefined || first.includes(chosen) || !looks.isThere(chosen) ? first : [...first, chosen];
  }

  row(id: string) {
    const row = h('div', { id: `node-${this.made++}` });
    row.dataset.node = id;
    row.setAttribute('role', 'option');
    return row;
  }

  write(row: HTMLElement, id: string) {
    const text = this.words(id);
    if (row.textContent !== text) row.textContent = text;
  }

  /** As "a, Max to move, root, score 0, final: cannot change; moves to b, c; 2 moves to nodes that are not shown". */
  words(id: string) {
    const { looks, part } = this.needs;
    const names = looks.successorsOf(id).map((other) => this.name(other));
    const root = this.needs.store.document.value?.root === id ? ', root' : '';
    const hidden = part.hiddenOf(id);
    const away = hidden === 1 ? 'a node that is not shown' : 'nodes that are not shown';
    return [
      `${spoken(looks.describe(id))}${root}`,
      ...(names.length ? [`moves to ${names.join(', ')}`] : []),
      ...(hidden ? [`${counted(hidden, 'move')} to ${away}`] : []),
    ].join('; ');
  }

  name(id: string) {
    return this.needs.store.document.value?.nodes.get(id)?.label || id;
  }

  // The selected node, which is where the keyboard is in the list.
  mark() {
    const chosen = this.needs.store.selected.value;
    for (const [id, row] of this.rows) row.setAttribute('aria-selected', `${id === chosen}`);
    const row = chosen === undefined ? undefined : this.rows.get(chosen);
    if (row) this.list.setAttribute('aria-activedescendant', row.id);
    else this.list.removeAttribute('aria-activedescendant');
    if (row && this.list.matches(':focus')) row.scrollIntoView({ block: 'nearest' });
  }

  /** Up and down between the nodes, the keys of the player, and back to the canvas. */
  key(event: KeyboardEvent) {
    const by = BY.get(event.key);
    const isBack = ['Escape', 'Enter'].includes(event.key);
    if (isBack) giveKeysBack(this.element);
    else if (by !== undefined) this.go(by);
    else if (event.ctrlKey || event.metaKey || event.altKey || !this.needs.store.actions.step(event.key)) return;
    event.preventDefault();
  }

  /** @param by rows */
  go(by: number) {
    const ids = [...this.rows.keys()];
    const chosen = this.needs.store.selected.value;
    const at = chosen === undefined ? -1 : ids.indexOf(chosen);
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
    if (next === undefined) return;
    this.needs.store.actions.choose(next);
    this.show();
  }
}

/** What stands beside the pointer, as words that are read out. */
export const spoken = (text: string) => text.replaceAll(' · ', ', ');
