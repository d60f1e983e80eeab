// A node by its name, with what it is worth, to be selected.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { type ComponentChildren, Fragment, h } from '../vendor/preact-10.29.8/preact.mjs';
import { between, type NodeLooks } from '../draw/node/node_looks.ts';
import type { Topic } from './topic.ts';

/** @param isSortable it can be dragged to another place among its like */
export function Chip({ topic, id, isSortable }: { topic: Topic; id: string; isSortable?: boolean }) {
  const { frames, looks } = topic;
  const name = topic.name(id);
  const select = () => topic.select(id);
  if (frames && !topic.document.nodes.has(id)) {
    return (
      <button type='button' class='chip hidden' title={`${id}: not shown; click to show it`} onClick={select}>
        {name}
      </button>
    );
  }
  const face: Partial<ReturnType<NodeLooks['face']>> = frames ? looks.face(id) : {};
  const { text = '?', fill, ink, bounds } = face;
  return (
    <button
      type='button'
      class='chip'
      title={isSortable ? `${id}: drag it to another place to have it tried earlier or later` : id}
      data-node={isSortable ? id : undefined}
      style={text === '?' ? undefined : { background: fill, color: ink }}
      onClick={select}
    >
      {bounds ? `${name} ${between(bounds)}` : `${name}: ${looks.leafScore(id).unread ?? text}`}
    </button>
  );
}

/** Items in a row, with a text between them. */
export const separated = (items: ComponentChildren[], text: string) =>
  items.map((item, i) => <Fragment key={i}>{i ? text : ''}{item}</Fragment>);
