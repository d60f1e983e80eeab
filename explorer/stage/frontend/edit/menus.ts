// The tools on the canvas and the menus that they, the right mouse button and a long press open.
import { closestTo, partsOf } from '../page/dom.ts';
import { action, titled } from './shortcuts.ts';
import { type Icon, icon } from '../page/icons.ts';
import { Menu } from './popup_menu.ts';
import type { MenuEntry } from '../page/types.ts';
import type { Place } from '../model/types.ts';
import type { Canvas } from '../draw/canvas/canvas.ts';
import type { Commands } from './commands.ts';
import type { Editor } from './editor.ts';
import type { Selection } from './selection.ts';
import type { Share } from '../panels/share.tsx';
import { listen, type Store } from '../store.ts';

const DRAWING: Icon[] = ['max', 'min', 'mover', 'leaf', 'open', 'connect', 'delete', 'arrange', 'undo', 'redo'];
const ZOOMING: Icon[] = ['zoom-in', 'zoom-out'];
const VIEWING: Icon[] = ['more', 'share', 'text', 'fit', 'panel', 'lecture'];
const WITH_MENU: Record<string, string> = {
  arrange: 'Arrange: layouts, align, distribute',
  more: 'More: find, order of moves, shortcuts',
  share: 'Share',
}; // tools that open a menu
const MORE = ['find', 'numbers', 'select-all', 'help'];
const ON_NODE = [
  ...['why', 'path', 'line', 'expand', 'fold', 'centre', 'connect', 'rename', 'connect-by-name', 'root', 'flip', '-'],
  ...['as-max', 'as-min', 'as-mover', 'as-leaf', 'as-open', '-'],
  ...['copy', 'cut', 'duplicate', 'pin', '-', 'delete'],
];
const ON_MOVE = ['name-move', '-', 'earlier', 'later', 'reverse', 'redirect', '-', 'delete'];
const ON_PAPER = [
  ...['max', 'min', 'mover', 'leaf', 'open', '-', 'paste', 'select-all', '-', 'undo', 'redo', '-'],
  ...['fit', 'find', 'text', 'help'],
];

function button(name: Icon) {
  const title = WITH_MENU[name] ?? titled(action(name));
  return `<button type="button" data-tool="${name}" title="${title}" aria-label="${title}">${icon(name)}</button>`;
}

export const TOOLBARS = `
  <div class="tool-row">
    <div class="toolbar edit" role="toolbar" aria-label="Draw">${DRAWING.map(button).join('')}</div>
    <div class="graph-title" hidden></div>
    <div class="toolbar views" role="toolbar" aria-label="View">
      <button type="button" class="side" title="Graph and algorithm" aria-label="Graph and algorithm">${
  icon('side')
}</button>
      ${VIEWING.map(button).join('')}
    </div>
  </div>
  <div class="toolbar zoom" role="toolbar" aria-label="Zoom">${ZOOMING.map(button).join('')}</div>`;

/** Parts of the stage that menus are of, and open on. */
interface Needs {
  root: HTMLElement;
  store: Store;
  canvas: Canvas;
  selection: Selection;
  editor: Editor;
  commands: Commands;
  share: Share;
}

export class Menus {
  menu: Menu;
  layouts: Record<string, string> = {}; // with their titles
  view: HTMLElement; // what the menu opens on

  constructor(readonly needs: Needs) {
    const find = partsOf(needs.root);
    this.menu = new Menu(find('.menu'));
    this.view = find('.view');
    listen(needs.store.data, ({ layouts = {}, document }) => {
      if (document) this.layouts = layouts;
    });
    needs.root.addEventListener('click', (event) => {
      const tool = closestTo(event, '[data-tool]');
      if (tool) this.use(tool.dataset.tool ?? '', tool);
    });
  }

  use(name: string, tool: Element) {
    const { commands } = this.needs;
    if (WITH_MENU[name]) this.openBelow(tool, this.entries(name));
    else if (commands.canRun(action(name))) commands.run(action(name));
  }

  openBelow(tool: Element, entries: MenuEntry[]) {
    const box = tool.getBoundingClientRect();
    const room = this.view.getBoundingClientRect();
    this.menu.open(entries, { x: box.left - room.left, y: box.bottom - room.top + 4 });
  }

  entries(name: string): MenuEntry[] {
    const { commands, editor, share } = this.needs;
    if (name === 'share') return share.entries();
    if (name === 'more') return commands.entries(MORE);
    const layouts = Object.entries(this.layouts).map(([layout, title]) => ({
      title,
      run: () => editor.arrange(layout),
    }));
    return [
      ...layouts,
      '-',
      { title: 'Align in a row', run: () => editor.align('y') },
      { title: 'Align in a column', run: () => editor.align('x') },
      { title: 'Distribute across', run: () => editor.distribute('x') },
      { title: 'Distribute downwards', run: () => editor.distribute('y') },
      '-',
      ...commands.entries(['pin']),
    ];
  }

  // The menu for what is selected, at it; of nothing, that of the canvas.
  openForChosen() {
    const { canvas, editor, store } = this.needs;
    const [node] = editor.chosen;
    const move = store.document.value.moves.get(editor.chosenMoves[0]);
    const at = move ? canvas.routes.along(move[0], move[1], 0) : undefined;
    if (node !== undefined) this.openAt(canvas.toDom(node));
    else if (at) this.openAt(canvas.network.canvasToDOM({ x: at[0], y: at[1] }), editor.chosenMoves[0]);
    else this.openAt({ x: 60, y: 60 });
  }

  /**
   * The menu for what is at a place of the canvas; what is not selected yet becomes the selection.
   * @param chosen the move that is meant
   */
  openAt(dom: Place, chosen?: string) {
    const { canvas, commands, editor, selection, store } = this.needs;
    const node = chosen === undefined ? canvas.nodeAt(dom) : undefined;
    const move = node === undefined ? chosen ?? canvas.edgeAt(dom) : undefined;
    if (node !== undefined && !editor.chosen.includes(node)) selection.choose(node);
    if (move !== undefined && !editor.chosenMoves.includes(move)) editor.choose([], [move]);
    if (node === undefined && move === undefined) editor.choose([]);
    store.pointed.value = undefined;
    const at = canvas.toCanvas(dom);
    const here = (run: () => void) => () => {
      canvas.pointer = at;
      run();
      canvas.pointer = undefined;
    };
    const entries = commands.entries(node !== undefined ? ON_NODE : move !== undefined ? ON_MOVE : ON_PAPER);
    this.menu.open(entries.map((entry) => (entry === '-' ? entry : { ...entry, run: here(entry.run) })), dom);
  }
}
