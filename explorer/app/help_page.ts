// Links between pages of the help are followed in place: a new tab would begin a session without the user's graph.
const HELP = '.st-key-help';
const LINKS = `${HELP} a[href^="?page="], .st-key-help_contents a[href^="?page="]`;
const PATIENCE = 2000; // ms that a page may take to be shown
const BETWEEN = 100; // ms

let shown: string | undefined; // the page, with the heading that it was opened at
let anchor = location.hash.slice(1); // of the link that was followed last

let target = ''; // the heading that is brought into view

// Bring the heading that the link named into view, or else the top of the page; and again while the page is still being
// laid out and pictures come, as long as the reader has not taken over.
function scroll(name = anchor, end = Date.now() + PATIENCE) {
  anchor = '';
  target = name;
  const heading = name ? document.querySelector(`${HELP} #${CSS.escape(name)}`) : null;
  if (heading || !name) (heading ?? document.querySelector(HELP))?.scrollIntoView();
  if (name && Date.now() < end) setTimeout(() => name === target && scroll(name, end), BETWEEN);
}

for (const type of ['wheel', 'pointerdown', 'keydown']) addEventListener(type, () => target = '', { passive: true });

export default function ({ data, parentElement, setTriggerValue }: {
  data: string;
  parentElement: Node;
  setTriggerValue: (name: string, value: string) => void;
}) {
  const [here, at] = data.split('#');
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest(LINKS) : null;
    if (!(link instanceof HTMLAnchorElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    const target = new URL(link.href);
    const page = target.searchParams.get('page') ?? '';
    anchor = target.hash.slice(1);
    if (page === here) scroll();
    else setTriggerValue('page', page);
  };
  if (shown !== data) {
    anchor ||= at ?? '';
    scroll();
  }
  shown = data;
  document.addEventListener('click', follow);
  return () => {
    document.removeEventListener('click', follow);
    setTimeout(() => {
      if (!parentElement.isConnected) shown = undefined; // the panel was closed
    });
  };
}
