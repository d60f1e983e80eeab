// What a stage shows, in one place: the document, its last edit, the step and the selection. Parts read it,
// and listen to what they show of it, each for itself.
// @ts-types="./vendor/signals-core-1.14.5.d.ts"
import { batch, effect, type ReadonlySignal, signal, untracked } from './vendor/signals-core-1.14.5.mjs';
import type { StageData } from './messages.ts';
import type { Document } from './model/document.ts';
import type { Renamed, Walk } from './model/types.ts';
import type { Tone } from './page/types.ts';

export { signal };

/** Of an edit: where a node is by now that it may have renamed, and whether it was a step through the history. */
export type Edit = { renamed: Renamed; walk?: Walk };

export class Store {
  data = signal<StageData>(undefined!); // what Python said last; there is something before a stage shows anything
  document = signal<Document>(undefined!); // what is drawn; as an object the same until another one is opened
  edit = signal<Edit | undefined>(undefined); // the last one of the document
  step = signal(0); // the player's
  epoch = signal<string | null>(null); // Python's name of the document
  seq = signal<number | undefined>(undefined); // and of the run
  selected = signal<string | undefined>(undefined); // the node that is told of
  parent = signal<Node | null>(null); // where in the page the stage is
  isEditable = signal(false);
  said = signal<{ text: string; tone?: Tone } | undefined>(undefined); // to the user, last

  get isHere() {
    return this.parent.value !== null;
  }

  /** The document and the run that are shown, as Python names them. */
  get shown() {
    return { epoch: this.epoch.value ?? '', seq: this.seq.value ?? -1 };
  }

  say(text: string, tone?: Tone) {
    this.said.value = { text, tone };
  }

  /** Another document: nothing of it is selected. */
  open(document: Document) {
    batch(() => {
      this.document.value = document;
      this.selected.value = undefined;
    });
    document.listener = (renamed = (id) => id, walk) => this.edited({ renamed, walk });
  }

  /** The document was changed; the selected node is followed, if it is still there. */
  edited(edit: Edit) {
    batch(() => {
      const id = edit.renamed(this.selected.value);
      this.selected.value = id !== undefined && this.document.value.nodes.has(id) ? id : undefined;
      this.edit.value = edit;
    });
  }
}

/** Calls at every change from now on; what is read meanwhile is not listened to. */
export function listen<T>(source: ReadonlySignal<T>, hear: (value: T) => void) {
  let isFirst = true;
  return effect(() => {
    const { value } = source;
    if (!isFirst) untracked(() => hear(value));
    isFirst = false;
  });
}
