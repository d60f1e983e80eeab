// Files that are dropped anywhere on the page, and opened by Python.

/** What opening files needs. */
interface Needs {
  root: HTMLElement; // shows that a file can be dropped
  areTaken: () => boolean; // whether this stage is there and opens files
  open: (name: string, content: string) => void; // the content in base64
  say: (text: string) => void;
}

const MOST = 5_000_000; // bytes; what is larger goes through the dialog, which sends it in pieces
const OTHERS = '[data-testid=stFileUploader], textarea, input'; // that take what is dropped on them

export function takeFiles({ root, areTaken, open, say }: Needs) {
  const isOurs = (event: DragEvent) =>
    areTaken() && Boolean(event.dataTransfer?.types.includes('Files')) &&
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
    if (more.length) say('One file at a time, please: drop the graph alone.');
    else if (file) read(file, { open, say });
  });
}

function read(file: File, { open, say }: Pick<Needs, 'open' | 'say'>) {
  if (file.size > MOST) {
    say(`${file.name} is larger than ${MOST / 1e6} MB; open it with “Open or draw…”.`);
    return;
  }
  const reader = new FileReader();
  reader.addEventListener('load', () => open(file.name, `${reader.result}`.split(',')[1] ?? ''));
  reader.addEventListener('error', () => say(`${file.name} could not be read.`));
  reader.readAsDataURL(file);
}
