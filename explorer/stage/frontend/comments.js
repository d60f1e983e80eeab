// Comments in the text of a document: each belongs to the node on whose line it stands, or below it. The document keeps
// them, since its text is written anew after every edit.
import { commentIn, parse, textOf } from './text.js';

/**
 * @import { Document } from './document.js'
 * @import { Comments } from './types.d.ts'
 */

const END = ''; // stands for a node after the last line

/**
 * The comments of a text by the ids of their nodes; undefined if there are none.
 * @param {string} text
 * @returns {Comments | undefined}
 */
export function commentsOf(text) {
  /** @type {Map<number, string>} */
  const ids = new Map();
  for (const [id, line] of parse(text).lines) if (!ids.has(line)) ids.set(line, id); // the node itself comes first
  /** @type {Map<string, { above: string[], beside: string }>} */
  const found = new Map();
  /** @type {string[]} */
  let above = [];
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    const comment = commentIn(line);
    const id = ids.get(i + 1);
    if (id === undefined) {
      if (comment) above.push(comment);
      return;
    }
    if (comment || above.length) found.set(id, { above, beside: comment });
    above = [];
  });
  if (above.length) found.set(END, { above, beside: '' });
  return found.size ? Object.fromEntries(found) : undefined;
}

/**
 * The text of a document with its comments.
 * @param {Document} document
 */
export function commentedText(document) {
  const { comments = {} } = document.meta;
  const ids = [...document.nodes.keys()];
  const lines = textOf(document).split('\n').slice(0, -1);
  const head = lines.length - ids.length;
  const commented = lines.flatMap((line, i) => {
    const { above, beside } = of(comments, ids[i - head]);
    return [...above, beside ? `${line} ${beside}` : line];
  });
  return [...commented, ...of(comments, END).above].map((line) => `${line}\n`).join('');
}

/**
 * A document may hold anything under this key.
 * @param {Comments} comments
 * @param {string | undefined} id
 */
function of(comments, id) {
  const { above, beside } = id !== undefined && Object.hasOwn(comments, id) ? Object(comments[id]) : {};
  /** @type {(each: unknown) => each is string} */
  const isComment = (each) => typeof each === 'string' && /^#[^\r\n]*$/.test(each);
  return { above: Array.isArray(above) ? above.filter(isComment) : [], beside: isComment(beside) ? beside : '' };
}
