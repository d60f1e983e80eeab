// What an edit has changed, in words.
import { kindOf } from './document.js';
import { moveId } from './records.js';

/**
 * @import { GameNode, Kind, Renamed, Snapshot } from './types.d.ts'
 */

/** @type {Record<Kind, string>} */
const KINDS = { max: 'Max node', min: 'Min node', mover: 'node', leaf: 'leaf', open: 'open node' };

/**
 * Sentences on the difference of two documents; none if they are alike.
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Renamed} renamed where a node of the one before is by now
 */
export function editWords(before, after, renamed) {
  const words = [
    ...nodeWords(before, after, renamed),
    ...moveWords(before, after, renamed),
    ...metaWords(before, after),
  ];
  return words.map((each) => `${each}.`).join(' ');
}

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Renamed} renamed
 * @returns {string[]}
 */
function nodeWords(before, after, renamed) {
  const old = new Map(before.nodes.map((node) => [renamed(node.id) ?? node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  const added = after.nodes.filter(({ id }) => !old.has(id));
  const removed = [...old].filter(([id]) => !now.has(id)).map(([, node]) => node);
  const changed = after.nodes.filter((node) => old.has(node.id) && old.get(node.id) !== node);
  return [
    ...some('Added', added, whole),
    ...some('Deleted', removed, nameOf),
    ...changedWords(changed.map((node) => [/** @type {GameNode} */ (old.get(node.id)), node])),
  ];
}

/**
 * @param {[GameNode, GameNode][]} pairs before and after
 * @returns {string[]}
 */
function changedWords(pairs) {
  if (pairs.length === 1) return [changeOf(...pairs[0])];
  const moved = pairs.filter(([old, now]) => isMoved(old, now)).length;
  const other = pairs.length - moved;
  return [...(moved ? [`Moved ${nodes(moved)}`] : []), ...(other ? [`Changed ${nodes(other)}`] : [])];
}

/**
 * @param {GameNode} old
 * @param {GameNode} now
 */
function changeOf(old, now) {
  if (nameOf(old) !== nameOf(now)) return `${nameOf(old)} is now named ${nameOf(now)}`;
  if (kindOf(old) !== kindOf(now) || old.score !== now.score) return `${nameOf(now)} is now ${described(now)}`;
  if (old.pinned !== now.pinned) return `${nameOf(now)} is ${now.pinned ? 'pinned' : 'no longer pinned'}`;
  return isMoved(old, now) ? `Moved ${nameOf(now)}` : `Changed ${nameOf(now)}`;
}

/**
 * Whether a node differs in its place alone.
 * @param {GameNode} old
 * @param {GameNode} now
 */
function isMoved(old, now) {
  const [one, other] = [old, now].map(({ x: _x, y: _y, ...rest }) => JSON.stringify(rest));
  return one === other;
}

/**
 * Moves that went with a node are not spoken of.
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Renamed} renamed
 * @returns {string[]}
 */
function moveWords(before, after, renamed) {
  const ids = new Set(after.nodes.map(({ id }) => id));
  /** @type {[string, string][]} */
  const kept = before.moves.map(([from, to]) => [renamed(from) ?? from, renamed(to) ?? to]);
  const old = new Set(kept.map((move) => moveId(...move)));
  const now = new Set(after.moves.map((move) => moveId(...move)));
  const added = after.moves.filter((move) => !old.has(moveId(...move)));
  const removed = kept.filter((move) => !now.has(moveId(...move)) && move.every((id) => ids.has(id)));
  if (old.size === now.size && !added.length && !removed.length) {
    return kept.every((move, i) => moveId(...move) === moveId(...after.moves[i])) ? [] : ['Changed the order of moves'];
  }
  /** @param {[string, string]} move */
  const ends = ([from, to]) => `the move from ${from} to ${to}`;
  return [...some('Added', added, ends, 'move'), ...some('Deleted', removed, ends, 'move')];
}

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {string[]}
 */
function metaWords({ meta: old, nodes: before }, { meta: now, nodes: after }) {
  const { root } = now;
  const isNew = root !== old.root && !(after.length === 1 && !before.length);
  const node = after.find(({ id }) => id === root);
  return [
    ...(isNew && before.some(({ id }) => id === root) && node ? [`${nameOf(node)} is the root`] : []),
    ...(isNew && root === undefined ? ['There is no root'] : []),
    ...(old.name === now.name ? [] : [`The title is ${now.name || 'empty'}`]),
    ...(old.convention === now.convention ? [] : [`The convention is ${now.convention}`]),
  ];
}

/** @param {GameNode} node */
const nameOf = ({ id, label }) => label || id;
/** @param {GameNode} node */
const described = (node) => {
  const kind = KINDS[kindOf(node)];
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}${node.score === undefined ? '' : ` with score ${node.score}`}`;
};
/** @param {GameNode} node */
const whole = (node) => `${nameOf(node)}, ${described(node)}`;
/** @param {number} number */
const nodes = (number) => counted(number, 'node');

/**
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/**
 * @template Item
 * @param {string} verb
 * @param {Item[]} items
 * @param {(item: Item) => string} words of a single one
 * @param {string} [noun]
 * @returns {string[]}
 */
function some(verb, items, words, noun = 'node') {
  if (!items.length) return [];
  return [`${verb} ${items.length === 1 ? words(items[0]) : counted(items.length, noun)}`];
}
