// Copies of what is selected: to the clipboard, from it, and beside the originals.
import { parse, textOf } from '../model/text.ts';
import type { GameDocument } from '../messages.ts';
import type { Found, Place } from '../model/types.ts';
import type { Tone } from '../page/types.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Selection } from './selection.ts';
import type { Store } from '../store.ts';

const COPY_OFFSET = 45; // of a duplicate, and of what is pasted at no certain place

export class Clipboard {
  constructor(readonly store: Store, readonly picture: Picture, readonly selection: Selection) {}

  get document() {
    return this.store.document.value;
  }
  get canvas() {
    return this.picture.canvas;
  }
  get chosen(): string[] {
    return this.canvas.chosen;
  }

  say(text: string, tone?: Tone) {
    this.store.say(text, tone);
  }

  // The selected nodes and the moves between them, as text that the text view and `paste` read.
  copied() {
    return textOf(this.document.part(new Set(this.chosen)), { places: true });
  }

  copy() {
    const text = this.chosen.length ? this.copied() : '';
    if (text) this.say(`Copied ${count(this.chosen.length)}.`, 'done');
    return text;
  }
  cut() {
    const text = this.copy();
    if (text) this.document.remove(this.chosen, []);
    return text;
  }

  /** Paste a copy from here, from another window or from any text, with its upper left at the pointer. */
  paste(text: string, at: Place | undefined = this.canvas.pointer) {
    const { nodes, moves, problems } = fromJson(text) ?? parse(text);
    if (!nodes.length) {
      this.say(
        problems.length
          ? `This cannot be pasted as nodes: line ${problems[0].line}: ${problems[0].message}`
          : 'There is nothing to paste: copy nodes first.',
      );
      return;
    }
    const shift = at ? 0 : COPY_OFFSET;
    const pasted = this.document.insert(
      nodes.map((
        node,
      ) => (node.x === undefined || node.y === undefined ? node : { ...node, x: node.x + shift, y: node.y + shift })),
      moves,
      at,
    );
    if (!pasted) return;
    this.selection.several(pasted);
    this.picture.showAll();
    if (problems.length) {
      this.say(`Pasted ${count(nodes.length)}; line ${problems[0].line}: ${problems[0].message}`);
    }
  }

  duplicate() {
    const { nodes, moves } = this.document.part(new Set(this.chosen)).snapshot();
    const made = this.document.insert(
      nodes.map((node) => ({ ...node, x: node.x + COPY_OFFSET, y: node.y + COPY_OFFSET })),
      moves,
    );
    if (made) this.selection.several(made);
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
      this.say('The browser does not let menus copy here. Press Ctrl+C.')
    ) ?? this.say('The browser does not let menus copy here. Press Ctrl+C.');
  }

  pasteByMenu() {
    const refused = () => this.say('The browser does not let menus paste here. Press Ctrl+V.');
    const at = this.canvas.pointer;
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
