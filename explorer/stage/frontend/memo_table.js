// The memo or the table of a search at a step: node, score, and its dependency set if the search keeps them.
// The same as memo_rows in explorer/drawing/memo_table.py.
import { h } from './dom.js';

/**
 * @import { Frames } from './frames.js'
 */

const MOST_ROWS = 300;
const OTHER = ' (other player to move)'; // of two states of a node
const HEAD = ['node', 'score'];
const OF_SETS = ['dependency set', 'valid for sure'];

/**
 * The entries at the present step, in the order in which their nodes were first stored.
 * @param {Frames} frames
 */
export function memoRows(frames) {
  const { memo, path, trace } = frames;
  /** @type {Set<string>} */
  const onPath = new Set(path.map((id, depth) => key(id, trace.memo?.doubled ? depth % 2 : 0)));
  /** @param {number} state */
  const at = (state) => ({ id: frames.named(state >> 1) ?? '', other: state & 1 });
  return [...memo].map(([state, [, , value, relation, needs, count, deciding]]) => {
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

/**
 * @param {string} id
 * @param {number} other
 */
const key = (id, other) => `${other}${id}`;

/**
 * Shows the memo in an element, which goes where nothing is stored in the whole run.
 * @param {HTMLElement} element
 * @param {Frames} frames
 * @param {{ name: (id: string) => string, select: (id: string) => void }} tools
 */
export function showMemo(element, frames, { name, select }) {
  const { memo } = frames.trace;
  element.hidden = !memo;
  if (!memo) return;
  const rows = memoRows(frames);
  /** @param {{ id: string, other: number }} state */
  const nameOf = ({ id, other }) => `${name(id)}${other ? OTHER : ''}`;
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

/** @param {HTMLElement} element */
function bringIntoView(element) {
  const row = element.querySelector('.now-row');
  if (!row) return;
  const [here, room] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  if (here.top < room.top || here.bottom > room.bottom) {
    element.scrollTop += (here.top + here.bottom - room.top - room.bottom) / 2;
  }
}
