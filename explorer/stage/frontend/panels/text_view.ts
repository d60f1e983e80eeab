// The graph as text beside the canvas, the same document: what is typed changes the canvas, and the other way round.
import { commentedText, commentsOf } from '../model/comments.ts';
import { icon } from '../page/icons.ts';
import { button, closestTo, giveKeysBack, h, partsOf } from '../page/dom.ts';
import { Slot } from '../page/storage.ts';
import { merged, parse, textOf } from '../model/text.ts';
import type { ProblemData } from '../messages.ts';
import type { Found, Mistake } from '../model/types.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Timer } from '../page/types.ts';
import { listen, type Store } from '../store.ts';

/** A text with mistakes, and that of the document which it was to become. */
const DRAFT = new Slot<{ text: string; of: string }>('sessionStorage', 'game-graph-explorer-draft');
const APPLIED_AFTER = 350; // ms without a key
const MERGED_WITHIN = 4000; // ms in which what is typed without leaving the text is one undo step

export class TextView {
  problems: ProblemData[] = [];
  wrong: Mistake[] = [];
  round = 0;
  area: HTMLTextAreaElement;
  waiting: Timer | undefined;
  applying = false;
  base!: Found;
  read: { text: string; lines: Map<string, number> } | undefined;

  numbers: HTMLElement;
  mistakes: HTMLElement;

  /** @param picture in which all that was typed is brought into view */
  constructor(readonly element: HTMLElement, readonly store: Store, readonly picture: Pick<Picture, 'showAll'>) {
    element.innerHTML =
      `<header><h3>Graph as text</h3><button type="button" aria-label="Close the text" title="Close the text">${
        icon('delete')
      }</button></header>
      <div class="lines"><ol aria-hidden="true"></ol><textarea
        spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"
        aria-label="Graph as text"></textarea></div>
      <ul class="wrong" aria-live="polite"></ul>
      <p class="grammar"><code>&gt; a max: b c</code> root and its moves
        <code>b = -1</code> leaf <code>q ?</code> open</p>`;
    const find = partsOf(element);
    this.area = find('textarea') as HTMLTextAreaElement;
    this.numbers = find('ol');
    this.mistakes = find('.wrong');
    find('button').addEventListener('click', () => this.toggle());
    this.area.addEventListener('input', () => this.typed());
    this.area.addEventListener('blur', () => {
      this.apply();
      this.round++;
      if (!this.isBroken) {
        this.wrong = [];
        this.write();
      }
    });
    this.area.addEventListener('scroll', () => {
      this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
    });
    this.area.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        this.area.blur();
        giveKeysBack(element);
      }
    });
    this.mistakes.addEventListener('click', (event) => {
      const item = closestTo(event, '[data-line]');
      if (item) this.goTo(Number(item.dataset.line));
    });
    listen(store.document, () => this.begin());
    listen(store.edit, () => this.show());
    listen(store.problems, ({ list }) => this.showProblems(list));
  }

  get document() {
    return this.store.document.value;
  }
  get isTyping() {
    return this.waiting !== undefined || this.applying;
  }
  get isBroken() {
    return this.wrong.some((problem) => problem.severity === 'error');
  }

  toggle() {
    this.apply();
    this.element.hidden = !this.element.hidden;
    this.element.parentElement?.classList.toggle('with-text', !this.element.hidden);
    if (this.element.hidden) {
      giveKeysBack(this.element);
      return;
    }
    if (!this.isBroken) this.write();
    this.area.focus();
  }

  // The document was changed: by what was typed here, or elsewhere. A text with mistakes stays until they are mended.
  show() {
    if (!this.element.hidden && !this.isTyping && !this.isBroken) {
      this.wrong = [];
      this.write();
    }
  }

  // Another document; after a reload with the text as it was left, mistakes included.
  begin() {
    this.problems = [];
    this.wrong = [];
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const draft = DRAFT.read();
    if (draft === undefined || draft.of !== textOf(this.document)) this.write();
    else this.goOn(draft.text);
  }

  /** @param text with mistakes */
  goOn(text: string) {
    this.element.hidden = false;
    this.element.parentElement?.classList.add('with-text');
    this.write();
    this.area.value = text;
    this.wrong = parse(text, this.document.negamax).problems;
    this.mark();
  }

  // A text with mistakes is not in the document: the tab remembers it over a reload.
  remember() {
    DRAFT.write(this.isBroken ? { text: this.area.value, of: textOf(this.document) } : undefined);
  }

  // Forget the text that is not applied.
  discard() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.wrong = [];
    this.write();
    this.remember();
  }

  write() {
    if (this.element.hidden || !this.document) return;
    const text = commentedText(this.document);
    const { selectionStart, selectionEnd, scrollTop } = this.area;
    this.base = parse(text, this.document.negamax);
    if (text !== this.area.value) {
      this.area.value = text;
      this.area.setSelectionRange(selectionStart, selectionEnd);
      this.area.scrollTop = scrollTop;
    }
    this.mark();
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.apply(), APPLIED_AFTER);
    this.mark();
  }

  // Make the text the document, once it has no mistakes; until then the document stays as it is.
  apply() {
    if (this.waiting === undefined) return;
    clearTimeout(this.waiting);
    const found = parse(this.area.value, this.document.negamax);
    const now = parse(textOf(this.document), this.document.negamax);
    this.wrong = found.problems;
    this.applying = true;
    if (!this.isBroken) {
      const { meta, ...graph } = merged(this.base, found, now);
      const comments = commentsOf(this.area.value);
      const commented = comments || this.document.meta.comments ? { ...meta, comments } : meta;
      this.document.take({ ...graph, meta: commented }, { merge: `text ${this.round}`, within: MERGED_WITHIN });
      this.base = found;
      this.picture.showAll();
    }
    this.applying = false;
    this.waiting = undefined;
    this.remember();
    this.mark();
  }

  /** Show the problems of nodes at their lines, too. */
  showProblems(problems: ProblemData[]) {
    this.problems = problems.filter(({ node, severity }) => node !== null && severity === 'error');
    this.mark();
  }

  mark() {
    if (this.element.hidden) return;
    const lines = this.area.value.split('\n');
    const places = this.problems.length ? this.linesOfNodes() : new Map();
    const marked: Map<number, Pick<ProblemData, 'message' | 'severity'>> = new Map(
      this.problems.map(({ node, ...problem }) => [places.get(node) ?? 0, problem]),
    );
    for (const { line, ...problem } of this.wrong) marked.set(line, problem);
    this.numbers.replaceChildren(...lines.map((_, i) => {
      const { message, severity } = marked.get(i + 1) ?? {};
      return h('li', { className: severity ?? '', textContent: `${i + 1}`, title: message ?? '' });
    }));
    this.mistakes.replaceChildren(
      ...[...marked].filter(([line]) => line).sort(([one], [other]) => one - other).slice(0, 20).map(
        ([line, { message, severity }]) => {
          const item = h('li', { className: severity, textContent: `Line ${line}: ${message}` });
          item.dataset.line = `${line}`;
          return item;
        },
      ),
      ...(this.isBroken ? [this.giveUp()] : []),
    );
  }

  // Read once for each text.
  linesOfNodes() {
    const text = this.area.value;
    if (this.read?.text !== text) this.read = { text, lines: parse(text, this.document.negamax).lines };
    return this.read.lines;
  }

  giveUp() {
    const title = 'The text becomes that of the graph on the canvas again';
    return h('li', {}, button('Discard my changes', () => this.discard(), { title }));
  }

  goTo(line: number) {
    const start = this.area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start);
  }
}
