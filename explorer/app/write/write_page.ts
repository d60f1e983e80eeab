// The page New lesson: the text of the lesson, which the browser keeps at every key, with the numbers of its lines.
import { NumberedArea } from '../../stage/frontend/page/numbered_area.ts';
import { LINK } from '../../stage/frontend/session/page_exit.ts';

const KEY = 'game-graph-explorer draft';
const PAUSE = 500; // ms after the last key before the preview is asked for

// The browser owns the text: `rev` rises with every key, and Python, which takes no lower one, says which it has.
// Python replaces the text only under another `version`.
type Draft = { text: string; line: number; version: number; rev: number; restored: boolean; kept: string };

interface Editor {
  field: NumberedArea;
  area: HTMLTextAreaElement; // of the field
  status: HTMLElement; // says where the text is kept
  version: number;
  rev: number;
  timer: number;
}

const KEPT = {
  everywhere: 'The browser keeps what you write, at every key, over reloads too.',
  here:
    'A lesson is written in another tab, too, and the browser keeps that one. This one is kept for this tab alone: ' +
    'save it before you close the tab.',
  nowhere: 'This browser keeps nothing of what you write: save the lesson as a file before you leave.',
};

const editors = new WeakMap<Element | ShadowRoot, Editor>();

let latest = ''; // the draft as this page knows it, also of a browser that keeps nothing
let seen = read('sessionStorage') ?? read('localStorage'); // what is kept for all tabs, as this one saw it last

function read(storage: 'localStorage' | 'sessionStorage') {
  try {
    return globalThis[storage].getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(storage: 'localStorage' | 'sessionStorage', draft: string) {
  try {
    globalThis[storage].setItem(KEY, draft);
    return true;
  } catch {
    return false; // or not so much
  }
}

// A tab goes on with its own draft, another one with what was written last anywhere.
const stored = () => latest || (read('sessionStorage') ?? read('localStorage') ?? '{}');

/** Keeps the draft, and says where; what another tab has written meanwhile stays. */
function store({ area, version, rev, status }: Editor, kept: string) {
  latest = JSON.stringify({ ...JSON.parse(kept), text: area.value, version, rev });
  const isHere = write('sessionStorage', latest);
  const isForeign = read('localStorage') !== seen;
  const isEverywhere = !isForeign && write('localStorage', latest);
  if (isEverywhere) seen = latest;
  status.textContent = KEPT[isEverywhere ? 'everywhere' : isHere && isForeign ? 'here' : 'nowhere'];
}

function parsed(): Partial<Draft> {
  try {
    return JSON.parse(stored());
  } catch {
    return {}; // what another program has left there
  }
}

function made(place: Element | ShadowRoot): Editor {
  const field = new NumberedArea('The text of the lesson');
  field.area.spellcheck = true;
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  place.append(field.box, status);
  const editor = { field, area: field.area, status, version: -1, rev: 0, timer: 0 };
  editors.set(place, editor);
  return editor;
}

function showLine(area: HTMLTextAreaElement, line: number) {
  const start = area.value.split('\n').slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.setSelectionRange(start, start);
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * height);
}

export default function ({ data, parentElement, setTriggerValue }: {
  data: Draft;
  parentElement: Element | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
}) {
  const editor = editors.get(parentElement) ?? made(parentElement);
  const { area } = editor;
  area.disabled = !data.restored && editor.version < 0; // what was kept comes first
  if (!data.restored) {
    setTriggerValue('kept', stored());
    return undefined;
  }
  if (editor.version !== data.version) {
    const isFirst = editor.version < 0;
    const { text, version, rev } = parsed();
    const isNewer = version === data.version && rev !== undefined && rev > data.rev;
    area.value = isNewer ? text ?? '' : data.text;
    editor.rev = isNewer ? rev : data.rev;
    editor.version = data.version;
    if (!isFirst) area.focus();
    showLine(area, data.line);
  }
  editor.field.number();
  if (editor.version || editor.rev) store(editor, data.kept); // else nobody has written anything yet
  const line = () => area.value.slice(0, area.selectionStart).split('\n').length;
  let told = { text: data.text, line: data.line };
  const tell = () => {
    clearTimeout(editor.timer);
    if (told.text === area.value && told.line === line()) return;
    told = { text: area.value, line: line() };
    setTriggerValue('draft', { ...told, version: editor.version, rev: editor.rev });
  };
  const later = () => {
    clearTimeout(editor.timer);
    editor.timer = setTimeout(tell, PAUSE);
  };
  area.oninput = () => {
    editor.rev++;
    store(editor, data.kept);
    editor.field.number();
    later();
  };
  area.onkeyup = later;
  area.onclick = later;
  const leave = () => clearTimeout(editor.timer); // what comes after the press of a link would lead back to this page
  area.onblur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && relatedTarget.closest(LINK)) leave();
    else tell(); // before what was pressed instead is done
  };
  addEventListener('popstate', leave);
  if (area.value !== data.text) later(); // typed while a run was under way, or before the page was left
  return () => {
    leave();
    removeEventListener('popstate', leave);
  };
}
