// The page Write a lesson: the text of the lesson, which the browser keeps at every key, with the numbers of its lines.
const KEY = 'game-graph-explorer draft';
const PAUSE = 500; // ms after the last key before the preview is asked for

/** @typedef {{ text: string, line: number, version: number, restored: boolean, kept: string }} Draft */
/** @typedef {{ area: HTMLTextAreaElement, numbers: HTMLElement, version: number, timer: number }} Editor */

/** @type {WeakMap<Element | ShadowRoot, Editor>} */
const editors = new WeakMap();

// A tab goes on with its own draft, another one with what was written last anywhere.
function stored() {
  try {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '{}';
  } catch {
    return '{}'; // a browser that keeps nothing
  }
}

/**
 * @param {string} text
 * @param {string} kept
 */
function store(text, kept) {
  try {
    const draft = JSON.stringify({ ...JSON.parse(kept), text });
    sessionStorage.setItem(KEY, draft);
    localStorage.setItem(KEY, draft);
  } catch {
    // a browser that keeps nothing, or not so much
  }
}

/**
 * @param {Element | ShadowRoot} place
 * @returns {Editor}
 */
function made(place) {
  const box = document.createElement('div');
  box.className = 'draft';
  const numbers = document.createElement('div');
  numbers.setAttribute('aria-hidden', 'true');
  const area = document.createElement('textarea');
  area.spellcheck = true;
  area.wrap = 'off';
  area.setAttribute('aria-label', 'The text of the lesson');
  area.addEventListener('scroll', () => numbers.scrollTop = area.scrollTop);
  box.append(numbers, area);
  place.append(box);
  const editor = { area, numbers, version: -1, timer: 0 };
  editors.set(place, editor);
  return editor;
}

/** @param {Editor} editor */
function number({ area, numbers }) {
  const count = area.value.split('\n').length;
  if (numbers.childElementCount === count) return;
  numbers.replaceChildren(...Array.from({ length: count }, (_, index) => {
    return Object.assign(document.createElement('div'), { textContent: `${index + 1}` });
  }));
}

/**
 * @param {HTMLTextAreaElement} area
 * @param {number} line
 */
function showLine(area, line) {
  const start = area.value.split('\n').slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.setSelectionRange(start, start);
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * height);
}

/**
 * @param {{
 *   data: Draft,
 *   parentElement: Element | ShadowRoot,
 *   setTriggerValue: (name: string, value: unknown) => void,
 * }} component
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const editor = editors.get(parentElement) ?? made(parentElement);
  const { area } = editor;
  if (!data.restored) {
    setTriggerValue('kept', stored());
    return undefined;
  }
  if (editor.version !== data.version) {
    const isFirst = editor.version < 0;
    area.value = data.text;
    editor.version = data.version;
    if (!isFirst) area.focus();
    showLine(area, data.line);
  }
  number(editor);
  store(area.value, data.kept);
  const line = () => area.value.slice(0, area.selectionStart).split('\n').length;
  let told = { text: data.text, line: data.line };
  const tell = () => {
    clearTimeout(editor.timer);
    if (told.text === area.value && told.line === line()) return;
    told = { text: area.value, line: line() };
    setTriggerValue('draft', { ...told, version: editor.version });
  };
  const later = () => {
    clearTimeout(editor.timer);
    editor.timer = setTimeout(tell, PAUSE);
  };
  area.oninput = () => {
    store(area.value, data.kept);
    number(editor);
    later();
  };
  area.onkeyup = later;
  area.onclick = later;
  area.onblur = tell; // before what was pressed instead is done
  if (area.value !== data.text) later(); // typed while a run was under way
  return () => clearTimeout(editor.timer);
}
