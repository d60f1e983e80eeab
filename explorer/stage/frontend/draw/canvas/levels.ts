// The levels of a tree that grows by one with every step n: a copy k moves below the root shows s of n - k.
import { kindOf } from '../../model/document.ts';
import type { Document } from '../../model/document.ts';
import type { GameNode } from '../../model/types.ts';
import type { Frames } from '../../player/frames.ts';
import type { Paint } from '../shapes/page_colours.ts';

const [LETTERS, LINE, ROOM, INDENT] = [14, 1, 17, 8]; // px
const NEW = 36; // the height of the band behind the new level, in canvas units
export const LABELS = 40; // px at the left that names of levels take

/** Parts of the looks of nodes that levels need. */
interface Needs {
  document: Document;
  frames: Frames | null;
  paint: Paint;
}

export class Levels {
  heights: number[] = []; // by level
  of: Frames | null = null; // the run whose levels these are

  constructor(readonly looks: Needs) {}

  /** Of a tree that grows; else none. */
  get frames(): Frames | undefined {
    const { document, frames } = this.looks;
    return document?.meta.tree && frames?.trace.discovery ? frames : undefined;
  }

  depthOf(id: string) {
    return this.frames?.trace.discovery?.[this.frames.indexOf(id)] ?? 0;
  }

  /** As s₂(a): whose value a copy shows. */
  valueName({ id, label }: GameNode) {
    return `${this.name(this.depthOf(id))}(${label})`;
  }

  /** Return the kind of a copy in the present tree: on the last level it ends there. */
  copyOf(node: GameNode): GameNode['copy'] {
    const { frames } = this;
    if (!frames || this.depthOf(node.id) < frames.at) return node.copy;
    return kindOf(node) === 'leaf' ? 'unread' : 'fresh';
  }

  name(depth: number) {
    return `s${[...`${(this.frames?.at ?? 0) - depth}`].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('')}`;
  }

  read() {
    const { frames } = this;
    if (!frames || this.of === frames) return;
    this.of = frames;
    this.heights = [];
    for (const { id, y } of this.looks.document.nodes.values()) this.heights[this.depthOf(id)] = y;
  }

  /** Beneath all else, between two ends: a line at each level and its name where there is room, the new one lit. */
  draw(ctx: CanvasRenderingContext2D, [left, right]: [number, number], scale: number) {
    const { frames } = this;
    if (!frames) return;
    this.read();
    const shown = this.heights.slice(0, frames.at + 1);
    const { ink } = this.looks.paint;
    let above = -Infinity;
    ctx.save();
    ctx.fillStyle = ink;
    ctx.font = `${LETTERS}px system-ui, sans-serif`;
    ctx.textBaseline = 'middle';
    shown.forEach((y, depth) => {
      const height = depth === frames.at ? NEW : LINE / scale;
      const start = left + LABELS / scale;
      ctx.globalAlpha = depth === frames.at ? 0.12 : 0.09;
      ctx.fillRect(start, y - height / 2, right - start, height);
      if ((y - above) * scale < ROOM && depth < shown.length - 1) return;
      above = y;
      ctx.globalAlpha = 0.75;
      ctx.save();
      ctx.translate(left + INDENT / scale, y);
      ctx.scale(1 / scale, 1 / scale); // letters of one size, which are there already, whatever the scale
      ctx.fillText(this.name(depth), 0, 0);
      ctx.restore();
    });
    ctx.restore();
  }
}
