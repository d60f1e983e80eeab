// A stage that shows a part of a graph: which nodes have successors that are not shown, and whether the step is
// elsewhere.
import { h } from '../../page/dom.ts';
import type { Frames } from '../../player/frames.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { PartData } from '../../messages.ts';
import { listen, type Store } from '../../store.ts';

export class Part {
  there = false; // only a part of the graph is shown
  hidden = new Map<string, number>();
  foldable = new Set<string>();
  centre: string | undefined;
  root: string | undefined; // of the whole graph, shown or not
  most = 0; // nodes of a path that can be shown at once
  target: string | undefined;

  words: HTMLSpanElement;
  button: HTMLButtonElement;

  /** @param element the line on a step elsewhere */
  constructor(readonly element: HTMLElement, readonly store: Store, readonly looks: NodeLooks) {
    this.words = h('span');
    this.button = h('button', { type: 'button' });
    this.button.addEventListener('click', () => {
      if (this.target !== undefined) store.actions.choose(this.target);
    });
    element.append(this.words, this.button);
    listen(store.panelDue, () => this.tell());
    listen(store.moment, (moment) => {
      if (!moment) this.element.hidden = true;
    });
  }

  /** `part`: what to tell of a part of a graph; undefined: the graph is shown whole. */
  load(part: PartData | undefined) {
    this.there = Boolean(part);
    this.hidden = new Map(part?.hidden);
    this.foldable = new Set(part?.foldable);
    this.centre = part?.centre;
    this.root = part?.root ?? undefined;
    this.most = part?.most ?? 0; // nodes of a path that can be shown at once
    this.element.hidden = true;
  }

  hiddenOf(id: string) {
    return this.hidden.get(id) ?? 0;
  }
  canFold(id: string) {
    return this.foldable.has(id);
  }

  /**
   * Return the text of the badge of a node; nothing where it has none. That it can be folded is told of the selected
   * node alone.
   */
  badge(id: string): string {
    const count = this.hiddenOf(id);
    if (count) return `+${count}`;
    return this.canFold(id) && this.store.selected.value === id ? '−' : '';
  }

  /** One line if the node in the focus, or a node of the path, is not shown. */
  tell() {
    const { frames } = this.looks;
    if (!frames) return;
    const isHidden = (id: string | undefined) => id !== undefined && !this.store.document.value.nodes.has(id);
    const { focus, path } = frames;
    const count = this.there ? new Set(path.filter(isHidden)).size : 0;
    const isAway = this.there && isHidden(focus);
    this.element.hidden = !isAway && !count;
    if (!this.element.hidden) this.say(frames, isAway, count);
    this.store.away.value = this.element.hidden ? '' : this.words.textContent ?? '';
  }

  say(frames: Frames, isAway: boolean, count: number) {
    const { focus, path } = frames;
    this.target = isAway ? focus : path.at(-1);
    this.button.hidden = !isAway && count > this.most;
    this.button.textContent = isAway || count === 1 ? 'Show it' : 'Show them';
    const ofPath = `${count} ${count === 1 ? 'node' : 'nodes'} of the current path ${
      count === 1 ? 'is' : 'are'
    } not shown.`;
    this.words.textContent = isAway ? `This step is at ${frames.nameOf(focus ?? '')}, which is not shown.` : ofPath;
  }
}
