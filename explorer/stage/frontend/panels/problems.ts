// What is wrong with the graph: a list that jumps to the nodes.
import { h, renew } from '../page/dom.ts';
import { counted } from '../model/edit_words.ts';
import { listen, type Store } from '../store.ts';
import type { ProblemData } from '../messages.ts';

export class Problems {
  constructor(readonly element: HTMLElement, readonly store: Store) {
    listen(store.problems, ({ list, more }) => this.show(list, more));
  }

  /**
   * A single error, or a single note, in full; the others behind one line that counts them. Of `more` problems only the
   * number is known.
   */
  show(problems: ProblemData[], more: number | undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const notes = problems.filter((each) => !errors.includes(each));
    this.element.hidden = !problems.length;
    this.element.classList.toggle('errors', errors.length > 0);
    const first = errors.length === 1 ? errors : problems.length === 1 ? notes : [];
    const rest = [...errors, ...notes].filter((each) => !first.includes(each));
    const open = Boolean(this.element.querySelector('details')?.open);
    const folded = { error: 0, note: 0 };
    for (const { severity } of rest) folded[severity === 'error' ? 'error' : 'note']++;
    const counts = errorsAndNotes(folded.error, folded.note);
    const textContent = more ? `${counts} and ${more.toLocaleString('en')} more` : counts;
    renew(
      this.element,
      ...(first.length ? [this.list(first)] : []),
      ...(rest.length || more ? [h('details', { open }, h('summary', { textContent }), this.list(rest))] : []),
    );
  }

  list(problems: ProblemData[]) {
    return h(
      'ul',
      {},
      ...problems.map(({ message, severity, node }) => {
        const item = h('li', { className: severity, textContent: message });
        if (node !== null) {
          item.dataset.node = node;
          item.addEventListener('click', () => this.store.actions.choose(node));
        }
        return item;
      }),
    );
  }
}

export const errorsAndNotes = (errors: number, notes: number) =>
  [errors && counted(errors, 'error'), notes && counted(notes, 'note')].filter(Boolean).join(', ');
