// Comments in the text of a document: each belongs to the node on whose line it stands, or below it. The document keeps
// them, since its text is written anew after every edit.
import { commentIn, parse, textOf } from './text.ts';
import type { Document } from './document.ts';
import type { Comments } from './types.ts';

const END = ''; // stands for a node after the last line

/** The comments of a text by the ids of their nodes; undefined if there are none. */
export function commentsOf(text: string): Comments | undefined {
  const ids = new Map<number, string>();
  for (const [id, line] of parse(text).lines) if (!ids.has(line)) ids.set(line, id); // the node itself comes first
  const found = new Map<string, { above: string[]; beside: string }>();
  let above: string[] = [];
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

/** The text of a document with its comments. */
export function commentedText(document: Document) {
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

/** A document may hold anything under this key. */
function of(comments: Comments, id: string | undefined) {
  const { above, beside } = id !== undefined && Object.hasOwn(comments, id) ? Object(comments[id]) : {};
  const isComment = (each: unknown): each is string => typeof each === 'string' && /^#[^\r\n]*$/.test(each);
  return { above: Array.isArray(above) ? above.filter(isComment) : [], beside: isComment(beside) ? beside : '' };
}
