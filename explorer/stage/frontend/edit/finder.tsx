// Find a node by name: a field in the tab Node with a list of what fits, from the keyboard alone.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import { giveKeysBack } from '../page/dom.ts';
import type { Expander } from './expander.ts';
import { effect, signal, type Store } from '../store.ts';

const MOST = 12;

/** The purpose of a search, if it is not to show the node. */
type Purpose = { title: string; choose: (id: string) => void };

export class Finder {
  purpose = signal<Purpose | undefined>(undefined);
  isOpen = signal(false); // which the panel is shown for
  typed = signal('');
  at = signal(0); // the entry that is marked
  back: (() => void) | undefined; // has the panel as it was

  /**
   * @param root of the stage
   * @param expander looks for a name among all nodes, where not all are on the canvas
   */
  constructor(readonly root: HTMLElement, readonly store: Store, readonly expander: Expander) {
    effect(() => {
      root.classList.toggle('finding', this.isOpen.value);
    });
  }

  /** The panel shows the field, until a node is found or nothing is looked for. */
  open(purpose?: Purpose) {
    const { isPanelHidden } = this.store;
    const before = isPanelHidden.value;
    this.purpose.value = purpose;
    this.isOpen.value = true;
    isPanelHidden.value = false;
    this.root.querySelector<HTMLElement>('.finder input')?.focus();
    this.back = () => isPanelHidden.value = before;
  }

  type(text: string) {
    this.at.value = 0;
    this.typed.value = text;
  }

  /** Names that begin with what was typed come first, then those that hold it. */
  search() {
    const { looks, part } = this.expander;
    const text = this.typed.value.trim();
    const ranked = looks.nodes.map(({ id, label: name = id }) => ({
      id,
      words: name === id ? id : `${name} (${id})`,
      rank: Math.min(...[id, name].map((each) => rank(each.toLowerCase(), text.toLowerCase()))),
    }));
    const fits = ranked.filter((each) => each.rank < Infinity).sort((one, other) => one.rank - other.rank);
    const isAway = text && part.there && fits[0]?.rank !== 0;
    const elsewhere = isAway ? [{ id: undefined, words: `Look for “${text}” among all nodes` }] : [];
    return { entries: [...elsewhere, ...fits.slice(0, MOST)], more: fits.length - MOST };
  }

  key(event: KeyboardEvent) {
    const { entries } = this.search();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length) {
      this.at.value = (this.at.value + step + entries.length) % entries.length;
      event.preventDefault();
    }
    if (event.key === 'Enter' && entries.length) this.take(entries[this.at.value].id);
    if (event.key === 'Escape') this.close();
  }

  /** @param id none stands for all nodes that are not on the canvas */
  take(id: string | undefined) {
    const [text, purpose] = [this.typed.value.trim(), this.purpose.value];
    this.close();
    if (id === undefined) this.expander.ask('find', text);
    else if (purpose) purpose.choose(id);
    else this.store.actions.choose(id);
  }

  close() {
    this.back?.();
    this.leave();
    giveKeysBack(this.root);
  }

  /** The field has no longer the keys. */
  leave() {
    this.back = undefined;
    this.isOpen.value = false;
    this.purpose.value = undefined;
    this.type('');
  }
}

export function Find({ finder }: { finder: Finder }) {
  const { typed: { value: typed }, purpose: { value: purpose }, isOpen: { value: isOpen } } = finder;
  const title = purpose?.title ?? 'Find a node by name';
  return (
    <div class='finder' role='search'>
      <input
        type='search'
        autocomplete='off'
        spellcheck={false}
        role='combobox'
        aria-controls='found'
        aria-expanded={isOpen}
        aria-activedescendant={isOpen ? `found-${finder.at.value}` : undefined}
        placeholder={purpose ? title : `${title} (/)`}
        aria-label={title}
        value={typed}
        onFocus={() => finder.isOpen.value = true}
        onInput={(event) => finder.type(event.currentTarget.value)}
        onKeyDown={(event) => finder.key(event)}
        onBlur={() => finder.leave()}
      />
      {isOpen && <Found finder={finder} />}
    </div>
  );
}

function Found({ finder }: { finder: Finder }) {
  const { entries, more } = finder.search();
  return (
    <ul role='listbox' id='found' aria-label='Nodes found'>
      {entries.map(({ id, words }, i) => (
        <li
          key={words}
          id={`found-${i}`}
          role='option'
          aria-selected={i === finder.at.value}
          onPointerDown={() => finder.take(id)}
        >
          {words}
        </li>
      ))}
      {!entries.length && <li class='more' role='presentation'>No node on the canvas has this name.</li>}
      {more > 0 && <li class='more' role='presentation'>… and {more.toLocaleString('en')} more</li>}
    </ul>
  );
}

const rank = (text: string, query: string) =>
  text === query ? 0 : text.startsWith(query) ? 1 : text.includes(query) ? 2 : Infinity;
