// Records of documents in the browser, and its messages to Python and to other tabs.
import type { Difference, Steps } from '../model/types.ts';
import type { DocMessage, FileData, FromBrowser, GameDocument, OpenedMessage } from '../messages.ts';

export type Send = <Name extends keyof FromBrowser>(name: Name, value: FromBrowser[Name]) => void;
/** Fields of a message on a document besides the document itself. */
export type Delivery = Pick<DocMessage, 'epoch' | 'rev' | 'ordersDone'>;

/**
 * The title of a document and its name in an address, whether the user has changed it and how often, and the file
 * that it came from.
 */
type Known = { title: string; own?: string; edited: boolean; changes?: number; file?: FileData | null };
/** `binned`: when it was put in the bin. */
export type StoredRow = Known & {
  key: string;
  name?: string;
  nodes: number;
  moves: number;
  changed: number;
  binned?: number;
};
export type StoredDocument = Known & { key: string; document: GameDocument; history: Steps };
export type StoredRecord = Omit<StoredRow, 'nodes' | 'moves'> & StoredDocument;
/** The document that is open: its key in the store, once it has one, and its name when it was opened. */
export type OpenDocument = Known & { key: string | null; name?: string };
/** Fields of the document that the browser opens, for Python. */
export type Opening = Omit<OpenedMessage, 'id'>;
/** A document to go on with; it may have been drawn on another version of the open file. */
export type Offer = { row: StoredRow; fileChanged: boolean };
/** The data that a tab remembers over a reload. */
export type Here = { key: string; step?: number };
/** The undo steps that are in the store, with their numbers. */
export type Written = { numbers: Map<Difference, number>; next: number };
/** The messages between tabs. */
export type News = { saved?: StoredRow; removed?: string };
