// What the user sees of the canvas: the part that is fitted into it, and easing towards nodes that have just
// appeared.
import { type Box, boxAround, holds, isWithin } from '../shapes/box.ts';
import type { Inset } from './insets.ts';
import type { Place } from '../../model/types.ts';
import type { VisNetwork } from './vis_network.ts';

/** The place in the middle of what is shown, and a scale. */
export type View = { x: number; y: number; scale: number };

const [SMALLEST, LARGEST] = [0.01, 2]; // scale of a fit; for a moment tools may cover all of a view
const MOST_ZOOMED = 10;
const EASE = 400; // ms
const [ASIDE, BELOW_TOP, LARGEST_PINNED] = [0.3, 56, 1]; // where a place is pinned: a share of the width, and px

// A view is the place in the middle of the part that nothing covers, and a scale; `inset` says what is covered, in
// px.
export class Camera {
  easing: number | undefined;
  goal: View | undefined; // what the view is eased to

  rested: () => void;
  margin: () => [number, number];

  /**
   * `rested` is called when the view has got where it was eased to; `margin` tells how much room nodes need around
   * them.
   */
  constructor(
    readonly network: VisNetwork,
    readonly element: HTMLElement,
    { rested, margin }: { rested: () => void; margin: () => [number, number] },
  ) {
    this.rested = rested;
    this.margin = margin;
  }

  /** At least a pixel: a view that is about to be laid out may have less than what covers it. */
  size({ left, top, bottom = 0 }: Inset) {
    return [this.element.clientWidth - left, this.element.clientHeight - top - bottom].map((pixels) =>
      Math.max(1, pixels)
    );
  }

  /** The largest view of a box. */
  fitting({ left, right, top, bottom }: Box, inset: Inset): View {
    const [width, height] = this.size(inset);
    return {
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      scale: Math.max(SMALLEST, Math.min(width / (right - left), height / (bottom - top), LARGEST)),
    };
  }

  /**
   * The largest view of a box at whose top a place stands where it would in any such view: at one height, and across
   * as in a view of the whole, unless that is far aside.
   */
  pinned(place: Place, box: Box, whole: Box, inset: Inset): View {
    const [width, height] = this.size(inset);
    const share = (place.x - whole.left) / (whole.right - whole.left);
    const across = width * Math.max(ASIDE, Math.min(share, 1 - ASIDE));
    const room = [
      across / (place.x - box.left),
      (width - across) / (box.right - place.x),
      (height - BELOW_TOP) / (box.bottom - place.y),
    ];
    const scale = Math.max(SMALLEST, Math.min(LARGEST_PINNED, ...room));
    return { x: place.x + (width / 2 - across) / scale, y: place.y + (height / 2 - BELOW_TOP) / scale, scale };
  }

  view(inset: Inset): View {
    const { x, y } = this.network.getViewPosition();
    const scale = this.network.getScale();
    return { x: x + inset.left / 2 / scale, y: y + (inset.top - (inset.bottom ?? 0)) / 2 / scale, scale };
  }

  show({ x, y, scale }: View, inset: Inset) {
    this.network.moveTo({
      position: { x, y },
      scale,
      offset: { x: inset.left / 2, y: (inset.top - (inset.bottom ?? 0)) / 2 },
      animation: false,
    });
  }

  /** The part of the canvas that a view shows. */
  part({ x, y, scale }: View, inset: Inset): Box {
    const [width, height] = this.size(inset).map((pixels) => pixels / scale / 2);
    return { left: x - width, right: x + width, top: y - height, bottom: y + height };
  }

  /** All that the canvas shows, covered or not, with a box in the middle of the part that nothing covers. */
  around({ left, right, top, bottom }: Box, scale: number, inset: Inset): Box {
    const part = this.part({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, inset);
    const [aside, above, below] = [inset.left, inset.top, inset.bottom ?? 0].map((pixels) => pixels / scale);
    return { ...part, left: part.left - aside, top: part.top - above, bottom: part.bottom + below };
  }

  /** Moves the view, and only as far as it must, so that new places can be seen and what could be seen still can. */
  easeTo(fresh: Place[], all: Place[], inset: Inset) {
    const old = this.goal ?? this.view(inset);
    const part = this.part(old, inset);
    const seen = all.filter((place) => holds(part, place));
    if (!fresh.length || fresh.every((place) => isWithin(boxAround([place], this.margin()), part))) return;
    const box = boxAround([...seen, ...fresh], this.margin());
    const scale = Math.min(old.scale, this.fitting(box, inset).scale);
    const [width, height] = this.size(inset).map((pixels) => pixels / scale / 2);
    const near = (middle: number, low: number, high: number, half: number) =>
      Math.max(high - half, Math.min(middle, low + half));
    this.ease(
      { x: near(old.x, box.left, box.right, width), y: near(old.y, box.top, box.bottom, height), scale },
      inset,
    );
  }

  ease(goal: View, inset: Inset) {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) {
      this.show(goal, inset);
      this.rested();
      return;
    }
    const start = this.view(inset);
    const began = performance.now();
    this.goal = goal;
    const frame = (now: number) => {
      const share = Math.min(1, (now - began) / EASE);
      const eased = share * share * (3 - 2 * share);
      const between = (key: keyof View) => start[key] + eased * (goal[key] - start[key]);
      const scale = 1 / (1 / start.scale + eased * (1 / goal.scale - 1 / start.scale)); // what is pinned stays
      this.show({ x: between('x'), y: between('y'), scale }, inset);
      if (share < 1) this.easing = requestAnimationFrame(frame);
      else {
        this.goal = undefined;
        this.rested();
      }
    };
    this.easing = requestAnimationFrame(frame);
  }

  /** So many times as large, around the middle. */
  zoom(by: number) {
    this.stop();
    const scale = Math.max(SMALLEST, Math.min(MOST_ZOOMED, by * this.network.getScale()));
    this.network.moveTo({ position: this.network.getViewPosition(), scale, animation: false });
  }

  // The user took the view into their own hands, or another one is shown.
  stop() {
    if (this.easing !== undefined) cancelAnimationFrame(this.easing);
    this.goal = undefined;
  }
}
