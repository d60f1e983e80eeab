// The memo or the table of a search at a step: node, score, and its dependency set if the search keeps them.
// The same as memo_rows in explorer/drawing/memo_table.py.
import type { Frames } from '../player/frames.ts';

/** A node, with the player to move or the other one. */
export type State = { id: string; other: number };

/** The entries at the present step, in the order in which their nodes were first stored. */
export function memoRows(frames: Frames) {
  const { memo, path, trace } = frames;
  const onPath: Set<string> = new Set(path.map((id, depth) => key(id, trace.memo?.doubled ? depth % 2 : 0)));
  const at = (state: number): State => ({ id: frames.named(state >> 1) ?? '', other: state & 1 });
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
