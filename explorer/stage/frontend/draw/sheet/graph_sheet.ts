// The graph of a sheet: bands beneath moves beneath nodes with their names, at any of its steps in the same places.
import { Cards } from '../node/cards.ts';
import { Sizes } from '../node/sizes.ts';
import { HALO } from '../node/geometry.ts';
import { type Label, Labels, labelTexts } from '../node/labels.ts';
import { printedRows } from '../shapes/lettering.ts';
import { MoveNames, plateShapes } from '../move/move_names.ts';
import { Routes } from '../move/routes.ts';
import { ShapeCache } from '../node/sprites.ts';
import { moveId } from '../../model/records.ts';
import {
  boxOf,
  type Group,
  type Measure,
  pale,
  PALE_NAME,
  type Shape,
  type Text,
  transformed,
} from '../shapes/shapes.ts';
import { transitShapes } from '../move/transits.ts';
import { bandShapes, edgeShapes } from '../move/ways.ts';
import { nodeShapes } from '../node/node.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { Move } from '../../model/types.ts';
import type { Box } from '../shapes/box.ts';
import type { NodeLook } from '../node/look.ts';

const AROUND = 8; // the graph: broad lines
const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

export class GraphSheet {
  cards: Cards;
  sizes: Sizes;
  routes: Routes;
  labels: Labels;
  moveNames: MoveNames;
  names = new Map<string, Text[]>(); // relative to their nodes
  edges = new Map<string, Shape[]>(); // by the ids of moves
  shapeCache: ShapeCache = new ShapeCache();
  rows = (name: string, size: number) => printedRows(name, size, this.measure);

  /**
   * @param looks of a document, with all nodes there
   * @param isBare whether no run says anything of the nodes
   */
  constructor(readonly looks: NodeLooks, readonly measure: Measure, readonly isBare: boolean) {
    this.cards = new Cards(looks);
    this.sizes = new Sizes(looks);
    this.sizes.measure(looks.nodes);
    const place = (id: string) => this.document.node(id);
    this.routes = new Routes({ looks, sizes: this.sizes, document: () => this.document, place });
    this.routes.plan();
    this.labels = new Labels({
      looks,
      sizes: this.sizes,
      routes: () => this.routes,
      place,
      visibleBox: () => EVERYWHERE,
      measure,
      leastLetters: () => 0,
      printed: (name, size) => this.rows(name, size).join('\n'),
    });
    this.moveNames = new MoveNames(this.labels);
    if (!looks.board) this.placeNames();
  }

  get document() {
    return this.looks.document;
  }

  placeNames() {
    for (const label of this.labels.texts(1).names) {
      const { x, y } = this.document.node(label.id);
      this.names.set(label.id, transformed(labelTexts(label, this.looks.paint), 1, -x, -y));
    }
  }

  /** Return the shapes of the present step, the first at the bottom. */
  groups(): Group[] {
    const { looks } = this;
    const windows = looks.board ? [] : this.labels.windows(1, this.labels.placed);
    const ofWindows = new Map(windows.map((label) => [label.id, labelTexts(label, looks.paint)]));
    return [
      ...looks.moves.bands().map(({ from, to, kind }) => {
        const way = this.routes.way(from, to);
        return this.moveGroup('band', from, to, way ? bandShapes(way, kind, looks.theme) : []);
      }),
      ...[...this.document.moves.values()].filter(([from, to]) => looks.moves.isThere(from, to))
        .map(([from, to]) => this.moveGroup('move', from, to, this.edge(from, to))),
      ...this.messages(),
      ...this.namesOfMoves(windows).map((label) => {
        const [from, to] = this.looks.moves.named.get(label.id) as Move;
        return this.moveGroup('name', from, to, plateShapes(label, looks.paint));
      }),
      ...looks.nodes.map(({ id, x, y }) => ({
        part: 'node',
        name: looks.describe(id),
        x,
        y,
        shapes: [...this.node(id), ...transformed(ofWindows.get(id) ?? [], 1, -x, -y)],
      })),
    ];
  }

  namesOfMoves(windows: Label[]): Label[] {
    const { focus } = this.looks.frames ?? {};
    return this.moveNames.texts(1, { nodes: focus === undefined ? [] : [focus], moves: [] }, windows);
  }

  messages(): Group[] {
    const { looks: { theme, paint }, measure } = this;
    const transits = this.looks.moves.transits();
    const shapes = transitShapes(transits, (from, to) => this.routes.way(from, to), { theme, paint, measure });
    return transits.map(({ from, to }, i) => this.moveGroup('message', from, to, shapes[i]));
  }

  edge(from: string, to: string): Shape[] {
    const id = moveId(from, to);
    const opacity = this.looks.moves.opacityOf(id, from, to);
    const key = `${id}${opacity}`;
    const way = this.edges.has(key) ? undefined : this.routes.way(from, to);
    if (way) this.edges.set(key, edgeShapes(way, this.looks.theme.edge, opacity));
    return this.edges.get(key) ?? [];
  }

  moveGroup(part: string, from: string, to: string, shapes: Shape[]): Group {
    return { part, name: this.looks.moves.endNames(from, to), x: 0, y: 0, shapes };
  }

  node(id: string): Shape[] {
    const { looks } = this;
    const look = looks.of(id) as NodeLook;
    if (this.isBare && !looks.frames?.value(id)) look.text = undefined;
    const name = this.names.get(id) ?? [];
    return [
      ...nodeShapes(id, look, this),
      ...(look.pale ? pale(name, looks.paint.paper, PALE_NAME) : name),
    ];
  }

  /** The room of all nodes and moves, with what stands at them at the steps that are gone through. */
  box(steps: () => Iterable<unknown>): Box {
    const { looks, measure } = this;
    const [halo, { nodes, moves }] = [HALO + 2, this.document];
    const around: Shape[] = [...moves.values()].flatMap(([from, to]) => this.edge(from, to));
    for (const { id, x, y } of nodes.values()) {
      const { below, size, isCard } = this.sizes.place(id, 1);
      around.push({ is: 'circle', x, y: y + below, radius: halo * size });
      if (isCard) around.push(...transformed([this.cards.card(undefined)], 1, x, y));
      around.push(...transformed(this.names.get(id) ?? [], 1, x, y));
      if (id === this.document.root) around.push(...transformed(this.node(id), 1, x, y));
    }
    for (const _ of steps()) {
      if (looks.board) around.push(...looks.nodes.flatMap(({ id, x, y }) => transformed(this.node(id), 1, x, y)));
      around.push(...this.namesOfMoves([]).flatMap((label) => plateShapes(label, looks.paint)));
      if (!looks.board) {
        around.push(
          ...this.labels.windows(1, this.labels.placed).flatMap((label) => labelTexts(label, looks.paint)),
        );
      }
    }
    const { left, right, top, bottom } = boxOf(around, measure);
    return around.length
      ? { left: left - AROUND, right: right + AROUND, top: top - AROUND, bottom: bottom + AROUND }
      : { left: 0, right: 0, top: 0, bottom: 0 };
  }
}
