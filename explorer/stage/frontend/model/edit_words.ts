// The changes of an edit, in words.
import { kindOf } from './document.ts';
import { moveId } from './records.ts';
import type { Meta } from '../messages.ts';
import type { GameNode, Kind, Move, Renamed, Snapshot } from './types.ts';

const KINDS: Record<Kind, string> = {
  max: 'Max node',
  min: 'Min node',
  mover: 'node',
  leaf: 'leaf',
  open: 'open node',
};

/**
 * Sentences on the difference of two documents; none if they are alike.
 * @param renamed where a node of the one before is by now
 */
export function editWords(before: Snapshot, after: Snapshot, renamed: Renamed) {
  const words = [
    ...nodeWords(before, after, renamed),
    ...moveWords(before, after, renamed),
    ...metaWords(before, after),
  ];
  return words.map((each) => `${each}.`).join(' ');
}

function nodeWords(before: Snapshot, after: Snapshot, renamed: Renamed): string[] {
  const old = new Map(before.nodes.map((node) => [renamed(node.id) ?? node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  const added = after.nodes.filter(({ id }) => !old.has(id));
  const removed = [...old].filter(([id]) => !now.has(id)).map(([, node]) => node);
  const changed = after.nodes.filter((node) => old.has(node.id) && old.get(node.id) !== node);
  return [
    ...some('Added', added, whole),
    ...some('Deleted', removed, nameOf),
    ...changedWords(changed.map((node) => [old.get(node.id) as GameNode, node])),
  ];
}

/** @param pairs before and after */
function changedWords(pairs: [GameNode, GameNode][]): string[] {
  if (pairs.length === 1) return [changeOf(...pairs[0])];
  const moved = pairs.filter(([old, now]) => isMoved(old, now)).length;
  const other = pairs.length - moved;
  return [...(moved ? [`Moved ${nodes(moved)}`] : []), ...(other ? [`Changed ${nodes(other)}`] : [])];
}

function changeOf(old: GameNode, now: GameNode) {
  if (nameOf(old) !== nameOf(now)) return `${nameOf(old)} is now named ${nameOf(now)}`;
  if (kindOf(old) !== kindOf(now) || old.score !== now.score) return `${nameOf(now)} is now ${described(now)}`;
  if (old.pinned !== now.pinned) return `${nameOf(now)} is ${now.pinned ? 'pinned' : 'no longer pinned'}`;
  return isMoved(old, now) ? `Moved ${nameOf(now)}` : `Changed ${nameOf(now)}`;
}

/** Whether a node differs in its place alone. */
function isMoved(old: GameNode, now: GameNode) {
  const [one, other] = [old, now].map(({ x: _x, y: _y, ...rest }) => JSON.stringify(rest));
  return one === other;
}

/** Moves that went with a node are not spoken of. */
function moveWords(before: Snapshot, after: Snapshot, renamed: Renamed): string[] {
  const ids = new Set(after.nodes.map(({ id }) => id));
  const kept = before.moves.map(([from, to, name]): Move => [renamed(from) ?? from, renamed(to) ?? to, name ?? '']);
  const old = new Set(kept.map((move) => moveId(...move)));
  const now = new Set(after.moves.map((move) => moveId(...move)));
  const added = after.moves.filter((move) => !old.has(moveId(...move)));
  const removed = kept.filter((move) => !now.has(moveId(...move)) && ids.has(move[0]) && ids.has(move[1]));
  if (old.size === now.size && !added.length && !removed.length) {
    const isInOrder = kept.every((move, i) => moveId(...move) === moveId(...after.moves[i]));
    return isInOrder ? nameWords(kept, after.moves) : ['Changed the order of moves'];
  }
  return [...some('Added', added, ends, 'move'), ...some('Deleted', removed, ends, 'move')];
}

const ends = ([from, to]: Move) => `the move from ${from} to ${to}`;

/** The names of moves that have others. */
function nameWords(old: Move[], now: Move[]): string[] {
  const changed = now.filter(([, , name = ''], i) => name !== (old[i][2] ?? ''));
  const words = (move: Move) => `${ends(move)} ${move[2] ? `is now named ${move[2]}` : 'has no name'}`;
  if (changed.length > 1) return [`Changed the names of ${counted(changed.length, 'move')}`];
  return changed.map((move) => words(move).replace('the', 'The'));
}

function metaWords({ meta: old, nodes: before }: Snapshot, { meta: now, nodes: after }: Snapshot): string[] {
  const { root } = now;
  const isNew = root !== old.root && !(after.length === 1 && !before.length);
  const node = after.find(({ id }) => id === root);
  return [
    ...(isNew && before.some(({ id }) => id === root) && node ? [`${nameOf(node)} is the root`] : []),
    ...(isNew && root === undefined ? ['There is no root'] : []),
    ...(old.name === now.name ? [] : [`The title is ${now.name || 'empty'}`]),
    ...(old.convention === now.convention ? [] : [`The convention is ${now.convention}`]),
    ...(`${old.range ?? ''}` === `${now.range ?? ''}` ? [] : [rangeWords(now)]),
  ];
}

const rangeWords = ({ range }: Meta) =>
  range ? `The range of leaf scores is ${[range].flat().join('..')}` : 'The range of leaf scores is unknown';

const nameOf = ({ id, label }: GameNode) => label || id;
const described = (node: GameNode) => {
  const kind = KINDS[kindOf(node)];
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}${node.score === undefined ? '' : ` with score ${node.score}`}`;
};
const whole = (node: GameNode) => `${nameOf(node)}, ${described(node)}`;
const nodes = (number: number) => counted(number, 'node');

export const counted = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** @param words of a single one */
function some<Item>(verb: string, items: Item[], words: (item: Item) => string, noun = 'node'): string[] {
  if (!items.length) return [];
  return [`${verb} ${items.length === 1 ? words(items[0]) : counted(items.length, noun)}`];
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];
const TIMES = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Return the time since a change, in words. */
export function ago(time: number, now = Date.now()) {
  const past = now - time;
  const found = UNITS.find(([, least]) => past >= least);
  if (!found) return 'just now';
  const [unit, length] = found;
  return TIMES.format(-Math.floor(past / length), unit);
}
