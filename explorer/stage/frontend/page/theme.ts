// The theme that the user chose, which the browser keeps; explorer/app/page_theme.ts has the page follow it.

const KEY = 'theme'; // also in page_theme.ts

export type Theme = 'light' | 'dark' | 'system';

export const chosenTheme = () => localStorage.getItem(KEY) ?? 'system';

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  dispatchEvent(new Event(KEY));
}
