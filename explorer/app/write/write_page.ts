// The page New lesson: the text of the lesson, which the browser keeps at every key, with the numbers of its lines.
import { NumberedArea } from '../../stage/frontend/page/numbered_area.ts';
import { LINK } from '../../stage/frontend/session/page_exit.ts';

const KEY = 'game-graph-explorer draft';
const COPY = `${KEY} of tab `; // and what tells it from others: the draft of a tab, where another one writes, too
const TAB = 'game-graph-explorer tab of drafts';
const MOST = 8; // copies that are kept
const PAUSE = 500; // ms after the last key before the preview is asked for

// The browser owns the text: `rev` rises with every key, and Python, which takes no lower one, says which it has.
// Python replaces the text only under another `version`.
type Draft = { text: string; line: number; version: number; rev: number; restored: boolean; kept: string };
type Stored = { name?: string; text?: string; version?: number; rev?: number; at?: number };

interface Editor {
  field: NumberedArea;
  area: HTMLTextAreaElement; // of the field
  status: HTMLElement; // says where the text is kept
  others: HTMLElement; // what was written in other tabs
  version: number;
  rev: number;
  timer: number;
  write: (draft: Stored) => void; // goes on with another draft
}

const KEPT = {
  everywhere: 'The browser keeps what you write, at every key, over reloads too.',
  here: 'A lesson is written in another tab, too. The browser keeps both, at every key.',
  nowhere: 'This browser keeps nothing of what you write: save the lesson as a file before you leave.',
};

const editors = new WeakMap<Element | ShadowRoot, Editor>();

let latest = ''; // the draft as this page knows it, also of a browser that keeps nothing
let storedByAll = read('sessionStorage') ?? read('localStorage'); // what is kept for all tabs, as this one saw it last

function read(storage: 'localStorage' | 'sessionStorage', key = KEY) {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(storage: 'localStorage' | 'sessionStorage', draft: string, key = KEY) {
  try {
    globalThis[storage].setItem(key, draft);
    return true;
  } catch {
    return false; // or not so much
  }
}

// A tab goes on with its own draft, another one with what was written last anywhere.
const stored = () => latest || (read('sessionStorage') ?? read('localStorage') ?? '{}');

/** Keeps the draft, and says where; beside it that of another tab, if one was written meanwhile. */
function store(editor: Editor, kept: string) {
  const { area, version, rev, status } = editor;
  latest = JSON.stringify({ ...JSON.parse(kept), text: area.value, version, rev, at: Date.now() });
  const isHere = write('sessionStorage', latest);
  const isForeign = read('localStorage') !== storedByAll;
  const isEverywhere = isForeign ? write('localStorage', latest, COPY + tab()) : write('localStorage', latest);
  if (isEverywhere && !isForeign) storedByAll = latest;
  status.textContent = KEPT[!isEverywhere && !isHere ? 'nowhere' : isForeign ? 'here' : 'everywhere'];
  if (isForeign && !editor.others.childElementCount) offer(editor);
}

/** The name of this tab among those that keep a copy. */
function tab() {
  const name = read('sessionStorage', TAB) ?? newName();
  write('sessionStorage', name, TAB);
  return name;
}

const newName = () => Math.random().toString(36).slice(2); // crypto.randomUUID is for https alone

/** Return the stored texts of other tabs, by their keys, the newest first; the oldest beyond the limit are removed. */
function others(text: string) {
  const own = COPY + (read('sessionStorage', TAB) ?? '');
  const keys = Object.keys(globalThis.localStorage ?? {}).filter((key) => key.startsWith(COPY) && key !== own);
  const copies = keys.map((key): [string, Stored] => [key, parsed(read('localStorage', key))]);
  copies.sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
  for (const [key] of copies.splice(MOST)) localStorage.removeItem(key);
  const found: [string, Stored][] = [[KEY, parsed(read('localStorage'))], ...copies];
  return found.filter(([, draft], index) => {
    const isFirst = found.findIndex(([, each]) => each.text === draft.text) === index;
    return draft.text && draft.text !== text && isFirst;
  });
}

/** Offers what other tabs have written in place of the text, which is kept beside it then. */
function offer(editor: Editor) {
  const lines = others(editor.area.value).map(([key, draft]) => {
    const count = draft.text?.split('\n').length;
    const time = draft.at ? `, ${new Date(draft.at).toLocaleString()}` : '';
    const title = `${draft.name ?? 'A lesson'}, ${count} lines${time}`;
    const open = button(`Write on at the other one: ${title}`, () => editor.write(draft));
    const remove = button('✕', () => {
      localStorage.removeItem(key);
      offer(editor);
    });
    remove.setAttribute('aria-label', `Remove the other one: ${title}`);
    const line = document.createElement('div');
    line.append(open, ...(key === KEY ? [] : [remove]));
    return line;
  });
  editor.others.replaceChildren(...lines);
}

function button(text: string, press: () => void) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.onclick = press;
  return made;
}

function parsed(text: string | null): Stored {
  try {
    return JSON.parse(text ?? '{}') ?? {};
  } catch {
    return {}; // what another program has left there
  }
}

function createEditor(place: Element | ShadowRoot): Editor {
  const field = new NumberedArea('The text of the lesson');
  field.area.spellcheck = true;
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const others = document.createElement('div');
  place.append(field.box, status, others);
  const editor = { field, area: field.area, status, others, version: -1, rev: 0, timer: 0, write: () => {} };
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
  const editor = editors.get(parentElement) ?? createEditor(parentElement);
  const { area } = editor;
  editor.write = ({ text, name, ...rest }) => {
    write('localStorage', latest, COPY + tab()); // where it stays: this tab has another name from now on
    write('sessionStorage', newName(), TAB);
    clearTimeout(editor.timer);
    setTriggerValue(
      'kept',
      JSON.stringify({ ...rest, text, name, version: undefined, rev: undefined, at: Date.now() }),
    );
  };
  area.disabled = !data.restored && editor.version < 0; // what was kept comes first
  if (!data.restored) {
    setTriggerValue('kept', stored());
    return undefined;
  }
  if (editor.version !== data.version) {
    const isFirst = editor.version < 0;
    const { text, version, rev } = parsed(stored());
    const isNewer = version === data.version && rev !== undefined && rev > data.rev;
    area.value = isNewer ? text ?? '' : data.text;
    editor.rev = isNewer ? rev : data.rev;
    editor.version = data.version;
    if (!isFirst) area.focus();
    showLine(area, data.line);
  }
  editor.field.number();
  if (editor.version || editor.rev) store(editor, data.kept); // else nobody has written anything yet
  offer(editor);
  const line = () => area.value.slice(0, area.selectionStart).split('\n').length;
  let sent = { text: data.text, line: data.line };
  const tell = () => {
    clearTimeout(editor.timer);
    if (sent.text === area.value && sent.line === line()) return;
    sent = { text: area.value, line: line() };
    setTriggerValue('draft', { ...sent, version: editor.version, rev: editor.rev });
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
