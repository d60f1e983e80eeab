// The slides of the page of a lesson, for a script that follows the lecturer or leads the class.
import '../drawing/exports/lesson/lesson.ts';
import type { Stage } from '../stage/frontend/stage.ts';

/** The stages that are shown. */
const stages = () =>
  [...document.querySelectorAll('#stage .stage')].filter((each) => each.checkVisibility()) as HTMLElement[];

export const deck = {
  sections: [...document.querySelectorAll<HTMLElement>('section[data-slide]')],
  get slide() {
    return lessonPage.shown().slide - 1;
  },
  get step() {
    return lessonPage.shown().step;
  },
  /** The place of its stage before the id of the node that is selected; empty if there is none. */
  get selected() {
    const chosen = stages().map(({ stage }) => stage?.store.selected.value);
    const index = chosen.findIndex((id) => id !== undefined);
    return index < 0 ? '' : `${index}:${chosen[index]}`;
  },
  get stage() {
    return stages()[0]?.stage as Stage;
  },
  go(slide: number, step: number, selected: string) {
    if (slide !== this.slide || step !== this.step) lessonPage.show({ slide: slide + 1, step });
    if (selected === this.selected) return;
    const [, index, id] = /^(\d):(.*)$/s.exec(selected) ?? [];
    stages().forEach(({ stage }, place) => stage?.selection.choose(String(place) === index ? id : undefined));
  },
};
