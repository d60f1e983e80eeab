// Items of the menus under the graph's name and under ⋯.
import type { BarStage, BarState } from './state.ts';
import type { Item } from './action_menu.tsx';
import type { MenuEntry } from '../page/types.ts';
import { chooseTheme, chosenTheme } from '../page/theme.ts';

const WAYS = [ // in which a graph is opened, as the dialog knows them
  ['draw', 'Draw a new graph…'],
  ['upload', 'Upload a file…'],
  ['paste', 'Paste text…'],
  ['generate', 'Generate a game…'],
];
const THEMES = ['light', 'dark', 'system'] as const;

export function graphItems({ data, stage, home, choose }: BarState): Item[] {
  const { documents, title, commands, store } = stage ?? {};
  const isOwn = Boolean(store?.data.value.bar);
  return [
    'Open or draw',
    ...WAYS.map(([way, name]) => ({ title: name, run: () => choose('dialog', way) })),
    ...(documents && isOwn ? [{ title: 'Documents…', run: () => documents.openMenu(home) }] : []),
    'This graph',
    { title: 'Save as a file…', run: () => choose('dialog', 'save') },
    ...(isOwn && documents && store?.isEditable.value ? [{ title: 'Rename…', run: () => title?.open() }] : []),
    ...(isOwn && commands ? plain(commands.entries(['text'])) : []),
    ...data.actions.map(({ what, value, title: name, help, pressed }) => ({
      title: name,
      hint: help,
      pressed,
      run: () => choose(what, value),
    })),
  ];
}

export function moreItems(bar: BarState): Item[] {
  const { data, choose, show } = bar;
  const stage = data.title ? bar.stage : undefined;
  const { commands, store } = stage ?? {};
  const arranged = stage && canDraw(stage) ? plain(stage.menus.entries('arrange')) : [];
  const [drawing] = drawingItem(bar);
  return [
    ...(drawing ? [{ ...drawing, narrow: true }] : []),
    ...(data.endless === null
      ? []
      : [{ title: `Endless play = ${data.endless}…`, narrow: true, stays: true, run: () => show('endless') }]),
    ...(stage && store?.data.value.share ? ['Share', ...plain(stage.share.entries())] : []),
    ...(data.exports ? [{ title: 'Export…', run: () => choose('dialog', 'export') }] : []),
    'View',
    ...(commands ? plain(commands.entries(['lecture', 'later'])) : []),
    { title: 'Full screen', run: toggleFullScreen },
    ...(commands ? plain(commands.entries(['fit', 'panel', 'numbers', 'find', 'help'])) : []),
    'Theme',
    ...THEMES.map((theme) => ({
      title: theme[0].toUpperCase() + theme.slice(1),
      pressed: theme === chosenTheme(),
      run: () => chooseTheme(theme),
    })),
    ...(arranged.length ? ['Layout', ...arranged] : []),
  ];
}

/** The item that begins and ends drawing, where one can draw. */
export function drawingItem({ stage }: BarState): { title: string; pressed: boolean; run: () => void }[] {
  if (!stage || !canDraw(stage)) return [];
  const { drawing } = stage.store;
  return [{ title: '✎ Draw', pressed: drawing.value, run: () => drawing.value = !drawing.value }];
}

const canDraw = ({ store }: BarStage) => store.isEditable.value && Boolean(store.data.value.bar);

const plain = (entries: MenuEntry[]): Item[] => entries.filter((entry) => entry !== '-');

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}
