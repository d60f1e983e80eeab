// Files that are dropped anywhere on the page, and opened by Python.

import { newId } from './requests.ts';
import type { Store } from '../store.ts';

const MOST = 5_000_000; // bytes; what is larger goes through the dialog, which sends it in pieces
const OTHERS = '[data-testid=stFileUploader], textarea, input'; // that take what is dropped on them

/** @param root shows that a file can be dropped, as it can where the graph of the stage may be another one */
export function takeFiles(root: HTMLElement, store: Store) {
  const isOurs = (event: DragEvent) =>
    store.isHere && typeof store.data.value.keep === 'boolean' &&
    Boolean(event.dataTransfer?.types.includes('Files')) &&
    !event.composedPath().some((each) => each instanceof Element && each.matches(OTHERS));
  const show = (on: boolean) => root.classList.toggle('dropping', on);
  window.addEventListener('dragover', (event) => {
    show(isOurs(event));
    if (isOurs(event)) event.preventDefault();
  });
  window.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) show(false);
  });
  window.addEventListener('drop', (event) => {
    show(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    const [file, ...more] = event.dataTransfer?.files ?? [];
    if (more.length) store.say('One file at a time, please: drop the graph alone.');
    else if (file) read(file, store);
  });
}

function read(file: File, store: Store) {
  if (file.size > MOST) {
    store.say(`${file.name} is larger than ${MOST / 1e6} MB; open it with “Open or draw…”.`);
    return;
  }
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    const content = `${reader.result}`.split(',')[1] ?? ''; // in base64
    store.actions.send('file', { name: file.name, content, number: newId() });
  });
  reader.addEventListener('error', () => store.say(`${file.name} could not be read.`));
  reader.readAsDataURL(file);
}
