// Entry of a lesson as a page: the slide that is shown with its questions, and the stage, read-only, with its scene; of
// a comparison the control and both stages.
//
// #slide=3&step=5 in the address is what is shown; with &embed the scene stands alone, for a frame in another page.
// Another script of the page calls `lessonPage.show({ slide: 3, step: 5 })`, and hears of each change by the event
// `lesson-shown` of the window, whose detail is { slide, step }.
import type {
  ControlData,
  FromBrowser,
  LessonData,
  LessonSlideData,
  StageData,
  TriedData,
} from '../../../stage/frontend/messages.ts';
import type { Lockstep } from '../../../stage/frontend/panels/lockstep.ts';
import type { Stage } from '../../../stage/frontend/stage.ts';
import { AnswerRecord } from '../../../stage/frontend/lesson/answer_record.ts';
import { Homework, offerPrint } from '../../../stage/frontend/lesson/homework.ts';
import { QuestionBox } from '../../../stage/frontend/lesson/question_box.ts';
import { Trial } from '../../../stage/frontend/lesson/trial.ts';

type Shown = { slide: number; step?: number }; // slides count from 1

declare global {
  var lessonPage: { show(to: Shown): void; shown(): Required<Shown> };
}

const { default: mount } = gameGraphStage; // the scripts of the stage stand before this one

const data: LessonData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const record = new AnswerRecord(data);
const place = document.getElementById('stage') as HTMLElement;
const asksToEmbed = () => /[#&]embed\b/.test(location.hash);
const isEmbedded = asksToEmbed();
let shown = 0;
let boxes: QuestionBox[] = []; // of the slide that is shown
let active: QuestionBox | undefined; // whose answer clicks on the canvas give
let trial: Trial | undefined;
let told = '';

const element = (id: string) => document.getElementById(id) as HTMLButtonElement;
const rooms = ['one', 'control', 'left', 'right'].map((name) => {
  const room = document.createElement('div');
  room.className = name;
  return place.appendChild(room);
});

// ---- slides

/** The slide, or the variant of it that is this student's. */
function slideData(slide = shown): LessonSlideData {
  const variants = data.slides[slide];
  return variants[variants.length > 1 ? record.variant - 1 : 0];
}

function sectionOf(slide: number) {
  const own = `[data-slide="${slide}"]:not([data-variant]), [data-slide="${slide}"][data-variant="${record.variant}"]`;
  return document.querySelector(own) as HTMLElement;
}

const opening = () => {
  const [first] = slideData().stages;
  return 'at' in first ? first.at : first.step;
};

/** The player with which the reader steps: that of the stage, or of the control of both. */
function player() {
  const shows = (selector: string) => place.querySelector(selector) as HTMLElement;
  if (place.classList.contains('both')) return (shows('.lockstep').control as Lockstep).player;
  return stage().player;
}

const stage = () => (place.querySelector('.one .stage') as HTMLElement).stage as Stage;

function mountScene(changes: Partial<StageData> = {}) {
  const { stages } = slideData();
  const isComparison = stages.length > 1;
  const picks = boxes.some(({ takesNodes }) => takesNodes) ? [...namesOfNodes().keys()] : undefined;
  place.classList.toggle('both', isComparison);
  stages.forEach((each, index) => {
    const parentElement = rooms[isComparison ? index + 1 : 0];
    const whole = { ...each, picks, ...changes } as StageData | ControlData;
    mount({ parentElement, data: whole, setStateValue: hear, setTriggerValue: hear });
  });
}

function namesOfNodes() {
  const nodes = slideData().stages.flatMap((each) => 'leads' in each ? [] : each.document?.nodes ?? []);
  return new Map(nodes.map(({ id, label }) => [id, label ?? id]));
}

function hear<Name extends keyof FromBrowser>(name: Name, value: FromBrowser[Name]) {
  if (name === 'questions') ask(value as FromBrowser['questions']);
  else if (name === 'pick') active?.add((value as FromBrowser['pick']).id);
  tell();
}

/** Questions on the next step: a few sets, which come round again. */
function ask({ on, seed, number }: FromBrowser['questions']) {
  const sets = slideData().questions;
  const set = sets.find((each) => each.seed === seed) ?? sets[seed % sets.length];
  if (on && set) stage().asking.receive({ ...set, number });
}

/** Parts of the text appear with their step, and the address and other scripts follow. */
function tell() {
  const { at } = player();
  const parts: NodeListOf<HTMLElement> = sectionOf(shown).querySelectorAll('[data-step]');
  for (const part of parts) part.hidden = at < Number(part.dataset.step);
  const step = at === opening() ? '' : `&step=${at}`;
  const address = `#slide=${shown + 1}${step}${isEmbedded ? '&embed' : ''}`;
  if (address === told) return;
  told = address;
  history.replaceState(null, '', address);
  dispatchEvent(new CustomEvent('lesson-shown', { detail: lessonPage.shown() }));
}

function go(slide: number, step?: number) {
  const before = sectionOf(shown);
  shown = Math.min(Math.max(0, slide), data.slides.length - 1);
  const section = sectionOf(shown);
  before.classList.remove('shown');
  section.classList.add('shown');
  element('place').textContent = `Slide ${shown + 1} of ${data.slides.length}`;
  element('previous').disabled = shown === 0;
  element('next').disabled = shown === data.slides.length - 1 && !slideData().steps.length;
  buildExercises(section);
  mountScene();
  trial?.update();
  if (before !== section) document.querySelector('article')?.scrollTo(0, 0);
  if (step !== undefined) goToStep(step);
  tell();
}

function goToStep(step: number) {
  player().pause();
  player().go(step);
}

/** The next step that the slide names, else the next slide; or back. */
function turn(direction: number) {
  const isAsking = !place.classList.contains('both') && stage().asking.takeTurn(direction > 0 ? 'next' : 'previous');
  if (isAsking) return;
  const ahead = slideData().steps.filter((step) => (step - player().at) * direction > 0);
  if (ahead.length) {
    goToStep(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
    tell();
  } else if (data.slides[shown + direction]) go(shown + direction);
}

// ---- exercises

function buildExercises(section: HTMLElement) {
  const { exercises, trial: tried } = slideData();
  const names = namesOfNodes();
  for (const field of section.querySelectorAll('.field, .question > .verdict')) field.remove();
  boxes = exercises.map((each) => {
    const box = section.querySelector(`[data-key="${each.key}"]`) as HTMLElement;
    return new QuestionBox(box, each, record, names, () => homework.update());
  });
  activate(boxes.find(({ takesNodes }) => takesNodes));
  const room = section.querySelector('.trial');
  const show = (looks: Record<string, TriedData>) => stage().picture.showTried(looks);
  trial = tried && room ? new Trial(room, tried, record, `${shown}`, show) : undefined;
}

function activate(box: QuestionBox | undefined) {
  active = box;
  const several = boxes.filter(({ takesNodes }) => takesNodes).length > 1;
  for (const each of boxes) each.element.classList.toggle('active', several && each === box);
}

for (const type of ['click', 'focusin']) {
  document.querySelector('article')?.addEventListener(type, ({ target }) => {
    const box = boxes.find(({ element, takesNodes }) => takesNodes && element.contains(target as Node));
    if (box) activate(box);
  });
}

const homework = new Homework(document.getElementById('homework') as HTMLFormElement, data, record, begin);
const isWaiting = () => homework.isWaiting && !isEmbedded;

/** Show the slides, once the variant is known. */
function begin() {
  document.body.classList.toggle('waiting', isWaiting());
  for (const section of document.querySelectorAll<HTMLElement>('[data-variant]')) {
    section.classList.toggle('other', Number(section.dataset.variant) !== record.variant);
  }
  if (!isWaiting()) go(...shownInAddress());
}

// ---- the page

function shownInAddress(): [number, number | undefined] {
  const asked = new URLSearchParams(location.hash.slice(1));
  const [slide, step] = ['slide', 'step'].map((name) => {
    const text = asked.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  });
  return [(slide ?? 1) - 1, step];
}

globalThis.lessonPage = {
  show: ({ slide, step }) => {
    if (isWaiting()) return;
    if (slide - 1 !== shown) go(slide - 1, step);
    else {
      goToStep(step ?? opening());
      tell();
    }
  },
  shown: () => ({ slide: shown + 1, step: player().at }),
};

element('previous').addEventListener('click', () => turn(-1));
element('next').addEventListener('click', () => turn(1));
document.getElementById('back')?.addEventListener('click', () => {
  goToStep(opening());
  tell();
});
offerPrint('print', false);
offerPrint('solutions', true);
addEventListener('keydown', (event) => {
  const direction = { PageDown: 1, PageUp: -1 }[event.key];
  if (!direction || isWaiting() || (event.target as Element).matches('textarea')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  turn(direction);
}, { capture: true });
addEventListener('hashchange', () => {
  if (asksToEmbed() !== isEmbedded && location.hash !== told) return location.reload();
  const [slide, step] = shownInAddress();
  if (location.hash !== told) lessonPage.show({ slide: slide + 1, step });
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  if (isWaiting()) return;
  mountScene({ restart: false });
  trial?.update();
});
document.body.classList.toggle('embed', isEmbedded);
begin();
