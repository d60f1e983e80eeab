// Dragging one thing of a list onto another, with mouse or finger. The browser's own dragging is not for fingers, and
// while it goes on it keeps all other input from the page.
import { closestTo } from '../page/dom.ts';
import { type Drag, takeDrags } from '../page/drags.ts';

const SLOP = 5; // px that a press may wander and still be a click

/** Within `list`, what `selector` finds can be dragged; `drop` is told the thing and the one that it was dropped on. */
export function sortByDragging(
  list: HTMLElement,
  selector: string,
  drop: (thing: HTMLElement, onto: HTMLElement) => void,
) {
  const begin = (start: PointerEvent): Drag | undefined => {
    const thing = closestTo(start, selector);
    if (!thing || !start.isPrimary || start.button) return undefined;
    const under = ({ clientX, clientY }: PointerEvent) => {
      const around = list.getRootNode() as ShadowRoot;
      const other = around.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(selector);
      return other && other !== thing && list.contains(other) ? other : undefined;
    };
    const mark = (target: HTMLElement | undefined) => {
      for (const each of list.querySelectorAll(selector)) each.classList.toggle('target', each === target);
    };
    const isDragged = () => thing.classList.contains('dragged'); // and a release is no click
    return {
      move: (event) => {
        const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
        if (!isDragged() && Math.hypot(dx, dy) < SLOP) return;
        thing.classList.add('dragged');
        thing.style.translate = `${dx}px ${dy}px`;
        mark(under(event));
      },
      end: (event, released) => {
        const onto = released && isDragged() ? under(event) : undefined;
        thing.classList.remove('dragged');
        thing.style.translate = '';
        mark(undefined);
        if (onto) drop(thing, onto);
      },
    };
  };
  takeDrags(list, begin, { alone: false });
}
