// Every shortcut and gesture, made of the table of actions.
import { type Action, ACTIONS, GROUPS, keysOf } from '../edit/shortcuts.ts';
import { button, closeBeside, h } from '../page/dom.ts';
import { isLecture } from '../page/lecture.ts';
import type { Kind } from '../model/types.ts';
import type { Store } from '../store.ts';

const GESTURES: [string, string][] = [
  ['Double-click on empty space', 'add a node of the kind used last'],
  ['Drag from the rim of a node', 'add a move, to another node or to a new one'],
  ['Drag a node by its middle', 'move it, and all that are selected'],
  ['Drag empty space', 'move the view; the wheel or two fingers zoom'],
  ['Shift + drag', 'select all nodes in a rectangle'],
  ['Shift + click', 'select one more, or one less'],
  ['Double-click a node', 'edit its name, kind and score'],
  ['Click a node marked +n', 'show more of its n successors that are not shown'],
  ['Right-click, long press', 'a menu for what is there'],
];

export class Help {
  constructor(readonly element: HTMLDialogElement, readonly store: Store) {
    closeBeside(element);
  }

  open() {
    const close = button('Close', () => this.element.close());
    const groups = Object.entries(GROUPS).map(([group, title]) => section(title, this.rows(group)));
    this.element.replaceChildren(
      h('header', {}, h('h2', { textContent: 'Shortcuts' }), close),
      h('div', { className: 'groups' }, section('Mouse and touch', GESTURES), ...groups),
    );
    this.element.showModal();
  }

  rows(group: string): [string, string][] {
    const cannot = isLecture() ? 'text' : 'blank'; // the one has no room in a lecture, the other is for it alone
    const fits = ({ name, draws }: Action) =>
      name !== cannot && (!draws || this.store.isEditable.value) &&
      (!['max', 'min', 'mover'].includes(name.replace('as-', '')) ||
        this.store.document.value.kinds.includes(name.replace('as-', '') as Kind));
    return ACTIONS.filter((each) => each.group === group && keysOf(each) && fits(each)).flatMap((each) =>
      each.title ? [[keysOf(each), each.title]] : []
    );
  }
}

const section = (title: string, rows: [string, string][]) =>
  h(
    'section',
    {},
    h('h3', { textContent: title }),
    h(
      'dl',
      {},
      ...rows.map(([keys, meaning]) =>
        h('div', {}, h('dt', {}, h('kbd', { textContent: keys })), h('dd', { textContent: meaning }))
      ),
    ),
  );
