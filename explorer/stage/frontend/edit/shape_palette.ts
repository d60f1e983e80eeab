// The tools to draw with: when they are there, and shapes that are dragged from them to their place on the canvas.
import { type Drag, takeDrags } from '../page/drags.ts';
import { closestTo, focusedBeside, giveKeysBack, h } from '../page/dom.ts';
import type { Kind } from '../model/types.ts';
import { effect, listen, type Store } from '../store.ts';
import type { StageData } from '../messages.ts';
import type { Editor } from './editor.ts';

const SLOP = 6; // px that a press may wander and still be a click

export class Palette {
  constructor(readonly toolbar: HTMLElement, readonly editor: Editor) {
    takeDrags(toolbar, (event) => this.begin(event), { alone: false });
    toolbar.style.touchAction = 'none';
    const { store } = editor;
    effect(() => this.showHistory(store.undoable.value));
    effect(() => this.showTools(store.data.value, store.drawing.value));
    listen(store.data, ({ bar, slide }) => bar || slide || (store.drawing.value = true));
    listen(store.undoable, ({ undo, redo }) => (undo || redo) && (store.drawing.value = true));
    for (const source of [store.document, store.isEditable, store.edit]) listen<unknown>(source, () => this.offer());
    for (const source of [store.document, store.edit]) listen<unknown>(source, () => this.showKinds());
  }

  showTools(data: StageData | undefined, isDrawing: boolean) {
    const isThere = data?.slide ? Boolean(data.draws) : isDrawing;
    this.toolbar.closest('.stage')?.classList.toggle('drawing', isThere);
  }

  /** On an empty page. */
  offer() {
    const { document, isEditable, drawing } = this.editor.store;
    if (isEditable.value && document.value && !document.value.nodes.size) drawing.value = true;
  }

  // Undo and redo are there when there is something to undo or to redo.
  showHistory(undoable: Store['undoable']['value']) {
    for (const name of (['undo', 'redo'] as const)) {
      const tool = this.toolbar.querySelector<HTMLElement>(`[data-tool=${name}]`)!;
      if (!undoable[name] && tool === focusedBeside(tool)) giveKeysBack(tool);
      tool.hidden = !undoable[name];
    }
  }

  /** The kinds that can be drawn depend on the convention. */
  showKinds() {
    const { editor } = this;
    editor.begin();
    for (
      const tool of this.toolbar.querySelectorAll<HTMLElement>('[data-tool=max], [data-tool=min], [data-tool=mover]')
    ) {
      tool.hidden = !editor.kinds.includes(tool.dataset.tool as Kind);
    }
  }

  begin(event: PointerEvent): Drag | undefined {
    const tool = closestTo(event, '[data-tool]');
    const kind = this.editor.kinds.find((each) => each === tool?.dataset.tool);
    if (!tool || kind === undefined || event.button) return undefined;
    const ghost = h('div', { className: 'ghost', innerHTML: tool.innerHTML });
    return {
      move: (next) => this.show(ghost, event, next),
      end: (last, released) => {
        const wasDragged = ghost.isConnected;
        ghost.remove();
        if (released && wasDragged) this.drop(kind, last);
      },
    };
  }

  show(ghost: HTMLElement, start: PointerEvent, event: PointerEvent) {
    const isFar = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP;
    if (!ghost.isConnected && !isFar) return;
    const { canvas } = this.editor;
    const { x, y } = canvas.placeOf(event).dom;
    if (!ghost.isConnected) canvas.element.parentElement?.append(ghost);
    ghost.style.translate = `${x}px ${y}px`;
  }

  drop(kind: Kind, event: PointerEvent) {
    const { toolbar, editor, editor: { canvas } } = this;
    const { inside, at } = canvas.placeOf(event);
    const { left, right, top, bottom } = toolbar.getBoundingClientRect();
    const isOnTools = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    if (inside && !isOnTools) editor.add(kind, at);
  }
}
