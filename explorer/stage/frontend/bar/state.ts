// State and actions of the bar, for its parts.
import type { BarData, BarGroup } from '../messages.ts';
import type { Stage } from '../stage.ts';

/** Data and actions that the parts of the bar need. */
export interface BarState {
  data: BarData;
  algorithms: readonly BarGroup[] | undefined; // undefined as long as they have not come
  samples: readonly BarGroup[] | undefined;
  stage: Stage | undefined; // that the keys belong to
  open: string; // the menu that is open, if one is
  home: { focus: () => void } | undefined; // what gets the keys back: what opened the menu with keys, or the stage
  show: (menu: string, opener?: HTMLElement) => void; // the opener if it was pressed with keys
  close: () => void; // after which the keys are the stage's
  choose: (what: string, value: string) => void; // what Python hears
}
