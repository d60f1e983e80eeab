// The layers of the drawing, from the lowest up: levels and bands, moves, nodes, messages, names, numbers, and what is
// being dragged.
import { CanvasMoves } from '../move/move.ts';
import { CanvasNodes } from '../node/node.ts';
import { FAR } from '../node/geometry.ts';
import { type Label, type Labels, labelTexts } from '../node/labels.ts';
import { paint as paintShapes } from '../shapes/paint.ts';
import { pale, PALE_NAME, type Point } from '../shapes/shapes.ts';
import type { Band } from '../move/ways.ts';
import type { Sizes } from '../node/sizes.ts';
import type { Chosen, MoveNames } from '../move/move_names.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { Place } from '../../model/types.ts';
import type { Routes } from '../move/routes.ts';
import type { VisNetwork, VisRendering } from './vis_network.ts';

/** Parts of the canvas that are painted. */
interface Needs {
  looks: NodeLooks;
  sizes: Sizes;
  labels: Labels;
  moveNames: MoveNames;
  network?: VisNetwork; // once there is a document
  routes: Routes; // then, too
  nodes: { length: number };
  badge: (id: string) => string;
  across: [number, number]; // the part of the view that nothing covers, in units of the drawing
  bands: Band[];
  numbers: boolean;
  chosen: string[];
  chosenMoves: string[];
  hovered: string | undefined;
  over: { draw: (ctx: CanvasRenderingContext2D) => void } | undefined;
  rectangle: [Place, Place] | undefined;
  rubber: { from: string; x: number; y: number } | undefined;
}

export class Painter {
  nodes: CanvasNodes;
  moves: CanvasMoves;

  constructor(readonly canvas: Needs) {
    const { looks, sizes, badge, moveNames: names, labels: { needs: { measure, leastLetters } } } = canvas;
    this.nodes = new CanvasNodes({ looks, sizes, badge, measure, leastLetters, count: () => canvas.nodes.length });
    this.moves = new CanvasMoves({ looks, names, routes: () => canvas.routes });
  }

  get looks() {
    return this.canvas.looks;
  }

  get scale() {
    return this.canvas.network?.getScale() ?? 1;
  }

  get marks() {
    return this.looks.theme.marks;
  }

  /**
   * Takes the place of the renderer of vis-network, which has no option for this: far out, thousands of nodes and moves
   * are drawn in a few strokes, and near by moves with their arrows. Its file lies in `vendor` and changes only with it.
   */
  replaceRenderer({ renderer, body }: VisNetwork) {
    const { sizes } = this.canvas;
    const isFar = () => this.scale * sizes.enlarged < FAR;
    const drawNear = renderer._drawNodes.bind(renderer);
    renderer._drawEdges = (ctx) => isFar() ? this.moves.drawFar(ctx, body) : this.moves.draw(ctx, body, this.scale);
    renderer._drawArrows = () => {}; // which the moves have
    renderer._drawNodes = (ctx, hidden) => {
      if (!isFar()) return drawNear(ctx, hidden);
      this.nodes.drawFar(ctx, body, this.scale);
      return { drawExternalLabels: () => {} };
    };
  }

  /** A node as vis-network wants it: the box in which it finds the node under the pointer, and how it is drawn. */
  nodeForVis(id: string, { ctx, x, y, state: { selected } }: VisRendering) {
    return {
      nodeDimensions: this.nodes.box(id, this.scale),
      drawNode: () => this.nodes.draw(ctx, { id, x, y, selected }, this.scale),
    };
  }

  drawBeneath(ctx: CanvasRenderingContext2D) {
    const { across, bands } = this.canvas;
    this.looks.levels.draw(ctx, across, this.scale);
    this.moves.drawBands(ctx, bands, this.scale);
  }

  drawAbove(ctx: CanvasRenderingContext2D) {
    const { numbers, over, rectangle, rubber } = this.canvas;
    this.moves.drawTransits(ctx, this.scale);
    this.drawLabels(ctx);
    if (numbers) this.moves.drawNumbers(ctx, this.scale);
    over?.draw(ctx);
    if (rectangle) this.drawRectangle(ctx, rectangle);
    if (rubber) this.drawRubber(ctx, rubber);
  }

  /** The names of moves beneath those of nodes, which are placed where they are clear of all else; not on sizes. */
  drawLabels(ctx: CanvasRenderingContext2D) {
    const { looks, scale, canvas: { labels } } = this;
    const { names, windows } = looks.board ? { names: [], windows: [] } : labels.texts(scale);
    this.moves.drawNames(ctx, this.chosen, windows, scale);
    for (const label of names) this.drawLabel(ctx, label, looks.frames?.isPruned(label.id));
    for (const label of windows) this.drawLabel(ctx, label);
  }

  drawLabel(ctx: CanvasRenderingContext2D, label: Label, isPale = false) {
    const texts = labelTexts(label, this.looks.paint);
    paintShapes(ctx, isPale ? pale(texts, this.looks.paint.paper, PALE_NAME) : texts);
  }

  /** The selected, hovered or focused nodes and moves. */
  get chosen(): Chosen {
    const { chosen, chosenMoves, hovered } = this.canvas;
    const { frames } = this.looks;
    return {
      nodes: [...chosen, ...(frames?.focus === undefined ? [] : [frames.focus])],
      moves: [...chosenMoves, ...(hovered === undefined ? [] : [hovered])],
    };
  }

  drawRectangle(ctx: CanvasRenderingContext2D, [one, other]: [Place, Place]) {
    const { colour } = this.marks.selected;
    const points: Point[] = [[one.x, one.y], [other.x, one.y], [other.x, other.y], [one.x, other.y]];
    paintShapes(ctx, [
      { is: 'polygon', points, fill: colour, opacity: 0.12 },
      { is: 'polygon', points, stroke: { colour, width: 1.5 / this.scale } },
    ]);
  }

  drawRubber(ctx: CanvasRenderingContext2D, { from, x, y }: { from: string; x: number; y: number }) {
    const start = this.canvas.network?.getPosition(from);
    if (!start) return;
    const stroke = { colour: this.marks.selected.colour, width: 2.5, dash: [6, 4] };
    paintShapes(ctx, [{ is: 'line', points: [[start.x, start.y], [x, y]], stroke }]);
  }
}
