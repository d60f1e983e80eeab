// Which keys are the stage's, and who gets them: the editor first, then the player of steps.

// What has the focus after a click beside all controls.
const BLANK = 'section, main, [data-testid=stApp], [data-testid=stSidebar]';

/**
 * What the keys need.
 * @typedef {object} Needs
 * @property {HTMLElement} root of the stage
 * @property {() => boolean} isMounted
 * @property {() => boolean} isPrimary whether keys count before anything was clicked
 * @property {(event: KeyboardEvent) => boolean} draw true if the key was one of the editor's
 * @property {(key: string) => boolean} step true if it was one of the player's
 */

export class Keys {
  /** @type {(event: KeyboardEvent) => void} */
  onKey;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.onKey = (event) => this.press(event);
    needs.root.addEventListener('keydown', (event) => event.stopPropagation()); // else Streamlit acts on r and c
  }

  /** @param {boolean} on */
  listen(on) {
    document.removeEventListener('keydown', this.onKey, true);
    if (on) document.addEventListener('keydown', this.onKey, true);
  }

  /**
   * Keys count while the stage has the focus, or nothing, or a blank part of the page, a button or a link that was
   * clicked last; never while someone types or moves another control.
   * @param {Event} event
   */
  areFor(event) {
    const { root, isMounted, isPrimary } = this.needs;
    const focused = document.activeElement;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (
      !isMounted() || !root.isConnected || target.matches?.('input:not([type=range]), textarea, select') ||
      target.closest?.('.inspector, .menu, .why, .endless, .documents, .offer, .undo-box, .outline, dialog')
    ) return false;
    const idle = focused === document.body || focused === null || focused.matches(BLANK) ||
      (focused.matches('a, button:not([role=tab])') && !focused.closest('[role=dialog]'));
    return event.composedPath().includes(root) || (isPrimary() && idle);
  }

  /**
   * With nodes selected the arrows nudge them, as in a drawing program; on a slider nothing is drawn.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const { draw, step } = this.needs;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (
      !this.areFor(event) || ([' ', 'Enter'].includes(event.key) && target.matches?.('button, summary, [role=button]'))
    ) return;
    const draws = !target.matches?.('[type=range]');
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const used = (draws && draw(event)) || (plain && step(event.key));
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
