// The page Learn: PageDown and PageUp turn the slides, and the browser keeps where each lesson was left.
const KEY = 'game-graph-explorer lessons';

/** @typedef {{ open: boolean, restored: boolean, kept: string }} Learning */

function stored() {
  try {
    return localStorage.getItem(KEY) ?? '{}';
  } catch {
    return '{}'; // a browser that keeps nothing
  }
}

/** @param {string} kept */
function store(kept) {
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // a browser that keeps nothing
  }
}

/** @param {{ data: Learning, setTriggerValue: (name: string, value: string) => void }} component */
export default function ({ data, setTriggerValue }) {
  if (data.restored) store(data.kept);
  else setTriggerValue('kept', stored());
  /** @param {KeyboardEvent} event */
  const turn = (event) => {
    const direction = { PageDown: 'next', PageUp: 'previous' }[event.key];
    const target = event.composedPath()[0];
    const isWriting = target instanceof Element && target.matches('input:not([type=range]), textarea, select');
    if (!direction || !data.open || isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setTriggerValue('turn', direction);
  };
  addEventListener('keydown', turn, { capture: true }); // before the stage, whose player has these keys elsewhere
  return () => removeEventListener('keydown', turn, { capture: true });
}
