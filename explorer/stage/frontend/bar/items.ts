// What the menus under the graph's name and under ⋯ hold.
import type { BarState } from './bar.tsx';
import type { Item } from './action_menu.tsx';
import type { MenuEntry } from '../page/types.ts';

/** @param dialog in which graphs are opened */
export function graphItems({ data, stage, home, choose }: BarState, dialog: string): Item[] {
  const { documents, title, editor } = stage ?? {};
  const isOwn = Boolean(stage?.data.bar);
  return [
    { title: 'Open or draw…', run: () => choose('dialog', dialog) },
    ...(documents && isOwn ? [{ title: 'Documents…', run: () => documents.openMenu(home) }] : []),
    { title: 'Save as a file…', run: () => choose('dialog', 'save') },
    ...(isOwn && documents && stage?.editable ? [{ title: 'Rename…', run: () => title?.open() }] : []),
    ...(isOwn && editor ? plain(editor.entries(['text'])) : []),
    ...data.actions.map(({ what, value, title: name, help, pressed }) => ({
      title: name,
      hint: help,
      pressed,
      run: () => choose(what, value),
    })),
  ];
}

export function moreItems({ data, stage, choose }: BarState): Item[] {
  const editor = stage?.editor;
  const arranged = stage?.editable && stage.data.bar ? plain(stage.menus.entries('arrange')) : [];
  return [
    ...(stage?.data.share ? ['Share', ...plain(stage.share.entries())] : []),
    ...(data.exports ? [{ title: 'Export…', run: () => choose('dialog', 'export') }] : []),
    'View',
    ...(editor ? plain(editor.entries(['lecture'])) : []),
    { title: 'Full screen', run: toggleFullScreen },
    ...(editor ? plain(editor.entries(['fit', 'panel', 'numbers', 'find', 'help'])) : []),
    ...(arranged.length ? ['Layout', ...arranged] : []),
  ];
}

const plain = (entries: MenuEntry[]): Item[] => entries.filter((entry) => entry !== '-');

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}
