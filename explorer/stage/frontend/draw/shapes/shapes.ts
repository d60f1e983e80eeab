// Shapes of a picture: circles, polygons, lines, curves and texts, in canvas units with y downwards. Whoever
// paints them on a canvas or writes them to a file needs to know these few kinds and nothing of graphs; whatever makes
// them knows neither canvas nor page, so that exports are made by the same code in an engine without a browser.
import type { Box } from './box.ts';

export type Point = [number, number];
/** Of a cubic Bézier curve: two control points and the end. */
export type Bend = [Point, Point, Point];
/** A pen: colour, width, lengths of dashes and gaps by turns, and whether its ends are round. */
export type Stroke = { colour: string; width: number; dash?: number[]; round?: boolean };
type Painted = { fill?: string; stroke?: Stroke; opacity?: number };
type Drawn = { stroke: Stroke; opacity?: number };
export type Circle = { is: 'circle'; x: number; y: number; radius: number } & Painted;
export type Polygon = { is: 'polygon'; points: Point[] } & Painted;
export type Line = { is: 'line'; points: Point[] } & Drawn;
export type Curve = { is: 'curve'; start: Point; bends: Bend[] } & Drawn;
export type Anchor = 'start' | 'middle' | 'end';
/** One line of text, on its base line; its `outline` keeps lines behind it away. */
export type Text = {
  is: 'text';
  x: number;
  y: number;
  text: string;
  size: number;
  colour: string;
  weight?: number;
  anchor?: Anchor;
  outline?: Stroke;
  /** Of a piece on a board, as chess pieces are. */
  isPiece?: boolean;
};
/** The geometry of a shape, without its paint. */
export type Outline<Kind> = Omit<Kind, 'fill' | 'stroke' | 'opacity'>;
export type Shape = Circle | Polygon | Line | Curve | Text;
/** Shapes that belong together, relative to (x, y): what they are a part of, and the node, the move … in words. */
export type Group = { part: string; name: string; x: number; y: number; shapes: Shape[] };
/** Return the width of a text at a size of 1. */
export type Measure = (text: string, weight?: number) => number;

export const BOLD = 600; // weight of letters from which on they are bold where a font has only two
const OUTLINE = 0.28; // width of the border of a text, in its size
const CAP_HEIGHT = 0.73; // of a letter, in its size

/** The border of a text of a size, in the colour of the paper. */
export const outlineOf = (size: number, colour: string): Stroke => ({ colour, width: OUTLINE * size, round: true });

/** The distance of the base line below the middle of capital letters. */
export const baseOf = (size: number) => 0.5 * CAP_HEIGHT * size;

/** A text with its middle at a position. */
export const centred = (text: string, [x, y]: Point, size: number, colour: string, weight = BOLD): Text => ({
  is: 'text',
  x,
  y: y + baseOf(size),
  text,
  size,
  colour,
  weight,
  anchor: 'middle',
});

/** The shapes, made larger and then moved. */
export const transformed = <Kind extends Shape>(shapes: Kind[], scale: number, dx = 0, dy = 0): Kind[] =>
  scale === 1 && !dx && !dy ? shapes : shapes.map((shape) => moved(shape, scale, dx, dy) as Kind);

function moved(shape: Shape, scale: number, dx: number, dy: number): Shape {
  const at = ([x, y]: Point): Point => [x * scale + dx, y * scale + dy];
  if (shape.is === 'text') {
    const [x, y] = at([shape.x, shape.y]);
    const outline = shape.outline && { outline: scaled(shape.outline, scale) };
    return { ...shape, ...outline, x, y, size: shape.size * scale };
  }
  const paint = shape.stroke && scale !== 1 ? { stroke: scaled(shape.stroke, scale) } : {};
  if (shape.is === 'circle') {
    const [x, y] = at([shape.x, shape.y]);
    return { ...shape, ...paint, x, y, radius: shape.radius * scale };
  }
  if (shape.is === 'curve') {
    return { ...shape, ...paint, start: at(shape.start), bends: shape.bends.map((bend) => bend.map(at) as Bend) };
  }
  return { ...shape, ...paint, points: shape.points.map(at) };
}

const scaled = ({ width, dash, ...pen }: Stroke, scale: number): Stroke => ({
  ...pen,
  width: width * scale,
  ...(dash && { dash: dash.map((length) => length * scale) }),
});

/** The start and the bends of a part of a circle, between two angles (clockwise on screen, from the right). */
export function arc(x: number, y: number, radius: number, from: number, to: number): { start: Point; bends: Bend[] } {
  const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9));
  const step = (to - from) / pieces;
  const handle = 4 / 3 * Math.tan(step / 4) * radius;
  const at = (angle: number, along = 0): Point => [
    x + radius * Math.cos(angle) - along * Math.sin(angle),
    y + radius * Math.sin(angle) + along * Math.cos(angle),
  ];
  const bends = Array.from({ length: pieces }, (_, i): Bend => {
    const angle = from + i * step;
    return [at(angle, handle), at(angle + step, -handle), at(angle + step)];
  });
  return { start: at(from), bends };
}

/** A rectangle with round corners around a middle. */
export function rounded(width: number, height: number, corner: number): Point[] {
  const [across, down] = [width / 2 - corner, height / 2 - corner];
  const middles = [[across, down], [-across, down], [-across, -down], [across, -down]];
  return middles.flatMap(([x, y], quarter) =>
    [0, 1, 2, 3, 4, 5].map((piece): Point => {
      const turn = Math.PI / 2 * (quarter + piece / 5);
      return [x + corner * Math.cos(turn), y + corner * Math.sin(turn)];
    })
  );
}

export const [PALE, PALE_NAME] = [0.25, 0.5]; // the share of its own colour of what is pale
const HEX = /^#[0-9a-f]{6}$/i;

/** The shapes in colours that are mostly those of the paper, as of what was cut off. */
export function pale<Kind extends Shape>(shapes: Kind[], paper: string, share = PALE): Kind[] {
  const faded = (colour: string) => mixed(colour, paper, share);
  return shapes.map((shape: Shape): Shape => {
    if (shape.is === 'text') return { ...shape, colour: faded(shape.colour) };
    const stroke = shape.stroke && { ...shape.stroke, colour: faded(shape.stroke.colour) };
    if (shape.is === 'line' || shape.is === 'curve') return { ...shape, ...(stroke && { stroke }) };
    return { ...shape, fill: shape.fill && faded(shape.fill), stroke };
  }) as Kind[];
}

/** A colour and the paper as one; where either is none of six digits, it lets the paper through. */
function mixed(colour: string, paper: string, share: number) {
  if (!HEX.test(paper) || !HEX.test(colour)) return `color-mix(in srgb, ${colour} ${100 * share}%, ${paper})`;
  const parts = [1, 3, 5].map((at) => {
    const [own, other] = [colour, paper].map((each) => parseInt(each.slice(at, at + 2), 16));
    return Math.round(share * own + (1 - share) * other).toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** The box around shapes, their pens included. */
export function boxOf(shapes: Shape[], measure: Measure): Box {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const take = (x: number, y: number, across: number, above: number, below = above) => {
    box.left = Math.min(box.left, x - across);
    box.right = Math.max(box.right, x + across);
    box.top = Math.min(box.top, y - above);
    box.bottom = Math.max(box.bottom, y + below);
  };
  for (const shape of shapes) {
    if (shape.is === 'text') {
      const half = (shape.size * measure(shape.text, shape.weight) + (shape.outline?.width ?? 0)) / 2;
      const middle = { start: half, middle: 0, end: -half }[shape.anchor ?? 'start'];
      take(shape.x + middle, shape.y, half, shape.size, 0.25 * shape.size);
      continue;
    }
    const reach = 0.75 * (shape.stroke?.width ?? 0);
    if (shape.is === 'circle') take(shape.x, shape.y, shape.radius + reach, shape.radius + reach);
    else {for (const [x, y] of shape.is === 'curve' ? [shape.start, ...shape.bends.flat()] : shape.points) {
        take(x, y, reach, reach);
      }}
  }
  return box;
}
