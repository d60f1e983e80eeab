// A table of nodes or moves as it is edited: the rows of the document, rows that are not there yet, and what is typed.
import { type Table, type Texts, write } from '../model/table_rows.ts';
import type { Document } from '../model/document.ts';

/** A draft of a row, and the reasons why parts of it do not count yet. */
export type Draft = { texts: Texts; problems: Texts };
export type Row = { key: number; id?: string };

let lastKey = 0;

export class EditedTable {
  keys = new Map<string, number>(); // of the rows by their names; a row keeps its key when it is renamed
  added = [++lastKey]; // the keys of rows that are not in the document yet, the last one empty
  drafts = new Map<number, Draft>(); // by the keys of their rows
  chosen = new Set<number>();
  chosenLast: number | undefined;
  rows: Row[] = [];
  at: number | undefined; // the row that is brought into view

  constructor(readonly title: string, readonly table: Table) {}

  /** The rows of a document that has changed: where as many are gone as have come, they are the same ones. */
  follow(document: Document) {
    const ids = this.table.ids(document);
    const there = new Set(ids);
    const gone = [...this.keys].filter(([id]) => !there.has(id));
    const come = ids.filter((id) => !this.keys.has(id));
    for (const [id] of gone) this.keys.delete(id);
    come.forEach((id, i) => this.keys.set(id, come.length === gone.length ? gone[i][1] : ++lastKey));
    const pending = this.added.map((key) => ({ key }));
    this.rows = [...ids.map((id) => ({ id, key: this.keys.get(id) as number })), ...pending];
    const keys = new Set(this.rows.map(({ key }) => key));
    for (const held of [this.drafts, this.chosen]) for (const key of held.keys()) if (!keys.has(key)) held.delete(key);
  }

  type(key: number, texts: Texts) {
    const before = this.drafts.get(key);
    const problems = Object.entries(before?.problems ?? {}).filter(([column]) => !(column in texts));
    this.drafts.set(key, { texts: { ...before?.texts, ...texts }, problems: Object.fromEntries(problems) });
  }

  /** Apply drafts to the document, as far as they can be; `renamed` hears of names. */
  take(document: Document, renamed: (id: string, now: string) => void) {
    this.follow(document);
    for (const { key, id } of this.rows) {
      const draft = this.drafts.get(key);
      if (!draft) continue;
      const trimmed = Object.entries(draft.texts).map(([column, text]) => [column, text.trim()]);
      const { id: now, problems } = write(this.table, document, Object.fromEntries(trimmed), id);
      this.settle(key, draft.texts, problems, now === undefined);
      if (now === undefined || now === id) continue;
      this.keys.set(now, key);
      if (id === undefined) this.added = this.added.filter((each) => each !== key);
      else this.keys.delete(id);
      if (id !== undefined) renamed(id, now);
    }
    this.added = this.added.filter((key, i, all) => this.drafts.has(key) || i === all.length - 1);
    const last = this.added.at(-1);
    if (last === undefined || this.drafts.has(last)) this.added.push(++lastKey);
  }

  /** Keep the part of a draft that does not count yet: refused texts, and all of a row that is not there yet. */
  settle(key: number, texts: Texts, problems: Texts, isAdded: boolean) {
    const { names } = this.table;
    const isMisnamed = names.some((column) => problems[column]);
    const stays = ([column, text]: [string, string]) =>
      isAdded ? text : problems[column] || (isMisnamed && names.includes(column));
    const left = Object.entries(texts).filter(stays);
    if (left.length) this.drafts.set(key, { texts: Object.fromEntries(left), problems });
    else this.drafts.delete(key);
  }

  /** Return the texts in the cells of a row. */
  texts(document: Document, { key, id }: Row): Texts {
    return { ...(id === undefined ? {} : this.table.texts(document, id)), ...this.drafts.get(key)?.texts };
  }

  /** Return the name of a row. */
  name(document: Document, { id }: Row) {
    if (id === undefined) return 'new row';
    const texts = this.table.texts(document, id);
    return this.table.names.map((column) => texts[column]).join(' → ');
  }

  indexOf(key: number) {
    return this.rows.findIndex((row) => row.key === key);
  }

  /** Chooses a row, or lets go of it; of rows that follow each other, all up to the one that was pressed last. */
  choose(key: number, isChosen: boolean, isRange: boolean) {
    const ends = [key, isRange ? this.chosenLast ?? key : key].map((each) => this.indexOf(each));
    for (const row of this.rows.slice(Math.min(...ends), Math.max(...ends) + 1)) {
      if (isChosen) this.chosen.add(row.key);
      else this.chosen.delete(row.key);
    }
    this.chosenLast = key;
  }

  add() {
    const row: Row = { key: ++lastKey };
    this.added.push(row.key);
    this.rows.push(row);
    return row;
  }

  /** The cells of a spreadsheet from one on; rows that there are not yet are added. */
  paste(text: string, key: number, column: string) {
    const columns = Object.keys(this.table.columns);
    const left = Math.max(0, columns.indexOf(column));
    text.replace(/\r?\n$/, '').split(/\r?\n/).forEach((line, i) => {
      const row = this.rows[this.indexOf(key) + i] ?? this.add();
      const cells = line.split('\t').slice(0, columns.length - left);
      this.type(row.key, Object.fromEntries(cells.map((cell, j) => [columns[left + j], cell])));
    });
  }
}
