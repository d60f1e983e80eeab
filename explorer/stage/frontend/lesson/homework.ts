// Below each slide: how many questions are answered, and the file with the answers; before an assignment with variants,
// the name that decides which variant it is.
import { h } from '../page/dom.ts';
import type { LessonData } from '../messages.ts';
import type { AnswerRecord } from './answer_record.ts';

const NOT_KEPT = 'This browser keeps nothing for this page: save your answers before you close it.';
const MOST_NAME = 100; // characters

export class Homework {
  count = h('span');
  note = h('small');
  save = h('button', { type: 'submit', textContent: 'Save my answers' });
  student: HTMLInputElement;

  /** @param begin is called when the name has decided the variant */
  constructor(
    readonly form: HTMLFormElement,
    readonly data: LessonData,
    readonly record: AnswerRecord,
    readonly begin: () => void,
  ) {
    this.student = this.field('student', 'Your name ');
    const number = this.field('number', 'Student number (optional) ');
    this.note.setAttribute('role', 'status');
    const parts = [this.student, number].map((input) => input.parentElement as HTMLElement);
    const fields = h('div', { className: 'fields' }, ...parts);
    if (data.is_assignment) form.append(this.count, fields, this.save, this.note);
    else form.append(h('details', {}, h('summary', {}, this.count), fields, this.save), this.note);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.act();
    });
    this.update();
  }

  /** Whether a name has to be typed before there is anything to answer. */
  get isWaiting() {
    return Boolean(this.data.variants) && !this.record.get('begun');
  }

  field(key: 'student' | 'number', words: string) {
    const input = h('input', { type: 'text', maxLength: MOST_NAME, autocomplete: 'name', value: this.record.get(key) });
    if (key === 'number') input.autocomplete = 'off';
    input.addEventListener('input', () => {
      this.record.set(key, input.value);
      this.update();
    });
    h('label', {}, words, input);
    return input;
  }

  act() {
    if (!this.record.student) {
      this.note.textContent = 'Type your name first: the file is named after you.';
      this.student.focus();
    } else if (this.isWaiting) {
      this.record.set('begun', 'yes');
      this.begin();
    } else this.download();
    this.update();
  }

  download() {
    const [name, text] = this.record.file();
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.note.textContent = `Saved as ${name}. Hand in this file.`;
  }

  update() {
    const { data, record, isWaiting } = this;
    const variant = record.variant && !isWaiting ? ` Your variant: ${record.variant}.` : '';
    const tasks = record.taskCount
      ? `, and ${record.taskCount} task${record.taskCount > 1 ? 's' : ''} for the program`
      : '';
    const deadline = data.deadline && ` Deadline: ${data.deadline}.`;
    const done = `${record.doneCount} of ${record.keys.length} answered${tasks}.`;
    this.count.textContent = isWaiting
      ? 'This assignment has variants. Your name decides which one is yours; it cannot be changed later.'
      : data.is_assignment
      ? `Assignment. ${done}${variant}${deadline}`
      : `${done} Save my answers …`;
    this.save.textContent = isWaiting ? 'Begin' : 'Save my answers';
    this.student.disabled = Boolean(data.variants) && !isWaiting;
    if (!record.isKept) this.note.textContent = NOT_KEPT;
    this.form.hidden = !record.keys.length;
  }
}

/** A button that prints the page in a form, which is a class of the page. */
export function offerPrint(id: string, isSolved: boolean) {
  document.getElementById(id)?.addEventListener('click', () => {
    const folded: HTMLDetailsElement[] = isSolved
      ? [...document.querySelectorAll<HTMLDetailsElement>('.question details:not([open])')]
      : [];
    for (const each of folded) each.open = true;
    document.body.classList.toggle('solutions', isSolved);
    addEventListener('afterprint', () => {
      for (const each of folded) each.open = false;
      document.body.classList.remove('solutions');
    }, { once: true });
    print();
  });
}
