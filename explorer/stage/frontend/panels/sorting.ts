// Dragging one thing of a list onto another, with mouse or finger.
import { closestTo } from '../page/dom.ts';
const SLOP = 5; // px that a press may wander and still be a click

/**
 * Within `list`, what `selector` finds can be dragged; `drop` is called with the thing dragged and the one that it
 * was dropped on. The browser's own dragging is not for fingers, and while it goes on it keeps all other input from
 * the page.
 */
export function sortByDragging(
  list: HTMLElement,
  selector: string,
  drop: (thing: HTMLElement, onto: HTMLElement) => void,
) {
  let pressed: { thing: HTMLElement; x: number; y: number } | undefined; // where a press began
  const under = ({ clientX, clientY }: PointerEvent) => {
    const around = list.getRootNode() as ShadowRoot;
    const other = around.elementFromPoint(clientX, clientY)?.closest(selector) as HTMLElement | null | undefined;
    return other && other !== pressed?.thing && list.contains(other) ? other : undefined;
  };
  const mark = (dragged?: HTMLElement, target?: HTMLElement) => {
    for (const thing of list.querySelectorAll(selector)) {
      thing.classList.toggle('dragged', thing === dragged);
      thing.classList.toggle('target', thing === target);
    }
  };
  const end = () => {
    if (!pressed) return;
    mark();
    pressed.thing.style.translate = '';
    pressed = undefined;
  };

  list.addEventListener('pointerdown', (event) => {
    const thing = closestTo(event, selector);
    if (thing && event.isPrimary && !event.button) pressed = { thing, x: event.clientX, y: event.clientY };
  });
  list.addEventListener('pointermove', (event) => {
    if (!pressed) return;
    if (!event.buttons) {
      end();
      return;
    } // released elsewhere
    const dx = event.clientX - pressed.x;
    const dy = event.clientY - pressed.y;
    const drags = list.hasPointerCapture(event.pointerId);
    if (!drags && Math.hypot(dx, dy) < SLOP) return;
    if (!drags) list.setPointerCapture(event.pointerId); // from now on a release is no click
    pressed.thing.style.translate = `${dx}px ${dy}px`;
    mark(pressed.thing, under(event));
  });
  list.addEventListener('pointerup', (event) => {
    const thing = pressed?.thing;
    const onto = thing && list.hasPointerCapture(event.pointerId) ? under(event) : undefined;
    end();
    if (thing && onto) drop(thing, onto);
  });
  list.addEventListener('pointercancel', end);
}
