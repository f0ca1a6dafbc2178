/**
 * The undo log of documents: what they were before a unit of work changed them. Each record is on disk before the change that it can take
 * back. Records that are left at a start belong to work that a crash cut short.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { parseJson, stringifyJson } from '../../../api/json.js';
import type { Document, DocumentEntry, EntryWriter } from './document-entry.js';
import { TakeBackLaterError } from './errors.js';

/** The collection of the records. */
export const undoCollection = 'undo';

/** The record of the id `unit` says that the unit is unfinished: one without it has nothing to take back. */
interface UndoRecord {
  /** Unit of work and number of the change within it. */
  readonly id: string;
  readonly unit: string;
  readonly number: number;
  readonly collection: string;
  readonly document: string;
  /** The document's text as it was; null: there was none. */
  readonly text: string | null;
  /** Head of the document in the archive. */
  readonly head: string | null;
}

interface Unit {
  readonly id: string;
  readonly records: string[];
  /** Documents whose first state is recorded. */
  readonly seen: Set<string>;
  /** Resolves when the unit is on disk as unfinished. */
  begun: Promise<void> | undefined;
  isOpen: boolean;
}

export class UndoLog {
  readonly #units = new AsyncLocalStorage<Unit>();
  readonly #write: EntryWriter;
  /** Counts across units, so that overlapping ones are undone in the right order. */
  #number = 0;

  /** @param write of the collection of the records */
  constructor(write: EntryWriter) {
    this.#write = write;
  }

  /** Records a document before the current unit of work changes it for the first time. @param read its entry as it is on disk */
  async note(collection: string, id: string, read: () => Promise<DocumentEntry | undefined>): Promise<void> {
    const unit = this.#units.getStore();
    // Inputs that were started within a unit outlive it, and so does their context.
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

  /** @throws what the work throws */
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

  /** Once the record of the unit itself is gone, the other records are void. */
  async #finish({ id: unit, records }: Unit): Promise<void> {
    await this.#write(unit, undefined);
    await Promise.all(records.map((id) => this.#write(id, undefined)));
  }
}

/** A record whose text a crash has torn was not complete, so the change that follows it was not made. */
function recordOf(text: string): (Document & Partial<UndoRecord>)[] {
  try {
    return [parseJson(text) as Document & Partial<UndoRecord>];
  } catch {
    return [];
  }
}

/**
 * Takes back what unfinished work wrote, newest change first.
 * @param texts of the records that a start found
 * @param writer of a collection
 * @returns how many documents were taken back
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
