// The graphs that students have handed in, for the lecturer: small pictures with verdicts, of which one opens for all.
import { button, make } from './make.ts';
import { path, token } from './token.ts';

type HandIn = {
  id: number;
  title: string;
  verdict: string;
  isSound: boolean;
  picture: string; // as SVG; empty if this page has it already
  alternative: string;
  link: string;
};

const BETWEEN = 1000; // ms between two looks at what is new
const MOST_KNOWN = 250; // pictures that a request can name

const dialog = document.getElementById('gallery') as HTMLDialogElement;
const list = dialog.querySelector('ul') as HTMLUListElement;
const status = dialog.querySelector('[role=status]') as HTMLElement;
const opener = document.getElementById('graphs') as HTMLButtonElement;

const pictures = new Map<number, string>();
let isDue = false;

/** Takes the number of graphs, which comes with each that is handed in. */
export function takeGraphCount(count: number) {
  opener.textContent = `Graphs (${count})`;
  opener.hidden = false;
  if (!dialog.open || isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    if (dialog.open) ask();
  }, BETWEEN);
}

/** Opens a graph for all; with the number 0 the lesson again. */
export const showGraph = (id: number) => ask({ show: id });

async function ask(message: { show?: number; remove?: number } = {}) {
  try {
    const body = JSON.stringify({ token, ...message, known: [...pictures.keys()].slice(-MOST_KNOWN) });
    const answer = await fetch(`${path}/graphs`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    status.textContent = '';
    show(await answer.json());
  } catch (error) {
    status.textContent = error instanceof TypeError ? 'The server does not answer.' : (error as Error).message;
  }
}

function show(handIns: HandIn[]) {
  const known = [...pictures.keys()];
  for (const { id, picture } of handIns) if (picture) pictures.set(id, picture);
  for (const id of known) if (!handIns.some((each) => each.id === id)) pictures.delete(id);
  if (!handIns.length) status.textContent = 'Nobody has handed in a graph yet.';
  list.replaceChildren(...handIns.map(card));
}

function card({ id, title, verdict, isSound, alternative, link }: HandIn) {
  const src = `data:image/svg+xml,${encodeURIComponent(pictures.get(id) ?? '')}`;
  const program = make('a', { href: link, target: '_blank', rel: 'noopener', textContent: 'Open in the program' });
  return make(
    'li',
    {},
    make('img', { src, alt: alternative, width: 360, height: 200 }),
    make('strong', { textContent: title }),
    make('p', { textContent: verdict, className: isSound ? '' : 'wrong' }),
    make(
      'div',
      {},
      ...isSound ? [button('Show to all', () => showGraph(id))] : [],
      ...link === '/' ? [] : [program],
      button('Remove', () => ask({ remove: id })),
    ),
  );
}

opener.addEventListener('click', () => {
  dialog.showModal();
  ask();
});
