// A button of the bar with what opens below it; opening it needs nothing of Python.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { type ComponentChildren, h } from '../vendor/preact-10.29.8/preact.mjs';
import type { BarState } from './state.ts';

const FOCUSABLE = 'button, input, select, [role=option]';

interface Props {
  bar: BarState;
  name: string;
  kind?: string; // of several that look alike; else its name
  label: string;
  about: string; // what it is, for those who do not see where it stands
  grows?: boolean; // whether the label may be shortened where there is little room
  right?: boolean; // whether it opens at the right edge
  children?: ComponentChildren;
}

export function Popup({ bar, name, kind = name, label, about, grows, right, children }: Props) {
  const isOpen = bar.open === name;
  return (
    <div class={`popup${grows ? ' grows' : ''}`} onKeyDown={(event) => moveFocus(event, bar)}>
      <button
        type='button'
        class={`menu-${kind} of-${name}`}
        title={grows ? label : about}
        aria-label={label.length > 1 ? `${about}: ${label}` : about}
        aria-haspopup='dialog'
        aria-expanded={isOpen}
        onClick={(event) => bar.show(name, event.detail ? undefined : event.currentTarget)}
      >
        <span>{label}</span>
        {label.length > 1 && <small aria-hidden='true'>▾</small>}
      </button>
      {isOpen && (
        <div class={`sheet sheet-${name}${right ? ' right' : ''}`} role='dialog' aria-label={about} ref={focusFirst}>
          {children}
        </div>
      )}
    </div>
  );
}

function focusFirst(sheet: HTMLElement | null) {
  if (sheet && !sheet.contains((sheet.getRootNode() as ShadowRoot).activeElement)) {
    const first = sheet.querySelector<HTMLElement>('[data-first]') ?? sheet.querySelector<HTMLElement>(FOCUSABLE);
    first?.focus();
    if (first instanceof HTMLInputElement) first.select(); // what is typed takes its place
  }
}

/** Arrows go from entry to entry, Escape closes. */
function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }, bar: BarState) {
  if (!bar.open) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    bar.close();
    bar.home?.focus();
    return;
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const sheet = event.currentTarget.querySelector('.sheet');
  if (!by || !sheet || (event.target as Element).matches('select, [type=number]')) return;
  const all = [...sheet.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const focused = (sheet.getRootNode() as ShadowRoot).activeElement as HTMLElement;
  all[(all.indexOf(focused) + by + all.length) % all.length]?.focus();
  event.preventDefault();
}
