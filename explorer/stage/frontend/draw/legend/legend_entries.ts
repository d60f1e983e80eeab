// The entries of the legend: it explains exactly what is shown, each entry drawn by the code that draws the nodes.
import { endlessMark, glyph, rootArrow } from '../node/glyph.ts';
import { RADIUS } from '../node/geometry.ts';
import { signalShapes, valueShapes } from '../move/transits.ts';
import { centred, type Shape, transformed } from '../shapes/shapes.ts';
import type { Frames } from '../../player/frames.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { MarkLook, Theme } from '../../messages.ts';
import type { Band } from '../move/ways.ts';
import type { Look } from '../node/look.ts';
import type { Paint } from '../shapes/page_colours.ts';
import type { GameNode, Kind } from '../../model/types.ts';

/** An entry of the legend: a look, a band between nodes, a scale, a mark, a word, a message or the root. */
export type LegendEntry = {
  meaning: string;
  look?: Look;
  band?: { colour: string; isDashed: boolean };
  scale?: string[];
  mark?: string;
  words?: string;
  /** Of a message: a value or, if there is none, a signal. */
  message?: { colour: string; value: string };
  root?: boolean;
  /** Of a fault: it comes before all others. */
  isWrong?: boolean;
};

export const SAMPLE = 30; // canvas units that a sample is wide and high
const BANDS = [
  ...['path', 'move', 'back', 'plus', 'minus', 'reply', 'stalling'],
  ...['cycle', 'played', 'lasso', 'leave', 'best', 'chain'],
];

/** The sample of an entry, around (0, 0). */
export function sample({ look, band, scale, mark, message, words, root }: LegendEntry, paint: Paint): Shape[] {
  if (band) return [bandSample(band)];
  if (scale) return scaleSample(scale);
  if (message) return messageSample(message, paint);
  if (words) return [centred(words, [0, 0], 11, paint.ink)];
  if (root) return [rootArrow(11, paint.ink)];
  if (mark) return transformed(endlessMark([0, 0], mark, paint.paper), 1.2);
  if (!look) return [];
  const room = look.bounds ? SAMPLE : SAMPLE - 6; // words need more of it
  return transformed(glyph(look, paint), room / 2 / (RADIUS + 3));
}

function messageSample({ colour, value }: { colour: string; value: string }, paint: Paint): Shape[] {
  const measure = () => 0;
  return value ? valueShapes(0, value, colour, measure) : signalShapes(0, 1, colour, paint, measure);
}

function bandSample({ colour, isDashed }: { colour: string; isDashed: boolean }): Shape {
  const dash = isDashed ? [5, 10] : undefined;
  return { is: 'line', points: [[-10, 0], [10, 0]], stroke: { colour, width: 7, dash, round: true }, opacity: 0.8 };
}

function scaleSample(colours: string[]): Shape[] {
  const [wide, half] = [SAMPLE / colours.length, SAMPLE / 4];
  return colours.map((fill, i) => {
    const [left, right] = [i * wide - SAMPLE / 2, (i + 1) * wide - SAMPLE / 2];
    return { is: 'polygon', points: [[left, -half], [right, -half], [right, half], [left, half]], fill };
  });
}

const MOST_LOOKS = 10_000; // nodes of steps that are looked at to know the signs of a run

/** Return the entries of all steps of the run, or of steps that are spread over a long one, in one order. */
export function entriesOfRun(looks: NodeLooks): LegendEntry[] {
  const { frames } = looks;
  if (!frames || frames.at < 0) return [];
  const { at, length } = frames;
  const stride = Math.ceil(length * looks.document.nodes.size / MOST_LOOKS);
  let found: LegendEntry[] = [];
  for (let step = 0; step < length; step += stride) {
    if (frames.seek(step)) found = merged(found, entriesFor(looks, looks.moves.bands(), false));
  }
  frames.seek(at);
  return wrongFirst(found);
}

/** Return two lists as one: each new entry stands behind the one that it follows in its own list. */
function merged(list: LegendEntry[], others: LegendEntry[]): LegendEntry[] {
  const all = [...list];
  let at = 0;
  for (const entry of others) {
    const before = all.findIndex(({ meaning }) => meaning === entry.meaning);
    if (before < 0) all.splice(at, 0, entry);
    at = (before < 0 ? at : before) + 1;
  }
  return all;
}

const wrongFirst = (entries: LegendEntry[]) => [
  ...entries.filter(({ isWrong }) => isWrong),
  ...entries.filter(({ isWrong }) => !isWrong),
];

/**
 * Return what the legend must say: the kinds, finalities, activities and bands that the present picture has. What is
 * wrong comes first.
 */
export function entriesFor(looks: NodeLooks, bands: Band[], isPart: boolean): LegendEntry[] {
  return wrongFirst(entriesInOrder(looks, bands, isPart));
}

function entriesInOrder(looks: NodeLooks, bands: Band[], isPart: boolean): LegendEntry[] {
  const { theme, frames, nodes } = looks;
  const { meanings, marks } = theme;
  const haloed = ({ colour, meaning }: MarkLook) => ({ look: circle(theme, { halo: colour }), meaning });
  const kinds = new Set(nodes.map(({ id }) => looks.kindAt(id)));
  const copies = new Set<string | undefined>(nodes.map((node) => looks.levels.copyOf(node)));
  const tried = Object.values(looks.tried).map(({ holds }) => holds);
  const claims = nodes.flatMap(({ id }) => looks.claims.get(id) ?? []);
  const marked = new Set(bands.map(({ kind }) => kind));
  const { focus } = looks;
  const transits = looks.moves.transits();
  const { focusMark = 'focus' } = frames ?? {};
  // The end of a path needs no words.
  const isFocus = focus !== undefined && looks.halo(focus) === marks[focusMark].colour && !marked.has('path');
  return [
    ...Object.entries(theme.shapes).filter(([kind]) => kinds.has(kind as Kind)).map(([kind, { shape, meaning }]) => ({
      look: circle(theme, { shape, style: kind === 'open' ? 'dashed' : undefined }),
      meaning,
    })),
    ...when(nodes.some(({ id }) => looks.isUnfinished(id)), {
      look: circle(theme, { style: 'dashed' }),
      meaning: meanings.unfinished,
    }),
    ...when(nodes.some(({ id }) => looks.fixed.get(id)?.root), { root: true, meaning: meanings.root }),
    ...Object.entries(theme.copies).filter(([role]) => copies.has(role)).map(([role, { style, meaning }]) => {
      const shape = role === 'unread' ? 'leaf' : 'circle';
      return { look: circle(theme, { fill: theme.zero.fill, shape, style, bar: marks.back.colour }), meaning };
    }),
    ...(frames ? stateEntries(looks, frames) : []),
    ...when(nodes.some(({ id }) => looks.edited.has(id)), haloed(marks.edited)),
    ...when(tried.includes(true), haloed(marks.holds)),
    ...when(tried.includes(false), { ...haloed(marks.fails), isWrong: true }),
    ...when(claims.some(({ tag }) => !tag), haloed(marks.agrees)),
    ...when(claims.some(({ tag }) => tag), { ...haloed(marks.wrong), isWrong: true }),
    ...when(isPart, { words: '+n', meaning: meanings.hidden }),
    ...when(isFocus, haloed(marks[focusMark])),
    ...BANDS.filter((kind) => marked.has(kind)).map((kind) => {
      const { colour, meaning } = marks[kind];
      return { band: { colour, isDashed: theme.dashed.includes(kind) }, meaning };
    }),
    ...when(transits.some(({ values }) => values), {
      message: { colour: marks.value.colour, value: 'n' },
      meaning: marks.value.meaning,
    }),
    ...when(transits.some(({ signals }) => signals), {
      message: { colour: marks.signal.colour, value: '' },
      meaning: marks.signal.meaning,
    }),
    ...when(Boolean(frames?.trace.opacities), { words: '→', meaning: meanings.opacity }),
  ];
}

const when = (holds: boolean, entry: LegendEntry) => (holds ? [entry] : []);

/** A node of which nothing is known, but for what is said of it. */
const circle = ({ noScore, finality: { unknown: { left, right } } }: Theme, more: Partial<Look>) => ({
  ...noScore,
  text: undefined,
  left,
  right,
  shape: 'circle',
  ...more,
});

/** Entries for the knowledge of an algorithm, and for its step. */
function stateEntries(looks: NodeLooks, frames: Frames): LegendEntry[] {
  const { theme, nodes } = looks;
  const { meanings, marks, zero: { fill } } = theme;
  const { endless, trace } = frames;
  const isTold = (node: GameNode) => !node.copy || looks.levels.frames; // of other copies nothing is said to be final
  const roles = new Set(nodes.filter(isTold).map(({ id }) => looks.roleOf(id)));
  const leaves = nodes.map(({ id }) => looks.leafScore(id));
  const isHanging = endless && nodes.some(({ id }) => frames.hangs(id) && frames.isExpanded(id));
  const rest = endless ? `; between two bounds, if the value of endless play is ${endless.text}` : '';
  return [
    { scale: trace.scale, meaning: `fill: ${trace.fills}${rest}` },
    ...theme.roles.filter((role) => roles.has(role)).map((role) => {
      const { left, right, meaning, of_bounds, sign } = theme.finality[role];
      return {
        look: circle(theme, { fill, left, right, sign: sign ?? undefined }),
        meaning: `${role === 'tentative' ? 'dashed ring' : 'ring'}: ${endless ? of_bounds : meaning}`,
        isWrong: role === 'wrong',
      };
    }),
    ...(['unread', 'own'] as const).filter((which) => leaves.some((score) => score[which] !== undefined))
      .map((which) => ({
        look: circle(theme, { shape: theme.shapes.leaf.shape, [which]: '1' }),
        meaning: meanings[which],
      })),
    ...(isHanging
      ? [
        { look: circle(theme, { fill, bounds: ['l', 'u'] }), meaning: meanings.bounds },
        { mark: marks.endless.colour, meaning: marks.endless.meaning },
      ]
      : []),
    ...frames.signsShown.map((sign) => ({ words: `${sign} n`, meaning: theme.relations[sign] })),
    ...when(nodes.some(({ id }) => frames.window(id)), { words: 'α…β', meaning: meanings.window }),
    ...when(nodes.some(({ id }) => frames.isPruned(id)), {
      look: circle(theme, { pale: true }),
      meaning: frames.unplayed.size ? meanings.unreached : meanings.pruned,
    }),
    ...[...(looks.isHushed ? [] : frames.activities)].map((role) => ({
      look: circle(theme, { halo: theme.activity[role].colour, sign: theme.signs[role] }),
      meaning: theme.activity[role].meaning,
      isWrong: role === 'wrong',
    })),
  ];
}
