// State and actions of the bar, for its parts.
import type { BarData, BarGroup } from '../messages.ts';
import type { Commands } from '../edit/commands.ts';
import type { Menus } from '../edit/menus.ts';
import type { Share } from '../panels/share.tsx';
import type { Title } from '../panels/title.ts';
import type { Documents } from '../session/documents.tsx';
import type { Store } from '../store.ts';

/** The stage that the keys belong to, with the parts of it that the bar has menus of. */
export interface BarStage {
  root: HTMLElement;
  store: Store;
  documents: Documents | undefined; // where the browser keeps documents
  title: Title;
  commands: Commands;
  menus: Menus;
  share: Share;
  focus: () => void; // it takes the keys
}

/** Data and actions that the parts of the bar need. */
export interface BarState {
  data: BarData;
  algorithms: readonly BarGroup[] | undefined; // undefined as long as they have not come
  samples: readonly BarGroup[] | undefined;
  stage: BarStage | undefined;
  open: string; // the menu that is open, if one is
  home: { focus: () => void } | undefined; // what gets the keys back: what opened the menu with keys, or the stage
  show: (menu: string, opener?: HTMLElement) => void; // the opener if it was pressed with keys
  close: () => void; // after which the keys are the stage's
  choose: (what: string, value: string) => void; // what Python hears
}
