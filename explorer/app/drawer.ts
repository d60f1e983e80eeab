// The handle of the drawer under the stage: a press opens and closes it, a drag sets its height, which the browser
// keeps.
const KEPT = 'explorer.drawer';
const [LEAST, LEAST_STAGE, CLICK] = [120, 220, 5]; // px: of the drawer, of what stays above it, and of a hand at rest
const STEP = 40; // px, by key

type Kept = { open: boolean; height: number };

const kept: Kept = { open: false, height: Math.round(innerHeight * 0.4), ...read() };

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: it is as high as at first next time
  }
}

function show() {
  const height = Math.max(LEAST, Math.min(kept.height, innerHeight - LEAST_STAGE));
  document.documentElement.style.setProperty('--drawer', kept.open ? `${height}px` : '0px');
}

export default function ({ data, parentElement, setStateValue }: {
  data: { title: string; open: boolean };
  parentElement: HTMLElement;
  setStateValue: (name: string, value: boolean) => void;
}) {
  let bar = parentElement.querySelector('.drawer-handle') as HTMLElement | null;
  if (!bar) {
    bar = document.createElement('div');
    bar.className = 'drawer-handle';
    bar.title = 'Drag to set the height';
    bar.append(Object.assign(document.createElement('button'), { type: 'button' }));
    parentElement.append(bar);
  }
  const button = bar.firstElementChild as HTMLButtonElement;
  button.textContent = data.title;

  const tell = () => {
    button.setAttribute('aria-expanded', `${kept.open}`);
    show();
  };
  const set = (open: boolean) => {
    kept.open = open;
    keep();
    tell();
    setStateValue('open', open);
  };

  bar.onpointerdown = (pressed: PointerEvent) => {
    const { height, open } = kept;
    let drags = false;
    const start = open ? height : 0;
    const move = (event: PointerEvent) => {
      drags ||= Math.abs(event.clientY - pressed.clientY) > CLICK;
      if (!drags) return;
      kept.open = true;
      kept.height = Math.max(LEAST, Math.min(start + pressed.clientY - event.clientY, innerHeight - LEAST_STAGE));
      tell();
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (drags) set(kept.open);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    button.onclick = (event: MouseEvent) => {
      event.preventDefault();
      if (!drags) set(!kept.open);
    };
  };
  button.onclick = () => set(!kept.open);
  button.onkeydown = (event: KeyboardEvent) => {
    const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (!by || !kept.open) return;
    event.preventDefault();
    event.stopPropagation();
    kept.height = Math.max(LEAST, Math.min(kept.height + by, innerHeight - LEAST_STAGE));
    keep();
    show();
  };
  addEventListener('resize', show);
  tell();
  if (data.open !== kept.open) setStateValue('open', kept.open);
  return () => removeEventListener('resize', show);
}
