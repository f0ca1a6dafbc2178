/** Converts documents between objects and their stored text. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { Yielder } from '../foundation/yielding.js';

export type Document = { readonly id: string };

/** A document in its stored form. */
export interface DocumentEntry {
  /** JSON text of the document. */
  readonly text: string;
  /** JSON of the head that an archive keeps in memory; null in other collections. */
  readonly head: string | null;
}

/**
 * Writes a document; resolves when the document is durable.
 * @param entry undefined: deletes the document
 */
export type EntryWriter = (id: string, entry: DocumentEntry | undefined) => Promise<void>;

/** Freezes a document deeply, because all readers share it. */
export function freeze<T>(value: T): T {
  for (const inner of unfrozen(value)) Object.freeze(inner);
  return value;
}

/**
 * Parses the text of a document.
 * @throws SyntaxError when the text is not a document with the given id
 */
export function parseDocument(id: string, text: string): Document {
  const read = parseJson(text) as Partial<Document> | null;
  if (typeof read !== 'object' || read === null || read.id !== id)
    throw new SyntaxError('It is no document of its id.');
  return read as Document;
}

/** Length in characters from which on parsing a document would block noticeably. */
const largeText = 32_768;

/**
 * Parses and freezes a document. For a large document it yields to other work before parsing, after parsing, and while
 * freezing.
 * @throws SyntaxError when the text is not a document with the given id
 */
export async function readDocument(id: string, text: string): Promise<Document> {
  if (text.length < largeText) return freeze(parseDocument(id, text));
  await nextTurn();
  const document = parseDocument(id, text);
  await nextTurn();
  const yielder = new Yielder();
  for (const inner of unfrozen(document)) {
    Object.freeze(inner);
    if (yielder.isOver) await yielder.pause();
  }
  return document;
}

/**
 * Serialises a changed document.
 * @throws TypeError when the change would alter the id
 */
export function changedText(document: Document, change: (document: Document) => Document): string {
  const changed = change(document);
  if (changed.id !== document.id)
    throw new TypeError(`A document keeps its id: ${document.id} would become ${changed.id}`);
  return stringifyJson(changed);
}

/** Yields every object within a value that is not frozen yet. */
function* unfrozen(value: unknown): Generator<object> {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    yield one;
    for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) left.push(inner);
  }
}
