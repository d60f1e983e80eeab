// Search in the entries of a menu.
import type { BarEntry, BarGroup } from '../messages.ts';

/** The entries in which every word of a text is found, those first that have them in title or source. */
export function matches(groups: readonly BarGroup[], text: string): BarGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...groups];
  const has = (field: string) => words.every((word) => field.toLowerCase().includes(word));
  const ranked = groups
    .flatMap(({ title, entries }) => entries.map((entry) => ({ title, entry, rank: rankOf(entry, has) })))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank);
  return [...Map.groupBy(ranked, ({ title }) => title)]
    .map(([title, each]) => ({ title, entries: each.map(({ entry }) => entry) }));
}

function rankOf({ title, source = '', also = '' }: BarEntry, has: (field: string) => boolean) {
  if (has(title)) return 0;
  if (has(source)) return 1;
  return has(`${title} ${source} ${also}`) ? 2 : Infinity;
}
