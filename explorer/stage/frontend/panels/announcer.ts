// Announcements for screen readers: edits, undo, selection, steps and problems, in one polite live
// region for the whole stage.
import { h } from '../page/dom.ts';
import { editWords } from '../model/edit_words.ts';
import { errorsAndNotes } from './notices.tsx';
import { spoken } from './outline.tsx';
import type { NodeLooks } from '../draw/node/node_looks.ts';
import type { ProblemData } from '../messages.ts';
import type { Document } from '../model/document.ts';
import type { Snapshot, Walk } from '../model/types.ts';
import type { Timer } from '../page/types.ts';
import { type Edit, listen, type Store } from '../store.ts';

const GATHERED_FOR = 150; // ms in which what happens is one message
const MOST_NAMED = 3; // problems

const WALKS: Record<Walk, string> = { undone: 'Undone. ', redone: 'Redone. ' };

export class Announcer {
  waiting = new Map<string, string>(); // by topic: of what is about one thing, only the last is said
  lastTexts = new Map<string, string>(); // by topic
  timer: Timer | undefined;
  before: Snapshot | undefined; // the document as it was when it was spoken of last

  /** @param element the live region */
  constructor(readonly element: HTMLElement, store: Store, readonly looks: NodeLooks) {
    listen(store.document, (document) => this.begin(document));
    listen(store.edit, (edit) => edit && this.edited(store.document.value, edit));
    listen(store.choice, ({ nodes, moves }) => this.selected(nodes, moves));
    listen(store.problems, ({ list, more = 0 }) => this.problems(list, more));
    listen(store.message, (message) => message && this.say(message.text, 'toast'));
    listen(store.away, (text) => this.report('away', text));
    listen(store.moment, (moment) => {
      if (!moment?.isHere || !moment.isResting) return;
      this.report('step', `Step ${moment.number.toLocaleString('en')}: ${moment.caption}`);
    });
  }

  /** Begin with another document, for which earlier texts do not count. */
  begin(document: Document) {
    this.before = document.snapshot();
    this.lastTexts.clear();
    this.waiting.clear();
  }

  edited(document: Document, { renamed, walk }: Edit) {
    const now = document.snapshot();
    const words = this.before ? editWords(this.before, now, renamed) : '';
    this.before = now;
    if (words) this.say(`${walk ? WALKS[walk] : ''}${words}`, 'edit');
  }

  selected(nodes: string[], moves: string[]) {
    const [one] = nodes;
    const count = nodes.length + moves.length;
    const what = moves.length ? 'parts of the graph' : 'nodes';
    if (count > 1) this.report('selection', `${count.toLocaleString('en')} ${what} selected`);
    else if (one !== undefined) this.report('selection', `Selected ${spoken(this.looks.describe(one))}`);
    else if (moves.length) this.report('selection', `Selected the move from ${JSON.parse(moves[0]).join(' to ')}`);
    else if (this.lastTexts.has('selection')) this.report('selection', 'Nothing selected');
  }

  /** Errors and notes in numbers, with the first of them in words. */
  problems(problems: ProblemData[], more: number) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const notes = problems.length - errors + more;
    const counts = errorsAndNotes(errors, notes);
    const first = problems.slice(0, MOST_NAMED).map(({ message }) => message).join('; ');
    if (counts) this.report('problems', `${counts}: ${first}`);
    else if (this.lastTexts.get('problems')) this.report('problems', 'No problems');
  }

  /** Say a text unless it is the last one of its topic. */
  report(topic: string, text: string) {
    if (this.lastTexts.get(topic) === text) return;
    this.lastTexts.set(topic, text);
    if (text) this.say(text, topic);
    else this.waiting.delete(topic);
  }

  say(text: string, topic: string = text) {
    this.waiting.delete(topic);
    this.waiting.set(topic, text);
    this.timer ??= setTimeout(() => this.tell(), GATHERED_FOR);
  }

  // A new element each time: else what is said twice is not heard the second time.
  tell() {
    this.timer = undefined;
    const texts = [...this.waiting.values()].map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`));
    this.waiting.clear();
    this.element.replaceChildren(h('p', { textContent: texts.join(' ') }));
  }
}
