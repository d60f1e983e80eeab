// Every shortcut and gesture, made of the table of actions.
import { ACTIONS, GROUPS, keysOf } from './shortcuts.js';
import { h } from './dom.js';

/**
 * @import { Action } from './shortcuts.js'
 * @import { Kind } from './types.d.ts'
 */

/** @type {[string, string][]} */
const GESTURES = [
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
  /**
   * @param {HTMLDialogElement} element
   * @param {{ kinds: () => Kind[], closed: () => void }} tools
   */
  constructor(element, { kinds, closed }) {
    this.element = element;
    this.kinds = kinds;
    element.addEventListener('close', closed);
    element.addEventListener('click', (event) => {
      if (event.target === element) element.close();
    }); // beside it
  }

  open() {
    const close = h('button', { type: 'button', textContent: 'Close' });
    close.addEventListener('click', () => this.element.close());
    const groups = Object.entries(GROUPS).map(([group, title]) => section(title, this.rows(group)));
    this.element.replaceChildren(
      h('header', {}, h('h2', { textContent: 'Shortcuts' }), close),
      h('div', { className: 'groups' }, section('Mouse and touch', GESTURES), ...groups),
    );
    this.element.showModal();
  }

  /**
   * @param {string} group
   * @returns {[string, string][]}
   */
  rows(group) {
    /** @param {Action} action */
    const fits = ({ name }) =>
      !['max', 'min', 'mover'].includes(name.replace('as-', '')) ||
      this.kinds().includes(/** @type {Kind} */ (name.replace('as-', '')));
    return ACTIONS.filter((each) => each.group === group && keysOf(each) && fits(each)).flatMap((each) =>
      each.title ? [[keysOf(each), each.title]] : []
    );
  }
}

/**
 * @param {string} title
 * @param {[string, string][]} rows
 */
const section = (title, rows) =>
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
