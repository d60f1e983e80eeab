// Messages of the page while it is being left, which wait until it is.
//
// Streamlit sends each message with the page that it belongs to, and so one that comes after the press of a link to
// another page, and before the answer to it, would lead back.

/**
 * The event before a slide is turned, with the direction as its detail: a stage that asks takes the turn for its steps
 * and prevents it; else where the stages stand is told first.
 */
export const TURNING = 'game-graph-explorer-turning';
export type Turn = 'next' | 'previous';

/** a link to another page */
export const LINK = '[data-testid=stTopNavLink], [data-testid=stSidebarNavLink]';
// In a narrow window the links are in a side bar over the page.
const SIDE_BAR = '[data-testid=stSidebar]';
const FOLD = '[data-testid=stSidebarCollapseButton] button';
const LOOK_AFTER = 20;
const LONGEST = 60000; // ms; a page that is not left by then may never be

export class Leaving {
  from: string | undefined; // the path of the page that is being left
  waiting: (() => void)[] = [];
  timer: ReturnType<typeof setInterval> | undefined;

  /** Whether a press leads to another page of this window. */
  follow(event: MouseEvent) {
    const link = event.composedPath().find((each) => each instanceof Element && each.matches(LINK));
    if (!(link instanceof HTMLAnchorElement) || new URL(link.href).pathname === location.pathname) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a window of its own
    if (link.closest(SIDE_BAR)) setTimeout(() => document.querySelector<HTMLElement>(FOLD)?.click());
    const until = performance.now() + LONGEST;
    this.from = location.pathname;
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (location.pathname !== this.from || performance.now() > until) this.goOn();
    }, LOOK_AFTER);
  }

  send(message: () => void) {
    if (this.from === undefined) message();
    else this.waiting.push(message);
  }

  goOn() {
    this.from = undefined;
    clearInterval(this.timer);
    for (const message of this.waiting.splice(0)) message();
  }
}
