// Who has the keyboard, and which keys are the stage's: the editor gets them first, then the player of steps.
//
// 1. A dialog that is open has all keys.
// 2. So has what is being typed in: a field, a text, a cell of a table, an open list.  If a run of the script takes the
//    focus away from it, nobody gets a key until something else is pressed.
// 3. A control that was reached with Tab has its own keys.
// 4. All others are the stage's.  After a press on a control the focus comes back to it, or goes to the stage that
// comes
//    with the press, as that of another view.  Keys that edit count only if the stage has the focus or was the last
//    thing pressed, if nothing was yet, or if its tools are in sight and no sheet beside it was pressed.

import type { Commands } from './commands.ts';
import type { Store } from '../store.ts';

// The element that has the focus after a click beside all controls.
const BLANK = 'body, section, main, [data-testid=stApp], [data-testid=stSidebar]';
const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox], [type=file], [role=combobox]), textarea, ' +
  '[contenteditable=true], [data-testid=data-grid-canvas], [data-testid=data-grid-canvas] *, .tables *, [aria-expanded=true]';
const LIST = '[role=listbox]';
const DIALOG = '[role=dialog], [role=alertdialog]:not([data-testid=stToast])'; // a toast is passed by
const SHEET = '.st-key-sheet'; // beside the stage
const CLOSING = 20; // ms between two looks whether a list has closed: a busy page takes its time
const OWN_KEYS = 'input:not([type=range]), textarea, select';
// Parts of a stage, and of the bar, that have keys of their own.
const APART = '.sheet, .inspector, .finder, .menu, .why, .endless, .documents, .offer, .outline, dialog';

const listening = new Set<Keys>(); // those of the stages in the page

let place: Element | undefined; // what was pressed, or got the focus, last; none counts as the stage
let isByPointer = false; // whether a control was reached so, not with Tab
let presses = 0;

const isTyped = (element: Element | null | undefined) => Boolean(element?.matches(TYPED_IN));

const isIdle = (element: Element | null) => !element || element.matches(BLANK);

const innermost = (event: Event) => event.composedPath()[0] as Element;

/** The element that has the focus, in the shadow root of a stage too. */
function focusedElement() {
  const { activeElement } = document;
  return activeElement?.shadowRoot?.activeElement ?? activeElement;
}

/** A dialog leaves the keys to the stage when it closes. */
function notePlace(event: Event) {
  const element = innermost(event);
  place = element.closest(DIALOG) && !isTyped(element) ? undefined : element;
  if (event.type !== 'pointerdown') return;
  isByPointer = true;
  presses++;
}

function noteKey({ key }: KeyboardEvent) {
  if (key === 'Tab') isByPointer = false;
  if (key === 'Escape' && (isIdle(document.activeElement) || document.querySelector(DIALOG))) place = undefined;
}

function noteChoice(event: KeyboardEvent) {
  if (['Enter', 'Escape'].includes(event.key) && innermost(event).matches('[role=combobox]')) comeBack(event);
}

/** When what was pressed has done its work, the focus comes back from it to the stage; a list has closed by then. */
function comeBack(event: Event) {
  const [path, press] = [event.composedPath(), presses];
  if (!isByPointer) return;
  const list = event.type === 'click' && innermost(event).closest(LIST);
  const whenDone = () => {
    if (press !== presses) return;
    if (list && list.isConnected) setTimeout(whenDone, CLOSING);
    else [...listening].some((keys) => keys.comeBack(path, event.type));
  };
  setTimeout(whenDone);
}

document.addEventListener('pointerdown', notePlace, true);
document.addEventListener('focusin', notePlace, true);
document.addEventListener('keydown', noteKey, true);
document.addEventListener('keyup', noteChoice, true); // the list has closed by now
document.addEventListener('click', comeBack, true);
document.addEventListener('change', comeBack, true);

export class Keys {
  onKey: (event: KeyboardEvent) => void;

  /** @param root of the stage */
  constructor(readonly root: HTMLElement, readonly store: Store, readonly commands: Pick<Commands, 'key'>) {
    this.onKey = (event) => this.press(event);
    root.addEventListener('keydown', (event) => event.stopPropagation()); // else Streamlit acts on r and c
    root.addEventListener('focusin', notePlace); // of what stays in a shadow root the page hears nothing
    root.addEventListener('change', comeBack);
  }

  listen(on: boolean) {
    document.removeEventListener('keydown', this.onKey, true);
    listening.delete(this);
    if (!on) return;
    document.addEventListener('keydown', this.onKey, true);
    listening.add(this);
  }

  // In the page, and in the dialog where one is open.
  get isHere() {
    const { root, store } = this;
    if (!store.isHere || !root.isConnected) return false;
    const dialog = document.querySelector(DIALOG);
    return !dialog || dialog.contains((root.getRootNode() as ShadowRoot).host ?? root);
  }

  // Whether keys are for it that are for no other stage.
  get isPrimary() {
    return this.store.data.value.primary;
  }

  has(element: EventTarget | null | undefined) {
    return element instanceof Node && this.root.contains(element);
  }

  /** Whether keys are for this stage. */
  areFor(event: Event) {
    const target = innermost(event);
    if (!this.isHere || target.matches?.(OWN_KEYS) || target.closest?.(APART)) return false;
    if (this.has(target)) return true;
    const focused = document.activeElement;
    if (!this.isPrimary || isTyped(focused)) return false;
    return isIdle(focused) ? !isTyped(place) : Boolean(focused?.matches('a, button:not([role=tab])'));
  }

  /** Whether keys that edit are, too. */
  mayEdit(event: Event) {
    if (this.has(innermost(event))) return true;
    return isIdle(document.activeElement) && (!place || this.has(place) || this.hasTools && !place.closest(SHEET));
  }

  get hasTools() {
    return this.root.classList.contains('drawing');
  }

  /** Take the focus in a page that a press has led to, once the stage has its data. */
  arrive() {
    setTimeout(() => {
      const focused = focusedElement();
      if (!isByPointer || !this.isHere || !this.isPrimary || isTyped(focused) || isTyped(place)) return;
      if (!focused?.closest(APART)) this.root.focus({ preventScroll: true });
    });
  }

  /**
   * True if this is the stage that gets the keys after a press.
   * @param path of the press
   * @param type of its event
   */
  comeBack(path: EventTarget[], type: string) {
    const { root, isPrimary } = this;
    const isWithin = path.includes(root);
    const focused = focusedElement();
    if (!this.isHere || !(isWithin || isPrimary)) return false;
    const isOpening = focused?.matches('select') && type !== 'change';
    const stays = isIdle(focused) ? !isWithin : isTyped(focused) || isOpening || focused?.closest(`${APART}, .asking`);
    if (!stays && (!isWithin || isIdle(focused) || path.includes(focused as Element))) {
      root.focus({ preventScroll: true });
    }
    return true;
  }

  /** On a slider nothing is drawn. */
  press(event: KeyboardEvent) {
    const { commands, store } = this;
    const target = innermost(event);
    if (
      !this.areFor(event) || ([' ', 'Enter'].includes(event.key) && target.matches?.('button, summary, [role=button]'))
    ) return;
    const draws = !target.matches?.('[type=range]');
    const isShifted = event.shiftKey && event.key.length > 1; // of other keys it makes < and >
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !isShifted;
    const used = (draws && commands.key(event, this.mayEdit(event))) || (plain && store.actions.step(event.key));
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
