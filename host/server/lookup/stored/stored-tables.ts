/**
 * Keeps the rows of stored lookup tables completely in memory, and on disk in one document per shard. Edits by users
 * are durable when the call ends; writes by rules are saved together once a second.
 */
import type { RowChange, StoredVersion } from '../../../../api/contract/lookup-rows.js';
import type { StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';
import { TooLargeError } from '../../foundation/errors.js';
import { Yielder } from '../../foundation/yielding.js';
import type { Archive, Collection, Documents } from '../../store/types.js';
import {
  checkConflicts,
  checkRows,
  columnsOf,
  filledRow,
  isSameColumns,
  placesOf,
  sizeAfter,
  type Edit,
} from './edit.js';
import { plainRow } from './row-list.js';
import { charactersOf, mostStoredCharacters, mostStoredRows, StoredTable, type TableRow } from './stored-table.js';
import { historyArchive, rowsArchive, type RowsDocument, type RowsHead, type VersionDocument } from './documents.js';

interface TableDocument {
  id: string;
  columns: StoredColumn[];
  revision: number;
}

const firstColumns: readonly StoredColumn[] = [{ name: 'value', type: 'text' }];

const storingMs = 1_000;
/** Largest number of versions that are kept of a table. */
const mostVersions = 50;
/** Largest number of row changes that a version lists; further changes are only counted. */
const mostChanges = 200;
/** Milliseconds within which writes by rules are combined in one version. */
const rulesVersionMs = 600_000;
/** Largest number of changed keys that listeners learn, because a listener handles them without yielding. */
const mostTold = 1_000;
/** Largest number of characters of all stored tables together. */
const mostInAll = 256 * 1024 * 1024;

/** Numbers of rows that rules have changed. */
interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

const noCounts: Counts = { added: 0, changed: 0, removed: 0 };
const sumOf = (one: Counts, other: Counts = noCounts): Counts => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
});

/** Called when rows have changed. @param keys at most `mostTold` changed keys; undefined: any key may have changed */
type Listener = (adapterId: string, keys: readonly string[] | undefined) => void;

export class StoredTables {
  readonly #facts: Collection<TableDocument>;
  readonly #rows: Archive<RowsDocument, RowsHead>;
  readonly #history: Archive<VersionDocument, VersionDocument>;
  readonly #tables = new Map<string, StoredTable>();
  readonly #listeners: Listener[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  /** Numbers of changes by rules that are not yet saved, by adapter id. */
  readonly #ruleWrites = new Map<string, Counts>();
  #storing: Promise<void> = Promise.resolve();
  /** Resolves when the changes by rules that are being saved, and their version, are on disk. */
  #storingRules: Promise<void> = Promise.resolve();
  /**
   * Unfinished edits by adapter id. An edit yields to the event loop, so the next edit of the table waits for its end.
   */
  readonly #edits = new Map<string, Promise<void>>();

  constructor(documents: Documents, onError: (error: unknown) => void) {
    this.#facts = documents.collection<TableDocument>('lookup_stored_tables');
    this.#rows = documents.archive<RowsDocument, RowsHead>(rowsArchive);
    this.#history = documents.archive<VersionDocument, VersionDocument>(historyArchive);
    this.#onError = onError;
    this.#timer = setInterval(() => void this.#storeRuleWrites(), storingMs).unref();
  }

  /** Reads all rows; if a document cannot be read, only the rows of its shard are missing. */
  async open(): Promise<void> {
    for (const { id, columns, revision } of this.#facts.all()) this.#tables.set(id, new StoredTable(columns, revision));
    const yielder = new Yielder();
    for (const { id, adapter } of this.#rows.heads()) {
      const table = this.#tables.get(adapter);
      const stored = table && (await this.#rows.read(id).catch(this.#onError));
      for (const row of stored?.rows ?? []) table?.set(row, true);
      if (yielder.isOver) await yielder.pause();
    }
  }

  on(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Returns the rows of a data adapter, creating an empty table if necessary. */
  table(adapterId: string): StoredTable {
    let table = this.#tables.get(adapterId);
    if (!table) this.#tables.set(adapterId, (table = new StoredTable(firstColumns, 0)));
    return table;
  }

  /**
   * Applies and stores an edit completely, or not at all; edits of the same table follow each other.
   * @returns the new revision
   * @throws ConflictError that lists rows which other users have changed; BadRequestError when a row or column is
   * invalid; TooLargeError when the table, or all tables together, would exceed a limit
   */
  edit(adapterId: string, edit: Edit): Promise<number> {
    const earlier = this.#edits.get(adapterId) ?? Promise.resolve();
    const done = earlier.then(() => this.#edit(adapterId, edit));
    const over = done.then(
      () => undefined,
      () => undefined,
    );
    this.#edits.set(adapterId, over);
    void over.then(() => this.#edits.get(adapterId) === over && this.#edits.delete(adapterId));
    return done;
  }

  async #edit(adapterId: string, edit: Edit): Promise<number> {
    const table = this.table(adapterId);
    const yielder = new Yielder();
    const columns = edit.columns ? columnsOf(edit.columns) : table.columns;
    if (edit.revision !== undefined) await checkConflicts(table, edit, edit.revision, yielder);
    const mapped =
      edit.columns && !isSameColumns(edit.columns, table.columns) ? placesOf(edit.columns, table.columns) : undefined;
    await checkRows(edit.rows, columns.length, yielder);
    const { size, characters } = await sizeAfter(table, edit, yielder);
    this.#checkSize(table, size, characters);
    const changes: RowChange[] = [];
    const counts = { added: 0, changed: 0, removed: 0 };
    const note = (key: string, before: TableRow | undefined, after: StoredRow | undefined): void => {
      counts[!before ? 'added' : after ? 'changed' : 'removed'] += 1;
      if (changes.length < mostChanges)
        changes.push({ key, before: before ? plainRow(before) : null, after: after ?? null });
    };
    const before = new Map<string, TableRow | undefined>();
    const oldColumns = table.columns;
    if (mapped) {
      const former = await table.recolumn(columns, ({ values }) => mapped.map((at) => values[at] ?? ''), yielder);
      for (const row of former) {
        before.set(row.key, row);
        if (yielder.isOver) await yielder.pause();
      }
    } else table.columns = columns;
    const revision = (table.revision += 1);
    for (const key of edit.deleted) {
      const old = table.get(key);
      if (!old) continue;
      if (!before.has(key)) before.set(key, old);
      table.delete(key);
      note(key, old, undefined);
      if (yielder.isOver) await yielder.pause();
    }
    for (const row of edit.rows) {
      const old = table.get(row.key);
      if (!before.has(row.key)) before.set(row.key, old);
      table.set({ ...row, list: row.list ?? null, values: filledRow(row.values, columns.length), revision });
      note(row.key, old, row);
      if (yielder.isOver) await yielder.pause();
    }
    this.#tell(adapterId, mapped ? undefined : [...before.keys()]);
    try {
      await this.#store(adapterId, table);
      const version = { revision, at: new Date().toISOString(), by: edit.by, kind: edit.kind, ...counts, changes };
      await this.#addVersion(adapterId, version);
    } catch (error) {
      // The edit could not be stored, so the former rows are restored.
      table.columns = oldColumns;
      for (const [key, row] of before) {
        if (row) table.set(row);
        else table.delete(key);
        if (yielder.isOver) await yielder.pause();
      }
      this.#tell(adapterId, undefined);
      throw error;
    }
    return revision;
  }

  /**
   * Changes a row in memory immediately, and on disk about a second later, for writes by rules.
   * @param change returns the new row; undefined: the row is deleted
   * @throws TooLargeError when the table, or all tables together, would exceed a limit
   */
  write(
    adapterId: string,
    key: string,
    change: (row: TableRow | undefined, columns: number) => StoredRow | undefined,
  ): void {
    const table = this.table(adapterId);
    const before = table.get(key);
    const after = change(before, table.columns.length);
    if (!after && !before) return;
    if (after) {
      const more = charactersOf(after) - (before ? charactersOf(before) : 0);
      this.#checkSize(table, table.size + (before ? 0 : 1), table.characters + more);
    }
    table.revision += 1;
    if (after) {
      const values = filledRow(after.values, table.columns.length);
      table.set({ ...after, list: after.list ?? null, values, revision: table.revision });
    } else table.delete(key);
    const counted = { ...noCounts, [!before ? 'added' : after ? 'changed' : 'removed']: 1 };
    this.#ruleWrites.set(adapterId, sumOf(counted, this.#ruleWrites.get(adapterId)));
    this.#tell(adapterId, [key]);
  }

  /** Deletes expired rows; the listeners learn their keys, because caches may still hold results of these rows. */
  async sweep(now: number): Promise<void> {
    const yielder = new Yielder();
    for (const [id, table] of this.#tables) {
      const ended: string[] = [];
      for (const { key, expires_at: ends } of table.rows()) {
        if (ends !== null && ends <= now) ended.push(key);
        if (yielder.isOver) await yielder.pause();
      }
      const deleted: string[] = [];
      for (const key of ended) {
        // A row may have been changed or deleted during a pause.
        if ((table.get(key)?.expires_at ?? Infinity) <= now) {
          table.delete(key);
          deleted.push(key);
        }
        if (yielder.isOver) await yielder.pause();
      }
      if (deleted.length === 0) continue;
      table.revision += 1;
      this.#tell(id, deleted);
      await this.#store(id, table).catch(this.#onError);
    }
  }

  /** Returns the versions of a table, newest first. */
  async versions(adapterId: string): Promise<StoredVersion[]> {
    const heads = this.#history.heads().filter(({ adapter }) => adapter === adapterId);
    const read = await Promise.all(heads.slice(-mostVersions).map(({ id }) => this.#history.read(id)));
    return read.flatMap((one) => (one ? [one.version] : [])).sort((a, b) => b.revision - a.revision);
  }

  /** Deletes rows and history of a deleted data adapter. */
  async forget(adapterId: string): Promise<void> {
    this.#tables.delete(adapterId);
    this.#ruleWrites.delete(adapterId);
    await this.#storingRules;
    await this.#storing;
    for (const { id, adapter } of this.#rows.heads()) if (adapter === adapterId) await this.#rows.delete(id);
    for (const { id, adapter } of this.#history.heads()) if (adapter === adapterId) await this.#history.delete(id);
    await this.#facts.delete(adapterId);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#storeRuleWrites();
    await this.#storing;
  }

  /** Tells the listeners about changed keys. The error of a listener is reported and hinders nothing else. */
  #tell(adapterId: string, keys: readonly string[] | undefined): void {
    const told = keys && keys.length <= mostTold ? keys : undefined;
    for (const listener of this.#listeners) {
      try {
        listener(adapterId, told);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  /**
   * Checks the future size of a table.
   * @throws TooLargeError when the table, or all tables together, would exceed a limit
   */
  #checkSize(table: StoredTable, size: number, characters: number): void {
    if (size > mostStoredRows) throw new TooLargeError(`A stored table has at most ${mostStoredRows} rows.`);
    if (characters > mostStoredCharacters)
      throw new TooLargeError(`A stored table has at most ${mostStoredCharacters} characters of text.`);
    let all = characters - table.characters;
    for (const one of this.#tables.values()) all += one.characters;
    if (all > mostInAll)
      throw new TooLargeError(`All stored tables together have at most ${mostInAll} characters of text.`);
  }

  #store(adapterId: string, table: StoredTable): Promise<void> {
    const done = this.#storing.then(() => this.#storeNow(adapterId, table));
    this.#storing = done.catch(() => undefined);
    return done;
  }

  async #storeNow(id: string, table: StoredTable): Promise<void> {
    if (this.#tables.get(id) !== table) return;
    const shards = [...table.dirty];
    table.dirty.clear();
    const yielder = new Yielder();
    try {
      const writes: Promise<unknown>[] = [
        this.#facts.put({ id, columns: [...table.columns], revision: table.revision }),
      ];
      for (const shard of shards) {
        const rows = table.shard(shard);
        const name = `${id}.${shard}`;
        writes.push(rows.length > 0 ? this.#rows.put({ id: name, adapter: id, rows }) : this.#rows.delete(name));
        if (yielder.isOver) await yielder.pause();
      }
      await Promise.all(writes);
    } catch (error) {
      for (const shard of shards) table.dirty.add(shard);
      throw error;
    }
  }

  /** Saves the changes by rules and their version; never rejects. */
  #storeRuleWrites(): Promise<void> {
    this.#storingRules = this.#storingRules.then(() => this.#storeNewRuleWrites()).catch(() => undefined);
    return this.#storingRules;
  }

  async #storeNewRuleWrites(): Promise<void> {
    for (const [id, counts] of [...this.#ruleWrites]) {
      this.#ruleWrites.delete(id);
      const table = this.#tables.get(id);
      if (!table) continue;
      try {
        await this.#store(id, table);
        await this.#noteRuleWrites(id, table.revision, counts);
      } catch (error) {
        // The next second tries again.
        this.#ruleWrites.set(id, sumOf(counts, this.#ruleWrites.get(id)));
        this.#onError(error);
      }
    }
  }

  async #noteRuleWrites(id: string, revision: number, counts: Counts): Promise<void> {
    const last = this.#history.heads().findLast(({ adapter }) => adapter === id);
    const at = new Date().toISOString();
    if (last?.version.kind === 'rules' && Date.now() - Date.parse(last.version.at) < rulesVersionMs) {
      const sums = sumOf(last.version, counts);
      await this.#history.put({ id: last.id, adapter: id, version: { ...last.version, ...sums, revision } });
    } else await this.#addVersion(id, { revision, at, by: '', kind: 'rules', ...counts, changes: [] });
  }

  async #addVersion(adapter: string, version: StoredVersion): Promise<void> {
    await this.#history.put({ id: `${adapter}.${String(version.revision).padStart(12, '0')}`, adapter, version });
    const heads = this.#history.heads().filter((head) => head.adapter === adapter);
    for (const { id } of heads.slice(0, Math.max(0, heads.length - mostVersions))) await this.#history.delete(id);
  }
}
