// The state of a stage, in one place: the document, its last edit, the run, the step and the selection. Parts read it,
// and listen to what they show of it, each for itself.
// @ts-types="./vendor/signals-core-1.14.5.d.ts"
import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from './vendor/signals-core-1.14.5.mjs';
import type { Band } from './draw/move/ways.ts';
import type { Paint } from './draw/shapes/page_colours.ts';
import type { ComparedData, EditedData, FunctionsData, ProblemData, RefusalData, StageData } from './messages.ts';
import type { Document } from './model/document.ts';
import type { Place, Renamed, Walk } from './model/types.ts';
import type { Tone } from './page/types.ts';
import type { Frames } from './player/frames.ts';
import type { Send } from './session/types.ts';

export { effect, signal };

/** Of an edit: where a node is by now that it may have renamed, and whether it was a step through the history. */
export type Edit = { renamed: Renamed; walk?: Walk };

/** The step that is shown. */
export type Moment = {
  step: number;
  number: number; // of the step in its run
  isHere: boolean; // else it is on its way, and the picture is still that of the step before
  isResting: boolean; // it does not play
  caption: string;
  names: { start: number; end: number; id: string }[]; // of nodes in the caption: where they stand, in characters
};

/** The nodes and moves that an explanation lights. */
export type Chain = { nodes: Set<string>; bands: Band[] };

/** Actions that every part may call, whoever carries them out. */
export interface Actions {
  send: Send; // tells Python
  flush: () => void; // tells Python now what was to be told in a moment
  goTo: (step: number) => void;
  step: (key: string) => boolean; // true if the key was one of the player's
  choose: (id: string) => void; // selects a node and brings it into view; one that is not shown is shown first
}

/** Functions of the bar for keys. */
export interface BarKeys {
  hasEndless: boolean; // whether the value of endless play can be set in it
  toView: (by: number) => void; // the view that stands so far from the present one
  setEndless: () => void; // opens the value of endless play
  enter: () => void; // takes the keys
}

export class Store {
  data = signal<StageData>(undefined!); // what Python said last; there is something before a stage shows anything
  document = signal<Document>(undefined!); // what is drawn; as an object the same until another one is opened
  edit = signal<Edit | undefined>(undefined); // the last one of the document
  frames = signal<Frames | null>(null); // the run, with how things stand at the step that is shown
  moment = signal<Moment | undefined>(undefined); // an object of its own each time that the step is shown
  step = signal(0); // the player's
  epoch = signal<string | null>(null); // Python's name of the document
  seq = signal<number | undefined>(undefined); // and of the run
  selected = signal<string | undefined>(undefined); // the node that is told of
  choice = signal<{ nodes: string[]; moves: string[] }>({ nodes: [], moves: [] }); // what was selected last
  lit = signal<{ nodes: Set<string>; path?: Band[] }>({ nodes: new Set() }); // what belongs to what is selected
  chain = signal<Chain | undefined>(undefined); // what an explanation lights
  changed = signal(new Set<string>()); // nodes with another score since the last edit
  outcome = signal<EditedData | undefined>(undefined); // of the last edit, in words
  comparison = signal<ComparedData | undefined>(undefined); // values of somebody else's beside the scores
  ends = signal<Readonly<Record<string, number>> | undefined>(undefined); // moves to the end under best play, by node
  functions = signal<FunctionsData | undefined>(undefined); // scores as functions of the value of endless play
  refusal = signal<RefusalData | undefined>(undefined); // why the chosen algorithm cannot run
  problems = signal<{ list: ProblemData[]; more?: number }>({ list: [] });
  pointed = signal<{ id: string; at: Place } | undefined>(undefined); // the node or move under the pointer, and where
  awaited = signal<string | undefined>(undefined); // the node of which Python was asked to show more
  picked = signal<string | undefined>(undefined); // the run and the node of it that the user picked last
  away = signal(''); // what is said of a step that is at a node that is not shown
  paint = signal<Paint | undefined>(undefined); // the colours of the page
  // These follow the picture, each when it is not in its way; what they hold says nothing.
  painted = signal({});
  legendDue = signal({});
  panelDue = signal({});
  parent = signal<Node | null>(null); // where in the page the stage is
  isEditable = signal(false);
  title = signal(''); // of the document
  undoable = signal({ undo: false, redo: false }); // whether there is something to undo, and to redo
  drawing = signal(false); // whether the tools to draw with are there
  isPanelHidden = signal<boolean | undefined>(undefined); // by the user; else it follows from the room that there is
  sheets = signal<{ title: string; open: () => void }[]>([]); // what Python shows beside the stage when it is asked for
  bar = signal<BarKeys | undefined>(undefined); // where a bar shows the views of the graph
  message = signal<{ text: string; tone?: Tone } | undefined>(undefined); // to the user, last

  constructor(readonly actions: Actions) {}

  get isHere() {
    return this.parent.value !== null;
  }

  /** The versions of the present document and run, as Python names them. */
  get versions() {
    return { epoch: this.epoch.value ?? '', seq: this.seq.value ?? -1 };
  }

  say(text: string, tone?: Tone) {
    this.message.value = { text, tone };
  }

  /** Another document: nothing of it is selected. */
  open(document: Document) {
    batch(() => {
      this.document.value = document;
      this.selected.value = undefined;
    });
    document.refused = (text) => this.say(text);
    document.remembered = () => this.seeHistory();
    this.seeHistory();
    document.listener = (renamed = (id) => id, walk) => this.edited({ renamed, walk });
  }

  /** The document was changed; the selected node is followed, if it is still there. */
  edited(edit: Edit) {
    batch(() => {
      const id = edit.renamed(this.selected.value);
      this.selected.value = id !== undefined && this.document.value.nodes.has(id) ? id : undefined;
      this.edit.value = edit;
      this.seeHistory();
    });
  }

  seeHistory() {
    const { done, undone } = this.document.value.past;
    this.undoable.value = { undo: done.length > 0, redo: undone.length > 0 };
  }
}

/** Sets a signal to a value of Python; true if the value has changed. */
export function hear<T>(signal: Signal<T | undefined>, value: T | null | undefined) {
  const isOther = JSON.stringify(value ?? undefined) !== JSON.stringify(signal.value);
  if (isOther) signal.value = value ?? undefined;
  return isOther;
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
