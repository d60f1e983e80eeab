// What the browser keeps of documents, and what it tells Python and other tabs.
import type { Difference, Steps } from '../model/types.ts';
import type { DocMessage, FileData, FromBrowser, GameDocument } from '../messages.ts';

export type Send = <Name extends keyof FromBrowser>(name: Name, value: FromBrowser[Name]) => void;
/** What the sender says of a document besides the document itself. */
export type Delivery = Pick<DocMessage, 'epoch' | 'rev' | 'ordersDone'>;

export type StoredRow = {
  key: string;
  title: string;
  name?: string;
  edited: boolean;
  nodes: number;
  moves: number;
  changed: number;
  file?: FileData | null;
  /** When it was put in the bin. */
  binned?: number;
};
export type StoredDocument = {
  key: string;
  title: string;
  edited: boolean;
  file?: FileData | null;
  document: GameDocument;
  history: Steps;
};
export type StoredRecord = Omit<StoredRow, 'nodes' | 'moves'> & StoredDocument;

/** The document that is open: its key in the store, once it has one, how it is called, its name then, and its file. */
export type OpenDocument = {
  key: string | null;
  title: string;
  name?: string;
  edited: boolean;
  file?: FileData | null;
};
/** What a tab remembers over a reload. */
export type Here = { key: string; step?: number };
/** The undo steps that are in the store, with their numbers. */
export type Written = { numbers: Map<Difference, number>; next: number };
/** What tabs tell each other. */
export type News = { saved?: StoredRow; removed?: string };
