// The menu of the documents that this browser keeps, with its bin, and the offer to go on with the last one.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { type Icon, icon } from '../page/icons.ts';
import { Autosave, type Shower } from './autosave.ts';
import { targetOf } from '../page/dom.ts';
import { ago, counted } from '../model/edit_words.ts';
import type { StageData } from '../messages.ts';
import type { Steps } from '../model/types.ts';
import type { Offer, StoredRow } from './types.ts';
import { effect, listen, signal, type Store } from '../store.ts';
import type { PythonLink } from './python_link.ts';

export class Documents {
  isOpen = signal(false); // the menu
  rows = signal<StoredRow[]>([]); // the one changed last first
  naming = signal<string | undefined>(undefined); // the key of the document that gets another name
  offered = signal<Offer | undefined>(undefined);
  opener: { focus: () => void } | undefined;

  box: HTMLElement = document.createElement('div');
  autosave: Autosave;

  /** @param view of the stage, in which all this stands */
  constructor(view: HTMLElement, store: Store, python: PythonLink, readonly shower: Shower) {
    this.autosave = new Autosave(this, store, python);
    listen(store.edit, () => this.edited());
    view.append(this.box);
    effect(() => render(<Shown documents={this} />, this.box));
    view.addEventListener('pointerdown', (event) => {
      if (!event.composedPath().includes(this.box)) this.isOpen.value = false;
    }, true);
  }

  // ---- what the stage tells

  loaded(data: StageData, history: Steps | undefined) {
    if (!data.again) this.offered.value = undefined;
    return this.autosave.loaded(data, history);
  }

  edited() {
    this.offered.value = undefined;
    this.autosave.edited();
  }

  /** The list has changed, or the place or the title of the open one in it. */
  changed() {
    this.rows.value = this.autosave.store.newest();
    this.shower.renamed();
  }

  flush() {
    this.autosave.flush();
  }
  /** @param name of the open document */
  rename(name: string) {
    return this.autosave.rename(this.autosave.open.key as string, name);
  }
  get title() {
    return this.autosave.title;
  }
  get own() {
    return this.autosave.open.own;
  }
  get changes() {
    return this.autosave.open.changes;
  }
  get isKept() {
    return this.autosave.open.key !== null;
  }
  /** Whether the browser takes documents, as far as is known. */
  get isKeeping() {
    return !this.autosave.store.isReported;
  }
  get isEdited() {
    return this.autosave.open.edited;
  }

  // ---- the menu

  /** @param opener gets the focus back */
  openMenu(opener: { focus: () => void } | undefined) {
    this.opener = opener;
    this.changed();
    this.isOpen.value = true;
    this.focus('[aria-current=true]');
  }

  /** @param selector of a button of the menu, or else its first */
  focus(selector: string) {
    const found = this.box.querySelector<HTMLElement>(`.documents ${selector}`);
    (found ?? this.box.querySelector<HTMLElement>('.documents button'))?.focus();
  }

  close() {
    this.isOpen.value = false;
    this.opener?.focus();
  }

  async takeName(key: string, name: string) {
    if (this.naming.value !== key) return; // taking the field away takes its focus, too
    this.naming.value = undefined;
    this.focus(`[data-key="${key}"]`);
    if (name) await this.autosave.rename(key, name);
    this.changed();
  }

  async remove(key: string) {
    await this.autosave.remove(key);
    if (this.isOpen.value) this.focus('.head button');
  }

  /** Up and down between the documents, left and right within a row. */
  key(event: KeyboardEvent) {
    const by = { ArrowUp: -4, ArrowDown: 4, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') this.close();
    if (!by || targetOf(event).matches('input')) return;
    const buttons = [...this.box.querySelectorAll<HTMLElement>('.head + ul li button')];
    const at = buttons.indexOf(targetOf(event));
    event.preventDefault();
    if (buttons[at < 0 ? 0 : at + by]) buttons[at < 0 ? 0 : at + by].focus();
    else if (by === -4) this.focus('.head button');
  }

  leave({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !this.box.contains(relatedTarget as Node)) this.isOpen.value = false;
  }
}

interface Props {
  documents: Documents;
}

function Shown({ documents }: Props) {
  return (
    <Fragment>
      <Menu documents={documents} />
      <Offer documents={documents} />
    </Fragment>
  );
}

function Menu({ documents }: Props) {
  const { autosave, rows: { value: rows } } = documents;
  const { reason, binned } = autosave.store;
  const make = () => {
    documents.close();
    autosave.openNew();
  };
  return (
    <div
      class='documents'
      role='dialog'
      aria-label='Documents'
      hidden={!documents.isOpen.value}
      onKeyDown={(event) => documents.key(event)}
      onFocusOut={(event) => documents.leave(event)}
    >
      <div class='head'>
        <b>Documents</b>
        <IconButton name='add' title='New document' run={make} />
      </div>
      <ul>{rows.map((row) => <Row key={row.key} row={row} documents={documents} />)}</ul>
      {reason && <p>This browser keeps no documents: {reason}.</p>}
      {!reason && !rows.length && (
        <p>What you draw, change or open from a file is kept here, in this browser, if it is drawn whole.</p>
      )}
      <details hidden={!binned.length}>
        <summary>Bin ({binned.length})</summary>
        <ul>{binned.map((row) => <Binned key={row.key} row={row} documents={documents} />)}</ul>
      </details>
    </div>
  );
}

function Row({ row, documents }: Props & { row: StoredRow }) {
  const { autosave } = documents;
  const { key } = row;
  const isOpen = key === autosave.open.key;
  const title = isOpen ? autosave.title : row.title;
  if (documents.naming.value === key) {
    return (
      <li>
        <NameField title={title} name={key} documents={documents} />
      </li>
    );
  }
  const open = () => {
    documents.close();
    autosave.openKept(key);
  };
  return (
    <li>
      <button type='button' class='title' title={title} data-key={key} aria-current={isOpen} onClick={open}>
        <b>{title}</b>
        <small>{sizeOf(row)} · {isOpen ? 'open' : ago(row.changed)}</small>
      </button>
      <IconButton name='duplicate' title={`Duplicate ${title}`} run={() => autosave.duplicate(key)} />
      <IconButton name='rename' title={`Rename ${title}`} run={() => documents.naming.value = key} />
      <IconButton name='bin' title={`Delete ${title}`} run={() => documents.remove(key)} />
    </li>
  );
}

/** @param name the key of the document */
function NameField({ title, name, documents }: Props & { title: string; name: string }) {
  const take = (field: HTMLInputElement) => documents.takeName(name, field.value === title ? '' : field.value.trim());
  return (
    <input
      defaultValue={title}
      maxLength={100}
      aria-label='Name'
      autocomplete='off'
      ref={selectAll}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault(); // else it presses what gets the focus
        if (event.key === 'Enter') take(event.currentTarget);
        else documents.takeName(name, '');
      }}
    />
  );
}

function selectAll(field: HTMLInputElement | null) {
  field?.select();
  field?.focus();
}

/** The deleted documents. */
function Binned({ row, documents: { autosave } }: Props & { row: StoredRow }) {
  const { key, title, binned = 0 } = row;
  return (
    <li>
      <span class='gone' title={title}>
        <b>{title}</b>
        <small>{sizeOf(row)} · deleted {ago(binned)}</small>
      </span>
      <IconButton name='undo' title={`Bring ${title} back`} run={() => autosave.bringBack(key)} />
      <IconButton name='bin' title={`Delete ${title} for good`} run={() => autosave.store.remove(key)} />
    </li>
  );
}

const IconButton = ({ name, title, run }: { name: Icon; title: string; run: () => void }) => (
  <button
    type='button'
    title={title}
    aria-label={title}
    onClick={run}
    dangerouslySetInnerHTML={{ __html: icon(name) }}
  />
);

function Offer({ documents }: Props) {
  const { row, fileChanged } = documents.offered.value ?? {};
  if (!row) return null;
  const open = () => {
    documents.offered.value = undefined; // before it is there: the keys are for the drawing again
    documents.autosave.openKept(row.key);
  };
  return (
    <div class='offer' role='region' aria-label='Last document'>
      <span>
        {fileChanged ? 'The file has changed on disk. Continue with your edited “' : 'Continue with “'}
        <b title={row.title}>{row.title}</b>” ({sizeOf(row)}, changed {ago(row.changed)})?
      </span>
      <button type='button' onClick={open}>Open</button>
      <button type='button' onClick={() => documents.offered.value = undefined}>Not now</button>
    </div>
  );
}

const sizeOf = ({ nodes }: { nodes: number }) => counted(nodes, 'node');
