// The list of moves on the page Play: whoever moves by the keyboard has the focus among the moves that come next.
const MOVES = '[class*="st-key-play_move_"] button, [class*="st-key-play_more_"] input';
const PATIENCE = 5000; // ms that the next moves may take

let shown: string | undefined; // the position
let isTyped = false; // whether a move of the list was made by a key

function note(event: KeyboardEvent) {
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

function focus(selector: string, end: number) {
  if (!isLost()) return;
  const target = document.querySelector(selector);
  if (target instanceof HTMLElement) target.focus();
  else if (Date.now() < end) setTimeout(focus, 50, selector, end);
}

/** @param component where the focus belongs now, as a selector */
export default function ({ data }: { data: { position: string; next: string } }) {
  if (isTyped && shown !== undefined && data.position !== shown) {
    isTyped = false;
    focus(data.next, Date.now() + PATIENCE);
  }
  shown = data.position;
}
