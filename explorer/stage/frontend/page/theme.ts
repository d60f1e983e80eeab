// The theme that the user chose, which the browser keeps; explorer/app/page_theme.ts has the page follow it.
import { Slot } from './storage.ts';

export type Theme = 'light' | 'dark' | 'system';

export const THEME = 'theme'; // the name of its place, and of the event of a choice
const CHOSEN = new Slot<Theme>('localStorage', THEME);

export const chosenTheme = (): Theme => CHOSEN.read() ?? 'system';

export function chooseTheme(theme: Theme) {
  CHOSEN.write(theme === 'system' ? undefined : theme);
  dispatchEvent(new Event(THEME));
}
