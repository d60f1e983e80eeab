// A description of the program, until something is pressed on the first visit.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import { Slot } from '../page/storage.ts';
import { signal } from '../store.ts';
import type { BarState } from './state.ts';

const WELCOMED = new Slot<boolean>('localStorage', 'welcomed');
const VIEW = 'explore'; // on which it is said
const isFirst = signal(false);

export function Welcome({ data, choose, stage }: BarState) {
  const isShown = isFirst.value && data.view === VIEW;
  stage?.root.classList.toggle('welcoming', isShown);
  if (!isShown) return null;
  return (
    <p class='welcome'>
      See step by step how two-player games are scored when play can go in circles.{' '}
      <button type='button' onClick={() => choose('lesson', '')}>New here? Begin with the first slide.</button>
    </p>
  );
}

function leave(event: Event) {
  const isLink = event.composedPath().some((each) => each instanceof Element && each.matches('.welcome'));
  if (event.type !== 'click' && isLink) return; // it goes with the click, which the press only begins
  isFirst.value = false;
  WELCOMED.write(true);
}

/** Has it said if this is the first visit, as far as the browser knows. */
export function welcome() {
  isFirst.value = !WELCOMED.read();
  if (!isFirst.value) return;
  for (const type of ['pointerdown', 'keydown', 'click']) addEventListener(type, leave, { capture: true });
}
