// What is found in a menu of the bar, by what is typed.
import { found } from '../../explorer/stage/frontend/bar/search.ts';

const GROUPS = [
  {
    title: 'Scores with cycles',
    entries: [
      { name: 'naive', title: 'Naive memo', source: 'Example 7.1', also: 'GHI' },
      { name: 'memo', title: 'Depth-first search with memo', source: 'Algorithm 7.2', also: 'GHI' },
    ],
  },
  { title: 'Winning and losing', entries: [{ name: 'status', title: 'Labels', also: 'Zermelo memo' }] },
];

const names = (text) => found(GROUPS, text).flatMap(({ entries }) => entries.map(({ name }) => name));

export const searches = () =>
  Object.fromEntries(
    ['', '7.2', 'memo', 'ghi', 'zermelo', 'memo 7.1', 'losing', 'nothing'].map((text) => [text, names(text)]),
  );
