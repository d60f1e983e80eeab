// Dragging one thing of a list onto another, with mouse or finger.
const SLOP = 5; // px that a press may wander and still be a click

// Within `list`, what `selector` finds can be dragged; `drop` is called with the thing dragged and the one that it was dropped on.
// The browser's own dragging is not for fingers, and while it goes on it keeps all other input from the page.
export function sortByDragging(list, selector, drop) {
  let pressed; // { thing, x, y }: where a press began
  const under = ({ clientX, clientY }) => {
    const other = list.getRootNode().elementFromPoint(clientX, clientY)?.closest(selector);
    return other && other !== pressed.thing && list.contains(other) ? other : undefined;
  };
  const mark = (dragged, target) => {
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

  list.addEventListener('pointerdown', event => {
    const thing = event.target.closest(selector);
    if (thing && event.isPrimary && !event.button) pressed = { thing, x: event.clientX, y: event.clientY };
  });
  list.addEventListener('pointermove', event => {
    if (!pressed) return;
    if (!event.buttons) { end(); return; } // released elsewhere
    const dx = event.clientX - pressed.x, dy = event.clientY - pressed.y, drags = list.hasPointerCapture(event.pointerId);
    if (!drags && Math.hypot(dx, dy) < SLOP) return;
    if (!drags) list.setPointerCapture(event.pointerId); // from now on a release is no click
    pressed.thing.style.translate = `${dx}px ${dy}px`;
    mark(pressed.thing, under(event));
  });
  list.addEventListener('pointerup', event => {
    const thing = pressed?.thing, onto = thing && list.hasPointerCapture(event.pointerId) ? under(event) : undefined;
    end();
    if (onto) drop(thing, onto);
  });
  list.addEventListener('pointercancel', end);
}
