// What stands in letters at a node of a drawing with boards, where names have no places of their own: the name, and the
// window of alpha and beta.
import { CARD, OWN, RADIUS } from './geometry.ts';
import { shortName } from '../shapes/lettering.ts';
import { centred, type Measure, outlineOf, pale, PALE_NAME, type Text } from '../shapes/shapes.ts';
import type { NodeLook } from './look.ts';
import type { Paint } from '../shapes/page_colours.ts';

const LONGEST = 18; // characters of a name
const [SHORT, NAME, WINDOW] = [15, 13, 12]; // sizes: of a name beside its node, of one below it, of a window
const [WINDOW_BELOW, WINDOW_BELOW_NAME] = [13, 28]; // from the rim of the node to the middle of the window
const LEADING = 1.15; // between base lines, in sizes

/** The lines of a name; none if it would run into the next. */
export type Rows = (name: string, size: number) => string[];

/** A name in one line, if that has room. */
export const oneRow = (room: number, measure: Measure): Rows => (name, size) => {
  const text = shortName(name, LONGEST);
  return measure(text, 700) * size > room ? [] : [text];
};

/** A short name beside the node's upper right, where edges seldom are, a long one in rows below; then the window. */
export function nodeTexts(look: NodeLook, isCard: boolean, rows: Rows, { ink, paper }: Paint): Text[] {
  const { name, window, own, root } = look;
  const isShort = name.length <= 4;
  const size = isShort ? SHORT : NAME;
  const lower = RADIUS + (isCard ? CARD.pad : 0) + (own === undefined ? 0 : OWN.height);
  const lines = isShort ? [name] : rows(name, size);
  const [x, y] = isShort ? [0.95 * RADIUS, 0.9 * SHORT - RADIUS - 5] : [0, lower + 5 + 0.9 * NAME];
  const names = lines.map((text, i): Text => ({
    is: 'text',
    x,
    y: y + i * LEADING * NAME,
    text,
    size,
    colour: ink,
    weight: root ? 700 : 500,
    anchor: isShort ? 'start' : 'middle',
    outline: outlineOf(size, paper),
  }));
  const shown = look.pale ? pale(names, paper, PALE_NAME) : names;
  if (!window) return shown;
  const below = isShort ? WINDOW_BELOW : WINDOW_BELOW_NAME + (lines.length - 1) * LEADING * NAME;
  const [alpha, beta] = window;
  const text = centred(`α ${alpha} … β ${beta}`, [0, lower + below], WINDOW, ink);
  return [...shown, { ...text, outline: outlineOf(WINDOW, paper) }];
}
