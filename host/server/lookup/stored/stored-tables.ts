/**
 * The rows of stored lookup tables: completely in memory, and on disk in one document per shard. Edits by users are durable
 * when the call ends; writes by rules are saved together once a second.
 */
import type { RowChange, StoredVersion } from '../../../../api/contract/lookup.js';
import type { StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';
import { BadRequestError, ConflictError, TooLargeError } from '../../foundation/errors.js';
import { Yielder } from '../../foundation/yielding.js';
import type { Archive, Collection, Documents } from '../../store/types.js';
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
/** Largest number of versions that are kept of a table; `mostChanges`: of changes that a version lists. */
const mostVersions = 50;
const mostChanges = 200;
/** Milliseconds within which writes by rules are combined in one version. */
const rulesVersionMs = 600_000;
/** Largest number of characters of all stored tables together. */
const mostInAll = 256 * 1024 * 1024;

export interface Edit {
  readonly rows: readonly StoredRow[];
  readonly deleted: readonly string[];
  readonly columns?: readonly (StoredColumn & { readonly from?: string })[] | undefined;
  /** Revision that the user has seen: an edit of a row that was changed later is refused. Absent: revisions are not compared. */
  readonly revision?: number;
  readonly by: string;
  readonly kind: StoredVersion['kind'];
}

/** Called when rows have changed. @param keys changed keys; undefined: any key may have changed */
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
  readonly #ruleWrites = new Map<string, { added: number; changed: number; removed: number }>();
  #storing: Promise<void> = Promise.resolve();

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
   * Applies and stores an edit completely, or not at all. @returns the new revision
   * @throws ConflictError that lists rows which other users have changed; BadRequestError when a row or column is invalid;
   * TooLargeError when the table, or all tables together, would exceed a limit
   */
  async edit(adapterId: string, edit: Edit): Promise<number> {
    const table = this.table(adapterId);
    const revision = table.revision + 1;
    const columns = edit.columns ? columnsOf(edit.columns) : table.columns;
    if (edit.revision !== undefined) checkConflicts(table, edit, edit.revision);
    const mapped =
      edit.columns && !isSameColumns(edit.columns, table.columns) ? placesOf(edit.columns, table.columns) : undefined;
    checkRows(edit.rows, columns.length);
    this.#checkSize(table, edit);
    const changes: RowChange[] = [];
    const counts = { added: 0, changed: 0, removed: 0 };
    const note = (key: string, before: TableRow | undefined, after: StoredRow | undefined): void => {
      counts[!before ? 'added' : after ? 'changed' : 'removed'] += 1;
      if (changes.length < mostChanges)
        changes.push({ key, before: before ? plainRow(before) : null, after: after ?? null });
    };
    const yielder = new Yielder();
    const before = new Map<string, TableRow | undefined>();
    const oldColumns = table.columns;
    table.columns = columns;
    if (mapped) {
      for (const row of [...table.rows()]) {
        before.set(row.key, row);
        table.set({ ...row, values: mapped.map((at) => row.values[at] ?? '') });
      }
    }
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
    table.revision = revision;
    this.#tell(adapterId, mapped || before.size > 1_000 ? undefined : [...before.keys()]);
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
      }
      this.#tell(adapterId, undefined);
      throw error;
    }
    return revision;
  }

  /**
   * Changes a row in memory immediately, and on disk within a second, for writes by rules.
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
    if (after) this.#checkSize(table, { rows: [after], deleted: [] });
    table.revision += 1;
    if (after) {
      const values = filledRow(after.values, table.columns.length);
      table.set({ ...after, list: after.list ?? null, values, revision: table.revision });
    } else table.delete(key);
    const counts = this.#ruleWrites.get(adapterId) ?? { added: 0, changed: 0, removed: 0 };
    counts[!before ? 'added' : after ? 'changed' : 'removed'] += 1;
    this.#ruleWrites.set(adapterId, counts);
    this.#tell(adapterId, [key]);
  }

  /** Deletes expired rows. */
  async sweep(now: number): Promise<void> {
    const yielder = new Yielder();
    for (const [id, table] of this.#tables) {
      const ended: string[] = [];
      for (const { key, expires_at: ends } of table.rows()) {
        if (ends !== null && ends <= now) ended.push(key);
        if (yielder.isOver) await yielder.pause();
      }
      for (const key of ended) if ((table.get(key)?.expires_at ?? Infinity) <= now) table.delete(key);
      if (ended.length > 0) await this.#store(id, table).catch(this.#onError);
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

  #tell(adapterId: string, keys: readonly string[] | undefined): void {
    for (const listener of this.#listeners) listener(adapterId, keys);
  }

  #checkSize(table: StoredTable, { rows, deleted }: Pick<Edit, 'rows' | 'deleted'>): void {
    const gone = new Set(deleted);
    let { size, characters } = table;
    for (const key of gone) {
      const row = table.get(key);
      if (row) [size, characters] = [size - 1, characters - charactersOf(row)];
    }
    for (const row of rows) {
      const before = gone.has(row.key) ? undefined : table.get(row.key);
      size += before ? 0 : 1;
      characters += charactersOf(row) - (before ? charactersOf(before) : 0);
    }
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

  async #storeRuleWrites(): Promise<void> {
    const written = [...this.#ruleWrites];
    this.#ruleWrites.clear();
    for (const [id, counts] of written) {
      const table = this.#tables.get(id);
      if (!table) continue;
      try {
        await this.#store(id, table);
        await this.#noteRuleWrites(id, table.revision, counts);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  async #noteRuleWrites(
    id: string,
    revision: number,
    counts: { readonly added: number; readonly changed: number; readonly removed: number },
  ): Promise<void> {
    const last = this.#history.heads().findLast(({ adapter }) => adapter === id);
    const at = new Date().toISOString();
    if (last?.version.kind === 'rules' && Date.now() - Date.parse(last.version.at) < rulesVersionMs) {
      const { added, changed, removed } = last.version;
      const sums = {
        added: added + counts.added,
        changed: changed + counts.changed,
        removed: removed + counts.removed,
      };
      await this.#history.put({ id: last.id, adapter: id, version: { ...last.version, ...sums, revision } });
    } else await this.#addVersion(id, { revision, at, by: '', kind: 'rules', ...counts, changes: [] });
  }

  async #addVersion(adapter: string, version: StoredVersion): Promise<void> {
    await this.#history.put({ id: `${adapter}.${String(version.revision).padStart(12, '0')}`, adapter, version });
    const heads = this.#history.heads().filter((head) => head.adapter === adapter);
    for (const { id } of heads.slice(0, Math.max(0, heads.length - mostVersions))) await this.#history.delete(id);
  }
}

const filledRow = (values: readonly string[], columns: number): string[] =>
  Array.from({ length: columns }, (_, at) => values[at] ?? '');

function columnsOf(given: readonly StoredColumn[]): StoredColumn[] {
  const names = given.map(({ name }) => name);
  const reserved = names.find((name) => ['key', 'expires_at', 'note'].includes(name));
  if (reserved !== undefined) throw new BadRequestError(`A column cannot be named "${reserved}".`);
  if (new Set(names).size < names.length) throw new BadRequestError('Two columns have the same name.');
  return given.map(({ name, type }) => ({ name, type }));
}

const isSameColumns = (
  given: readonly (StoredColumn & { readonly from?: string })[],
  columns: readonly StoredColumn[],
): boolean =>
  given.length === columns.length && given.every(({ name, from }, at) => (from ?? name) === columns[at]?.name);

/** Returns the former index of each column; -1: the column is new. */
const placesOf = (
  given: readonly (StoredColumn & { readonly from?: string })[],
  columns: readonly StoredColumn[],
): number[] => given.map(({ name, from }) => columns.findIndex((column) => column.name === (from ?? name)));

function checkRows(rows: readonly StoredRow[], columns: number): void {
  const keys = new Set<string>();
  for (const { key, values } of rows) {
    if (key.trim() === '') throw new BadRequestError('A row needs a key.');
    if (keys.has(key)) throw new BadRequestError(`The key ${JSON.stringify(key)} appears in two rows.`);
    if (values.length > columns)
      throw new BadRequestError(`The row ${JSON.stringify(key)} has more values than columns.`);
    keys.add(key);
  }
}

function checkConflicts(table: StoredTable, { rows, deleted }: Edit, seen: number): void {
  const keys = [...rows.map(({ key }) => key), ...deleted];
  const changed = keys.filter((key) => (table.get(key)?.revision ?? 0) > seen);
  if (changed.length > 0)
    throw new ConflictError(
      `Another user has changed these rows: ${changed.slice(0, 10).join(', ')}. Load the rows again, then repeat your changes.`,
    );
}
