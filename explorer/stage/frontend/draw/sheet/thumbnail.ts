// A graph as a small picture: nodes as they are far out, with their scores, and the names for which there is room.
import { boxAround } from '../shapes/box.ts';
import { Sizes } from '../node/sizes.ts';
import { scoreTexts, spot } from '../node/glyph.ts';
import { Labels, labelTexts } from '../node/labels.ts';
import { Routes } from '../move/routes.ts';
import { edgeShapes, WIDTH } from '../move/ways.ts';
import { type Measure, type Point, type Shape, transformed } from '../shapes/shapes.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { NodeLook } from '../node/look.ts';

const [LARGEST, LETTERS, SCORES] = [1, 15, 13]; // scale, and px of names and scores, of which two thirds are shown
const MOST = 60; // nodes; of larger graphs neither names can be read nor arrows and bends be seen

export function thumbnail(looks: NodeLooks, measure: Measure, [width, height]: number[], withNames: boolean): Shape[] {
  looks.frames?.seek(0);
  const { nodes, document, paint, theme } = looks;
  const sizes = new Sizes(looks);
  sizes.measure(nodes);
  const place = (id: string) => document.node(id);
  const middle = (id: string): Point => [place(id).x, place(id).y];
  const routes = new Routes({ looks, sizes, document: () => document, place });
  const box = nodes.length ? boxAround(nodes, sizes.margin) : { left: 0, right: width, top: 0, bottom: height };
  const scale = Math.min(LARGEST, width / (box.right - box.left), height / (box.bottom - box.top));
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [across, down] = [width / scale / 2, height / scale / 2];
  const visibleBox = () => ({ left: x - across, right: x + across, top: y - down, bottom: y + down });
  const labels = new Labels({
    looks,
    sizes,
    routes: () => routes,
    place,
    visibleBox,
    measure,
    leastLetters: () => LETTERS,
  });
  const isLarge = nodes.length > MOST;
  if (!isLarge) routes.plan();
  const shapes = [
    ...[...document.moves.values()].flatMap(([from, to]): Shape[] => {
      if (isLarge) {
        return [{ is: 'line', points: [from, to].map(middle), stroke: { colour: theme.edge, width: WIDTH } }];
      }
      const way = routes.way(from, to, scale);
      return way ? edgeShapes(way, theme.edge) : [];
    }),
    ...nodes.flatMap((node) => {
      const { size } = sizes.place(node.id, scale);
      const look = { ...looks.of(node.id) as NodeLook, least: SCORES / scale / size };
      const scores = look.score === undefined ? [] : scoreTexts(look);
      return transformed([...spot(look, paint), ...scores], size, node.x, node.y);
    }),
    ...(withNames && !isLarge ? labels.texts(scale).names.flatMap((label) => labelTexts(label, paint)) : []),
  ];
  return transformed(shapes, scale, width / 2 - scale * x, height / 2 - scale * y);
}
