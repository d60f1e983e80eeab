// The memo or the table of a search at a step: node, score, and its dependency set if the search keeps them.
// The same as memo_rows in explorer/drawing/memo_table.py.
import { h } from '../page/dom.ts';
import type { Frames } from '../player/frames.ts';

const MOST_ROWS = 300;
const OTHER = ' (other player to move)'; // of two states of a node
const HEAD = ['node', 'score'];
const OF_SETS = ['dependency set', 'valid for sure'];

/** The entries at the present step, in the order in which their nodes were first stored. */
export function memoRows(frames: Frames) {
  const { memo, path, trace } = frames;
  const onPath: Set<string> = new Set(path.map((id, depth) => key(id, trace.memo?.doubled ? depth % 2 : 0)));
  const at = (state: number) => ({ id: frames.named(state >> 1) ?? '', other: state & 1 });
  return memo.map(([state, [value, relation, needs, count, deciding]]) => {
    const sign = trace.memo?.signs[relation];
    const { text } = trace.values[value];
    return {
      id: at(state).id,
      other: at(state).other,
      value: sign ? `${sign} ${text}` : text,
      needs: needs.map(at), // the first of them
      more: count - needs.length,
      valid: deciding.map(at).every(({ id, other }) => onPath.has(key(id, other))),
    };
  });
}

const key = (id: string, other: number) => `${other}${id}`;

/** Shows the memo in an element, which goes where nothing is stored in the whole run. */
export function showMemo(
  element: HTMLElement,
  frames: Frames,
  { name, select }: { name: (id: string) => string; select: (id: string) => void },
) {
  const { memo } = frames.trace;
  element.hidden = !memo;
  if (!memo) return;
  const rows = memoRows(frames);
  const nameOf = ({ id, other }: { id: string; other: number }) => `${name(id)}${other ? OTHER : ''}`;
  const lines = rows.slice(-MOST_ROWS).map(({ id, other, value, needs, more, valid }) => {
    const button = h('button', { type: 'button', textContent: nameOf({ id, other }) });
    button.addEventListener('click', () => select(id));
    const names = needs.map(nameOf);
    if (more) names.push(`… ${more} more`);
    return h(
      'tr',
      { className: id === frames.focus ? 'now-row' : '' },
      h('th', { scope: 'row' }, button),
      h('td', { textContent: value }),
      ...(memo.sets ? [h('td', { textContent: names.length ? `{${names.join(', ')}}` : '∅' })] : []),
      ...(memo.sets ? [h('td', { className: valid ? 'valid' : 'invalid', textContent: valid ? 'yes' : 'no' })] : []),
    );
  });
  const rest = rows.length - MOST_ROWS;
  const columns = [...HEAD, ...(memo.sets ? OF_SETS : [])];
  const head = h('tr', {}, ...columns.map((textContent) => h('th', { scope: 'col', textContent })));
  element.replaceChildren(
    h('h3', { textContent: memo.title }),
    rows.length
      ? h('table', {}, h('thead', {}, head), h('tbody', {}, ...lines))
      : h('p', { textContent: 'Nothing is stored yet.' }),
    ...(rest > 0 ? [h('p', { textContent: `… and ${rest.toLocaleString('en')} that were stored before` })] : []),
  );
  bringIntoView(element);
}

function bringIntoView(element: HTMLElement) {
  const row = element.querySelector('.now-row');
  if (!row) return;
  const [here, room] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  if (here.top < room.top || here.bottom > room.bottom) {
    element.scrollTop += (here.top + here.bottom - room.top - room.bottom) / 2;
  }
}
