// Drags that begin on an element before anything else there sees the press.

/**
 * What follows a press until the release; `end` is told whether it was a release, and not the end of the touch.
 * @typedef {{ move: (event: PointerEvent) => void, end: (event: PointerEvent, released: boolean) => void }} Drag
 */

/**
 * @param {HTMLElement} element
 * @param {(event: PointerEvent) => Drag | undefined} begin what a press begins, if anything
 * @param {{ alone?: boolean }} [how] whether nobody else hears of a press that begins something
 */
export function takeDrags(element, begin, { alone = true } = {}) {
  element.addEventListener('pointerdown', (event) => {
    const drag = begin(event);
    if (!drag) return;
    if (alone) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    const done = new AbortController();
    const { signal } = done;
    window.addEventListener('pointermove', (next) => drag.move(next), { signal });
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      window.addEventListener(type, (last) => {
        done.abort();
        drag.end(last, type === 'pointerup');
      }, { signal });
    }
  }, true);
}
