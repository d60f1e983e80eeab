// The notice that the program no longer answers: within two seconds, in a line above all.
//
// Streamlit's own dialog asks "Are you connected to the internet?" or names a command that is not ours, also of a
// program on one's own machine, after some tries.  Its words cannot be set (streamlit/streamlit, issue 12661),
// so they are replaced when the dialog comes; it goes by itself once the program answers again.
import { h } from '../page/dom.ts';
import type { Timer } from '../page/types.ts';

const THEIRS = /Is Streamlit still running|Streamlit server is not responding|Connection timed out/;
const HOME = ['localhost', '127.0.0.1', '[::1]'];
const MARK = 'not-answering'; // class of our words
const STATE = 'data-test-connection-state';
const AFTER = 2000; // ms: a connection that comes back at once is not spoken of
const LINE = 'position: fixed; z-index: 1000001; inset: 0 0 auto; margin: 0; padding: 8px 16px; ' +
  'background: #b3261e; color: #fff; font: 14px/1.4 sans-serif;';

/**
 * The sentences for the host that the page came from.
 * @param isKept whether the browser keeps what is drawn
 */
export function notAnswering({ hostname, host }: { hostname: string; host: string }, isKept: boolean): string[] {
  const kept = isKept
    ? 'The graph on the canvas stays as you left it, and what you drew is kept in this browser.'
    : 'The graph on the canvas stays as you left it, but this browser does not keep it: leave this page open.';
  return HOME.includes(hostname)
    ? [
      `The program on this computer (${host}) has ended or does not answer.`,
      `Start it again at the same port, and this page goes on. ${kept}`,
    ]
    : [
      `The server ${host} does not answer.`,
      'It may have been stopped, or the connection to it is broken. This page goes on by itself when it answers ' +
      `again. ${kept}`,
    ];
}

/** Our words before those of Streamlit, which are hidden: what React has made must stay where it is. */
function replaceWords(dialog: Element, isKept: boolean) {
  const found = [...dialog.querySelectorAll('div')].filter((each) => THEIRS.test(each.textContent ?? ''));
  const theirs = found.at(-1); // the innermost
  if (!theirs || dialog.querySelector(`.${MARK}`)) return;
  const body = theirs.parentElement ?? dialog;
  for (const each of (body.children as Iterable<HTMLElement>)) each.style.display = 'none';
  body.prepend(...notAnswering(location, isKept).map((textContent) => h('p', { className: MARK, textContent })));
}

/**
 * From now on; the dialogs of Streamlit stand at the end of the page.
 * @param isKept whether the browser keeps what is drawn
 */
export function explainSilence(isKept: () => boolean) {
  const line = h('p', { className: MARK, role: 'alert' });
  let waiting: Timer | undefined;
  const say = () => {
    line.textContent = notAnswering(location, isKept()).join(' ');
    line.style.cssText = LINE;
    document.body.append(line);
  };
  const look = () => {
    const state = document.querySelector(`[${STATE}]`)?.getAttribute(STATE) ?? 'CONNECTED';
    if (state !== 'CONNECTED') waiting ??= setTimeout(say, AFTER);
    else if (waiting) {
      clearTimeout(waiting);
      waiting = undefined;
      line.remove();
    }
  };
  new MutationObserver((changes) => {
    look();
    if (!changes.some(({ addedNodes }) => addedNodes.length)) return;
    for (const dialog of document.querySelectorAll('[role=dialog]')) {
      if (THEIRS.test(dialog.textContent ?? '')) replaceWords(dialog, isKept());
    }
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: [STATE] });
}
