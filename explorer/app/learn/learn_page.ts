// The page Learn: PageDown and PageUp turn the slides, the browser keeps where each lesson was left, what is answered
// at every key, and lessons of the reader's own, and a second window shows the notes of the slide.
import { type Turn, TURNING } from '../../stage/frontend/session/page_exit.ts';

const KEY = 'game-graph-explorer lessons';
const OWN = 'game-graph-explorer own lessons'; // in the storage of the tab, and for other tabs in that of the browser

/** as HTML, but for the place */
type Notes = { place: string; title: string; notes: string; next: string };
// Each direction of turning slides has a trigger of its own, so that the callbacks of Python need not ask for it.
type Field = { key: string; name: string; texts: string[] };
type Answers = Record<string, Record<string, string>>; // by lesson and field
type Learning = {
  open: boolean;
  lecture: boolean; // as Python knows it
  restored: boolean;
  kept: string;
  own: string;
  lesson: string; // its name in what is kept, none in a lecture
  fields: Field[];
  shown: Notes | null;
  window: string;
};

const places = new WeakSet<Element | ShadowRoot>(); // in which the page has been told of what is kept
let notes: MessageEventSource | null = null; // the window of the notes, once it has asked for them

function stored(key: string, place: 'localStorage' | 'sessionStorage' = 'localStorage') {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @param own lessons of the reader's own */
function storeOwn(own: string) {
  try {
    if (own && stored(OWN, 'sessionStorage') !== own) {
      sessionStorage.setItem(OWN, own);
      localStorage.setItem(OWN, own);
    }
  } catch { /* as above, or no room */ }
}

// The stored answers when this tab last read or wrote them: only differences from them come from this tab.
let known = '{}';

let drafts: Answers = {}; // what was typed here and has not come back from Python

/** Keep places and answers, with what is typed now; whether the browser did. */
function store(kept: string) {
  const merged = mergedWith(parsed(stored(KEY)), parsed(known), parsed(kept));
  if (!write(mergedWith(merged, {}, { answers: drafts }))) return false;
  known = kept;
  return true;
}

function write(kept: unknown) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return false; // a browser that keeps nothing, or has no room: what it kept before stays
  }
  return true;
}

// As Streamlit has the key of a widget among its classes.
const boxOf = ({ key }: Field) => document.querySelector(`.st-key-${key.replace(/[^\w-]/g, '-')}`);

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Keep what a field holds; whether the browser did. */
function storeDraft({ lesson, fields }: Learning, input: TypedField) {
  const field = fields.find((each) => boxOf(each)?.contains(input));
  if (!lesson || !field) return true;
  const text = input.type === 'radio' ? field.texts[Number(input.value)] : input.value;
  drafts = mergedWith(drafts, {}, { [lesson]: { [field.name]: text } });
  return write(mergedWith(parsed(stored(KEY)), {}, { answers: drafts }));
}

/**
 * Forget the drafts that have come back, and of the fields of this slide all but the one that is typed in.
 * @param isNew whether the fields have come anew, and so hold what Python has
 * @returns those that no field will tell Python
 */
function unheardDrafts({ lesson, fields, kept }: Learning, isNew: boolean) {
  const answers: Answers = parsed(kept).answers ?? {};
  const unheard: Answers = {};
  const waiting: Answers = {};
  for (const [name, texts] of Object.entries(drafts)) {
    for (const [asked, text] of Object.entries(texts)) {
      const field = name === lesson && fields.find((each) => each.name === asked);
      if (answers[name]?.[asked] === text) continue;
      const isTyped = field && boxOf(field)?.contains(document.activeElement);
      if (!field || isNew) (unheard[name] ??= {})[asked] = text;
      if (!field || isNew || isTyped) (waiting[name] ??= {})[asked] = text;
    }
  }
  drafts = waiting;
  return unheard;
}

// The stored answers of all tabs, with the changes of this one.
// deno-lint-ignore no-explicit-any -- what a browser keeps
function mergedWith(all: any, before: any, now: any): any {
  if (typeof now !== 'object') return now === before ? all ?? now : now;
  const changed = Object.keys(now).map((name) => [name, mergedWith(all?.[name], before?.[name], now[name])]);
  return { ...all, ...Object.fromEntries(changed) };
}

function parsed(text: string | null) {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {}; // what another program has left there
  }
}

/** Say that answers are not kept, if it is so. */
function warn(place: Element | ShadowRoot, isKept: boolean) {
  const warning = place.querySelector('[role=alert]') ?? document.createElement('span');
  warning.setAttribute('role', 'alert');
  warning.textContent = isKept ? '' : 'The browser cannot keep your answers: its storage is full or switched off.';
  if (!warning.isConnected) place.append(warning);
}

/** The button that opens the second window, if the lesson has notes. */
function showButton(place: Element | ShadowRoot, data: Learning) {
  const button = place.querySelector('button') ?? document.createElement('button');
  button.type = 'button';
  button.textContent = 'Notes';
  button.hidden = !data.shown;
  button.onclick = () => {
    const page = URL.createObjectURL(new Blob([data.window], { type: 'text/html' }));
    open(page, 'game-graph-explorer-notes', 'popup,width=760,height=640');
  };
  if (!button.isConnected) place.append(button);
}

export default function ({ data, parentElement, setTriggerValue }: {
  data: Learning;
  parentElement: Element | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
}) {
  if (data.restored) {
    const unheard = unheardDrafts(data, !places.has(parentElement));
    places.add(parentElement);
    warn(parentElement, store(data.kept));
    if (Object.keys(unheard).length) setTriggerValue('typed', { answers: unheard, at: Date.now() });
  } else {
    places.delete(parentElement);
    known = stored(KEY) ?? '{}';
    const own = stored(OWN, 'sessionStorage') ?? stored(OWN);
    setTriggerValue('kept', JSON.stringify({ ...parsed(known), own }));
  }
  if (data.restored) storeOwn(data.own);
  showButton(parentElement, data);
  const turnTo = (direction: Turn) => {
    const isFree = dispatchEvent(new CustomEvent(TURNING, { cancelable: true, detail: direction }));
    if (isFree) setTriggerValue(direction, Date.now());
  };
  const tell = () => notes?.postMessage({ shown: data.shown });
  tell();
  /** @param message from the window that was opened here */
  const hear = ({ data: said, source, origin }: MessageEvent<{ asksForNotes?: boolean; turn?: Turn }>) => {
    if (origin !== location.origin || !said?.asksForNotes) return;
    notes = source;
    if (said.turn && data.open) turnTo(said.turn);
    else tell();
  };
  globalThis.onmessage = hear; // in place of that of the run before
  const turn = (event: KeyboardEvent) => {
    const direction = ({ PageDown: 'next', PageUp: 'previous' } as const)[event.key];
    const target = event.composedPath()[0];
    if (!direction || !data.open || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || target.closest('dialog, [role=dialog]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const page = document.querySelector('[data-testid=stMain]') as HTMLElement | null;
    if (target.matches('input, textarea, select')) page?.focus({ preventScroll: true }); // which keeps what was typed
    turnTo(direction);
  };
  addEventListener('keydown', turn, { capture: true }); // before the stage, whose player has these keys elsewhere
  // A press on a choice is no input: Streamlit chooses by itself.
  const hearInput = ({ target, type }: Event) => {
    const field = target instanceof Element && (target.closest('input, textarea') ?? target.closest('label')?.control);
    const input = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined;
    if (!data.restored || !input) return;
    if (type === 'input' || input.type === 'radio') warn(parentElement, storeDraft(data, input));
  };
  for (const type of ['input', 'click']) addEventListener(type, hearInput, { capture: true });
  const tellLecture = () => {
    const isLecture = document.documentElement.classList.contains('lecture');
    if (isLecture !== data.lecture) setTriggerValue('lecture', isLecture ? 'on' : 'off');
  };
  const watch = new MutationObserver(tellLecture);
  watch.observe(document.documentElement, { attributeFilter: ['class'] });
  if (data.restored) tellLecture();
  return () => {
    if (globalThis.onmessage === hear) globalThis.onmessage = null;
    removeEventListener('keydown', turn, { capture: true });
    for (const type of ['input', 'click']) removeEventListener(type, hearInput, { capture: true });
    watch.disconnect();
  };
}
