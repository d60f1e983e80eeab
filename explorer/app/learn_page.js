// The page Learn: PageDown and PageUp turn the slides, the browser keeps where each lesson was left and lessons of the
// reader's own, and a second window shows the notes of the slide.
const KEY = 'game-graph-explorer lessons';
const OWN = 'game-graph-explorer own lessons'; // in the storage of the tab, and for other tabs in that of the browser

/** @typedef {{ place: string, title: string, notes: string, next: string }} Notes as HTML, but for the place */
// What turns the slides has a trigger for each direction: the callbacks of Python need not ask which way it was.
/**
 * @typedef {{
 *   open: boolean, restored: boolean, kept: string, own: string, shown: Notes | null, window: string,
 * }} Learning
 */

/** @type {MessageEventSource | null} the window of the notes, once it has asked for them */
let notes = null;

/**
 * @param {string} key
 * @param {'localStorage' | 'sessionStorage'} place
 */
function stored(key, place = 'localStorage') {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @param {string} own lessons of the reader's own */
function storeOwn(own) {
  try {
    if (own && stored(OWN, 'sessionStorage') !== own) {
      sessionStorage.setItem(OWN, own);
      localStorage.setItem(OWN, own);
    }
  } catch { /* as above, or no room */ }
}

// What the browser kept when this tab last looked or wrote: only what differs from it has been said in this tab.
let known = '{}';

/**
 * Keep places and answers; whether the browser did.
 * @param {string} kept
 */
function store(kept) {
  const merged = mergedWith(parsed(stored(KEY)), parsed(known), parsed(kept));
  try {
    localStorage.setItem(KEY, JSON.stringify(merged));
  } catch {
    return false; // a browser that keeps nothing, or has no room: what it kept before stays
  }
  known = kept;
  return true;
}

/**
 * What is kept by all tabs, with what this one has changed.
 * @param {any} all
 * @param {any} before
 * @param {any} now
 * @returns {any}
 */
function mergedWith(all, before, now) {
  if (typeof now !== 'object') return now === before ? all ?? now : now;
  const changed = Object.keys(now).map((name) => [name, mergedWith(all?.[name], before?.[name], now[name])]);
  return { ...all, ...Object.fromEntries(changed) };
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {}; // what another program has left there
  }
}

/**
 * Say that answers are not kept, if it is so.
 * @param {Element | ShadowRoot} place
 * @param {boolean} isKept
 */
function warn(place, isKept) {
  const warning = place.querySelector('[role=alert]') ?? document.createElement('span');
  warning.setAttribute('role', 'alert');
  warning.textContent = isKept ? '' : 'The browser cannot keep your answers: its storage is full or switched off.';
  if (!warning.isConnected) place.append(warning);
}

/**
 * The button that opens the second window, if the lesson has notes.
 * @param {Element | ShadowRoot} place
 * @param {Learning} data
 */
function showButton(place, data) {
  const button = place.querySelector('button') ?? document.createElement('button');
  button.type = 'button';
  button.textContent = 'Notes';
  button.title = 'The notes of the lecturer, in a second window that follows the slides';
  button.hidden = !data.shown;
  button.onclick = () => {
    const page = URL.createObjectURL(new Blob([data.window], { type: 'text/html' }));
    open(page, 'game-graph-explorer-notes', 'popup,width=760,height=640');
  };
  if (!button.isConnected) place.append(button);
}

/**
 * @param {{
 *   data: Learning,
 *   parentElement: Element | ShadowRoot,
 *   setTriggerValue: (name: string, value: string | number) => void,
 * }} component
 */
export default function ({ data, parentElement, setTriggerValue }) {
  if (data.restored) warn(parentElement, store(data.kept));
  else {
    known = stored(KEY) ?? '{}';
    const own = stored(OWN, 'sessionStorage') ?? stored(OWN);
    setTriggerValue('kept', JSON.stringify({ ...parsed(known), own }));
  }
  if (data.restored) storeOwn(data.own);
  showButton(parentElement, data);
  const tell = () => notes?.postMessage({ shown: data.shown });
  tell();
  /** @param {MessageEvent<{ asksForNotes?: boolean, turn?: string }>} message from the window that was opened here */
  const hear = ({ data: said, source, origin }) => {
    if (origin !== location.origin || !said?.asksForNotes) return;
    notes = source;
    if (said.turn && data.open) setTriggerValue(said.turn, Date.now());
    else tell();
  };
  globalThis.onmessage = hear; // in place of that of the run before
  /** @param {KeyboardEvent} event */
  const turn = (event) => {
    const direction = { PageDown: 'next', PageUp: 'previous' }[event.key];
    const target = event.composedPath()[0];
    if (!direction || !data.open || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || target.closest('dialog, [role=dialog]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const page = /** @type {HTMLElement | null} */ (document.querySelector('[data-testid=stMain]'));
    if (target.matches('input, textarea, select')) page?.focus({ preventScroll: true }); // which keeps what was typed
    setTriggerValue(direction, Date.now());
  };
  addEventListener('keydown', turn, { capture: true }); // before the stage, whose player has these keys elsewhere
  return () => {
    if (globalThis.onmessage === hear) globalThis.onmessage = null;
    removeEventListener('keydown', turn, { capture: true });
  };
}
