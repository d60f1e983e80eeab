// What a screen reader says of what has just happened: edits, undo, selection, steps and problems, in one polite live
// region for the whole stage.
import { h } from './dom.js';
import { editWords } from './edit_words.js';
import { errorsAndNotes } from './problems.js';

/**
 * @import { ProblemData } from './messages.d.ts'
 * @import { Document } from './document.js'
 * @import { Renamed, Snapshot, Timer, Walk } from './types.d.ts'
 */

const GATHERED_FOR = 150; // ms in which what happens is one message
const MOST_NAMED = 3; // problems

/** @type {Record<Walk, string>} */
const WALKS = { undone: 'Undone. ', redone: 'Redone. ' };

export class Announcer {
  /** @type {Map<string, string>} by topic: of what is about one thing, only the last is said */
  waiting = new Map();
  /** @type {Map<string, string>} by topic, what was said last */
  said = new Map();
  /** @type {Timer | undefined} */
  timer;
  /** @type {Snapshot | undefined} the document as it was when it was spoken of last */
  before;

  /**
   * `describe` gives the words for a node.
   * @param {HTMLElement} element the live region
   * @param {{ describe: (id: string) => string }} tools
   */
  constructor(element, { describe }) {
    this.element = element;
    this.describe = describe;
  }

  /**
   * Another document: what was said of the one before counts no longer.
   * @param {Document} document
   */
  begin(document) {
    this.before = document.snapshot();
    this.said.clear();
    this.waiting.clear();
  }

  /**
   * @param {Document} document
   * @param {Renamed} renamed
   * @param {Walk} [walk]
   */
  edited(document, renamed, walk) {
    const now = document.snapshot();
    const words = this.before ? editWords(this.before, now, renamed) : '';
    this.before = now;
    if (words) this.say(`${walk ? WALKS[walk] : ''}${words}`, 'edit');
  }

  /**
   * @param {string[]} nodes
   * @param {string[]} moves
   */
  selected(nodes, moves) {
    const [one] = nodes;
    const count = nodes.length + moves.length;
    const what = moves.length ? 'parts of the graph' : 'nodes';
    if (count > 1) this.report('selection', `${count.toLocaleString('en')} ${what} selected`);
    else if (one !== undefined) this.report('selection', `Selected ${this.describe(one)}`);
    else if (moves.length) this.report('selection', `Selected the move from ${JSON.parse(moves[0]).join(' to ')}`);
    else if (this.said.has('selection')) this.report('selection', 'Nothing selected');
  }

  /**
   * Errors and notes in numbers, with the first of them in words.
   * @param {ProblemData[]} problems
   * @param {number} more
   */
  problems(problems, more) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const notes = problems.length - errors + more;
    const counts = errorsAndNotes(errors, notes);
    const first = problems.slice(0, MOST_NAMED).map(({ message }) => message).join('; ');
    if (counts) this.report('problems', `${counts}: ${first}`);
    else if (this.said.get('problems')) this.report('problems', 'No problems');
  }

  /**
   * Said unless it was what was said last of this topic.
   * @param {string} topic
   * @param {string} text
   */
  report(topic, text) {
    if (this.said.get(topic) === text) return;
    this.said.set(topic, text);
    if (text) this.say(text, topic);
    else this.waiting.delete(topic);
  }

  /**
   * @param {string} text
   * @param {string} [topic]
   */
  say(text, topic = text) {
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
