// The text of a graph that is pasted or typed: Python hears of it at every pause, and this tab keeps it until it is
// used.
import { NumberedArea } from '../stage/frontend/page/numbered_area.ts';

const KEY = 'game-graph-explorer pasted';
const OPEN = '.st-key-open_Pasted-graph'; // around the button that opens the graph
const PAUSE = 300; // ms after the last key before the preview is asked for

/** `number`: how many texts the session has used; `text`: the one of which it knows. */
type Data = { session: string; number: number; text: string; examples: { title: string; text: string }[] };
type Kept = Pick<Data, 'session' | 'number' | 'text'>;

interface Editor {
  field: NumberedArea;
  number: number; // of the text that is shown
  timer: number;
}

const editors = new WeakMap<Element | ShadowRoot, Editor>();
let latest: Kept | undefined; // as this page knows it, also of a browser that keeps nothing

function storedText(): Partial<Kept> {
  try {
    return latest ?? JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {}; // a browser that keeps nothing, or what another program has left there
  }
}

function keep({ session, number }: Data, text: string) {
  latest = { session, number, text };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    // it is too large, or the browser keeps nothing: this page knows it all the same
  }
}

/** Keeps the text past this page no longer, as soon as its graph is opened. */
function forget(event: MouseEvent) {
  if (!(event.target instanceof Element) || !event.target.closest(OPEN)) return;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // the browser keeps nothing
  }
}

/** Return the stored text, unless this session has used it. */
function unused({ session, number, text }: Data) {
  const found = storedText();
  return found.session === session && found.number !== number ? '' : found.text ?? text;
}

/** Puts a text in the place of all, so that the browser can undo it. */
function replace(area: HTMLTextAreaElement, text: string) {
  area.focus();
  area.select();
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, 0, area.value.length, 'end');
  area.dispatchEvent(new Event('input'));
}

function createEditor(place: Element | ShadowRoot, { examples }: Data): Editor {
  const field = new NumberedArea('A graph as text');
  field.area.spellcheck = false;
  const row = document.createElement('div');
  row.className = 'examples';
  row.append('Put in an example:');
  for (const { title, text } of examples) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: title });
    button.addEventListener('click', () => replace(field.area, text));
    row.append(button);
  }
  place.append(row, field.box);
  const editor = { field, number: -1, timer: 0 };
  editors.set(place, editor);
  return editor;
}

export default function ({ data, parentElement, setTriggerValue }: {
  data: Data;
  parentElement: Element | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
}) {
  const editor = editors.get(parentElement) ?? createEditor(parentElement, data);
  const { field } = editor;
  const { area } = field;
  if (editor.number !== data.number) area.value = unused(data);
  editor.number = data.number;
  field.number();
  let told = data.text;
  const tell = () => {
    clearTimeout(editor.timer);
    if (told === area.value) return;
    told = area.value;
    setTriggerValue('text', told);
  };
  const later = () => {
    clearTimeout(editor.timer);
    editor.timer = setTimeout(tell, PAUSE);
  };
  area.oninput = () => {
    keep(data, area.value);
    field.number();
    later();
  };
  area.onkeydown = (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) tell();
  };
  area.onblur = tell; // before what was pressed instead is done
  if (area.value !== data.text) later(); // typed while a run was under way, or before the dialog was closed
  addEventListener('click', forget, { capture: true });
  return () => {
    clearTimeout(editor.timer);
    removeEventListener('click', forget, { capture: true });
  };
}
