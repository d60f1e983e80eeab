// The address bar: the scene as Python gives it, and the fields that only the browser knows (`browserFields`).
// Another scene is another entry of the history, which Streamlit adds; a step or a selection changes the entry.
import { isLecture, toggleLecture } from '../page/lecture.ts';
import type { AddressData, SceneData } from '../messages.ts';
import type { Timer } from '../page/types.ts';
import { listen, type Store } from '../store.ts';

const WRITE_AFTER = 250; // ms: browsers refuse addresses that change many times a second
const REPEAT_AFTER = 500; // ms
const MOST_REPEATS = 3; // of one press, if Python cannot show that scene
const OWNED = ['select', 'lecture']; // of every page

const pending = new Map<string, string>();
let page = ''; // whose address Python has given
let pendingPage = ''; // the page to which `pending` belongs
let mine: readonly string[] = OWNED; // the fields of that page that only the browser knows
let writing: Timer | undefined;
const taken = new WeakMap<object, number>();
let backAddress = ''; // the address to which Back or Forward led, until Python tells of its scene
let repeats = 0;
let repeating: Timer | undefined;
const lectures = {}; // lecture mode is of the page: a scene begins it once, whichever stage comes first

globalThis.addEventListener?.('popstate', () => {
  pending.clear();
  backAddress = here();
  repeats = 0;
});

/** Brings the address up to date, if it is one of the same scene or of none yet: another one comes by Streamlit. */
export function keepAddress({ query, loose, browser_keys }: AddressData) {
  const now = new URLSearchParams(location.search);
  const next = new URLSearchParams(query);
  const firm = (params: URLSearchParams) =>
    [...params].filter(([name]) => !loose.includes(name) && !name.startsWith('embed')).map(String).sort().join('\n');
  if (firm(now) && firm(now) !== firm(next)) {
    repeating ??= setTimeout(repeatBack, REPEAT_AFTER);
    return;
  }
  backAddress = '';
  page = location.pathname;
  mine = browser_keys;
  for (const [name, value] of now) {
    if (browser_keys.includes(name) || name.startsWith('embed')) next.set(name, value);
  }
  write(next);
  if (pending.size) writeLater();
}

// Streamlit forgets that Back was pressed if the run before it ends by asking for another one.  Where the scene has
// been shown meanwhile, or another one was chosen, there is nothing to repeat.
function repeatBack() {
  repeating = undefined;
  const number = repeats + 1;
  if (backAddress !== here() || number > MOST_REPEATS) return;
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  repeats = number;
}

const here = () => `${location.pathname}${location.search}`;

/** Write a field that only the browser knows into the address; an empty text takes it out. */
export function own(name: string, value: string) {
  if (pendingPage !== location.pathname) pending.clear();
  pendingPage = location.pathname;
  pending.set(name, value);
  writeLater();
}

// Values that come before Python has named the page wait until then.
function writeLater() {
  writing ??= setTimeout(() => {
    writing = undefined;
    if (pendingPage !== location.pathname || page !== pendingPage) return;
    const params = new URLSearchParams(location.search);
    for (const [key, text] of pending) {
      if (!mine.includes(key)) continue;
      if (text) params.set(key, text);
      else params.delete(key);
    }
    pending.clear();
    write(params);
  }, WRITE_AFTER);
}

/** Has the address say the step and the selection of a stage, as long as it is the primary one. */
export function ownMoment({ data, step, choice, selected }: Store) {
  listen(step, (at) => data.value.primary && !data.value.in_lockstep && own('step', `${at}`));
  listen(choice, () => data.value.primary && own('select', selected.value ?? ''));
}

/** Has the address say whether it is a lecture, also after Streamlit has made it one of another scene. */
export const ownLecture = () => own('lecture', isLecture() ? '1' : '');

/** Return the fields of the address that only the browser knows, for a link: of Compare and of Tree also the moment. */
export function browserFields() {
  const now = new URLSearchParams(location.search);
  for (const [key, text] of pending) now.set(key, text);
  const names = [...OWNED, ...(now.has('mode') ? ['mode', 'step'] : mine.includes('depth') ? ['depth'] : [])];
  return names.map((name) => [name, now.get(name) ?? '']).filter(([, value]) => value);
}

/** Whether a scene is one that was not shown here before. */
export function isNew(shower: object, scene: SceneData | null | undefined): scene is SceneData {
  if (!scene || taken.get(shower) === scene.number) return false;
  taken.set(shower, scene.number);
  return true;
}

/** Brings a stage to what a scene says of it. */
export function takeScene(store: Store, scene: SceneData | null | undefined) {
  if (!isNew(store, scene) || !scene.select || !store.document.value.nodes.has(scene.select)) return;
  store.actions.choose(scene.select);
}

/** Begins lecture mode if a scene that is new to the page says so. */
export function takeLecture(scene: SceneData | null | undefined) {
  if (isNew(lectures, scene) && scene.lecture) toggleLecture(true);
}

function write(params: URLSearchParams) {
  const text = params.size ? `?${params}` : '';
  if (text !== location.search) history.replaceState(history.state, '', `${location.pathname}${text}${location.hash}`);
}
