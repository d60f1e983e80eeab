// The dialog of a stage: a title, a way out, and what it is about. The keys come back when it closes.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { type ComponentChildren, Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { giveKeysBack } from '../page/dom.ts';

export class Dialog {
  number = 0; // of those that were opened

  constructor(readonly element: HTMLDialogElement) {
    element.addEventListener('close', () => giveKeysBack(element));
    element.addEventListener('click', (event) => event.target === element && element.close()); // beside it
  }

  /** @param className says how it looks */
  open(className: string, title: string, children: ComponentChildren) {
    const { element } = this;
    element.className = className;
    element.ariaLabel = title;
    element.showModal();
    render(
      <Fragment key={++this.number}>
        <header>
          <h2>{title}</h2>
          <button type='button' onClick={() => element.close()}>Close</button>
        </header>
        {children}
      </Fragment>,
      element,
    );
  }

  close() {
    this.element.close();
  }
}
