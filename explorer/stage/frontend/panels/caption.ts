// The caption of a step: its number and its sentences, in which the names of nodes can be pressed. A name is no
// <button>, which would let a line break between it and the bracket beside it.
import { closestTo, focusedBeside, giveKeysBack, h, unbroken } from '../page/dom.ts';
import { effect, type Store } from '../store.ts';

// Its place in the text, in characters.
type Name = { start: number; end: number; id: string };

export class Caption {
  number: HTMLElement;
  text: HTMLSpanElement;
  about: HTMLElement; // what the graph is about, until the first step

  constructor(element: HTMLElement, readonly store: Store) {
    this.number = h('b');
    this.text = h('span');
    this.about = h('small', { className: 'about' });
    element.replaceChildren(this.number, this.text, this.about);
    element.addEventListener('click', (event) => this.press(event));
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') this.press(event);
    });
    effect(() => {
      const moment = store.moment.value;
      if (moment) this.show(`${moment.number}`, moment.caption, moment.names);
      else this.show('', '', []);
    });
    effect(() => {
      const { bar, slide, about } = store.data.value ?? {};
      const isBegun = Boolean(store.moment.value?.step);
      this.about.textContent = bar && !slide && !isBegun ? firstSentence(about) : '';
    });
  }

  press(event: Event) {
    const name = closestTo(event, '[data-node]');
    if (!name) return;
    event.preventDefault(); // or a space would scroll
    this.store.actions.choose(name.dataset.node ?? '');
  }

  /** @param names in the order in which they stand there */
  show(number: string, text: string, names: Name[]) {
    const held = this.names.indexOf(focusedBeside(this.text));
    this.number.textContent = number;
    this.text.replaceChildren(...namesIn(text, names).map((part) => typeof part === 'string' ? part : button(part)));
    if (held >= 0) this.keepFocus(held);
  }

  get names(): (Element | null)[] {
    return [...this.text.children];
  }

  /** The focus stays with the names as long as there is one. */
  keepFocus(index: number) {
    const { names } = this;
    const next = names[Math.min(index, names.length - 1)] as HTMLElement | undefined;
    if (next) next.focus({ preventScroll: true });
    else giveKeysBack(this.text);
  }
}

function button({ text, id }: { text: string; id: string }) {
  const name = h('span', { textContent: text, title: 'Select this node', role: 'button', tabIndex: 0 });
  name.dataset.node = id;
  return name;
}

const firstSentence = (text = '') => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/**
 * The parts of a sentence: plain texts, and names of nodes.
 * @param names in the order in which they stand there
 */
export function namesIn(text: string, names: readonly Name[]): (string | Name & { text: string })[] {
  const shown = unbroken(text);
  if (!names.length) return [shown];
  const characters = [...shown];
  let done = 0;
  const parts = names.flatMap((name) => {
    const plain = characters.slice(done, name.start).join('');
    done = name.end;
    return [plain, { ...name, text: characters.slice(name.start, name.end).join('') }];
  });
  return [...parts, characters.slice(done).join('')];
}
