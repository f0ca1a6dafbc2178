/**
 * Stores documents as rows of one DuckDB file, in one transaction at a time. Large documents are in separate files
 * beside it. Collections are completely in memory. Of archives, only the heads of the documents are in memory.
 */
import { join } from 'node:path';
import { StoredArchive, type HeadOf } from './archive.js';
import { BodyFiles } from './body-files.js';
import { StoredCollection } from './collection.js';
import { claim, makeDirectory } from './data-directory.js';
import { closeFile, openFile, openMigrated, type OpenFile } from './document-database.js';
import { parseDocument, type Document, type DocumentEntry } from './document-entry.js';
import { readRow, readRows, type DocumentRow } from './document-table.js';
import { DocumentWriter } from './document-writer.js';
import { DataDirectoryError, isDiskFull } from './errors.js';
import { rowOf } from './old-documents.js';
import type { Archive, Collection, Documents } from './types.js';
import { takeBack, undoCollection, UndoLog } from './undo-log.js';
import { errorOf } from '../foundation/caught.js';

const defaultMemoryBytes = 256 * 1024 * 1024;

export interface DocumentsOptions {
  /** Path of the data directory; it is created when missing. */
  readonly directory: string;
  /** Maps each collection of large documents to a function that returns the part of a document that stays in memory. */
  readonly archives?: Readonly<Record<string, HeadOf>>;
  /** Memory limit of the database in bytes. */
  readonly memoryBytes?: number;
  /** Called once when the disk is full, and with `undefined` when writing succeeds again. */
  readonly onFailure?: (failure: Error | undefined) => void;
  /**
   * Called if the file was repaired when it was opened, with the number of blocks that a crash had torn. A repair loses
   * no data.
   */
  readonly onMended?: (blocks: number) => void;
  /**
   * Called once for each document whose text on disk is damaged or missing. Such a document reads as absent, although
   * an archive still lists its head. It can be stored again.
   */
  readonly onUnreadable?: (document: UnreadableDocument) => void;
  /**
   * Called with the number of changes of documents that were rolled back at the start, because a crash interrupted a
   * unit of work.
   */
  readonly onTakenBack?: (documents: number) => void;
  /** Milliseconds between two attempts to write to a full disk. */
  readonly probeIntervalMs?: number;
}

export interface UnreadableDocument {
  readonly collection: string;
  readonly id: string;
  /** Message of the error that reading the document has caused. */
  readonly reason: string;
}

/**
 * Opens the documents.
 * @throws DataDirectoryError when the directory cannot be used, or another server uses it
 */
export async function openDocuments(options: DocumentsOptions): Promise<Documents> {
  const { memoryBytes = defaultMemoryBytes, onMended } = options;
  const root = await makeDirectory(options.directory);
  const path = join(root, 'documents.duckdb');
  const release = claim(path);
  try {
    const bodies = await BodyFiles.open(join(root, 'documents'));
    const file = await openMigrated(path, root, memoryBytes, bodies, onMended);
    try {
      const { onFailure, probeIntervalMs } = options;
      const reopen = (): Promise<OpenFile> => openFile(path, root, memoryBytes, onMended);
      const writer = new DocumentWriter({ file, bodies, reopen, onFailure, probeIntervalMs });
      const documents = new DocumentFile(writer, bodies, release, options);
      await documents.load();
      return documents;
    } catch (error) {
      closeFile(file);
      throw error;
    }
  } catch (error) {
    release();
    if (isDiskFull(error))
      throw new DataDirectoryError(
        `The disk of ${root} is full. Make space, or choose another directory with --data.`,
        {
          cause: error,
        },
      );
    throw error;
  }
}

const keyOf = (collection: string, id: string): string => `${collection}\u0000${id}`;

class DocumentFile implements Documents {
  readonly #writer: DocumentWriter;
  readonly #bodies: BodyFiles;
  readonly #release: () => void;
  readonly #options: DocumentsOptions;
  readonly #collections = new Map<string, StoredCollection>();
  readonly #archives: ReadonlyMap<string, StoredArchive>;
  /** Maps the key of each large document to the name of its file. */
  readonly #files = new Map<string, string>();
  /** Keys of the documents that were reported as unreadable. */
  readonly #unreadable = new Set<string>();
  readonly #undo = new UndoLog((id, entry) => this.#write(undoCollection, id, entry));
  #closed = false;

  constructor(writer: DocumentWriter, bodies: BodyFiles, release: () => void, options: DocumentsOptions) {
    this.#writer = writer;
    this.#bodies = bodies;
    this.#release = release;
    this.#options = options;
    const isClosed = (): boolean => this.#closed;
    this.#archives = new Map(
      Object.entries(options.archives ?? {}).map(([name, headOf]) => [
        name,
        new StoredArchive({
          headOf,
          write: (id, entry) => this.#write(name, id, entry),
          read: (id) => this.#readOrTell(name, id),
          onUnreadable: (id, error) => this.#tellUnreadable(name, id, error),
          isClosed,
        }),
      ]),
    );
  }

  /**
   * Loads collections and heads into memory, and removes files of large documents that no row refers to.
   * @param isTakenBack true: work that a crash interrupted was already rolled back
   */
  async load(isTakenBack = false): Promise<void> {
    const { reader } = this.#writer.opened();
    const rows: (DocumentRow & { readonly order: number })[] = [];
    for await (const row of readRows(reader, [...this.#archives.keys()])) {
      if (row.file !== null) this.#files.set(keyOf(row.collection, row.id), row.file);
      rows.push(row);
    }
    const unfinished = rows.filter(({ collection }) => collection === undoCollection);
    if (unfinished.length > 0 && !isTakenBack) return this.#takeBack(unfinished);
    rows.sort((a, b) => a.order - b.order);
    for (const row of rows)
      try {
        await this.#loadRow(row);
      } catch (error) {
        if (isDiskFull(error)) throw error;
        this.#tellUnreadable(row.collection, row.id, errorOf(error));
      }
    await this.#bodies.sweep(new Set(this.#files.values()));
  }

  /** Rolls back work that a crash interrupted, before it is read into memory, and loads the result. */
  async #takeBack(rows: readonly DocumentRow[]): Promise<void> {
    const read = await Promise.allSettled(rows.map(async ({ body, file }) => body ?? this.#bodies.read(file ?? '')));
    const texts = read.flatMap((one, at) => {
      if (one.status === 'fulfilled') return [one.value];
      this.#tellUnreadable(undoCollection, rows[at]?.id ?? '', errorOf(one.reason));
      return [];
    });
    const taken = await takeBack(texts, (collection) => (id, entry) => this.#write(collection, id, entry));
    this.#files.clear();
    this.#options.onTakenBack?.(taken);
    await this.load(true);
  }

  async #loadRow({ collection, id, head, body, file, bytes }: DocumentRow): Promise<void> {
    const archive = this.#archives.get(collection);
    if (archive && head !== null) return archive.load(id, head, bytes);
    const text = body ?? (await this.#bodies.read(file ?? ''));
    if (!archive) return this.#collection(collection).load(id, text);
    // An earlier version, for which the collection was no archive, wrote this document, so its head is computed now.
    const made = archive.headText(parseDocument(id, text));
    await this.#writer
      .opened()
      .writer.run('UPDATE entries SET head = $1 WHERE collection = $2 AND id = $3', [made, collection, id]);
    archive.load(id, made, bytes);
  }

  #tellUnreadable(collection: string, id: string, { message: reason }: Error): void {
    const key = keyOf(collection, id);
    if (this.#unreadable.has(key)) return;
    this.#unreadable.add(key);
    this.#options.onUnreadable?.({ collection, id, reason });
  }

  #collection(name: string): StoredCollection {
    if (this.#archives.has(name))
      throw new Error(`${name} is an archive and cannot be opened as a collection of documents.`);
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = new StoredCollection(
        (id, entry) => this.#write(name, id, entry),
        () => this.#closed,
      );
      this.#collections.set(name, collection);
    }
    return collection;
  }

  collection<T extends { id: string }>(name: string): Collection<T> {
    // Only documents of this collection's type are stored under its name, so the type assertion holds.
    const collection: Collection<Document> = this.#collection(name);
    return collection as Collection<T>;
  }

  archive<T extends { id: string }, Head>(name: string): Archive<T, Head> {
    const archive: Archive<Document, object> | undefined = this.#archives.get(name);
    if (!archive) throw new Error(`There is no archive with the name ${name}.`);
    // TypeScript cannot relate the name of a collection to the type of its documents.
    return archive as Archive<T, Head>;
  }

  async #readOrTell(collection: string, id: string): Promise<string | undefined> {
    try {
      return await this.#read(collection, id);
    } catch (error) {
      if (errorOf(error).code !== 'ENOENT') throw error;
      this.#tellUnreadable(collection, id, errorOf(error));
      return undefined;
    }
  }

  async #read(collection: string, id: string): Promise<string | undefined> {
    const file = this.#files.get(keyOf(collection, id));
    try {
      if (file !== undefined) return await this.#bodies.read(file);
    } catch (error) {
      // If the document still has this file, the file is missing; otherwise the document was replaced or deleted
      // meanwhile.
      if (this.#files.get(keyOf(collection, id)) === file) throw error;
      return this.#read(collection, id);
    }
    const row = await readRow(this.#writer.opened().reader, collection, id);
    if (row?.file != null) return this.#bodies.read(row.file);
    return row?.body ?? undefined;
  }

  async #entry(collection: string, id: string): Promise<DocumentEntry | undefined> {
    const row = await readRow(this.#writer.opened().reader, collection, id);
    if (!row) return undefined;
    return { text: row.body ?? (await this.#bodies.read(row.file ?? '')), head: row.head };
  }

  undoable<T>(work: () => Promise<T>): Promise<T> {
    return this.#undo.run(work);
  }

  async #write(collection: string, id: string, entry: DocumentEntry | undefined): Promise<void> {
    await this.#undo.note(collection, id, () => this.#entry(collection, id));
    const row = entry && (await this.#rowOf(collection, id, entry));
    try {
      await this.#writer.write(collection, id, row);
    } catch (error) {
      if (row?.file != null) await this.#bodies.remove(row.file);
      throw error;
    }
    const key = keyOf(collection, id);
    const old = this.#files.get(key);
    if (row?.file == null) this.#files.delete(key);
    else this.#files.set(key, row.file);
    if (old !== undefined) await this.#bodies.remove(old);
  }

  async #rowOf(collection: string, id: string, { text, head }: DocumentEntry): Promise<DocumentRow> {
    try {
      return await rowOf(collection, id, head, text, this.#bodies);
    } catch (error) {
      throw this.#writer.failed(errorOf(error));
    }
  }

  whileStill<T>(work: () => Promise<T>): Promise<T> {
    return this.#writer.whileStill(work);
  }

  keepFiles(): () => void {
    return this.#bodies.hold();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#writer.close();
    await Promise.all([...this.#collections.values(), ...this.#archives.values()].map((one) => one.idle()));
    await this.#writer.finish();
    this.#release();
  }
}
