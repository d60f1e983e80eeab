// What stands in letters at a node of a drawing with boards, where names have no places of their own: the name, and the
// window of alpha and beta.
import { RADIUS } from './geometry.ts';
import { shortName } from './lettering.ts';
import { centred, type Measure, outlineOf, type Text } from './shapes.ts';
import type { Paint } from './types.ts';

const LONGEST = 18; // characters of a name
const [SHORT, NAME, WINDOW] = [15, 13, 12]; // sizes: of a name beside its node, of one below it, of a window
const [WINDOW_BELOW, WINDOW_BELOW_NAME] = [13, 28]; // from the rim of the node to the middle of the window
const LEADING = 1.15; // between base lines, in sizes

const isShort = (name: string) => name.length <= 4; // and so beside its node

/** How a name stands there: so much `lower`, and with so much `room`. */
type How = { bold: boolean; lower: number; room: number; measure: Measure; rows?: (name: string) => string[] };

/**
 * The name: a short one beside the node's upper right, where edges seldom are, a long one below, in `rows` if there may
 * be several.  One that is wider than its `room`, so that it would run into the next, is left out.
 */
export function nameTexts(name: string, { bold, lower, room, measure, rows }: How, { ink, paper }: Paint): Text[] {
  const text = {
    is: 'text',
    colour: ink,
    weight: bold ? 700 : 500,
    outline: outlineOf(isShort(name) ? SHORT : NAME, paper),
  } as const;
  if (isShort(name)) {
    return [{ ...text, x: RADIUS * 0.95, y: -RADIUS - 5 + 0.9 * SHORT, text: name, size: SHORT, anchor: 'start' }];
  }
  const lines = rows?.(name) ?? [shortName(name, LONGEST)];
  if (!rows && measure(lines[0], text.weight) * NAME > room) return [];
  const top = RADIUS + 5 + lower + 0.9 * NAME;
  return lines.map((line, i) => ({
    ...text,
    x: 0,
    y: top + i * LEADING * NAME,
    text: line,
    size: NAME,
    anchor: 'middle',
  }));
}

/** The window, in a small line under the node and its name. */
export function windowText(
  [alpha, beta]: string[],
  { name, lower, lines }: { name: string; lower: number; lines: number },
  { ink, paper }: Paint,
): Text {
  const below = isShort(name) ? WINDOW_BELOW : WINDOW_BELOW_NAME + (lines - 1) * LEADING * NAME;
  const middle = RADIUS + below + lower;
  return { ...centred(`α ${alpha} … β ${beta}`, [0, middle], WINDOW, ink), outline: outlineOf(WINDOW, paper) };
}
