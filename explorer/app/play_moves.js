// The list of moves on the page Play: whoever moves by the keyboard has the focus among the moves that come next.
const MOVES = '[class*="st-key-play_move_"] button, [class*="st-key-play_more_"] input';
const PATIENCE = 5000; // ms that the next moves may take

/** @type {string | undefined} */
let shown; // the position
let isTyped = false; // whether a move of the list was made by a key

/** @param {KeyboardEvent} event */
function note(event) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  isTyped = event.target instanceof Element && event.target.matches(MOVES);
}
document.addEventListener('keydown', note, { capture: true });
document.addEventListener('pointerdown', () => (isTyped = false), { capture: true });

/** Whether nothing has the focus but what goes with the position before. */
function isLost() {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.matches(MOVES);
}

/**
 * @param {string} selector
 * @param {number} end
 */
function focus(selector, end) {
  if (!isLost()) return;
  const target = document.querySelector(selector);
  if (target instanceof HTMLElement) target.focus();
  else if (Date.now() < end) setTimeout(focus, 50, selector, end);
}

/** @param {{ data: { position: string, next: string } }} component where the focus belongs now, as a selector */
export default function ({ data }) {
  if (isTyped && shown !== undefined && data.position !== shown) {
    isTyped = false;
    focus(data.next, Date.now() + PATIENCE);
  }
  shown = data.position;
}
