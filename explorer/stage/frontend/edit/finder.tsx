// Find a node by name: a field with a list of what fits, from the keyboard alone.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { giveKeysBack } from '../page/dom.ts';
import type { Expander } from './expander.ts';
import { effect, signal, type Store } from '../store.ts';

const MOST = 12;

/** What a node is looked for, if not to be shown. */
type Purpose = { title: string; found: (id: string) => void };

export class Finder {
  purpose: Purpose | undefined;
  isOpen = signal(false);
  typed = signal('');
  at = signal(0); // the entry that is marked

  /** @param expander looks for a name among all nodes, where not all are on the canvas */
  constructor(readonly element: HTMLElement, readonly store: Store, readonly expander: Expander) {
    effect(() => {
      element.hidden = !this.isOpen.value;
      render(this.isOpen.value && <Found finder={this} />, element);
    });
  }

  open(purpose?: Purpose) {
    this.purpose = purpose;
    this.type('');
    this.isOpen.value = true;
    this.element.querySelector('input')?.focus();
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
    this.close();
    if (id === undefined) this.expander.ask('find', this.typed.value.trim());
    else if (this.purpose) this.purpose.found(id);
    else this.store.actions.choose(id);
  }

  close() {
    this.isOpen.value = false;
    giveKeysBack(this.element);
  }
}

function Found({ finder }: { finder: Finder }) {
  const { at: { value: at }, typed: { value: typed }, purpose } = finder;
  const { entries, more } = finder.search();
  const title = purpose?.title ?? 'Find a node by name';
  return (
    <Fragment>
      <input
        type='search'
        autocomplete='off'
        spellcheck={false}
        role='combobox'
        aria-controls='found'
        aria-expanded
        aria-activedescendant={entries.length ? `found-${at}` : undefined}
        placeholder={title}
        aria-label={title}
        value={typed}
        onInput={(event) => finder.type(event.currentTarget.value)}
        onKeyDown={(event) => finder.key(event)}
        onBlur={() => finder.isOpen.value = false}
      />
      <ul role='listbox' id='found' aria-label='Nodes found'>
        {entries.map(({ id, words }, i) => (
          <li
            key={words}
            id={`found-${i}`}
            role='option'
            aria-selected={i === at}
            onPointerDown={() => finder.take(id)}
          >
            {words}
          </li>
        ))}
        {!entries.length && <li class='more' role='presentation'>No node on the canvas has this name.</li>}
        {more > 0 && <li class='more' role='presentation'>… and {more.toLocaleString('en')} more</li>}
      </ul>
    </Fragment>
  );
}

const rank = (text: string, wanted: string) =>
  text === wanted ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : Infinity;
