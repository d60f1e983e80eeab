// A row of numbers, one a moment up to the present one, that leads to each, and a step back and on beside it.
import { closestTo, h } from '../page/dom.ts';
import type { StripData } from '../messages.ts';

export class Strip {
  data: StripData | null | undefined;
  root = h('div', { className: 'strip toolbar', role: 'group' });
  values = h('span', { className: 'values' });
  at = 0;

  constructor(readonly go: (moment: number) => void) {
    this.root.addEventListener('click', (event) => {
      const { moment, by } = closestTo(event, 'button')?.dataset ?? {};
      if (moment) go(Number(moment));
      if (by) go(this.at + Number(by));
    });
  }

  load(data: StripData | null | undefined) {
    this.data = data;
    this.root.hidden = !data || data.values.length < 2;
    if (!data) return;
    this.root.setAttribute('aria-label', data.name);
    this.values.replaceChildren(...data.values.map((value, moment) => {
      const button = h('button', { type: 'button', textContent: value, title: `n = ${moment}` });
      button.dataset.moment = `${moment}`;
      return button;
    }));
    this.root.replaceChildren(
      this.stepper('−', -1, 'One level less'),
      this.stepper('+', 1, 'One level more'),
      ` ${data.name}: `,
      this.values,
    );
  }

  stepper(textContent: string, by: number, title: string) {
    const button = h('button', { type: 'button', textContent, title, ariaLabel: title });
    button.dataset.by = `${by}`;
    return button;
  }

  show(moment: number) {
    this.at = moment;
    [...this.values.children].forEach((button, i) => {
      (button as HTMLElement).hidden = i > moment;
      button.setAttribute('aria-pressed', `${i === moment}`);
    });
    this.values.scrollLeft = this.values.scrollWidth;
  }
}
