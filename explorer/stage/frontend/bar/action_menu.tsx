// A menu of things to do, under headings.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import type { BarState } from './state.ts';

/** An entry, perhaps for narrow windows alone, or a heading for those that follow. */
export type Item = {
  title: string;
  hint?: string;
  pressed?: boolean;
  stays?: boolean;
  narrow?: boolean;
  run: () => void;
} | string;

export function ActionMenu({ bar, items, about, notes = [] }: {
  bar: BarState;
  items: Item[];
  about?: string;
  notes?: readonly string[];
}) {
  return (
    <div class='actions'>
      {about && <p class='about'>{about}</p>}
      {items.map((item) =>
        typeof item === 'string' ? <h4 key={item}>{item}</h4> : (
          <button
            type='button'
            key={item.title}
            class={item.narrow ? 'narrow' : ''}
            aria-pressed={item.pressed}
            onClick={() => {
              if (!item.stays) bar.close();
              item.run();
            }}
          >
            <span>{item.title}</span>
            {item.hint && <kbd>{item.hint}</kbd>}
          </button>
        )
      )}
      {notes.map((note) => <p class='note' key={note}>{note}</p>)}
    </div>
  );
}
