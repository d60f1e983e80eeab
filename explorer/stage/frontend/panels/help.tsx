// Every shortcut and gesture, made of the table of actions.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import { type Action, ACTIONS, GROUPS, keysOf } from '../edit/shortcuts.ts';
import { isLecture } from '../page/lecture.ts';
import type { Dialog } from './dialog.tsx';
import type { Kind } from '../model/types.ts';
import type { Store } from '../store.ts';

const EDITS: [string, string][] = [
  ['Double-click on empty space', 'add a node of the kind used last'],
  ['Drag from the rim of a node', 'add a move, to another node or to a new one'],
  ['Double-click a node', 'edit its name, kind and score'],
];
const GESTURES: [string, string][] = [
  ['Drag a node by its middle', 'move it, and all that are selected'],
  ['Drag empty space', 'move the view; the wheel or two fingers zoom'],
  ['Shift + drag', 'select all nodes in a rectangle'],
  ['Shift + click', 'select one more, or one less'],
  ['Click a node marked +n', 'show more of its n successors that are not shown'],
  ['Right-click, long press', 'a menu for what is there'],
];

export class Help {
  constructor(readonly dialog: Dialog, readonly store: Store) {}

  open() {
    this.dialog.open(
      'help',
      'Shortcuts',
      <div class='groups'>
        <Group title='Mouse and touch' rows={this.gestures()} />
        {Object.entries(GROUPS).map(([group, title]) => ({ title, rows: this.rows(group) }))
          .filter(({ rows }) => rows.length).map((each) => <Group key={each.title} {...each} />)}
      </div>,
    );
  }

  gestures() {
    return this.store.isEditable.value ? [...EDITS, ...GESTURES] : GESTURES;
  }

  rows(group: string): [string, string][] {
    const hasText = !isLecture(); // for which there is no room in a lecture
    const fits = ({ name, draws }: Action) =>
      (name !== 'text' || hasText) && (!draws || this.store.isEditable.value) &&
      (!['max', 'min', 'mover'].includes(name.replace('as-', '')) ||
        this.store.document.value.kinds.includes(name.replace('as-', '') as Kind));
    return ACTIONS.filter((each) => each.group === group && keysOf(each) && fits(each)).flatMap((each) =>
      each.title ? [[keysOf(each), each.title]] : []
    );
  }
}

const Group = ({ title, rows }: { title: string; rows: [string, string][] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {rows.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
);
