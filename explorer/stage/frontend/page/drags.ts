// Drags that begin on an element before anything else there sees the press.

/** Follow a press until the release; `end` is told whether it was a release, and not the end of the touch. */
export type Drag = { move: (event: PointerEvent) => void; end: (event: PointerEvent, released: boolean) => void };

/**
 * @param begin what a press begins, if anything
 * @param how whether nobody else hears of a press that begins something
 */
export function takeDrags(
  element: HTMLElement,
  begin: (event: PointerEvent) => Drag | undefined,
  { alone = true }: { alone?: boolean } = {},
) {
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
    for (const type of (['pointerup', 'pointercancel'] as const)) {
      window.addEventListener(type, (last) => {
        done.abort();
        drag.end(last, type === 'pointerup');
      }, { signal });
    }
  }, true);
}
