// The store: the documents that this browser keeps, in IndexedDB. A document has a row for the list, its text, and
// each of its undo steps for itself, so that a save writes only what is new however long the history is.
import type { Difference, Steps } from '../model/types.ts';
import type { News, StoredDocument, StoredRecord, StoredRow, Written } from './types.ts';

const NAME = 'game-graph-explorer';
const VERSION = 1;
const MOST_BINNED = 20; // documents
const STORES = ['rows', 'texts', 'steps'];

export class Database {
  db: IDBDatabase | null = null;
  reason: string | null = null;
  rows = new Map<string, StoredRow>(); // by key; what `list` gave last, kept up to date
  storedSteps = new Map<string, Written>(); // by key: the undo steps that are in the store, with their numbers
  // Keys of documents that another tab has saved since this one read or saved them.
  foreign = new Set<string>(); // keys of documents that another tab has saved since this one read or saved them
  channel: BroadcastChannel | undefined;
  opening: Promise<IDBDatabase> | null = null;
  isReported = false;
  last = 0;

  refused: (reason: string) => void;
  changed: () => void;

  /**
   * `refused(reason)` is called once, when the browser does not take a document; `changed()` whenever the rows have
   * changed.
   */
  constructor(
    { refused = () => {}, changed = () => {} }: { refused?: (reason: string) => void; changed?: () => void } = {},
  ) {
    this.refused = refused;
    this.changed = changed;
    this.channel = globalThis.BroadcastChannel && new BroadcastChannel(NAME);
    this.channel?.addEventListener('message', ({ data }) => this.hear(data));
  }

  /**
   * Puts a document in the store; the promise is of its row, undefined if the browser refuses. Once the store is
   * open, all writing is asked for before this returns, so that it is safe in the last moment of a page.
   */
  async save(
    { document, history, key, title, own, edited, changes, file }: StoredDocument,
  ): Promise<StoredRow | undefined> {
    const size = { nodes: document.nodes.length, moves: document.moves.length };
    const known = { key, title, own, edited, changes, file };
    const row = { ...known, name: document.name, ...size, changed: this.now() };
    const done = [...history.done];
    const undone = [...history.undone];
    try {
      const transaction = (this.db ?? await this.open()).transaction(STORES, 'readwrite');
      const numbers = this.writeSteps(transaction.objectStore('steps'), key, [...done, ...undone]);
      const numbered = (steps: Difference[]) => steps.map((step) => numbers.get(step));
      transaction.objectStore('texts').put({
        key,
        text: JSON.stringify(document),
        done: numbered(done),
        undone: numbered(undone),
      });
      transaction.objectStore('rows').put(row);
      transaction.commit?.();
      this.tell({ saved: row });
      await finished(transaction);
      return row;
    } catch (error) {
      this.storedSteps.delete(key);
      await this.list();
      this.refuse(error);
      return undefined;
    }
  }

  /** The whole record of a document, undefined if there is none. */
  async load(key: string): Promise<StoredRecord | undefined> {
    try {
      const transaction = (this.db ?? await this.open()).transaction(STORES);
      const steps = transaction.objectStore('steps');
      const [row, text, keys, texts] = await Promise.all([
        result(transaction.objectStore('rows').get(key)),
        result(transaction.objectStore('texts').get(key)),
        result(steps.getAllKeys(stepsOf(key))),
        result(steps.getAll(stepsOf(key))),
      ]);
      return row && text &&
        { ...row, document: JSON.parse(text.text), history: this.readSteps(key, text, keys, texts) };
    } catch {
      return undefined;
    }
  }

  /** The rows of all documents, the one changed last first. */
  async list(): Promise<StoredRow[]> {
    try {
      const transaction = (this.db ?? await this.open()).transaction('rows');
      this.rows = new Map((await result(transaction.objectStore('rows').getAll())).map((row) => [row.key, row]));
      this.reason = null;
    } catch (error) {
      this.reason = reasonOf(error);
    }
    return this.newest();
  }

  newest() {
    return [...this.rows.values()].filter((row) => row.binned === undefined).sort((a, b) => b.changed - a.changed);
  }

  /** The rows of what is in the bin, the one that was put there last first. */
  get binned() {
    return [...this.rows.values()].filter((row) => row.binned !== undefined)
      .sort((a, b) => Number(b.binned) - Number(a.binned));
  }

  /** Puts a document in the bin, from which the oldest falls out if there are too many. */
  async bin(key: string) {
    const row = { ...(this.rows.get(key) as StoredRow), binned: this.now() };
    try {
      const transaction = (this.db ?? await this.open()).transaction('rows', 'readwrite');
      transaction.objectStore('rows').put(row);
      transaction.commit?.();
      this.tell({ saved: row });
      await finished(transaction);
    } catch (error) {
      this.refuse(error);
    }
    for (const { key: old } of this.binned.slice(MOST_BINNED)) await this.remove(old);
  }

  async remove(key: string) {
    this.storedSteps.delete(key);
    try {
      const transaction = (this.db ?? await this.open()).transaction(STORES, 'readwrite');
      transaction.objectStore('rows').delete(key);
      transaction.objectStore('texts').delete(key);
      transaction.objectStore('steps').delete(stepsOf(key));
      transaction.commit?.();
      this.tell({ removed: key });
      await finished(transaction);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Whether another tab has written this document since this tab did. */
  isForeign(key: string) {
    return this.foreign.has(key);
  }

  // ---- steps

  writeSteps(store: IDBObjectStore, key: string, steps: Difference[]) {
    const known = this.storedSteps.get(key);
    const numbers = new Map();
    let next = known?.next ?? 0;
    if (!known) store.delete(stepsOf(key));
    for (const step of steps) {
      let number = known?.numbers.get(step);
      if (number === undefined) {
        number = next++;
        store.put(JSON.stringify(step), [key, number]);
      }
      numbers.set(step, number);
    }
    for (const [step, number] of known?.numbers ?? []) if (!numbers.has(step)) store.delete([key, number]);
    this.storedSteps.set(key, { numbers, next });
    return numbers;
  }

  readSteps(
    key: string,
    { done, undone }: { done: number[]; undone: number[] },
    keys: IDBValidKey[],
    texts: string[],
  ): Steps {
    const numbers = (keys as [string, number][]).map(([, number]) => number);
    const steps: Map<number, Difference> = new Map(numbers.map((number, i) => [number, JSON.parse(texts[i])]));
    this.storedSteps.set(key, {
      numbers: new Map([...steps].map(([number, step]) => [step, number])),
      next: Math.max(-1, ...steps.keys()) + 1,
    });
    this.foreign.delete(key);
    const stack = (
      numbers: number[],
    ) => (numbers.every((number) => steps.has(number)) ? numbers.map((number) => steps.get(number) as Difference) : []);
    return { done: stack(done), undone: stack(undone) };
  }

  // ---- the other tabs

  tell(news: News) {
    this.channel?.postMessage(news);
    this.note(news);
  }

  hear(news: News) {
    if (news.saved) this.foreign.add(news.saved.key);
    this.storedSteps.delete(news.saved?.key ?? news.removed ?? '');
    this.note(news);
  }

  note({ saved, removed }: News) {
    if (saved) this.rows.set(saved.key, saved);
    else if (removed !== undefined) this.rows.delete(removed);
    this.changed();
  }

  // ---- the database

  open(): Promise<IDBDatabase> {
    this.opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        for (const store of ['rows', 'texts']) request.result.createObjectStore(store, { keyPath: 'key' });
        request.result.createObjectStore('steps');
      };
      request.onsuccess = () => resolve(this.connected(request.result));
      request.onerror = () => reject(request.error);
    }).catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  connected(db: IDBDatabase) {
    db.onversionchange = () => {
      db.close();
      this.disconnected();
    };
    db.onclose = () => this.disconnected();
    this.db = db;
    return db;
  }

  // The user has cleared what the browser keeps for this site: the next save begins anew.
  disconnected() {
    this.db = this.opening = null;
    this.storedSteps.clear();
    this.rows.clear();
    this.changed();
  }

  refuse(error: unknown) {
    this.reason = reasonOf(error);
    if (!this.isReported) this.refused(this.reason);
    this.isReported = true;
  }

  // Two saves never have the same time, so the order of the rows is that of the saves.
  now() {
    return (this.last = Math.max(Date.now(), (this.last ?? 0) + 1));
  }
}

const stepsOf = (key: string) => IDBKeyRange.bound([key], [key, []]);
const reasonOf = (
  error: unknown,
) => (error instanceof Error && error.name === 'QuotaExceededError'
  ? 'its storage is full'
  : 'it does not let this page store anything');
const result = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
