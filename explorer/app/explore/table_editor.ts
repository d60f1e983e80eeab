// The tables of nodes and moves: one is given anew only while nobody is in it, nor on the way there.
//
// Streamlit mounts an editor anew for every change of what it was given, and what is being typed there is gone. So
// Python says which tables are out of date, the page answers when nobody is in one and the user rests, and until the
// new one has come nobody gets into it.

/** their names */
type Tables = { outdated: string[] };

const REST = 1200; // ms without a move of the mouse, a press or a key
const DEEDS = ['pointermove', 'pointerdown', 'wheel', 'keydown'];

let lastDeed = 0;
const noteDeed = () => lastDeed = performance.now();
for (const deed of DEEDS) addEventListener(deed, noteDeed, { capture: true, passive: true });

const boxOf = (name: string) => document.querySelector(`.st-key-box_of_${name}`);

/** Whether somebody is in a table; the field over a cell stands at the end of the page. */
function isEntered(box: Element) {
  const focused = document.activeElement;
  const isOverCell = Boolean(focused?.closest('#portal'));
  if (focused && !isOverCell) entered = focused.closest('[class*="st-key-box_of_"]') ?? undefined;
  return entered === box;
}

/** the table that had the focus last, while a field over it may have it */
let entered: Element | undefined;

export default function ({ data, setTriggerValue }: {
  data: Tables;
  setTriggerValue: (name: string, value: unknown) => void;
}) {
  let told: string[] = [];
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    const boxes = document.querySelectorAll('[class*="st-key-box_of_"]');
    boxes.forEach(isEntered);
    const left = data.outdated.filter((name) => {
      const box = boxOf(name);
      return box && !isEntered(box);
    });
    const rest = lastDeed + REST - performance.now();
    if (left.length && rest > 0) timer = setTimeout(look, rest);
    const free = rest > 0 ? left.filter((name) => told.includes(name)) : left;
    for (const box of boxes) box.toggleAttribute('inert', free.some((name) => box === boxOf(name)));
    if (free.every((name) => told.includes(name))) return;
    told = free;
    setTriggerValue('left', { names: free, at: Date.now() }); // one that is equal to the last would not be sent
  };
  const later = () => setTimeout(look);
  const types = ['focusin', 'focusout'];
  for (const type of types) document.addEventListener(type, later);
  look();
  return () => {
    clearTimeout(timer);
    types.forEach((type) => document.removeEventListener(type, later));
  };
}
