// The list of a select box that somebody has open stays open while the page moves by itself, and takes every press.
//
// Streamlit's lists close as soon as anything that holds their box scrolls: when the browser brings a box into view
// that was clicked at the edge, and when a run of the script changes the length of the side bar.  Only scrolling by
// the user's own hand shall close them; this listener stands before theirs, because it is there before any of them
// opens.
//
// Also, a list takes no press for 300 ms after it has scrolled: entries are made transparent to the pointer so long.
import { closestTo, targetOf } from './dom.ts';
const LIST = '[role=listbox]';
const TAKES_PRESSES = '[role=listbox] > [role=presentation] { pointer-events: auto !important; }';
// ms after a turn of the wheel or a finger's move in which the page may still begin to scroll because of it; a busy one
// begins late, and the end of a scroll ends the time
const BY_HAND_FOR = 2000;

let scrolledByHand = -Infinity;

function noteHand() {
  scrolledByHand = performance.now();
}

function forgetHand() {
  scrolledByHand = -Infinity;
}

function keepLists(event: Event) {
  const isOfList = targetOf(event) instanceof Element && closestTo(event, LIST);
  const isByHand = performance.now() - scrolledByHand < BY_HAND_FOR;
  if (isOfList || isByHand || !document.querySelector(LIST)) return;
  event.stopImmediatePropagation();
  window.dispatchEvent(new Event('resize')); // the list moves along with its box
}

export function keepOpenLists() {
  for (const type of ['wheel', 'touchmove']) window.addEventListener(type, noteHand, { capture: true, passive: true });
  window.addEventListener('scrollend', forgetHand, { capture: true });
  window.addEventListener('scroll', keepLists, { capture: true });
  document.head.appendChild(Object.assign(document.createElement('style'), { textContent: TAKES_PRESSES }));
}
