// Which keys are the stage's, and who gets them: the editor first, then the player of steps.

export class Keys {
  constructor(stage) {
    this.stage = stage;
    this.onKey = event => this.press(event);
    stage.root.addEventListener('keydown', event => event.stopPropagation()); // else Streamlit acts on r and c
  }

  listen(on) {
    document.removeEventListener('keydown', this.onKey, true);
    if (on) document.addEventListener('keydown', this.onKey, true);
  }

  // Keys count while the stage has the focus, or nothing, or a button or link of the page that was clicked last; never
  // while someone types or moves another control.
  areFor(event) {
    const { root, parent, data } = this.stage, focused = document.activeElement, [target] = event.composedPath();
    if (!parent || !root.isConnected || target.matches?.('input:not([type=range]), textarea, select') || target.closest?.('.inspector, .menu, .endless, .documents, .offer, .undo-box, dialog')) return false;
    const idle = focused === document.body || focused === null || (focused.matches('a, button:not([role=tab])') && !focused.closest('[role=dialog]'));
    return event.composedPath().includes(root) || (data.primary && idle);
  }

  // With nodes selected the arrows nudge them, as in a drawing program; in a lecture and on a slider nothing is drawn.
  press(event) {
    const { editor, stepper, root, data } = this.stage, [target] = event.composedPath();
    if (!this.areFor(event) || ([' ', 'Enter'].includes(event.key) && target.matches?.('button, summary'))) return;
    const draws = !root.classList.contains('lecture') && !target.matches?.('[type=range]'), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const used = (draws && editor.key(event)) || (plain && data.transport !== false && stepper.key(event.key));
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
