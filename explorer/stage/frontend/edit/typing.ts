// Letters that are typed while a node is selected: one alone is a shortcut, as the list of them says; a word is the
// name of the node.  An edit by its first letter is taken back, and anything else waits for a second letter.
import type { Action } from './shortcuts.ts';
import type { Difference } from '../model/types.ts';
import type { Timer } from '../page/types.ts';
import type { Editor } from './editor.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const WITHIN = 700; // ms in which a second letter follows that belongs to a word
const WAITING = 300; // ms that what cannot be taken back waits for it
const LETTER = /^\p{L}$/u;

export class Typing {
  /** The first letter of a word, perhaps, what it changed, and the node that was selected then. */
  first: { id: string; letter: string; at: number; edit: Difference | undefined; then: string } | undefined;
  added: string | undefined; // the node that a letter has added: letters that follow add more
  waiting: Timer | undefined;

  /**
   * @param explain says what a shortcut does
   * @param now the time in ms
   */
  constructor(
    readonly editor: Pick<Editor, 'document' | 'nameable' | 'name'>,
    readonly explain: (each: Action) => void,
    readonly now = () => performance.now(),
  ) {}

  /**
   * True if a key was part of a name.
   * @param acts whether it is a shortcut
   */
  takes(event: Pressed, acts: boolean) {
    const { first } = this;
    this.first = undefined;
    if (!isLetter(event)) return false;
    const { key } = event;
    const [id, ...others] = this.editor.nameable;
    const isSoon = first && this.now() - first.at < WITHIN && first.then === id;
    if (isSoon && key !== first.letter && !event.shiftKey) {
      clearTimeout(this.waiting);
      if (first.edit) this.editor.document.retract();
      this.editor.name(first.id, first.letter + key);
      return true;
    }
    if (acts || id === undefined || others.length) return false;
    this.editor.name(id, key);
    return true;
  }

  /** Does what a key is the shortcut of. What is no edit waits until it is clear that no word is being typed. */
  act(event: Pressed, each: Action, run: () => void) {
    if (!isLetter(event)) {
      run();
      return;
    }
    const [id, ...others] = this.editor.nameable;
    const mayBeWord = id !== undefined && !others.length && id !== this.added;
    const edit = this.lastEdit;
    this.explain(each);
    if (mayBeWord && (each.leaves || !each.draws)) this.waiting = setTimeout(run, WAITING);
    else run();
    const [now] = this.editor.nameable;
    if (each.group === 'add') this.added = now;
    if (!mayBeWord) return;
    const changed = this.lastEdit === edit ? undefined : this.lastEdit;
    this.first = { id, letter: event.key, at: this.now(), edit: changed, then: now };
  }

  get lastEdit() {
    return this.editor.document.past.done.at(-1);
  }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Pressed) => LETTER.test(key) && !ctrlKey && !metaKey && !altKey;
