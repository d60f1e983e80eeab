// The title of the graph, in the row of the tools, where it can be typed anew.
import { giveKeysBack, h } from '../page/dom.ts';
import { listen } from '../store.ts';
import type { Stage } from '../stage.ts';

const LONGEST = 100; // characters
const GAP = 8; // px from the tools
const LEAST = 96; // px of a title that can be read; with less room it stands below the tools

export class Title {
  heading: HTMLElement = h('h2');
  field: HTMLInputElement = h('input', {
    name: 'title',
    maxLength: LONGEST,
    autocomplete: 'off',
    hidden: true,
    ariaLabel: 'Title',
  });

  /** @param element beside the tools */
  constructor(
    readonly element: HTMLElement,
    readonly needs: Pick<Stage, 'store' | 'picture' | 'shownTitle' | 'documents'>,
  ) {
    element.append(this.heading, this.field);
    this.field.addEventListener('blur', () => this.close(true));
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      this.close(event.key === 'Enter');
      giveKeysBack(element);
    });
    const observer = new ResizeObserver(() => {
      this.place();
      needs.picture.makeRoom();
    });
    for (const each of this.neighbours) observer.observe(each);
    listen(needs.store.edit, () => this.show());
  }

  // The view, and the tools in it.
  get neighbours() {
    const view = this.element.parentElement as HTMLElement;
    return [view, ...view.querySelectorAll('.edit, .views')] as HTMLElement[];
  }

  // Between the tools at the left and those at the right, or below them all.
  place() {
    const [view, edit, views] = this.neighbours;
    const isBeside = edit.offsetWidth > 0 && edit.offsetTop === views.offsetTop;
    // The way to the side bar stands at the left where that is folded.
    const folded = parseFloat(getComputedStyle(view).getPropertyValue('--folded')) || 0;
    const left = isBeside ? edit.offsetLeft + edit.offsetWidth + GAP : GAP + folded;
    const room = views.offsetLeft - GAP - left;
    const below = Math.max(...[edit, views].map((each) => each.offsetTop + each.offsetHeight)) + GAP / 2;
    const fits = room >= LEAST;
    // A side bar that lies over the page is folded and unfolded without another size of anything.
    Object.assign(this.element.style, {
      left: fits ? `calc(${left - folded}px + var(--folded, 0px))` : `${GAP}px`,
      top: `${fits ? views.offsetTop : below}px`,
      maxWidth: fits ? `calc(${room + folded}px - var(--folded, 0px))` : `${view.clientWidth - 2 * GAP}px`,
    });
  }

  show() {
    const title = this.needs.shownTitle;
    this.heading.textContent = title;
    this.needs.store.title.value = title;
    this.heading.title = title;
    this.element.hidden = !title;
    this.place(); // tools may have moved without another size
    this.element.closest('.stage')?.setAttribute('aria-label', title ? `Game graph: ${title}` : 'Game graph');
  }

  open() {
    this.toggle(true);
    this.field.value = this.needs.shownTitle;
    this.field.focus();
    this.field.select();
  }

  close(keeps: boolean) {
    if (this.field.hidden) return;
    if (keeps) this.take();
    this.toggle(false);
    this.show();
  }

  // What is being typed is the title from now on.
  take() {
    const name = this.field.value.trim();
    if (!this.field.hidden && name && name !== this.needs.shownTitle) this.needs.documents?.rename(name);
  }

  toggle(isTyping: boolean) {
    this.field.hidden = !isTyping;
    this.heading.hidden = isTyping;
  }
}
