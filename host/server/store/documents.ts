/** Documents: JSON rows of one DuckDB file, read from memory, written through one transaction at a time. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { claim, makeDirectory } from './data-directory.js';
import { inTransaction, openDatabase } from './database.js';
import { StoreClosedError } from './errors.js';
import type { Collection, Documents } from './types.js';

export interface DocumentsOptions {
  /** The data directory; made when missing. */
  readonly directory: string;
}

type Document = { readonly id: string };

interface PendingWrite {
  readonly collection: string;
  readonly id: string;
  /** JSON, or undefined to delete. */
  readonly text: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Documents are shared by all readers: nobody may change one in place. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

interface OpenFile {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
}

async function openFile(path: string, root: string): Promise<OpenFile> {
  const instance = await openDatabase({
    path,
    threads: 1,
    memoryBytes: 256 * 1024 * 1024,
    checkpointBytes: 8 * 1024 * 1024,
    temporaryDirectory: join(root, 'temporary'),
    allowedDirectory: root,
  });
  try {
    const connection = await instance.connect();
    await connection.run('CREATE TABLE IF NOT EXISTS documents (collection VARCHAR, id VARCHAR, document VARCHAR)');
    return { instance, connection };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** @throws DataDirectoryError when the directory cannot be used or another server uses it */
export async function openDocuments({ directory }: DocumentsOptions): Promise<Documents> {
  const root = await makeDirectory(directory);
  const path = join(root, 'documents.duckdb');
  const release = claim(path);
  try {
    const { instance, connection } = await openFile(path, root);
    const rows = await connection.runAndReadAll('SELECT collection, id, document FROM documents ORDER BY rowid');
    const documents = new DocumentFile(instance, connection, () => openFile(path, root), release);
    for (const [collection, id, text] of rows.getRows())
      documents.store(String(collection)).memory.set(String(id), freeze(parseJson(String(text)) as Document));
    return documents;
  } catch (error) {
    release();
    throw error;
  }
}

class DocumentFile implements Documents {
  #instance: DuckDBInstance;
  #connection: DuckDBConnection;
  readonly #reopen: () => Promise<OpenFile>;
  readonly #release: () => void;
  readonly #collections = new Map<string, StoredCollection>();
  #pending: PendingWrite[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    reopen: () => Promise<OpenFile>,
    release: () => void,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#reopen = reopen;
    this.#release = release;
  }

  store(name: string): StoredCollection {
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = new StoredCollection(
        (id, text) => this.#write({ collection: name, id, text }),
        () => this.#closed,
      );
      this.#collections.set(name, collection);
    }
    return collection;
  }

  collection<T extends { id: string }>(name: string): Collection<T> {
    // The rows of a collection are what was put into it; the name says of which type they are.
    return this.store(name) as unknown as Collection<T>;
  }

  #write(change: Pick<PendingWrite, 'collection' | 'id' | 'text'>): Promise<void> {
    const written = new Promise<void>((resolve, reject) => this.#pending.push({ ...change, resolve, reject }));
    this.#writing ??= this.#writeGroups();
    return written;
  }

  async #writeGroups(): Promise<void> {
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const group = this.#pending.splice(0);
      try {
        await inTransaction(this.#connection, () => this.#writeGroup(group));
        for (const { resolve } of group) resolve();
      } catch (error) {
        await this.#recover().catch(() => {});
        for (const write of group) {
          // The failure may have come after the commit.
          if (await this.#isWritten(write).catch(() => false)) write.resolve();
          else write.reject(error as Error);
        }
      }
    }
    this.#writing = undefined;
  }

  /** Writes of one document wait for each other, so a group has each document once. */
  async #writeGroup(group: readonly PendingWrite[]): Promise<void> {
    for (const { collection, id, text } of group) {
      await this.#connection.run('DELETE FROM documents WHERE collection = $1 AND id = $2', [collection, id]);
      if (text !== undefined)
        await this.#connection.run('INSERT INTO documents VALUES ($1, $2, $3)', [collection, id, text]);
    }
  }

  async #isWritten({ collection, id, text }: PendingWrite): Promise<boolean> {
    const found = await this.#connection.runAndReadAll(
      'SELECT document FROM documents WHERE collection = $1 AND id = $2',
      [collection, id],
    );
    return found.getRows()[0]?.[0] === text;
  }

  /** The database gives a file up when it cannot be written, as on a full disk; a new beginning makes it usable again. */
  async #recover(): Promise<void> {
    try {
      await this.#connection.run('SELECT count(*) FROM documents');
    } catch {
      this.#connection.disconnectSync();
      this.#instance.closeSync();
      const { instance, connection } = await this.#reopen();
      this.#instance = instance;
      this.#connection = connection;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all(Array.from(this.#collections.values(), (collection) => collection.idle()));
    await this.#writing;
    await this.#connection.run('CHECKPOINT').catch(() => {});
    this.#connection.disconnectSync();
    this.#instance.closeSync();
    this.#release();
  }
}

class StoredCollection implements Collection<Document> {
  readonly memory = new Map<string, Document>();
  readonly #write: (id: string, text: string | undefined) => Promise<void>;
  readonly #isClosed: () => boolean;
  /** The last write of each document that is under way. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #list: readonly Document[] | undefined;

  constructor(write: (id: string, text: string | undefined) => Promise<void>, isClosed: () => boolean) {
    this.#write = write;
    this.#isClosed = isClosed;
  }

  /** Resolves when every write that was begun has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  get(id: string): Document | undefined {
    return this.memory.get(id);
  }

  all(): readonly Document[] {
    return (this.#list ??= Object.freeze([...this.memory.values()]));
  }

  find(matches: (document: Document) => boolean): Document | undefined {
    for (const document of this.memory.values()) if (matches(document)) return document;
    return undefined;
  }

  async put(document: Document): Promise<void> {
    const text = stringifyJson(document);
    await this.#inTurn(document.id, () => this.#replace(document.id, text));
  }

  update(id: string, change: (document: Document) => Document): Promise<Document | undefined> {
    return this.#inTurn(id, async () => {
      const document = this.memory.get(id);
      if (!document) return undefined;
      const changed = change(document);
      if (changed.id !== id) throw new TypeError(`A document keeps its id: ${id} would become ${changed.id}`);
      return this.#replace(id, stringifyJson(changed));
    });
  }

  delete(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      if (!this.memory.has(id)) return false;
      await this.#write(id, undefined);
      this.memory.delete(id);
      this.#list = undefined;
      return true;
    });
  }

  /** Memory follows the disk: what readers see is what a restart would find. */
  async #replace(id: string, text: string): Promise<Document> {
    const document = freeze(parseJson(text) as Document);
    await this.#write(id, text);
    this.memory.set(id, document);
    this.#list = undefined;
    return document;
  }

  /** One after another for each document. */
  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed()) throw new StoreClosedError();
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.catch(() => {});
    this.#turns.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }
}
