// A sheet: title above, legend at the right or below, caption of the step at the bottom.
//
// All sheets of one run have one size, and in all of them a node lies at the same place: what a sheet needs room for is
// found out first, for all steps that are asked for, and then each is drawn.
import { GraphSheet } from './graph_sheet.ts';
import { entriesFor, type LegendEntry } from '../legend/legend_entries.ts';
import { wrapped } from '../shapes/lettering.ts';
import { type Block, EMPTY, legendBlock } from '../legend/sheet_legend.ts';
import type { Group, Measure, Point, Text } from '../shapes/shapes.ts';
import type { SheetWords } from '../../messages.ts';
import type { Box } from '../shapes/box.ts';
import type { NodeLooks } from '../node/node_looks.ts';

const [MARGIN, SPACE] = [28, 20]; // around everything, and between its parts
const NARROWEST = 440; // for words
const USUAL = 900 * 620; // a larger graph has larger words
const ASPECT = 1.5; // of width to height, to come near to
const [TITLE, SUBTITLE, CAPTION] = [21, 14, 15]; // sizes
const LEADING = 1.4; // between base lines, in sizes
const INDENT = 12; // between the number of a step and its caption
const [TITLE_LINES, CAPTION_LINES] = [2, 8];
const BOLD = 700;

/** Groups on paper, the first at the bottom; everything lies between (0, 0) and (width, height). */
export type Picture = { width: number; height: number; paper: string; name: string; groups: Group[] };

/** Upper left corners of the parts of a sheet. */
type Frame = { width: number; height: number; inner: number; graph: Point; legend: Point; caption: Point };

export class Sheet {
  graph: GraphSheet;
  box: Box;
  scale: number;
  captions = new Map<number, string>();
  legend: Block;
  frame: Frame;

  /** @param steps that are shown */
  constructor(
    readonly looks: NodeLooks,
    readonly words: SheetWords,
    readonly measure: Measure,
    readonly steps: number[],
  ) {
    if (looks.frames) looks.frames.at = Infinity; // all nodes are there
    this.graph = new GraphSheet(looks, measure, words.bare);
    this.box = this.graph.box(() => this.each());
    this.scale = Math.max(1, Math.sqrt(this.width * this.height / USUAL));
    const entries = this.entries();
    const arranged = [this.beside(entries), this.below(entries)];
    const [one, other] = arranged.map(({ frame }) => Math.abs(Math.log(frame.width / frame.height / ASPECT)));
    ({ legend: this.legend, frame: this.frame } = arranged[one <= other ? 0 : 1]);
  }

  get width() {
    return this.box.right - this.box.left;
  }
  get height() {
    return this.box.bottom - this.box.top;
  }
  get margin() {
    return MARGIN * this.scale;
  }
  get space() {
    return SPACE * this.scale;
  }

  /** Goes to each step in turn. */
  *each() {
    for (const step of this.steps) {
      this.looks.frames?.seek(step);
      yield step;
    }
  }

  picture(step: number): Picture {
    const { frame, looks, words, margin } = this;
    looks.frames?.seek(step);
    const graph = { width: this.width, height: this.height, groups: this.graph.groups() };
    return {
      width: Math.ceil(frame.width),
      height: Math.ceil(frame.height),
      paper: looks.paint.paper,
      name: words.name || 'Game graph',
      groups: [
        ...placed(graph, [frame.graph[0] - this.box.left, frame.graph[1] - this.box.top]),
        ...placed(this.title(frame.inner), [margin, margin]),
        ...placed(this.legend, frame.legend),
        ...placed(this.caption(step, frame.inner), frame.caption),
      ],
    };
  }

  /** Return the entries of the legend, each once; takes down the captions on the way. */
  entries(): LegendEntry[] {
    const { looks, words } = this;
    const found: LegendEntry[] = [];
    for (const step of this.each()) {
      const caption = words.caption ?? looks.frames?.caption ?? '';
      const last = step + 1 === looks.frames?.length && words.left_out ? ` ${words.left_out}` : '';
      if (words.captions && caption) this.captions.set(step, caption + last);
      let place = 0;
      for (const entry of words.legend ? entriesFor(looks, looks.moves.bands(), false) : []) {
        const there = found.findIndex(({ meaning }) => meaning === entry.meaning);
        if (there < 0) found.splice(place, 0, entry);
        place = Math.max(place, there) + 1;
      }
    }
    return found;
  }

  title(width: number): Block {
    const { words, scale, measure, looks } = this;
    if (!words.title) return EMPTY;
    const fitting = (size: number, lines: number, weight?: number) => ({ width: width / size / scale, lines, weight });
    const name = wrapped(words.name, measure, fitting(TITLE, TITLE_LINES, BOLD));
    const below = wrapped(words.subtitle, measure, fitting(SUBTITLE, 1));
    let top = 0;
    const line = (text: string, size: number, weight?: number): Text => {
      const y = top + size * scale;
      top += size * scale * LEADING;
      return { is: 'text', x: 0, y, text, size: size * scale, colour: looks.paint.ink, weight };
    };
    const shapes = [...name.map((row) => line(row, TITLE, BOLD)), ...below.map((row) => line(row, SUBTITLE))];
    const group = { part: 'title', name: [...name, ...below].join(' – '), x: 0, y: 0, shapes };
    return shapes.length ? { width, height: top, groups: [group] } : EMPTY;
  }

  /** The number and the sentence of a step, or the sentence alone. */
  caption(step: number, width: number): Block {
    const sentence = this.captions.get(step);
    if (sentence === undefined) return EMPTY;
    const { scale, measure, looks, words } = this;
    const size = CAPTION * scale;
    const number = words.caption === null ? `${step}` : '';
    const left = number ? size * measure(number, BOLD) + INDENT * scale : 0;
    const rows = wrapped(sentence, measure, { width: (width - left) / size, lines: CAPTION_LINES });
    const colour = looks.paint.ink;
    const lines = rows.map((text, i): Text => ({
      is: 'text',
      x: left,
      y: size * (1 + i * LEADING),
      text,
      size,
      colour,
    }));
    const head: Text = { is: 'text', x: 0, y: size, text: number, size, colour: words.accent, weight: BOLD };
    const name = number ? `step ${number}: ${rows.join(' ')}` : rows.join(' ');
    const group = { part: 'caption', name, x: 0, y: 0, shapes: number ? [head, ...lines] : lines };
    return { width, height: size * (1.3 + Math.max(0, rows.length - 1) * LEADING), groups: [group] };
  }

  // ---- arrangements

  /** The legend at the right of the graph, the two on one middle line. */
  beside(entries: LegendEntry[]) {
    const legend = legendBlock(entries, this.looks.paint, this.measure, this.scale);
    const gap = entries.length ? this.space : 0;
    const inner = this.atLeast(this.width + gap + legend.width);
    const top = this.top(inner);
    const tall = Math.max(this.height, legend.height);
    const free = inner - this.width - gap - legend.width;
    const graph: Point = [this.margin + free / 2, top + (tall - this.height) / 2];
    const at: Point = [this.margin + inner - legend.width, top + (tall - legend.height) / 2];
    return { legend, frame: this.framed(inner, graph, at, top + tall) };
  }

  below(entries: LegendEntry[]) {
    const legend = legendBlock(entries, this.looks.paint, this.measure, this.scale, this.atLeast(this.width));
    const inner = this.atLeast(Math.max(this.width, legend.width));
    const top = this.top(inner);
    const bottom = top + this.height + (entries.length ? this.space : 0);
    const graph: Point = [this.margin + (inner - this.width) / 2, top];
    const at: Point = [this.margin + (inner - legend.width) / 2, bottom];
    return { legend, frame: this.framed(inner, graph, at, bottom + legend.height) };
  }

  framed(inner: number, graph: Point, legend: Point, bottom: number): Frame {
    const caption = Math.max(0, ...[...this.captions.keys()].map((step) => this.caption(step, inner).height));
    const height = bottom + (caption ? this.space + caption : 0) + this.margin;
    return {
      width: inner + 2 * this.margin,
      height,
      inner,
      graph,
      legend,
      caption: [this.margin, bottom + this.space],
    };
  }

  /** The width, or what words need if there are any. */
  atLeast(width: number) {
    const hasWords = this.captions.size || this.title(Infinity).groups.length;
    return hasWords ? Math.max(width, NARROWEST * this.scale) : width;
  }

  /** The place below the title where the graph may begin. */
  top(width: number) {
    const { height } = this.title(width);
    return this.margin + (height ? height + this.space / 2 : 0);
  }
}

const placed = ({ groups }: Block, [x, y]: Point): Group[] =>
  groups.map((group) => ({ ...group, x: group.x + x, y: group.y + y }));
