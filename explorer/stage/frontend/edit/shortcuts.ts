// Everything that keys, buttons and menus can do, once: name, words, keys, and what to call. Help and hints are made
// of it.
import { blankScreen, isLecture, toggleLater, toggleLecture, toggleSideBar } from '../page/lecture.ts';
import type { Editor } from './editor.ts';
import type { Kind } from '../model/types.ts';
import type { Expander } from './expander.ts';
import type { Finder } from './finder.tsx';
import type { Picker } from './picker.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Asking } from '../player/asking.ts';
import type { Endless } from '../player/endless_slider.ts';
import type { Lockstep } from '../panels/lockstep.ts';
import type { TextView } from '../panels/text_view.ts';
import type { Why } from '../panels/why.tsx';
import type { Store } from '../store.ts';

/** Something that keys, buttons and menus can do. */
export interface Action {
  name: string;
  group: string; // of the help
  title?: string; // one without is not explained
  keys?: string[]; // chords as `chord` writes them
  keyText?: string; // how the help writes the keys, where that differs
  draws?: boolean; // changes the document
  repeats?: boolean; // does it again as long as the key is held
  leaves?: boolean; // takes the keys elsewhere
  run?: (editor: Editor, view: View) => void; // one without is explained alone
  when?: (editor: Editor, view: View) => boolean; // whether it makes sense now
  isFree?: boolean; // whether its keys count only where they begin no name: in a lecture, or with nothing selected
}

/** Parts of the stage that actions besides drawing need. */
export interface View {
  store: Store;
  picture: Picture;
  expander: Expander;
  picker: Picker;
  finder: Finder;
  textView: TextView;
  why: Why;
  asking: Asking;
  endless: Endless;
  leader: Lockstep | undefined;
  gestures: { connectFrom: (id: string) => void };
  menus: { openForChosen: () => void };
  help: { open: () => void };
  handle: { toggle: () => void };
}

// Groups stand in the help in this order.
export const GROUPS = {
  add: 'Add',
  edit: 'Edit',
  node: 'Selected nodes',
  move: 'Selected move',
  class: 'In front of a class (lecture mode, or with no node selected)',
  view: 'View',
  steps: 'Steps',
};

const onNodes = (editor: Editor) => editor.chosen.length > 0;
const onPart = ({ chosen }: Editor, { picture: { part } }: View) => chosen.length === 1 && part.there;
const onOpen = ({ chosen }: Editor, { expander }: View) => chosen.length === 1 && expander.canExpand(chosen[0]);
const onOffered = ({ chosen }: Editor, { picker }: View) => chosen.length === 1 && picker.canPick(chosen[0]);
const onLeaf = (editor: Editor) => editor.scorable !== undefined;
const onMove = (editor: Editor) => editor.chosenMoves.length > 0;
const onAny = (editor: Editor) => onNodes(editor) || onMove(editor);
const underBar = (_: Editor, { store }: View) => Boolean(store.bar.value);

type Entry = Omit<Action, 'group'>;
type More = Partial<Entry>;

const doing = (name: string, title: string, keys: string[], run: Action['run'], more?: More): Entry => ({
  name,
  title,
  keys,
  run,
  ...more,
});

const drawing = (name: string, title: string, keys: string[], run: Action['run'], more?: More): Entry => ({
  ...doing(name, title, keys, run, more),
  draws: true,
});

const free = (name: string, title: string, keys: string[], run: Action['run'], more?: More): Entry => ({
  ...doing(name, title, keys, run, more),
  isFree: true,
});

const explaining = (name: string, title: string, keyText: string): Entry => ({ name, title, keyText });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param dx in canvas units */
const nudge = (chord: string, dx: number, dy: number): Entry => ({
  ...drawing(`nudge ${chord}`, '', [chord], (editor) => editor.nudge(dx, dy), { when: onNodes }),
  repeats: true,
});

const ZOOM = 1.25; // by one press

// Each with what is added, what a node is changed to, and the keys.
const KINDS: [Kind, string, string, string[]][] = [
  ['max', 'a Max node', 'Max', ['m']],
  ['min', 'a Min node', 'Min', ['n']],
  ['mover', 'a node', 'an inner node', ['m', 'n']],
  ['leaf', 'a leaf', 'a leaf', ['l']],
  ['open', 'an open node', 'an open node', ['o']],
];

const adding = (kind: Kind, added: string, _changed: string, keys: string[]): Entry =>
  drawing(kind, `Add ${added}`, keys, (editor) => editor.add(kind), {
    when: (editor) => editor.kinds.includes(kind),
  });

const changing = (kind: Kind, _added: string, changed: string, keys: string[]): Entry => {
  const shifted = keys.map((key) => `Shift+${key}`);
  return drawing(`as-${kind}`, `Change to ${changed}`, shifted, (editor) => editor.setKind(kind), {
    when: (editor) => onNodes(editor) && editor.kinds.includes(kind),
  });
};

/** Actions of a group of the help. */
const group = (group: string, actions: Entry[]): Action[] => actions.map((each) => ({ ...each, group }));

export const ACTIONS: Action[] = [
  ...group('add', KINDS.map((row) => adding(...row))),
  ...group('edit', [
    drawing('undo', 'Undo', ['Ctrl+z'], ({ document }) => document.undo(), {
      repeats: true,
      when: ({ document }) => document.past.done.length > 0,
    }),
    drawing('redo', 'Redo', ['Ctrl+Shift+z', 'Ctrl+y'], ({ document }) => document.redo(), {
      repeats: true,
      when: ({ document }) => document.past.undone.length > 0,
    }),
    drawing('delete', 'Delete what is selected', ['Delete', 'Backspace'], (editor) => editor.remove(), {
      keyText: 'Del',
    }),
    doing('select-all', 'Select all', ['Ctrl+a'], (editor) => editor.selectAll()),
    doing('copy', 'Copy, also to another window', [], ({ clipboard }) => clipboard.copyByMenu(), {
      keyText: 'Ctrl+C',
      when: onNodes,
    }),
    drawing('cut', 'Cut', [], ({ clipboard }) => clipboard.cutByMenu(), { keyText: 'Ctrl+X', when: onNodes }),
    drawing('paste', 'Paste at the pointer', [], ({ clipboard }) => clipboard.pasteByMenu(), { keyText: 'Ctrl+V' }),
    drawing('duplicate', 'Duplicate', ['Ctrl+d'], ({ clipboard }) => clipboard.duplicate(), { when: onNodes }),
    ...Object.entries(ARROWS).map(([key, [x, y]]) =>
      doing(`beside ${key}`, '', [`Ctrl+${key}`], (editor) => editor.chooseBeside(x, y), { repeats: true })
    ),
    explaining('beside', 'Select the node in that direction', 'Ctrl with ← → ↑ ↓'),
    doing('next-move', 'Select the next move of the selected node', ['.'], (editor) => editor.chooseMove(1), {
      when: onAny,
    }),
    doing('previous-move', 'Select the previous move of the selected node', [','], (editor) => editor.chooseMove(-1), {
      when: onAny,
    }),
    doing('menu', 'Menu of what is selected', ['Shift+F10', 'ContextMenu'], (_, { menus }) => menus.openForChosen(), {
      keyText: 'Shift+F10',
    }),
    doing('let-go', 'Select nothing', ['Escape'], (editor) => editor.choose([]), { keyText: 'Esc', when: onAny }),
  ]),
  ...group('node', [
    doing(
      'expand',
      'Expand it, or show more of its successors, where that can be',
      ['Enter'],
      ({ chosen }, { expander }) => expander.expand(chosen[0]),
      { when: onOpen },
    ),
    doing(
      'pick',
      'Play the move to it, on the page Play',
      ['Enter'],
      ({ chosen }, { picker }) => picker.pick(chosen[0]),
      { when: onOffered },
    ),
    doing('fold', 'Hide what was opened at it', ['-'], ({ chosen }, { expander }) => expander.ask('fold', chosen[0]), {
      when: (editor, view) => onPart(editor, view) && view.picture.part.canFold(editor.chosen[0]),
    }),
    doing('centre', 'Show what is around it', ['c'], ({ chosen }, { expander }) => expander.ask('centre', chosen[0]), {
      when: onPart,
    }),
    doing('why', 'Why does it have this score?', ['w'], ({ chosen }, { why }) => why.ask(chosen[0]), {
      when: ({ chosen }, { why }) => why.isThere && chosen.length < 2,
    }),
    doing('path', 'How do we get here?', ['h'], ({ chosen }, { why }) => why.ask(chosen[0], 'path'), {
      when: ({ chosen }, { why }) => why.isThere && chosen.length === 1,
    }),
    doing('line', 'Follow best play', ['g'], ({ chosen }, { why }) => why.ask(chosen[0], 'line'), {
      when: ({ chosen }, { why }) => why.isThere && chosen.length < 2,
    }),
    doing('next-wrong', 'Next wrong value, where values are compared', ['x'], (_, { why }) => why.choose('next'), {
      when: (_, { why }) => why.compares,
    }),
    drawing(
      'connect',
      'Connect: a move to the node that is clicked next',
      [],
      ({ chosen }, { gestures }) => gestures.connectFrom(chosen[0]),
      { when: ({ chosen }) => chosen.length === 1 },
    ),
    drawing(
      'rename',
      'Edit name and score; a word that is typed names it, too',
      ['Enter', 'F2'],
      (editor) => editor.inspect(editor.chosen[0], 'name'),
      { when: onNodes },
    ),
    drawing(
      'connect-by-name',
      'Add a move from it to a node that you name',
      ['Shift+Enter'],
      (editor) => editor.connectByName(),
      { when: onNodes },
    ),
    drawing('root', 'Make it the root', ['r'], (editor) => editor.makeRoot()),
    drawing('flip', 'Switch its player', ['p'], (editor) => editor.flip(), {
      when: ({ kinds }) => kinds.includes('max'),
    }),
    ...KINDS.map((row) => changing(...row)),
    ...[...'0123456789-−'].map((character) =>
      drawing(`score ${character}`, '', [character], (editor) => editor.typeScore(character), {
        when: '-−'.includes(character) ? onLeaf : onNodes, // minus also makes the drawing smaller
      })
    ),
    explaining('score', "Type a leaf's score", '0–9 −'),
    ...Object.entries(ARROWS).flatMap(([key, [x, y]]) => [
      nudge(`Shift+${key}`, 10 * x, 10 * y),
      nudge(`Ctrl+Shift+${key}`, 60 * x, 60 * y),
    ]),
    explaining('nudge', 'Nudge (with Ctrl, too, farther)', 'Shift with ← → ↑ ↓'),
    drawing('pin', 'Pin: layouts leave it in place', ['k'], (editor) => editor.pin(), { when: onNodes }),
  ]),
  ...group('move', [
    drawing('name-move', 'Name it', ['Enter', 'F2'], (editor) => editor.inspectMove(editor.chosenMoves[0]), {
      when: (editor) => onMove(editor) && !editor.chosen.length,
    }),
    drawing('earlier', 'Try it earlier', ['['], (editor) => editor.reorder(-1), { repeats: true, when: onMove }),
    drawing('later', 'Try it later', [']'], (editor) => editor.reorder(1), { repeats: true, when: onMove }),
    drawing('reverse', 'Turn it round', ['Shift+r'], (editor) => editor.reverse(), { when: onMove }),
    drawing(
      'redirect',
      'Lead it to another node, which you name',
      ['Shift+Enter'],
      (editor) => editor.connectByName(),
      { when: onMove },
    ),
  ]),
  ...group('class', [
    free('lecture', 'Lecture mode: full screen, large text', ['z'], () => toggleLecture()),
    free('blank', 'Blank the screen; any key brings it back', ['b', '.'], blankScreen),
    doing('later', 'Show what is to come', ['a'], toggleLater, { when: isLecture }),
    doing('side', 'Show or hide the bar with graph and algorithm', ['s'], (_, { store }) => {
      toggleSideBar();
      store.bar.value?.enter();
    }, { when: isLecture }),
    free('ask', 'Ask me, or stop', ['q'], (_, { asking }) => asking.button.click(), {
      when: (_, { asking }) => asking.isOffered,
    }),
    explaining('pass', 'Ask me: show the answer and go on', 'PageDown'),
    free('next-view', 'Next view: Steps, Tree, Compare, …', ['v'], (_, { store }) => store.bar.value?.toView(1), {
      when: underBar,
    }),
    free('previous-view', 'Previous view', ['Shift+v'], (_, { store }) => store.bar.value?.toView(-1), {
      when: underBar,
    }),
    free('draw', 'Draw, or stop drawing', ['e'], (_, { store }) => store.drawing.value = !store.drawing.value, {
      when: (editor, view) => underBar(editor, view) && view.store.isEditable.value,
    }),
    doing('next-difference', 'Next difference, in Compare', ['x'], (_, { leader }) => leader?.toNextDifference(), {
      when: (_, { leader }) => Boolean(leader?.way),
    }),
    free('panel', 'Show or hide the panel', ['i'], (_, { handle }) => handle.toggle()),
  ]),
  ...group('view', [
    doing('zoom-in', 'Larger', ['+', '='], (_, { picture: { canvas } }) => canvas.zoom(ZOOM), {
      keyText: '+',
      repeats: true,
    }),
    doing('zoom-out', 'Smaller', ['-', '−', '_'], (_, { picture: { canvas } }) => canvas.zoom(1 / ZOOM), {
      keyText: '− _',
      repeats: true,
    }),
    explaining('pan', 'Move the view, also over nodes', 'Drag with Space or the middle button'),
    doing('fit', 'Fit the graph into view', ['f'], (_, { picture: { canvas } }) => canvas.fit()),
    doing('find', 'Find a node by name', ['/'], (_, { finder }) => finder.open()),
    drawing('text', 'Graph as text', ['t'], (_, { textView }) => textView.toggle(), { leaves: true }),
    doing(
      'endless',
      'Set the value of endless play',
      ['d'],
      (_, { endless, store }) => endless.isThere ? endless.focus() : store.bar.value?.setEndless(),
      { when: (_, { endless, store }) => endless.isThere || Boolean(store.bar.value?.hasEndless) },
    ),
    doing('numbers', 'Show the order of moves', ['#'], (_, { picture }) => picture.showNumbers()),
    doing('help', 'All shortcuts', ['?'], (_, { help }) => help.open()),
  ]),
  ...group('steps', [
    explaining('step', 'Previous, next step', '← → or PageUp PageDown'),
    explaining('news', 'Next, previous change of the selected node, or else of the root', '> <'),
    explaining(
      'rises',
      'Next step in which a counter rises (with Shift the one before)',
      'Click on the counter',
    ),
    explaining('ends', 'First, last step', 'Home End'),
    explaining('play', 'Play or pause', 'Space'),
  ]),
];

export const action = (name: string): Action => ACTIONS.find((each) => each.name === name) as Action;

/**
 * A key with its modifiers, as `keys` above has them. Shift counts for letters and named keys; what it makes of
 * others, and AltGr of any, is in the key itself.
 */
export function chord(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
  >,
): string {
  const isNamed = key.length > 1;
  const isLetter = /^[a-z]$/i.test(key);
  const typed = !isNamed && ctrlKey && altKey;
  const modifiers = [[(ctrlKey || metaKey) && !typed, 'Ctrl'], [altKey && !typed, 'Alt'], [
    shiftKey && (isNamed || isLetter),
    'Shift',
  ]];
  return [...modifiers.filter(([on]) => on).map(([, name]) => name), isLetter ? key.toLowerCase() : key].join('+');
}

/** Return the keys of an action as people read them. */
export function keysOf({ keys = [], keyText }: { keys?: string[]; keyText?: string }) {
  if (keyText !== undefined) return keyText;
  const read = (key: string) => (key.length === 1 ? key.toUpperCase() : key);
  return keys.map((each) => each.split('+').map(read).join('+')).join(' or ');
}

export const titled = (each: Action) => (keysOf(each) ? `${each.title} (${keysOf(each)})` : each.title);
