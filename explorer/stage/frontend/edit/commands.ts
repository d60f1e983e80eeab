// Actions carried out: by a key, a tool or an entry of a menu, each where it makes sense now.
import { type Action, action, ACTIONS, chord, keysOf, titled, type View } from './shortcuts.ts';
import { isLecture } from '../page/lecture.ts';
import { Typing } from './typing.ts';
import type { Editor } from './editor.ts';
import type { MenuEntry } from '../page/types.ts';

export class Commands {
  hasExplained = false;

  typing: Typing;

  constructor(readonly editor: Editor, readonly view: View) {
    this.typing = new Typing(editor, (each) => this.explain(each));
  }

  /**
   * True if the key was one of the editor's.
   * @param mayEdit whether it may be one that edits
   */
  key(event: KeyboardEvent, mayEdit: boolean) {
    const pressed = chord(event);
    const found = ACTIONS.find((each) => each.keys?.includes(pressed) && (mayEdit || !each.draws) && this.hears(each));
    if (mayEdit && this.typing.takes(event, Boolean(found))) return true;
    if (found && !(event.repeat && !found.repeats)) this.typing.act(event, found, () => this.run(found));
    return Boolean(found);
  }

  /** A letter has done something for the first time: one line says what, and how to name a node instead. */
  explain(each: Action) {
    if (this.hasExplained || !each.draws) return;
    this.hasExplained = true;
    this.view.store.say(`${titled(each)}. F2 names the selected node, Ctrl+Z undoes, ? shows all shortcuts.`, 'note');
  }

  canRun(each: Action) {
    return Boolean(each.run) && (!each.draws || this.view.store.isEditable.value) &&
      (!each.when || each.when(this.editor, this.view));
  }
  /** Whether its keys count now. */
  hears(each: Action) {
    const isFree = !this.editor.chosen.length && !this.editor.chosenMoves.length || isLecture();
    return this.canRun(each) && (!each.isFree || isFree);
  }
  run(each: Action) {
    each.run?.(this.editor, this.view);
  }

  /** Entries of a menu for some of the actions; those that make no sense now are left out. */
  entries(names: string[]): MenuEntry[] {
    return names.flatMap((name) => {
      if (name === '-') return ['-' as MenuEntry];
      const found = action(name);
      return this.canRun(found) ? [{ title: found.title ?? '', hint: keysOf(found), run: () => this.run(found) }] : [];
    });
  }
}
