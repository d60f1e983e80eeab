// The theme that the user chose in the bar. Streamlit asks the browser whether the system is dark, and follows when
// that changes; it has no call to choose. So whoever asks is told what was chosen, from the very beginning.
import { chosenTheme, THEME } from '../stage/frontend/page/theme.ts';

const QUERY = '(prefers-color-scheme: dark)';
const ask = window.matchMedia.bind(window);
const system = ask(QUERY);
const isDark = () => {
  const chosen = chosenTheme();
  return chosen === 'system' ? system.matches : chosen === 'dark';
};
const answer = new EventTarget();
Object.defineProperties(answer, { matches: { get: isDark }, media: { value: QUERY } });
window.matchMedia = (query) => (query === QUERY ? answer as MediaQueryList : ask(query));
let wasDark = isDark();
const tell = () => { // Streamlit stores what it is told, which other tabs hear: they must not answer each other
  if (wasDark === isDark()) return;
  wasDark = isDark();
  answer.dispatchEvent(new MediaQueryListEvent('change', { media: QUERY, matches: wasDark }));
};
system.addEventListener('change', tell);
for (const event of [THEME, 'storage']) addEventListener(event, tell);
