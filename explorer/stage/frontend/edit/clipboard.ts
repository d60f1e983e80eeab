// Copies of what is selected: to the clipboard, from it, and beside the originals.
import { parse, textOf } from '../model/text.ts';
import type { GameDocument } from '../messages.ts';
import type { Document } from '../model/document.ts';
import type { Found, Place } from '../model/types.ts';
import type { Tone } from '../page/types.ts';

/** What copying needs of the editor. */
interface Needs {
  document: () => Document;
  chosen: () => string[]; // the nodes that are selected
  choose: (ids: string[]) => void; // selects nodes
  pointer: () => Place | undefined; // where it is over the canvas
  showAll: () => void; // brings everything into view
  say: (text: string, tone?: Tone) => void;
}

const COPY_OFFSET = 45; // of a duplicate, and of what is pasted at no certain place

export class Clipboard {
  constructor(readonly needs: Needs) {}

  // The selected nodes and the moves between them, as text that the text view and `paste` read.
  copied() {
    return textOf(this.needs.document().part(new Set(this.needs.chosen())), { places: true });
  }

  copy() {
    const text = this.needs.chosen().length ? this.copied() : '';
    if (text) this.needs.say(`Copied ${count(this.needs.chosen().length)}.`, 'done');
    return text;
  }
  cut() {
    const text = this.copy();
    if (text) this.needs.document().remove(this.needs.chosen(), []);
    return text;
  }

  /** What was copied here, in another window or as text anywhere; the upper left of it comes to the pointer. */
  paste(text: string, at: Place | undefined = this.needs.pointer()) {
    const { nodes, moves, problems } = fromJson(text) ?? parse(text);
    if (!nodes.length) {
      this.needs.say(
        problems.length
          ? `This cannot be pasted as nodes: line ${problems[0].line}: ${problems[0].message}`
          : 'There is nothing to paste: copy nodes first.',
      );
      return;
    }
    const shift = at ? 0 : COPY_OFFSET;
    const pasted = this.needs.document().insert(
      nodes.map((
        node,
      ) => (node.x === undefined || node.y === undefined ? node : { ...node, x: node.x + shift, y: node.y + shift })),
      moves,
      at,
    );
    if (!pasted) return;
    this.needs.choose(pasted);
    this.needs.showAll();
    if (problems.length) {
      this.needs.say(`Pasted ${count(nodes.length)}; line ${problems[0].line}: ${problems[0].message}`);
    }
  }

  duplicate() {
    const { nodes, moves } = this.needs.document().part(new Set(this.needs.chosen())).snapshot();
    const made = this.needs.document().insert(
      nodes.map((node) => ({ ...node, x: node.x + COPY_OFFSET, y: node.y + COPY_OFFSET })),
      moves,
    );
    if (made) this.needs.choose(made);
  }

  // Menus have no clipboard event; the browser may ask for leave, or have no clipboard at all on an insecure address.
  copyByMenu() {
    this.toClipboard(this.copy());
  }
  cutByMenu() {
    this.toClipboard(this.cut());
  }
  toClipboard(text: string) {
    navigator.clipboard?.writeText(text).catch(() =>
      this.needs.say('The browser does not let menus copy here. Press Ctrl+C.')
    ) ?? this.needs.say('The browser does not let menus copy here. Press Ctrl+C.');
  }

  pasteByMenu() {
    const refused = () => this.needs.say('The browser does not let menus paste here. Press Ctrl+V.');
    const at = this.needs.pointer();
    if (!navigator.clipboard?.readText) refused();
    else navigator.clipboard.readText().then((text) => this.paste(text, at), refused);
  }
}

const count = (number: number) => (number === 1 ? '1 node' : `${number} nodes`);

/** A game graph in JSON is pasted as well. */
function fromJson(text: string): Pick<Found, 'nodes' | 'moves' | 'problems'> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const { nodes, moves }: GameDocument = JSON.parse(text);
    const ids = new Set(nodes.map(({ id }) => id));
    return {
      nodes: nodes.filter(({ id }) => typeof id === 'string'),
      moves: moves.filter((ends) => ends.every((id) => ids.has(id))),
      problems: [],
    };
  } catch {
    return undefined;
  }
}
