/**
 * The undo log records the state of documents before a unit of work changes them. Each record is on disk before the
 * change that it can undo. Records that exist when the server starts belong to work that a crash interrupted.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { parseJson, stringifyJson } from '../../../api/json.js';
import type { Document, DocumentEntry, EntryWriter } from './document-entry.js';
import { TakeBackLaterError } from './errors.js';

/** Name of the collection that contains the undo records and the marks of units. */
export const undoCollection = 'undo';

/**
 * The former state of a document that a unit of work changes. Each unit also has a mark: a document with only the id of
 * the unit. If the mark is missing, the unit is finished and its records are void.
 */
interface UndoRecord {
  /** Id of the unit of work and number of the change, separated by a space. */
  readonly id: string;
  readonly unit: string;
  /** Number of the change, which is unique among all units since the start of the server. */
  readonly number: number;
  readonly collection: string;
  readonly document: string;
  /** Former text of the document; null: the document did not exist. */
  readonly text: string | null;
  /** Former head of the document, if it is in an archive; otherwise null. */
  readonly head: string | null;
}

interface Unit {
  readonly id: string;
  readonly records: string[];
  /** Keys (collection and id) of the documents whose former state the unit has recorded. */
  readonly seen: Set<string>;
  /** Resolves when the mark of the unfinished unit is on disk. */
  begun: Promise<void> | undefined;
  isOpen: boolean;
}

export class UndoLog {
  readonly #units = new AsyncLocalStorage<Unit>();
  readonly #write: EntryWriter;
  /** Number of the last change; it grows across units, so that overlapping units are undone in the right order. */
  #number = 0;

  /** @param write writer of the collection of records */
  constructor(write: EntryWriter) {
    this.#write = write;
  }

  /**
   * Records the state of a document before the current unit changes the document for the first time. Does nothing
   * outside a unit.
   * @param read reads the document's entry from disk
   */
  async note(collection: string, id: string, read: () => Promise<DocumentEntry | undefined>): Promise<void> {
    const unit = this.#units.getStore();
    // Inputs that were started within a unit outlive it and keep its async context, so a closed unit is ignored.
    if (!unit?.isOpen || collection === undoCollection) return;
    const key = `${collection}\u0000${id}`;
    if (unit.seen.has(key)) return;
    unit.seen.add(key);
    const number = (this.#number += 1);
    await (unit.begun ??= this.#write(unit.id, { text: stringifyJson({ id: unit.id }), head: null }));
    const before = await read();
    const record: UndoRecord = {
      id: `${unit.id} ${number}`,
      unit: unit.id,
      number,
      collection,
      document: id,
      text: before?.text ?? null,
      head: before?.head ?? null,
    };
    unit.records.push(record.id);
    await this.#write(record.id, { text: stringifyJson(record), head: null });
  }

  /**
   * Runs a unit of work and then deletes its records. If the work throws `TakeBackLaterError`, the records are kept,
   * and the next start of the server undoes the changes of the unit.
   * @throws the error of the work
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const unit: Unit = { id: randomUUID(), records: [], seen: new Set(), begun: undefined, isOpen: true };
    let keep = false;
    try {
      return await this.#units.run(unit, work);
    } catch (error) {
      keep = error instanceof TakeBackLaterError;
      throw error;
    } finally {
      unit.isOpen = false;
      if (!keep && unit.begun) await this.#finish(unit);
    }
  }

  /** Finishes a unit: deletes its mark first, which makes its records void, and then the records. */
  async #finish({ id: unit, records }: Unit): Promise<void> {
    await this.#write(unit, undefined);
    await Promise.all(records.map((id) => this.#write(id, undefined)));
  }
}

/**
 * Parses a record to a list with one element. A record that a crash has torn gives an empty list, because its change
 * was not made.
 */
function recordOf(text: string): (Document & Partial<UndoRecord>)[] {
  try {
    const read = Object(parseJson(text)) as Document & Partial<UndoRecord>;
    return typeof read.id === 'string' ? [read] : [];
  } catch {
    return [];
  }
}

/**
 * Undoes unfinished units, newest change first.
 * @param texts texts of the records that exist when the server starts
 * @param writer returns the writer of a collection
 * @returns number of undone changes; a document that several units changed counts once per unit
 */
export async function takeBack(texts: readonly string[], writer: (collection: string) => EntryWriter): Promise<number> {
  const all = texts.flatMap(recordOf);
  const unfinished = new Set(all.filter(({ unit }) => unit === undefined).map(({ id }) => id));
  const records = all.filter((one): one is UndoRecord => one.unit !== undefined && unfinished.has(one.unit));
  for (const { collection, document, text, head } of records.toSorted((a, b) => b.number - a.number))
    await writer(collection)(document, text === null ? undefined : { text, head });
  const forget = writer(undoCollection);
  for (const id of unfinished) await forget(id, undefined);
  await Promise.all(all.filter(({ id }) => !unfinished.has(id)).map(({ id }) => forget(id, undefined)));
  return records.length;
}
