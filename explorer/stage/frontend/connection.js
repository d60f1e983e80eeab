// What the page says when the program no longer answers.
//
// Streamlit's own dialog asks "Are you connected to the internet?" or names a command that is not ours, also of a
// program on one's own machine.  Its words cannot be set (github.com/streamlit/streamlit/issues/12661), so they are
// replaced when the dialog comes; it goes by itself once the program answers again.
import { h } from './dom.js';

const THEIRS = /Is Streamlit still running|Streamlit server is not responding|Connection timed out/;
const HOME = ['localhost', '127.0.0.1', '[::1]'];
const MARK = 'not-answering'; // class of our words

/**
 * The sentences for the host that the page came from.
 * @param {{ hostname: string, host: string }} location
 * @returns {string[]}
 */
export function notAnswering({ hostname, host }) {
  return HOME.includes(hostname)
    ? [
      `The program on this computer (${host}) has ended or does not answer.`,
      'Start it again at the same port, and this page goes on. The graph on the canvas stays as you left it, and ' +
      'what you drew is kept in this browser.',
    ]
    : [
      `The server ${host} does not answer.`,
      'It may have been stopped, or the connection to it is broken. This page goes on by itself when it answers ' +
      'again. The graph on the canvas stays as you left it, and what you drew is kept in this browser.',
    ];
}

/**
 * Our words before those of Streamlit, which are hidden: what React has made must stay where it is.
 * @param {Element} dialog
 */
function replaceWords(dialog) {
  const found = [...dialog.querySelectorAll('div')].filter((each) => THEIRS.test(each.textContent ?? ''));
  const theirs = found.at(-1); // the innermost
  if (!theirs || dialog.querySelector(`.${MARK}`)) return;
  const body = theirs.parentElement ?? dialog;
  for (const each of /** @type {Iterable<HTMLElement>} */ (body.children)) each.style.display = 'none';
  body.prepend(...notAnswering(location).map((textContent) => h('p', { className: MARK, textContent })));
}

// From now on; the dialogs of Streamlit stand at the end of the page.
export function explainSilence() {
  new MutationObserver((changes) => {
    if (!changes.some(({ addedNodes }) => addedNodes.length)) return;
    for (const dialog of document.querySelectorAll('[role=dialog]')) {
      if (THEIRS.test(dialog.textContent ?? '')) replaceWords(dialog);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
