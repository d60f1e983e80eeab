// A list that is chosen from by its headings, or by typing some letters of a name, a number or a word.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import { matches } from './search.ts';
import { signal } from '../store.ts';
import type { BarEntry, BarGroup } from '../messages.ts';

interface Props {
  label: string;
  groups: readonly BarGroup[] | undefined; // that have not come yet
  chosen: string; // the title of what is chosen now
  focuses?: boolean; // whether one can type as soon as it is open
  choose: (name: string) => void;
}

export const typed = signal(''); // in the list that is open

export function Chooser({ label, groups, chosen, focuses, choose }: Props) {
  const shown = matches(groups ?? [], typed.value);
  const first = shown.flatMap(({ entries }) => entries).find(({ needs }) => !needs);
  return (
    <div class='chooser'>
      <input
        type='search'
        placeholder={`${label}: name, number or word`}
        aria-label={`Search: ${label}`}
        value={typed.value}
        data-first={focuses || undefined}
        onInput={(event) => typed.value = event.currentTarget.value}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first) choose(first.name);
        }}
      />
      <div role='listbox' aria-label={label}>
        {shown.map(({ title, entries }) => (
          <div role='group' aria-label={title} key={title}>
            <h4 role='presentation'>{title}</h4>
            {entries.map((entry) => (
              <Entry key={entry.name} entry={entry} isChosen={entry.title === chosen} choose={choose} />
            ))}
          </div>
        ))}
        {!shown.length && <p>{groups ? 'Nothing here is called so.' : '…'}</p>}
      </div>
    </div>
  );
}

function Entry({ entry, isChosen, choose }: { entry: BarEntry; isChosen: boolean; choose: Props['choose'] }) {
  const { name, title, line, source, needs, picture } = entry;
  return (
    <button
      type='button'
      role='option'
      aria-selected={isChosen}
      class={needs ? 'apart' : ''}
      onClick={() => choose(name)}
    >
      {picture && <i aria-hidden='true' dangerouslySetInnerHTML={{ __html: picture }} />}
      <b>{title}</b>
      {needs && <em>{needs}</em>}
      {source && <small>{source}</small>}
      {line && <span>{line}</span>}
    </button>
  );
}
