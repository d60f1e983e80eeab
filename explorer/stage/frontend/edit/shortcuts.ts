// Everything that keys, buttons and menus can do, once: name, words, keys, and what to call. Help and hints are made
// of it.
import type { Editor } from './editor.ts';
import type { Expander } from './expander.ts';
import type { Part } from '../draw/shown_part.ts';
import type { Picker } from './picker.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Endless } from '../player/endless_slider.ts';
import type { Finder } from './finder.ts';
import type { Gestures } from './gestures.ts';
import type { Help } from '../panels/help.ts';
import type { Kind } from '../model/types.ts';
import type { Menus } from './menus.ts';
import type { Picture } from '../draw/picture.ts';
import type { TextView } from '../panels/text_view.ts';
import type { Why } from '../panels/why.ts';

/** Something that keys, buttons and menus can do. */
export interface Action {
  name: string;
  group: string; // of the help
  title?: string; // one without is not explained
  keys?: string[]; // chords as `chord` writes them
  shown?: string; // how the help writes the keys, where that differs
  draws?: boolean; // changes the document
  repeats?: boolean; // does it again as long as the key is held
  leaves?: boolean; // takes the keys elsewhere
  run?: (editor: Editor, view: View) => void; // one without is explained alone
  when?: (editor: Editor, view: View) => boolean; // whether it makes sense now
}

/** What can be done besides drawing. */
export interface View {
  part: Pick<Part, 'there' | 'canFold'>;
  expander: Pick<Expander, 'canExpand' | 'expand' | 'ask'>;
  picker: Pick<Picker, 'canPick' | 'pick'>;
  why: Pick<Why, 'isThere' | 'ask'>;
  canvas: Pick<Canvas, 'fit' | 'zoom'>;
  picture: Pick<Picture, 'showNumbers'>;
  endless: Pick<Endless, 'isThere' | 'focus'>;
  gestures: Pick<Gestures, 'connectFrom'>;
  finder: Pick<Finder, 'open'>;
  menus: Pick<Menus, 'openForChosen'>;
  textView: Pick<TextView, 'toggle'>;
  help: Pick<Help, 'open'>;
  togglePanel: () => void;
  toggleLecture: () => void;
}

// Groups stand in the help in this order.
export const GROUPS = {
  add: 'Add',
  edit: 'Edit',
  node: 'Selected nodes',
  move: 'Selected move',
  view: 'View',
  steps: 'Steps',
};

const onNodes = (editor: Editor) => editor.chosen.length > 0;
const onPart = ({ chosen }: Editor, { part }: View) => chosen.length === 1 && part.there;
const onOpen = ({ chosen }: Editor, { expander }: View) => chosen.length === 1 && expander.canExpand(chosen[0]);
const onOffered = ({ chosen }: Editor, { picker }: View) => chosen.length === 1 && picker.canPick(chosen[0]);
const onLeaf = (editor: Editor) => editor.scorable !== undefined;
const onMove = (editor: Editor) => editor.chosenMoves.length > 0;

// `keys` are chords as `chord` writes them; `shown` is how the help writes them, where that differs. `draws` marks
// what changes the document; `when` says whether it makes sense now.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param dx in canvas units */
const nudge = (chord: string, dx: number, dy: number): Omit<Action, 'group'> => ({
  name: `nudge ${chord}`,
  keys: [chord],
  draws: true,
  repeats: true,
  run: (editor) => editor.nudge(dx, dy),
  when: onNodes,
});

const beside = (key: string, dx: number, dy: number): Omit<Action, 'group'> => ({
  name: `beside ${key}`,
  keys: [`Ctrl+${key}`],
  repeats: true,
  run: (editor) => editor.chooseBeside(dx, dy),
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

const adding = (kind: Kind, added: string, _changed: string, keys: string[]): Omit<Action, 'group'> => ({
  name: kind,
  title: `Add ${added}`,
  keys,
  draws: true,
  run: (editor) => editor.add(kind),
  when: (editor) => editor.kinds.includes(kind),
});

const changing = (kind: Kind, _added: string, changed: string, keys: string[]): Omit<Action, 'group'> => ({
  name: `as-${kind}`,
  title: `Change to ${changed}`,
  keys: keys.map((key) => `Shift+${key}`),
  draws: true,
  run: (editor) => editor.setKind(kind),
  when: (editor) => onNodes(editor) && editor.kinds.includes(kind),
});

/** Actions of a group of the help. */
const group = (group: string, actions: Omit<Action, 'group'>[]): Action[] =>
  actions.map((each) => ({ ...each, group }));

export const ACTIONS: Action[] = [
  ...group('add', KINDS.map((row) => adding(...row))),
  ...group('edit', [
    {
      name: 'undo',
      title: 'Undo',
      keys: ['Ctrl+z'],
      draws: true,
      repeats: true,
      run: (editor) => editor.document.undo(),
      when: (editor) => editor.document.past.done.length > 0,
    },
    {
      name: 'redo',
      title: 'Redo',
      keys: ['Ctrl+Shift+z', 'Ctrl+y'],
      draws: true,
      repeats: true,
      run: (editor) => editor.document.redo(),
      when: (editor) => editor.document.past.undone.length > 0,
    },
    {
      name: 'delete',
      title: 'Delete what is selected',
      keys: ['Delete', 'Backspace'],
      shown: 'Del',
      draws: true,
      run: (editor) => editor.remove(),
    },
    { name: 'select-all', title: 'Select all', keys: ['Ctrl+a'], run: (editor) => editor.selectAll() },
    {
      name: 'copy',
      title: 'Copy, also to another window',
      shown: 'Ctrl+C',
      run: (editor) => editor.clipboard.copyByMenu(),
      when: onNodes,
    },
    {
      name: 'cut',
      title: 'Cut',
      shown: 'Ctrl+X',
      draws: true,
      run: (editor) => editor.clipboard.cutByMenu(),
      when: onNodes,
    },
    {
      name: 'paste',
      title: 'Paste at the pointer',
      shown: 'Ctrl+V',
      draws: true,
      run: (editor) => editor.clipboard.pasteByMenu(),
    },
    {
      name: 'duplicate',
      title: 'Duplicate',
      keys: ['Ctrl+d'],
      draws: true,
      run: (editor) => editor.clipboard.duplicate(),
      when: onNodes,
    },
    ...Object.entries(ARROWS).map(([key, [x, y]]) => beside(key, x, y)),
    { name: 'beside', title: 'Select the node in that direction', shown: 'Ctrl with ← → ↑ ↓' },
    {
      name: 'next-move',
      title: 'Select the next move of the selected node',
      keys: ['.'],
      run: (editor) => editor.chooseMove(1),
      when: (editor) => onNodes(editor) || onMove(editor),
    },
    {
      name: 'previous-move',
      title: 'Select the previous move of the selected node',
      keys: [','],
      run: (editor) => editor.chooseMove(-1),
      when: (editor) => onNodes(editor) || onMove(editor),
    },
    {
      name: 'menu',
      title: 'Menu of what is selected',
      keys: ['Shift+F10', 'ContextMenu'],
      shown: 'Shift+F10',
      run: (_editor, { menus }) => menus.openForChosen(),
    },
    {
      name: 'let-go',
      title: 'Select nothing',
      keys: ['Escape'],
      shown: 'Esc',
      run: (editor) => editor.choose([]),
      when: (editor) => onNodes(editor) || onMove(editor),
    },
  ]),
  ...group('node', [
    {
      name: 'expand',
      title: 'Expand it, or show more of its successors, where that can be',
      keys: ['Enter'],
      run: (editor, { expander }) => expander.expand(editor.chosen[0]),
      when: onOpen,
    },
    {
      name: 'pick',
      title: 'Play the move to it, on the page Play',
      keys: ['Enter'],
      run: (editor, { picker }) => picker.pick(editor.chosen[0]),
      when: onOffered,
    },
    {
      name: 'fold',
      title: 'Hide what was opened at it',
      keys: ['-'],
      run: (editor, { expander }) => expander.ask('fold', editor.chosen[0]),
      when: (editor, view) => onPart(editor, view) && view.part.canFold(editor.chosen[0]),
    },
    {
      name: 'centre',
      title: 'Show what is around it',
      keys: ['c'],
      run: (editor, { expander }) => expander.ask('centre', editor.chosen[0]),
      when: onPart,
    },
    {
      name: 'why',
      title: 'Why does it have this score?',
      keys: ['w'],
      run: ({ chosen }, { why }) => why.ask(chosen[0]),
      when: ({ chosen }, { why }) => why.isThere && chosen.length < 2,
    },
    {
      name: 'connect',
      title: 'Connect: a move to the node that is clicked next',
      draws: true,
      run: ({ chosen }, { gestures }) => gestures.connectFrom(chosen[0]),
      when: (editor) => editor.chosen.length === 1,
    },
    {
      name: 'rename',
      title: 'Edit name and score; a word that is typed names it, too',
      keys: ['Enter', 'F2'],
      draws: true,
      run: (editor) => editor.inspect(editor.chosen[0], 'name'),
      when: onNodes,
    },
    {
      name: 'connect-by-name',
      title: 'Add a move from it to a node that you name',
      keys: ['Shift+Enter'],
      draws: true,
      run: (editor) => editor.connectByName(),
      when: onNodes,
    },
    { name: 'root', title: 'Make it the root', keys: ['r'], draws: true, run: (editor) => editor.makeRoot() },
    {
      name: 'flip',
      title: 'Switch its player',
      keys: ['p'],
      draws: true,
      run: (editor) => editor.flip(),
      when: (editor) => editor.kinds.includes('max'),
    },
    ...KINDS.map((row) => changing(...row)),
    ...[...'0123456789-−'].map((character) => ({
      name: `score ${character}`,
      keys: [character],
      draws: true,
      run: (editor) => editor.typeScore(character),
      when: '-−'.includes(character) ? onLeaf : onNodes, // minus also makes the drawing smaller
    } as Omit<Action, 'group'>)),
    { name: 'score', title: "Type a leaf's score", shown: '0–9 −' },
    ...Object.entries(ARROWS).flatMap((
      [key, [x, y]],
    ) => [nudge(`Shift+${key}`, 10 * x, 10 * y), nudge(`Ctrl+Shift+${key}`, 60 * x, 60 * y)]),
    { name: 'nudge', title: 'Nudge (with Ctrl, too, farther)', shown: 'Shift with ← → ↑ ↓' },
    {
      name: 'pin',
      title: 'Pin: layouts leave it in place',
      keys: ['k'],
      draws: true,
      run: (editor) => editor.pin(),
      when: onNodes,
    },
  ]),
  ...group('move', [
    {
      name: 'earlier',
      title: 'Try it earlier',
      keys: ['['],
      draws: true,
      repeats: true,
      run: (editor) => editor.reorder(-1),
      when: onMove,
    },
    {
      name: 'later',
      title: 'Try it later',
      keys: [']'],
      draws: true,
      repeats: true,
      run: (editor) => editor.reorder(1),
      when: onMove,
    },
    {
      name: 'reverse',
      title: 'Turn it round',
      keys: ['Shift+r'],
      draws: true,
      run: (editor) => editor.reverse(),
      when: onMove,
    },
    {
      name: 'redirect',
      title: 'Lead it to another node, which you name',
      keys: ['Shift+Enter'],
      draws: true,
      run: (editor) => editor.connectByName(),
      when: onMove,
    },
  ]),
  ...group('view', [
    {
      name: 'zoom-in',
      title: 'Larger',
      keys: ['+', '='],
      shown: '+',
      repeats: true,
      run: (_editor, { canvas }) => canvas.zoom(ZOOM),
    },
    {
      name: 'zoom-out',
      title: 'Smaller',
      keys: ['-', '−', '_'],
      shown: '− _',
      repeats: true,
      run: (_editor, { canvas }) => canvas.zoom(1 / ZOOM),
    },
    { name: 'pan', title: 'Move the view, also over nodes', shown: 'Drag with Space or the middle button' },
    { name: 'fit', title: 'Fit the graph into view', keys: ['f'], run: (_editor, { canvas }) => canvas.fit() },
    { name: 'find', title: 'Find a node by name', keys: ['/'], run: (_editor, { finder }) => finder.open() },
    {
      name: 'text',
      title: 'Graph as text',
      keys: ['t'],
      draws: true,
      leaves: true,
      run: (_editor, { textView }) => textView.toggle(),
    },
    {
      name: 'endless',
      title: 'Set the value of endless play, where bounds are shown',
      keys: ['d'],
      run: (_editor, { endless }) => endless.focus(),
      when: (_editor, { endless }) => endless.isThere,
    },
    {
      name: 'numbers',
      title: 'Show the order of moves',
      keys: ['#'],
      run: (_editor, { picture }) => picture.showNumbers(),
    },
    { name: 'help', title: 'All shortcuts', keys: ['?'], run: (_editor, { help }) => help.open() },
    { name: 'panel', title: 'Show or hide the panel', run: (_editor, view) => view.togglePanel() },
    { name: 'lecture', title: 'Lecture mode: full screen, large text', run: (_editor, view) => view.toggleLecture() },
    { name: 'blank', title: 'Blank the screen, or bring it back, in lecture mode', shown: 'B' },
  ]),
  ...group('steps', [
    { name: 'step', title: 'Previous, next step', shown: '← →' },
    { name: 'news', title: 'Next, previous change of the selected node, or else of the root', shown: '> <' },
    {
      name: 'rises',
      title: 'Next step in which a counter rises (with Shift the one before)',
      shown: 'Click on the counter',
    },
    { name: 'ends', title: 'First, last step', shown: 'Home End' },
    { name: 'play', title: 'Play or pause', shown: 'Space' },
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

/** How a person reads the keys of an action. */
export function keysOf({ keys = [], shown }: { keys?: string[]; shown?: string }) {
  if (shown !== undefined) return shown;
  const read = (key: string) => (key.length === 1 ? key.toUpperCase() : key);
  return keys.map((each) => each.split('+').map(read).join('+')).join(' or ');
}

export const titled = (each: Action) => (keysOf(each) ? `${each.title} (${keysOf(each)})` : each.title);
