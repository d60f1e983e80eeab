// One node as shapes around (0, 0): fill = score, ring = finality (left half lower bound, right half upper), outline =
// kind.
import { HALO, HALVES, OWN, RADIUS } from './geometry.ts';
import { arc, BOLD, centred, pale, type Point, type Shape, type Stroke, type Text } from '../shapes/shapes.ts';
import type { Ring, Theme } from '../../messages.ts';
import type { Look, NodeLook } from './look.ts';
import type { Paint } from '../shapes/page_colours.ts';

const FILLED = 0.74; // of the radius: the fill ends here, so that ring and fill of one colour do not merge
/** Of the text of a score: up to how many characters, and the size; a longer one is shortened. */
const SCORE_SIZES = [[2, 17], [4, 13], [6, 10], [8, 8]];
/** Of the texts of two bounds, by the longer one, and how far from the middle they stand. */
const BOUND_SIZES = [[2, 15, 4.5], [3, 12.5, 2.5], [5, 9.5, 1], [7, 7.5, 0]];
const BOUND_HEIGHTS = [8, -7]; // of the middles of the lower and of the upper bound
const [ASIDE, MARK_RADIUS] = [0.86 * RADIUS, 9]; // of marks at the lower left and right
const LOOP = 4.2; // radius of the arrow on the mark of endless play, which is open at the right
const LOOP_HEAD = [[2.2, 2.4], [-2.9, 1.3], [1.3, -2.9]]; // from where it ends
const UNREAD = 400; // weight of letters of a score that no algorithm has read
const [LARGEST_LETTERS, LARGEST_OF_TWO] = [26, 17]; // of a score, and of two bounds, however far out
const [NARROW_TAG, LONGEST_TAG] = [3, 14]; // characters
const SIGN_ROOM = 8;
const WHITE = '#ffffff'; // on what stands for an activity or a mark

const units = new Map<string, Point[]>(); // the corners of outlines of radius 1

/** The corners of an outline, clockwise from the top; none for a circle. */
export const corners = (shape: string, radius: number): Point[] =>
  unitCorners(shape).map(([x, y]) => [x * radius, y * radius]);

function unitCorners(shape: string): Point[] {
  const known = units.get(shape);
  const left = HALVES[shape] ?? [];
  const found = known ?? [...left.map(([x, y]): Point => [-x, y]), ...left.slice(1, -1).reverse()];
  if (!known) units.set(shape, found);
  return found;
}

/** Return the distance from the middle to the outline, in a direction (an angle, clockwise from the right). */
export function reach(shape: string, radius: number, direction: number) {
  const points = unitCorners(shape);
  if (!points.length) return radius;
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  let far = Infinity;
  for (let i = 0; i < points.length; i++) {
    const [[x1, y1], [x2, y2]] = [points[i], points[(i + 1) % points.length]];
    const [nx, ny] = [y2 - y1, x1 - x2]; // outwards
    const towards = nx * cos + ny * sin;
    if (towards > 1e-9) far = Math.min(far, (nx * x1 + ny * y1) / towards);
  }
  return radius * far;
}

/** The shapes of a node, without its name. */
export const glyph = (look: Look, paint: Paint): Shape[] => faded(look, paint, shapesOf(look, paint));

function shapesOf(look: Look, { paper, ink, dark }: Paint): Shape[] {
  return [
    ...(look.halo ? halo(look, HALO, { opacity: 0.55, rim: 1.5, dark }) : []),
    outline(look.shape, RADIUS + 1, { fill: paper }),
    outline(look.shape, RADIUS * FILLED, {
      fill: look.fill,
      stroke: look.style === 'dashed' ? { colour: look.ink, width: 1.2, dash: [3, 3] } : undefined,
    }),
    ...ring(look, dark),
    ...around(look, ink),
    ...scoreTexts(look),
    ...(look.mark ? endlessMark([-ASIDE, ASIDE], look.mark, paper) : []),
    ...(look.own === undefined ? [] : tag(look.own, { ink, paper, least: look.least, sign: look.sign })),
    ...(look.sign ? badge([ASIDE, ASIDE], look.sign, look.halo ?? colourOf(look.left, dark), paper) : []),
  ];
}

/** Far out: shape and fill alone, the bounds around them, readable where a gap and dashes would be a smudge. */
export const spot = (look: Look, paint: Paint): Shape[] => faded(look, paint, spotOf(look, paint));

const faded = ({ pale: isPale }: Look, { paper }: Paint, shapes: Shape[]) => (isPale ? pale(shapes, paper) : shapes);

function spotOf(look: Look, { dark }: Paint): Shape[] {
  const fill = outline(look.shape, RADIUS, { fill: look.fill });
  const [left, right] = [look.left, look.right].map((each) => ({ colour: colourOf(each, dark), width: 6 }));
  const rings = left.colour === right.colour
    ? [outline(look.shape, RADIUS + 1, { stroke: left })]
    : [half(look.shape, 1, RADIUS + 1, left), half(look.shape, -1, RADIUS + 1, right)];
  return [...(look.halo ? halo(look, RADIUS + 10, { opacity: 1, rim: 4, dark }) : []), fill, ...rings];
}

function outline(shape: string, radius: number, paint: { fill?: string; stroke?: Stroke; opacity?: number }): Shape {
  const points = corners(shape, radius);
  return points.length ? { is: 'polygon', points, ...paint } : { is: 'circle', x: 0, y: 0, radius, ...paint };
}

/**
 * The halo for the activity at the node, with a line around it for those who do not see its colour where that is so
 * `rimmed`.
 */
function halo(
  look: Look,
  radius: number,
  { opacity, rim, dark }: { opacity: number; rim: number; dark: boolean },
): Shape[] {
  const line = { colour: dark ? WHITE : '#000000', width: rim };
  const filled = outline(look.shape, radius, { fill: look.halo, opacity });
  return look.rimmed ? [filled, outline(look.shape, radius, { stroke: line })] : [filled];
}

const colourOf = (ring: Ring, dark: boolean) => (dark ? ring.dark : ring.light);
const isSame = (one: Ring, other: Ring) =>
  one.light === other.light && one.width === other.width && `${one.dash}` === `${other.dash}`;

/** The ring: of two alike halves, one outline without a seam. */
function ring({ shape, left, right }: Look, dark: boolean): Shape[] {
  const middle = ({ width }: Ring) => RADIUS - width / 2 + 1;
  if (!isSame(left, right)) {
    return [{ side: 1, of: left }, { side: -1, of: right }].map(({ side, of }) =>
      half(shape, side, middle(of), pen(of, dark, length(shape, middle(of)) / 2, 1))
    );
  }
  return [outline(shape, middle(left), { stroke: pen(left, dark, length(shape, middle(left)), 0) })];
}

/** The way around an outline. */
function length(shape: string, radius: number) {
  const points = corners(shape, radius);
  const sides = points.map(([x, y], i) =>
    Math.hypot(points[(i + 1) % points.length][0] - x, points[(i + 1) % points.length][1] - y)
  );
  return points.length ? sides.reduce((sum, side) => sum + side, 0) : 2 * Math.PI * radius;
}

/**
 * The pen of a ring; its dashes fit the way that they go, so that no two of them meet where it ends.
 * @param more dashes than gaps
 */
function pen(ring: Ring, dark: boolean, way: number, more: number): Stroke {
  const { width, dash } = ring;
  if (!dash.length) return { colour: colourOf(ring, dark), width };
  const period = dash[0] + dash[1];
  const times = Math.max(1, Math.round((way - more * dash[0]) / period));
  const share = way / (times * period + more * dash[0]);
  return { colour: colourOf(ring, dark), width, dash: dash.map((part) => part * share) };
}

/** The left (1) or right (-1) half of an outline; a solid one as an area, so that no corner of it is cut off. */
function half(shape: string, side: number, radius: number, stroke: Stroke): Shape {
  const corners = HALVES[shape];
  if (!corners) {
    const turn = side * Math.PI / 2;
    return { is: 'curve', ...arc(0, 0, radius, turn, turn + Math.PI), stroke };
  }
  const at = (far: number) => corners.map(([x, y]): Point => [side * x * far, y * far]);
  if (stroke.dash) return { is: 'line', points: at(radius), stroke };
  // The factor for the corners of an outline whose sides lie half a pen farther out.
  const beyond = stroke.width / 2 * radius /
    Math.min(...[0, 1, 2, 3].map((i) => reach(shape, radius, i * Math.PI / 4)));
  return { is: 'polygon', points: [...at(radius + beyond), ...at(radius - beyond).reverse()], fill: stroke.colour };
}

/** A bar above: the way on is cut. Three dots below: the tree goes on. */
function around({ style, bar }: Look, ink: string): Shape[] {
  if (style === 'barred') {
    const stroke = { colour: bar ?? ink, width: 5 };
    return [{ is: 'line', points: [[-RADIUS, -RADIUS - 5], [RADIUS, -RADIUS - 5]], stroke }];
  }
  return style === 'dotted' ? [-9, 0, 9].map((x) => ({ is: 'circle', x, y: RADIUS + 9, radius: 2.6, fill: ink })) : [];
}

/** The score, or two bounds. */
export function scoreTexts({ bounds, unread, text, ink, least = 0 }: Look): Shape[] {
  if (bounds) return boundsTexts(bounds, ink, least);
  if (unread !== undefined) return [scoreText(unread, ink, least, UNREAD)];
  return text === undefined ? [] : [scoreText(text, ink, least, BOLD)];
}

const fitting = (sizes: number[][], letters: number) =>
  sizes.find(([most]) => letters <= most) ?? sizes[sizes.length - 1];

function scoreText(text: string, ink: string, least: number, weight: number): Text {
  const tight = text.replaceAll(' ', ''); // between a sign and a number: there is little room
  const [most, size] = fitting(SCORE_SIZES, tight.length);
  const shown = shortened(tight, most);
  const widest = (2.6 * RADIUS) / (0.6 * shown.length); // somewhat over the ring
  return centred(shown, [0, 0], Math.max(size, Math.min(least, widest, LARGEST_LETTERS)), ink, weight);
}

/** Return the text with at most `most` characters. */
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * The lower bound below, at the half of the ring that is its own, the upper bound above at the other; where they are
 * too long for that, in the middle. A line between them would make a fraction of them.
 */
function boundsTexts(bounds: string[], ink: string, least: number): Text[] {
  const longest = Math.max(...bounds.map((text) => text.length));
  const [most, size, aside] = fitting(BOUND_SIZES, longest);
  const grown = Math.max(size, Math.min(least, LARGEST_OF_TWO));
  return bounds.map((text, i) => centred(shortened(text, most), [i ? aside : -aside, BOUND_HEIGHTS[i]], grown, ink));
}

/**
 * Return the reach of a tag beneath a node to either side of its middle, up and down, and how far below the middle of
 * the node that lies; the size of its letters is `grown` downwards where all would be too small.
 */
export function tagSize(text: string, { least = 0, sign }: Pick<Look, 'least' | 'sign'>) {
  const grown = Math.max(1, Math.min(LARGEST_OF_TWO, least) / 11);
  const [across, down] = [Math.max(OWN.height, 7.7 * text.length + 8) * grown / 2, OWN.height * grown / 2];
  const lower = sign && text.length > NARROW_TAG ? SIGN_ROOM : 0; // for the sign at the lower right
  return { grown, across, down, middle: OWN.top + down - OWN.height / 2 + lower };
}

/** The own score of a leaf, or a wrong value of somebody else's, on a tag beneath it. */
function tag(own: string, { ink, paper, ...look }: Pick<Look, 'ink' | 'least' | 'sign'> & { paper: string }): Shape[] {
  const text = shortened(own, LONGEST_TAG);
  const { grown, across, down, middle } = tagSize(text, look);
  const points: Point[] = [[-across, -down], [across, -down], [across, down], [-across, down]];
  return [
    {
      is: 'polygon',
      points: points.map(([x, y]) => [x, middle + y]),
      fill: paper,
      stroke: { colour: ink, width: 1.2 },
    },
    centred(text, [0, middle], 11 * grown, ink),
  ];
}

/** An arrow that goes round for ever: the score depends on the value of endless play. */
export function endlessMark([x, y]: Point, mark: string, paper: string): Shape[] {
  const side = LOOP * Math.SQRT1_2;
  const loop = arc(x, y, LOOP, Math.PI / 4, 7 / 4 * Math.PI);
  const head = LOOP_HEAD.map(([dx, dy]): Point => [x + side + dx, y - side + dy]);
  return [
    disc([x, y], mark, paper),
    { is: 'curve', ...loop, stroke: { colour: WHITE, width: 1.8 } },
    { is: 'polygon', points: head, fill: WHITE },
  ];
}

/** A sign in a disc. */
const badge = (at: Point, text: string, mark: string, paper: string): Shape[] => [
  disc(at, mark, paper),
  centred(text, at, 14, WHITE, 700),
];

const disc = ([x, y]: Point, fill: string, paper: string): Shape => ({
  is: 'circle',
  x,
  y,
  radius: MARK_RADIUS,
  fill,
  stroke: { colour: paper, width: 1.5 },
});

/** The arrow over the node where play starts, which reaches up to `top`. */
export const rootArrow = (top: number, ink: string): Shape => ({
  is: 'polygon',
  points: [[0, top - 6], [-6, top - 16], [6, top - 16]],
  fill: ink,
});

/** Far out, the square around the node where play starts. */
export function farRoot(ink: string): Shape {
  const [start, end] = [-RADIUS - 10, RADIUS + 10];
  return {
    is: 'polygon',
    points: [[start, start], [end, start], [end, end], [start, end]],
    stroke: { colour: ink, width: 8 },
  };
}

/** The arrow over the root, which reaches up to `top`, and that there is a problem. */
export function signs({ root, problem }: NodeLook, top: number, { marks }: Theme, { ink, paper }: Paint): Shape[] {
  const isError = problem === 'error';
  return [
    ...(root ? [rootArrow(top, ink)] : []),
    ...(problem ? problemMark(isError, marks[isError ? 'problem' : 'warning'].colour, paper) : []),
  ];
}

/** At the upper left, since a short name stands at the right: full for an error, hollow for a warning. */
function problemMark(isError: boolean, colour: string, paper: string): Shape[] {
  const at: Point = [-RADIUS, -RADIUS];
  const [x, y] = at;
  return [
    { is: 'circle', x, y, radius: 8, fill: isError ? colour : paper, stroke: { colour, width: 2 } },
    centred('!', at, 13, isError ? WHITE : colour, 700),
  ];
}
