// The address bar: what Python says of the scene, and what only the browser knows of it (`owned`).
// Another scene is another entry of the history, which Streamlit adds; a step or a selection changes the entry.
import { isLecture, toggleLecture } from './lecture.js';

/**
 * @import { AddressData, SceneData } from './messages.d.ts'
 * @import { Stage } from './stage.js'
 * @import { Timer } from './types.d.ts'
 */

const WRITE_AFTER = 250; // ms: browsers refuse addresses that change many times a second
const OWNED = ['select', 'lecture']; // of every page

/** @type {Map<string, string>} */
const pending = new Map();
let page = ''; // whose address Python has told of
let said = ''; // the page that what is pending was said on
/** @type {readonly string[]} */
let mine = OWNED; // what the browser keeps of that page
/** @type {Timer | undefined} */
let writing;
/** @type {WeakMap<object, number>} */
const taken = new WeakMap();
const lectures = {}; // lecture mode is of the page: a scene begins it once, whichever stage comes first

globalThis.addEventListener?.('popstate', () => pending.clear());

/**
 * Brings the address up to date, if it is one of the same scene or of none yet: another one comes by Streamlit.
 * @param {AddressData} data
 */
export function keepAddress({ query, loose, owned }) {
  const now = new URLSearchParams(location.search);
  const next = new URLSearchParams(query);
  /** @param {URLSearchParams} params */
  const firm = (params) =>
    [...params].filter(([name]) => !loose.includes(name) && !name.startsWith('embed')).map(String).sort().join('\n');
  if (firm(now) && firm(now) !== firm(next)) return;
  page = location.pathname;
  mine = owned;
  for (const [name, value] of now) {
    if (owned.includes(name) || name.startsWith('embed')) next.set(name, value);
  }
  write(next);
  if (pending.size) writeLater();
}

/**
 * Has the address say what only the browser knows; an empty text takes it out.
 * @param {string} name
 * @param {string} value
 */
export function own(name, value) {
  if (said !== location.pathname) pending.clear();
  said = location.pathname;
  pending.set(name, value);
  writeLater();
}

// What was said before Python told of the page waits until then.
function writeLater() {
  writing ??= setTimeout(() => {
    writing = undefined;
    if (said !== location.pathname || page !== said) return;
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

/** Has the address say whether it is a lecture, also after Streamlit has made it one of another scene. */
export const ownLecture = () => own('lecture', isLecture() ? '1' : '');

/** What the address says that only the browser knows, for a link; with a mode, of Compare, also the moment. */
export function owned() {
  const now = new URLSearchParams(location.search);
  for (const [key, text] of pending) now.set(key, text);
  const names = now.has('mode') ? [...OWNED, 'mode', 'step'] : OWNED;
  return names.map((name) => [name, now.get(name) ?? '']).filter(([, value]) => value);
}

/**
 * Whether a scene is one that was not shown here before.
 * @param {object} shower
 * @param {SceneData | null | undefined} scene
 * @returns {scene is SceneData}
 */
export function isNew(shower, scene) {
  if (!scene || taken.get(shower) === scene.number) return false;
  taken.set(shower, scene.number);
  return true;
}

/**
 * Brings a stage to what a scene says of it.
 * @param {Stage} stage
 * @param {SceneData | null | undefined} scene
 */
export function takeScene(stage, scene) {
  if (!isNew(stage, scene) || !scene.select || !stage.document.nodes.has(scene.select)) return;
  stage.choose(scene.select);
}

/**
 * Begins lecture mode if a scene that is new to the page says so.
 * @param {SceneData | null | undefined} scene
 */
export function takeLecture(scene) {
  if (isNew(lectures, scene) && scene.lecture) toggleLecture(true);
}

/** @param {URLSearchParams} params */
function write(params) {
  const text = params.size ? `?${params}` : '';
  if (text !== location.search) history.replaceState(history.state, '', `${location.pathname}${text}${location.hash}`);
}
