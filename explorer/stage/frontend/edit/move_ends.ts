// The ends of a selected move have handles; an end that is dragged to another node leads from or to that.
import { type Drag, takeDrags } from '../page/drags.ts';
import { paint } from '../draw/shapes/paint.ts';
import { targetOf } from '../page/dom.ts';
import type { Move } from '../model/types.ts';
import type { Editor } from './editor.ts';

// Of a move.
type Handle = { id: string; end: 'from' | 'to'; other: string; x: number; y: number };

const AWAY = 15; // canvas units from the outline of the node to the middle of a handle
const RADIUS = 6;
const REACH = 10; // px around it that belong to it
const MOST = 20; // selected moves that have handles

export class MoveEnds {
  constructor(readonly editor: Editor) {
    const { element } = editor.canvas;
    takeDrags(element.parentElement as HTMLElement, (event) => this.begin(event));
  }

  get handles(): Handle[] {
    const { canvas, chosenMoves, document, store } = this.editor;
    if (!store.isEditable.value || !canvas.routes) return [];
    return chosenMoves.slice(0, MOST).flatMap((id) => {
      const [from, to] = document.moves.get(id) as Move;
      return (['from', 'to'] as const).flatMap((end) => {
        const place = canvas.routes.along(from, to, AWAY, end);
        return place ? [{ id, end, other: end === 'from' ? to : from, x: place[0], y: place[1] }] : [];
      });
    });
  }

  draw(ctx: CanvasRenderingContext2D) {
    const { looks } = this.editor.canvas;
    const [fill, stroke] = [looks.paint.paper, { colour: looks.theme.marks.selected.colour, width: 2 }];
    paint(ctx, this.handles.map(({ x, y }) => ({ is: 'circle', x, y, radius: RADIUS, fill, stroke })));
  }

  begin(event: PointerEvent): Drag | undefined {
    const { editor, editor: { canvas } } = this;
    if (!canvas.network || event.button || event.shiftKey || !canvas.element.contains(targetOf(event))) {
      return undefined;
    }
    const { at } = canvas.placeOf(event);
    const reach = Math.max(RADIUS, REACH / canvas.network.getScale());
    const handle = this.handles.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reach);
    if (!handle) return undefined;
    const { id, end, other } = handle;
    return {
      move: (next) => {
        canvas.rubber = { from: other, ...canvas.placeOf(next).at };
        canvas.redraw();
      },
      end: (last, released) => {
        canvas.rubber = undefined;
        canvas.redraw();
        const node = canvas.nodeAt(canvas.placeOf(last).dom);
        if (released && node !== undefined) editor.redirect(id, end, node);
      },
    };
  }
}
