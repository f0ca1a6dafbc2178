/**
 * Manages the index files of all index sets. A message is stored in each set that one of its streams uses. Among these
 * sets, the first one that accepts the message determines its home: the index in which that set stores it. The other
 * sets store copies that name the home, and searches skip copies as long as the home exists and is not closed. So every
 * message is found once, and is retained as long as one of its sets retains it.
 */
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { draftEnding } from './index-draft.js';
import type { IndexFile } from './index-file.js';
import { IndexFamily, type IndexFamilyOptions } from './index-family.js';
import { databaseExtension, pagesExtension, wordsExtension } from './index-file-names.js';
import { IndexRemovals } from './index-removals.js';
import { indexNumber, indexSetIds, indexSets, readIndexSet } from './index-set.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import { homeField } from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import { storedIn, type Retry } from './retries.js';
import type { Documents, IndexFacts, IndexFields, StoredIndex } from './types.js';

export interface IndexFamiliesOptions extends Omit<
  IndexFamilyOptions,
  'set' | 'indexSet' | 'position' | 'homes' | 'removals' | 'onSeen'
> {
  readonly documents: Documents;
  /** Returns the id of the index set of a stream; undefined: the stream's messages go into the first set. */
  readonly setOf: (stream: string) => string | undefined;
  /** Milliseconds for which a removed index stays readable for running searches. */
  readonly graceMs: number;
}

/** Part of a batch that goes into one index set. */
export interface Share {
  readonly family: IndexFamily;
  readonly messages: readonly AcceptedMessage[];
}

export class IndexFamilies {
  readonly #options: IndexFamiliesOptions;
  readonly #removals: IndexRemovals;
  /**
   * Families in ascending order of set id. The home of a message is an index of the first family that accepts the
   * message.
   */
  #families: IndexFamily[] = [];
  #snapshot: readonly StoredIndex[] | undefined;
  /** Journal position before which every message was loaded. */
  #loaded: JournalPosition = { segment: 0, offset: 0 };

  private constructor(options: IndexFamiliesOptions) {
    this.#options = options;
    this.#removals = new IndexRemovals(options);
  }

  static async open(options: IndexFamiliesOptions): Promise<IndexFamilies> {
    const families = new IndexFamilies(options);
    await families.#tidy();
    for (const id of indexSetIds(options.documents)) families.#families.push(await families.#open(id));
    families.#loaded = families.kept;
    await families.#findStored();
    await families.#removeOrphans();
    return families;
  }

  /** Finds the index of refused messages that were stored later, because copies of them may still have to be loaded. */
  async #findStored(): Promise<void> {
    const files = this.files();
    for (const { name, refusals } of files)
      for (const [id, index] of await storedIn(this.#options.connection, files, name, refusals.open()))
        refusals.stored(id, index);
  }

  #open(set: string, position?: JournalPosition): Promise<IndexFamily> {
    const { documents } = this.#options;
    let known = readIndexSet(documents, set);
    return IndexFamily.open({
      ...this.#options,
      set,
      position,
      indexSet: () => (known = readIndexSet(documents, set, known)),
      homes: () => this.files().flatMap(({ copies }) => [...copies.keys()]),
      removals: this.#removals,
      onSeen: () => this.changed(),
    });
  }

  async #tidy(): Promise<void> {
    const { directory } = this.#options;
    const files = await readdir(directory);
    for (const file of files) if (file.includes(databaseExtension + draftEnding)) await unlink(join(directory, file));
    await this.#removals.finish(files);
  }

  /** Removes files of inverted indexes and of pages whose index no longer exists or was put aside. */
  async #removeOrphans(): Promise<void> {
    const { directory } = this.#options;
    const files = await readdir(directory);
    const names = new Set(
      files.filter((file) => file.endsWith(databaseExtension)).map((file) => file.slice(0, -databaseExtension.length)),
    );
    for (const file of files)
      for (const ending of [wordsExtension, pagesExtension])
        if (file.endsWith(ending) && !names.has(file.slice(0, -ending.length)))
          await rm(join(directory, file), { force: true });
  }

  /** Returns the journal position before which every message was loaded. */
  get position(): JournalPosition {
    return this.#loaded;
  }

  /** Returns the journal position that is stored in the indices, from which loading continues after a crash. */
  get kept(): JournalPosition {
    const [first = { segment: 0, offset: 0 }, ...others] = this.positions;
    return others.reduce((least, position) => (isBefore(position, least) ? position : least), first);
  }

  /** For each index set, the journal position up to which its messages are in its indices. */
  get positions(): readonly JournalPosition[] {
    return this.#families.map(({ position }) => position);
  }

  /** Remembers that the batch that ends at a position is loaded into all sets. */
  passed(position: JournalPosition): void {
    if (isBefore(this.#loaded, position)) this.#loaded = position;
    this.changed();
  }

  all(): readonly IndexFamily[] {
    return this.#families;
  }

  of(set: string): IndexFamily | undefined {
    return this.#families.find((family) => family.set === set);
  }

  /** Returns the family that an index belongs to. */
  holder(name: string): IndexFamily | undefined {
    return this.#families.find((family) => family.files().some((index) => index.name === name));
  }

  /** Returns every index file, oldest first, including closed ones. */
  files(): readonly IndexFile[] {
    const all = this.#families.flatMap((family) => family.files());
    return this.#families.length === 1 ? all : all.sort((a, b) => a.createdAt - b.createdAt);
  }

  /**
   * Distributes a batch over index sets. The home of a message is an index of the first set that accepts the message.
   * @param end journal position after the batch
   */
  shares(messages: readonly AcceptedMessage[], end: JournalPosition): Share[] {
    const [only, ...others] = this.#families;
    if (only && others.length === 0) return [{ family: only, messages }];
    const shares = new Map<IndexFamily, AcceptedMessage[]>(this.#families.map((family) => [family, []]));
    const known = new Map<string, readonly IndexFamily[]>();
    const holders = new Map(this.#families.map((family) => [family, family.holderOf(end)]));
    for (const message of messages) {
      const key = message.streams.join(' ');
      let families = known.get(key);
      if (!families) known.set(key, (families = this.#familiesOf(message.streams)));
      let home: string | undefined;
      for (const family of families) {
        shares.get(family)?.push(home === undefined ? message : { ...message, home });
        if (families.length === 1) break;
        const { name, refusals } = holders.get(family) ?? family.current;
        home ??= refusals.homeOf(message.id, name);
      }
    }
    return Array.from(shares, ([family, own]) => ({ family, messages: own })).filter(
      ({ messages: own }) => own.length > 0,
    );
  }

  /**
   * Returns the families for the streams of a message. There is at least one, because a message without an index set
   * goes into the first family.
   */
  #familiesOf(streams: readonly string[]): readonly IndexFamily[] {
    const sets = new Set(streams.map((id) => this.#options.setOf(id) ?? this.#families[0]?.set));
    const found = this.#families.filter(({ set }) => sets.has(set));
    return found.length > 0 ? found : this.#families.slice(0, 1);
  }

  /**
   * Records which refused messages a retry has stored. @param index name of the index that now stores the successful
   * messages
   */
  retried(retries: readonly Retry[], index: string): void {
    const files = new Map(this.files().map((file) => [file.name, file]));
    for (const { index: failedIn, messageId, reason } of retries)
      if (reason === undefined) files.get(failedIn)?.refusals.stored(messageId, index);
  }

  // ---- Snapshots of the open indices, for searches ----

  changed(): void {
    this.#snapshot = undefined;
  }

  /** Discards the snapshot after the inverted index or the pages of an index cover other rows. */
  wordsChanged(name: string): void {
    this.files()
      .find((index) => index.name === name)
      ?.wordsChanged();
    this.changed();
  }

  /** Returns the open indices, oldest first. */
  snapshot(): readonly StoredIndex[] {
    return (this.#snapshot ??= Object.freeze(this.#seen()));
  }

  #seen(): StoredIndex[] {
    const open = this.#families.map((family) => family.files().filter((index) => !family.isClosed(index)));
    if (open.length <= 1) return open.flat().map((index) => index.snapshot());
    // A copy names the index that is its home. This index may belong to any set, so the indices of all sets are
    // possible homes.
    const homes = open.flatMap((files) => files.map(({ name }) => name));
    // Copies are loaded into all families but the first. If messages were refused, the first family may get copies,
    // too, because a retry may have stored a message in another set before.
    const isRefused = this.files().some(({ refusals }) => refusals.any);
    return open
      .flatMap((files, at) => files.map((index) => withoutCopies(index, homes, at > 0 || isRefused)))
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Returns the facts of every index, set by set, and oldest first within a set. */
  facts(): IndexFacts[] {
    return this.#families.flatMap((family) =>
      family.files().map((index) => ({
        name: index.name,
        set: family.set,
        messages: index.messages,
        createdAt: index.createdAt,
        sealedAt: index.sealedAt,
        minTimestamp: index.minTimestamp,
        maxTimestamp: index.maxTimestamp,
        isWritten: index === family.current,
        isClosed: family.isClosed(index),
        isReopened: family.isReopened(index),
      })),
    );
  }

  /** Returns the fields of the indices of a set, oldest first. */
  fieldsOf(set: string): IndexFields[] {
    const family = this.of(set);
    return (family?.files() ?? []).map((index) => ({
      name: index.name,
      isWritten: index === family?.current,
      fields: index.dynamicFields().filter(({ name }) => name !== homeField),
      fieldsOfStreams: index.snapshot().fieldsOfStreams,
    }));
  }

  async diskBytes(): Promise<ReadonlyMap<string, number>> {
    const sizes = await Promise.all(this.#families.map((family) => family.diskBytes()));
    return new Map(sizes.flatMap((one) => [...one]));
  }

  get removals(): IndexRemovals {
    return this.#removals;
  }

  // ---- Maintenance, which runs while nothing is loaded ----

  /** Runs rotation, retention and the tasks that wait for an idle moment. */
  async maintain(now = Date.now()): Promise<void> {
    // A failure of one set, for instance on a full disk, must not prevent retention in the other sets.
    for (const family of this.#families)
      await this.#maintain(family, now).catch((error: unknown) =>
        this.#options.log.error('Rotating indices failed', { indexSet: family.set, error }),
      );
    await this.#removals.run(now);
  }

  async #maintain(family: IndexFamily, now: number): Promise<void> {
    try {
      // A set without new messages advances its position, too. Otherwise the journal would be retained for that set.
      await family.advance(this.#loaded);
    } finally {
      await family.maintain(now);
    }
  }

  /**
   * Rotates the index of a set, by default of the first set.
   * @returns false: the set does not exist
   */
  async cycle(set = this.#families[0]?.set): Promise<boolean> {
    const family = set === undefined ? undefined : this.of(set);
    await family?.cycle();
    return family !== undefined;
  }

  /**
   * Adds an index set, unless it exists already or its document was deleted meanwhile. Existing files with the prefix
   * of the set belong to it.
   * @throws StillRemovedError while an index with the prefix of the set is being removed
   */
  async add(set: string): Promise<void> {
    const { documents } = this.#options;
    if (this.of(set) || !indexSets(documents).get(set)) return;
    const { prefix } = readIndexSet(documents, set);
    const held = this.#removals.all().find(({ index }) => indexNumber(index, prefix) !== undefined);
    if (held) throw new StillRemovedError(held.index);
    const family = await this.#open(set, this.#loaded);
    try {
      await family.advance(this.#loaded);
    } catch (error) {
      await family.abandon();
      throw error;
    }
    this.#families = [...this.#families, family].sort((a, b) => (a.set < b.set ? -1 : 1));
    this.changed();
  }

  /**
   * Removes the family of a deleted index set.
   * @param withIndices false: the files of its indices are kept
   */
  async remove(set: string, withIndices: boolean): Promise<void> {
    const family = this.of(set);
    this.#families = this.#families.filter((one) => one !== family);
    await family?.end(withIndices);
    this.changed();
  }

  /** Deletes an index. @returns false: the index does not exist or is written to */
  async drop(name: string): Promise<boolean> {
    return (await this.holder(name)?.drop(name)) ?? false;
  }

  async close(name: string): Promise<boolean> {
    return (await this.holder(name)?.close(name)) ?? false;
  }

  async reopen(name: string): Promise<boolean> {
    return (await this.holder(name)?.reopen(name)) ?? false;
  }

  /**
   * Writes the write-ahead log of each index that is written to into the index file.
   * @param only restricts the checkpoint to one set, or to one index that is not read-only yet
   */
  async checkpoint(only: { readonly set?: string; readonly index?: string } = {}): Promise<void> {
    for (const family of this.#families) {
      if (only.set !== undefined && family.set !== only.set) continue;
      await family.advance(this.#loaded);
      await family.checkpoint(only.index);
    }
  }
}

/** Thrown when an index set cannot be created, because indices with its prefix are still being removed. */
export class StillRemovedError extends Error {
  override name = 'StillRemovedError';

  constructor(readonly index: string) {
    super(`Index ${index} is still being removed.`);
  }
}

/**
 * Returns a view of an index without the messages that one of the homes contains as well.
 * @param homes names of the indices that may be homes
 * @param takes false: no copies are ever loaded into the set of the index
 */
function withoutCopies(index: IndexFile, homes: readonly string[], takes: boolean): StoredIndex {
  const seen = index.snapshot();
  const { copies, messages, sealed, homeColumn } = index;
  const hidden = homes.reduce((sum, home) => sum + (copies.get(home) ?? 0), 0);
  if (hidden === 0 && (sealed || !takes)) return seen;
  // An index without copies may receive copies after this snapshot, which must be left out as well.
  if (homeColumn === undefined) return seen.knownStreams ? { ...seen, hides: { before: messages } } : seen;
  const { knownStreams: _streams, ...rest } = seen;
  if (hidden === messages && messages > 0) return { ...rest, hides: 'all' };
  // A sealed index knows which home indices its copies name.
  return { ...rest, hides: { column: homeColumn, homes: homes.filter((home) => !sealed || copies.has(home)) } };
}
