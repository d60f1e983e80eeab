// A field for a text, with the numbers of its lines beside it.

export class NumberedArea {
  box = document.createElement('div');
  numbers = document.createElement('div');
  area = document.createElement('textarea');

  constructor(name: string) {
    this.box.className = 'numbered';
    this.numbers.setAttribute('aria-hidden', 'true');
    this.area.setAttribute('aria-label', name);
    this.area.wrap = 'off';
    this.area.addEventListener('scroll', () => this.numbers.scrollTop = this.area.scrollTop);
    this.box.append(this.numbers, this.area);
  }

  /** Numbers the lines that there are by now. */
  number() {
    const count = this.area.value.split('\n').length;
    if (this.numbers.childElementCount === count) return;
    this.numbers.replaceChildren(...Array.from({ length: count }, (_, index) => {
      return Object.assign(document.createElement('div'), { textContent: `${index + 1}` });
    }));
  }
}
