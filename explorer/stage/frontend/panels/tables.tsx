// The nodes and moves as tables, the same document as the canvas and the text. What is typed in a cell is a draft until
// the cell is left; whatever else happens to the document meanwhile, the draft and the cell stay as they are.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { Fragment, h, render } from '../vendor/preact-10.29.8/preact.mjs';
import { type Draft, EditedTable, type Row } from './edited_table.ts';
import { isByFinger } from '../page/dom.ts';
import { LongList } from './long_list.tsx';
import { KINDS, MOVES, NODES, YES } from '../model/table_rows.ts';
import { Slot } from '../page/storage.ts';
import { textOf } from '../model/text.ts';
import type { Document } from '../model/document.ts';
import type { Picture } from '../draw/canvas/picture.ts';
import { listen, type Store } from '../store.ts';

const [ROW, FINGER] = [30, 44]; // px: the height of a row
const PAGE = 10; // rows
const MOST_TOLD = 10; // problems
const HEAD = 'row'; // the column with which rows are chosen
const ROWS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
const COLUMNS: Record<string, number> = { Tab: 1, ArrowRight: 1, ArrowLeft: -1 };
const FIELD = '[data-column]';
const TEXT = 'input[type=text]';

type Field = HTMLInputElement | HTMLSelectElement;
type Cell = { table: EditedTable; key: number; column: string };

/** Drafts as the tab keeps them over a reload, with the text of the document that they belong to. */
type Stored = { of: string; tables: { id?: string; draft: Draft }[][] };
const DRAFTS = new Slot<Stored>('sessionStorage', 'game-graph-explorer drafts of tables');

export class Tables {
  both = [new EditedTable('Nodes', NODES), new EditedTable('Moves', MOVES)];
  element = document.createElement('div');
  isBusy = false; // what is drawn anew may lose the focus
  tabbedFrom: string | undefined; // the column to which Enter comes back
  isKept = false; // whether there are drafts that the tab keeps

  /** @param leave gives the keys to the canvas */
  constructor(readonly store: Store, readonly picture: Pick<Picture, 'showAll'>, readonly leave: () => void) {
    const { element } = this;
    element.className = 'tables';
    listen(store.document, () => this.begin());
    listen(store.edit, () => this.follow());
    listen(store.isEditable, () => this.show());
    listen(store.selected, (id) => id !== undefined && this.look(id));
    element.addEventListener('input', ({ target }) => this.typed(target as Field));
    element.addEventListener('focusout', () => this.take());
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('pointerdown', () => this.tabbedFrom = undefined);
    element.addEventListener('copy', (event) => this.copy(event));
    element.addEventListener('paste', (event) => this.paste(event));
  }

  get document() {
    return this.store.document.value;
  }

  attach(parent: Node) {
    if (this.element.parentNode !== parent) parent.appendChild(this.element);
    this.show();
  }

  detach(parent: Node) {
    if (this.element.parentNode !== parent) return;
    this.take();
    this.element.remove();
  }

  /** Another document; after a reload with what was typed and did not count yet. */
  begin() {
    const stored = DRAFTS.read();
    this.both = this.both.map(({ title, table }) => new EditedTable(title, table));
    this.follow();
    if (stored && this.store.isEditable.value && stored.of === textOf(this.document)) this.restore(stored);
  }

  restore({ tables }: Stored) {
    for (const [i, table] of this.both.entries()) {
      for (const { id, draft } of tables[i]) {
        const key = id === undefined ? table.added.at(-1) : table.keys.get(id);
        if (key !== undefined) table.drafts.set(key, draft);
        if (id === undefined) table.add();
      }
    }
    this.follow();
  }

  follow() {
    for (const table of this.both) table.follow(this.document);
    this.remember();
    this.show();
  }

  remember() {
    if (this.both.every(({ drafts }) => !drafts.size)) {
      if (this.isKept) DRAFTS.write(undefined);
      this.isKept = false;
      return;
    }
    const tables = this.both.map(({ rows, drafts }) =>
      rows.flatMap(({ id, key }) => {
        const draft = drafts.get(key);
        return draft ? [{ id, draft }] : [];
      })
    );
    this.isKept = true;
    DRAFTS.write({ of: textOf(this.document), tables });
  }

  /** A node that was selected is brought into view. */
  look(id: string) {
    const [nodes] = this.both;
    if (!this.element.matches(':focus-within')) nodes.at = nodes.rows.findIndex((row) => row.id === id);
    this.show();
  }

  /** Apply the drafts as one edit, as far as they can be; refused ones stay, with the reason. */
  take() {
    if (this.isBusy || this.both.every(({ drafts }) => !drafts.size)) return;
    const { document } = this;
    const before = this.both.map(({ drafts, added }) => ({ drafts: new Map(drafts), added }));
    const names = new Map<string | undefined, string>();
    const [size, rename] = [document.nodes.size, (id: string, now: string) => names.set(id, now)];
    const isDone = document.edit(() => {
      this.both.forEach((table) => table.take(document, rename));
      return true;
    }, { renamed: (id) => names.get(id) ?? id });
    if (!isDone) this.both.forEach((table, i) => Object.assign(table, before[i]));
    if (document.nodes.size > size) this.picture.showAll();
    this.follow();
  }

  // ---- what is done by hand

  cellOf(target: EventTarget | null): Cell | undefined {
    const field = target instanceof Element ? target.closest<HTMLElement>(FIELD) : null;
    const { table, row, column } = field?.dataset ?? {};
    return column === undefined ? undefined : { table: this.both[Number(table)], key: Number(row), column };
  }

  typed(field: Field) {
    const cell = this.cellOf(field);
    if (!cell || cell.column === HEAD) return;
    cell.table.type(cell.key, { [cell.column]: field.type === 'radio' ? YES : field.value });
    this.remember();
    if (field.matches(TEXT)) this.show();
    else this.take();
  }

  key(event: KeyboardEvent) {
    event.stopPropagation(); // else Streamlit acts on r and c
    const cell = this.cellOf(event.target);
    const field = event.target as Field;
    if (!cell || event.isComposing) return;
    const isTyped = cell.table.drafts.get(cell.key)?.texts[cell.column] !== undefined;
    if (this.isDone(event, cell, isTyped) || this.goes(event, cell, field, isTyped)) event.preventDefault();
  }

  isDone({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, cell: Cell, isTyped: boolean) {
    const control = ctrlKey || metaKey ? key.toLowerCase() : '';
    if (key === 'Escape') this.giveUp(cell, isTyped);
    else if (control === 'z' && !isTyped) this.document[shiftKey ? 'redo' : 'undo']();
    else if (control === 'y' && !isTyped) this.document.redo();
    else if (key === 'Delete' && cell.column === HEAD) this.remove(cell.table);
    else return false;
    return true;
  }

  /** Moves to another cell as in a spreadsheet; false if the key means something in the field. */
  goes({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, cell: Cell, field: Field, isTyped: boolean) {
    const isTurned = shiftKey && ['Enter', 'Tab'].includes(key);
    const [down, right] = [ROWS[key] ?? 0, COLUMNS[key] ?? 0].map((by) => isTurned ? -by : by);
    const isPicking = isTyped && 'list' in field && field.list && key.startsWith('Arrow') && down;
    if (!(down || right) || ctrlKey || altKey || metaKey || (shiftKey && !isTurned) || isPicking) return false;
    if (key.startsWith('Arrow') && right && !isAtEdge(field, right)) return false;
    const { table } = cell;
    const columns = [HEAD, ...Object.keys(table.table.columns)];
    const from = key === 'Enter' ? this.tabbedFrom ?? cell.column : cell.column;
    this.tabbedFrom = key === 'Tab' ? this.tabbedFrom ?? from : undefined;
    const [row, column] = [table.indexOf(cell.key), columns.indexOf(from) + right];
    const isWrapped = key === 'Tab' && (column < 1 || column === columns.length);
    this.take();
    const next = Math.max(0, Math.min(row + down + (isWrapped ? right : 0), table.rows.length - 1));
    if (isWrapped && next === row) return false; // out of the table
    const last = columns.length - 1;
    this.enter(table, next, columns[isWrapped ? (right > 0 ? 1 : last) : Math.max(0, Math.min(column, last))]);
    return true;
  }

  enter(table: EditedTable, row: number, column: string) {
    const place = `[data-table="${this.both.indexOf(table)}"][data-row="${
      table.rows[row].key
    }"][data-column=${column}]`;
    const focus = () => {
      const field = this.element.querySelector<Field>(place);
      field?.focus();
      if (field?.matches(TEXT)) (field as HTMLInputElement).select();
      return field;
    };
    if (focus()) return;
    table.at = undefined; // it may be where it was before
    this.show();
    table.at = row;
    this.show();
    requestAnimationFrame(focus);
  }

  /** Forget the draft of a cell; without one, the keys are the canvas's again. */
  giveUp({ table, key, column }: Cell, isTyped: boolean) {
    if (!isTyped) {
      this.leave();
      return;
    }
    const { texts, problems } = table.drafts.get(key) as Draft;
    for (const held of [texts, problems]) delete held[column];
    if (!Object.keys(texts).length) table.drafts.delete(key);
    this.remember();
    this.show();
  }

  remove(table: EditedTable) {
    const gone = table.rows.filter(({ key }) => table.chosen.has(key));
    if (!gone.length) return;
    const first = table.indexOf(gone[0].key);
    for (const { key } of gone) table.drafts.delete(key);
    table.added = table.added.filter((key, i) => i === table.added.length - 1 || !table.chosen.has(key));
    table.chosen.clear();
    table.table.remove(this.document, gone.flatMap(({ id }) => id === undefined ? [] : [id]));
    this.follow();
    this.enter(table, Math.min(first, table.rows.length - 1), HEAD);
  }

  /** The rows that are chosen, or the cell where the keys are, if no part of its text is selected. */
  copy(event: ClipboardEvent) {
    const cell = this.cellOf(event.target);
    if (!cell || (event.target as Element).matches(TEXT)) return;
    const { table: { table, rows, chosen, texts }, key, column } = cell;
    const lines = rows.filter((row) => column === HEAD ? chosen.has(row.key) : row.key === key)
      .map((row) => texts.call(cell.table, this.document, row))
      .map((said) =>
        column === HEAD ? Object.keys(table.columns).map((each) => said[each] ?? '') : [said[column] ?? '']
      );
    if (!lines.length) return;
    event.clipboardData?.setData('text/plain', lines.map((line) => line.join('\t')).join('\n'));
    event.preventDefault();
  }

  /** Several cells of a spreadsheet, or one where no text is typed. */
  paste(event: ClipboardEvent) {
    const cell = this.cellOf(event.target);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isText = (event.target as Element).matches(TEXT) && !/[\t\n]/.test(text.trimEnd());
    if (!cell || isText) return;
    event.preventDefault();
    cell.table.paste(text, cell.key, cell.column);
    this.take();
  }

  // ---- what is shown

  show() {
    const { element, store } = this;
    if (!element.isConnected || !this.document) return;
    this.isBusy = true;
    element.inert = !store.isEditable.value;
    render(
      <Fragment>{this.both.map((table, i) => <Grid key={i} tables={this} table={table} number={i} />)}</Fragment>,
      element,
    );
    this.isBusy = false;
  }
}

/** Whether an arrow leaves a field: the caret stands at that end of its text, or all of it is selected. */
function isAtEdge(field: Field, right: number) {
  if (!field.matches(TEXT)) return true;
  const { selectionStart, selectionEnd, value } = field as HTMLInputElement;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  return isWhole || (selectionStart === selectionEnd && selectionEnd === (right < 0 ? 0 : value.length));
}

function Grid({ tables, table, number }: { tables: Tables; table: EditedTable; number: number }) {
  const { document } = tables;
  const { title, rows, chosen, table: { columns } } = table;
  const height = isByFinger() ? FINGER : ROW;
  const count = rows.length - table.added.length;
  const problems = rows.flatMap((row) =>
    Object.values(table.drafts.get(row.key)?.problems ?? {}).map((problem) =>
      `${table.name(document, row)}: ${problem}`
    )
  );
  const line = (index: number, top: number) => (
    <div class='line' role='row' aria-rowindex={index + 2} key={rows[index].key} style={{ top: `${top}px` }}>
      <Cells tables={tables} table={table} number={number} row={rows[index]} />
    </div>
  );
  const lines = (first: number, end: number, top: (row: number) => number) => {
    const active = (tables.element.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    const { dataset: { table: of, row } = {} } = active ?? {};
    const typedIn = of === `${number}` ? table.indexOf(Number(row)) : -1; // stays, wherever the list is scrolled to
    const shown = rows.slice(first, end).map((_, i) => first + i);
    if (typedIn >= 0 && !shown.includes(typedIn)) shown.push(typedIn);
    return shown.map((index) => line(index, top(index)));
  };
  return (
    <section class={title.toLowerCase()} style={{ '--row': `${height}px` }}>
      <header>
        <h3>{`${title} (${count.toLocaleString('en')})`}</h3>
        {chosen.size > 0 && (
          <button type='button' onClick={() => tables.remove(table)}>
            {`Delete ${chosen.size} ${chosen.size === 1 ? 'row' : 'rows'}`}
          </button>
        )}
      </header>
      <div class='grid' role='grid' aria-label={title} aria-rowcount={rows.length + 1}>
        <div class='line head' role='row' aria-rowindex={1}>
          <span role='columnheader'>
            <input
              type='checkbox'
              aria-label={`Choose all ${title.toLowerCase()}`}
              checked={count > 0 && chosen.size >= count}
              onClick={(event) => {
                table.chosen = new Set(event.currentTarget.checked ? rows.slice(0, count).map(({ key }) => key) : []);
                tables.show();
              }}
            />
          </span>
          {Object.values(columns).map((each) => <span role='columnheader' key={each}>{each}</span>)}
        </div>
        <LongList label={title} role='rowgroup' count={rows.length} height={height} at={table.at} rows={lines} />
      </div>
      {problems.slice(0, MOST_TOLD).map((problem) => <p class='wrong' role='alert' key={problem}>{problem}</p>)}
      {title === 'Moves' && (
        <datalist id='ids'>{[...document.nodes.keys()].map((id) => <option key={id} value={id} />)}</datalist>
      )}
    </section>
  );
}

function Cells({ tables, table, number, row }: { tables: Tables; table: EditedTable; number: number; row: Row }) {
  const { document } = tables;
  const { drafts, chosen, table: { columns } } = table;
  const name = table.name(document, row);
  const texts = table.texts(document, row);
  const isEmpty = row.id === undefined && !drafts.has(row.key);
  const place = { 'data-table': number, 'data-row': row.key };
  const field = (column: string) => {
    const text = texts[column] ?? '';
    const problem = drafts.get(row.key)?.problems[column];
    const said = { 'aria-label': `${columns[column]} of ${name}`, 'aria-invalid': Boolean(problem), title: problem };
    const common = { ...place, ...said, 'data-column': column };
    if (column === 'root') return <input type='radio' {...common} checked={text === YES} />;
    if (column === 'kind') return <Kinds document={document} text={text} common={common} />;
    const more = column in MOVES.columns ? { list: 'ids' } : {};
    const hint = isEmpty && column === Object.keys(columns)[0] ? `new ${number ? 'move' : 'node'}` : '';
    return <input type='text' {...common} {...more} value={text} placeholder={hint} autocomplete='off' />;
  };
  return (
    <Fragment>
      <span role='rowheader'>
        <input
          type='checkbox'
          {...place}
          data-column={HEAD}
          aria-label={`Choose ${name}`}
          aria-disabled={isEmpty}
          checked={chosen.has(row.key)}
          onClick={(event) => {
            if (isEmpty) event.preventDefault();
            else table.choose(row.key, event.currentTarget.checked, event.shiftKey);
            tables.show();
          }}
        />
      </span>
      {Object.keys(columns).map((column) => <span role='gridcell' key={column}>{field(column)}</span>)}
    </Fragment>
  );
}

function Kinds({ document, text, common }: { document: Document; text: string; common: Record<string, unknown> }) {
  const names = document.kinds.map((kind) => KINDS[kind]);
  return (
    <select {...common} value={text}>
      {[...new Set([...names, text])].map((name) => <option key={name} value={name}>{name}</option>)}
    </select>
  );
}
