// The graph as a list: every node with what is known of it at this step and where its moves lead.  Screen readers read
// it in place of the drawing; it shows itself when the keyboard comes to it, and what is chosen in it is selected.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { focusedBeside, giveKeysBack } from '../page/dom.ts';
import { letKeysScroll } from '../page/scrolling.ts';
import { counted } from '../model/edit_words.ts';
import type { Timer } from '../page/types.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Player } from '../player/player.ts';
import { listen, type Store } from '../store.ts';

const AFTER = 120; // ms after a change; what plays is followed when it rests
const MOST = 300; // nodes that are listed
const BY = new Map([['ArrowDown', 1], ['ArrowUp', -1], ['Home', -Infinity], ['End', Infinity]]);

export class Outline {
  timer: Timer | undefined;

  constructor(
    readonly element: HTMLElement,
    readonly store: Store,
    readonly picture: Picture,
    readonly player: Player,
  ) {
    const { edit, choice, panelDue } = store;
    for (const source of [edit, choice, panelDue]) listen<unknown>(source, () => this.follow());
    render(<List outline={this} ids={[]} />, element);
  }

  // Soon after a change, and not as often as it may come.
  follow() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.player.playing) this.follow();
      else {
        this.show();
        letKeysScroll(this.element.closest('.stage') ?? this.element);
      }
    }, AFTER);
  }

  show() {
    const { element, store } = this;
    if (!store.document.value) return;
    this.nameDrawing();
    render(<List outline={this} ids={this.listed()} />, element);
    if (!element.contains(focusedBeside(element))) return;
    element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  // vis-network gives its canvas neither, but a stop of the keyboard that the stage has itself.
  nameDrawing() {
    const { looks, canvas: { element } } = this.picture;
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
    const { store, picture: { looks } } = this;
    const ids = looks.nodes.map(({ id }) => id);
    const chosen = store.selected.value;
    const first = ids.slice(0, MOST);
    return chosen === undefined || first.includes(chosen) || !looks.isThere(chosen) ? first : [...first, chosen];
  }

  /** As "a, Max to move, root, score 0, final: cannot change; moves to b, c; 2 moves to nodes that are not shown". */
  words(id: string) {
    const { looks, part } = this.picture;
    const names = looks.successorsOf(id).map((other) => this.name(other));
    const root = this.store.document.value?.root === id ? ', root' : '';
    const hidden = part.hiddenOf(id);
    const away = hidden === 1 ? 'a node that is not shown' : 'nodes that are not shown';
    return [
      `${spoken(looks.describe(id))}${root}`,
      ...(names.length ? [`moves to ${names.join(', ')}`] : []),
      ...(hidden ? [`${counted(hidden, 'move')} to ${away}`] : []),
    ].join('; ');
  }

  name(id: string) {
    return this.store.document.value?.nodes.get(id)?.label || id;
  }

  /** Up and down between the nodes, the keys of the player, and back to the canvas. */
  key(event: KeyboardEvent) {
    const by = BY.get(event.key);
    const isBack = ['Escape', 'Enter'].includes(event.key);
    if (isBack) giveKeysBack(this.element);
    else if (by !== undefined) this.go(by);
    else if (event.ctrlKey || event.metaKey || event.altKey || !this.store.actions.step(event.key)) return;
    event.preventDefault();
  }

  /** @param by rows */
  go(by: number) {
    const ids = this.listed();
    const chosen = this.store.selected.value;
    const at = chosen === undefined ? -1 : ids.indexOf(chosen);
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
    if (next === undefined) return;
    this.store.actions.choose(next);
    this.show();
  }
}

function List({ outline, ids }: { outline: Outline; ids: string[] }) {
  const { store, picture: { looks } } = outline;
  const chosen = ids.indexOf(store.selected.value ?? '');
  const more = ids.length && looks.nodes.length - ids.length;
  return (
    <Fragment>
      <div
        class='nodes'
        tabIndex={0}
        role='listbox'
        aria-label='Nodes of the graph'
        aria-activedescendant={chosen < 0 ? undefined : `node-${chosen}`}
        onKeyDown={(event) => outline.key(event)}
        onFocus={() => outline.show()}
      >
        {ids.map((id, i) => (
          <div
            key={id}
            id={`node-${i}`}
            role='option'
            data-node={id}
            aria-selected={i === chosen}
            onClick={() => store.actions.choose(id)}
          >
            {outline.words(id)}
          </div>
        ))}
      </div>
      <p>{more > 0 && `… and ${more.toLocaleString('en')} more; / finds any of them.`}</p>
    </Fragment>
  );
}

/** Return the text beside the pointer, as words that are read out. */
export const spoken = (text: string) => text.replaceAll(' · ', ', ');
