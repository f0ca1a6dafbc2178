/** Opens the components of the message store in order, and combines them. */
import { join } from 'node:path';
import { Backlog } from './backlog.js';
import { claim, makeDirectory } from './data-directory.js';
import { openDatabase } from './database.js';
import { IndexFamilies } from './index-families.js';
import { ensureIndexSet } from './index-set.js';
import { Journal } from './journal.js';
import { KeptJournal, StoreJournalReading } from './journal-reading.js';
import { Loader } from './loader.js';
import { QueryPool } from './query-pool.js';
import type { Sieve } from './storable.js';
import { defaultLimits, type StoreLimits } from './store-limits.js';
import type { StoreOptions } from './store-options.js';
import { Store } from './store.js';
import type { MessageStore } from './types.js';
import { InvertedIndex } from './inverted-index/inverted-index.js';
import { RowPages } from './row-pages/row-pages.js';

/**
 * Reduces the bytes between two checkpoints and the bytes of a batch so that they fit into the memory of the database.
 * The database later reads all rows between two checkpoints at once, in several threads and searches, and uses twice
 * their size for that.
 */
function fitting(limits: StoreLimits): StoreLimits {
  const { memoryBytes, checkpointBytes, batchBytes } = limits;
  return {
    ...limits,
    checkpointBytes: Math.min(checkpointBytes, memoryBytes / 8),
    batchBytes: Math.min(batchBytes, memoryBytes / 16),
  };
}

/**
 * Opens the message store.
 * @throws DataDirectoryError when the directory cannot be used, or another server uses it
 */
export async function openStore(options: StoreOptions): Promise<MessageStore> {
  const { documents, log, nodeId } = options;
  const limits = fitting({ ...defaultLimits(), ...options.limits });
  const root = await makeDirectory(options.directory);
  const lockPath = join(root, 'store.duckdb');
  const release = claim(lockPath);
  const undo: (() => unknown)[] = [release];
  try {
    const [indexDirectory, journalDirectory] = await Promise.all(
      ['indices', 'journal'].map((name) => makeDirectory(join(root, name))),
    );
    if (indexDirectory === undefined || journalDirectory === undefined)
      throw new Error('Directories are made in pairs');
    const instance = await openDatabase({
      path: lockPath,
      threads: limits.threads,
      memoryBytes: limits.memoryBytes,
      checkpointBytes: limits.checkpointBytes,
      mergesRowGroups: false,
      temporaryDirectory: join(root, 'temporary'),
      allowedDirectory: root,
      onMended: (blocks) => log.warn('Blocks that a crash had torn were mended', { path: lockPath, blocks }),
    });
    undo.push(() => instance.closeSync());
    const connection = await instance.connect();
    undo.push(() => connection.disconnectSync());
    const pool = await QueryPool.open(instance, limits.connections);
    undo.push(() => pool.close());
    await ensureIndexSet(documents);
    let families: IndexFamilies | undefined = undefined;
    const words = new InvertedIndex({
      pool,
      log,
      blockRows: limits.wordBlockRows,
      fromMessages: limits.wordsFrom,
      restMs: limits.wordsRestMs,
      onChange: (name) => families?.wordsChanged(name),
    });
    undo.push(() => words.close());
    const pages = new RowPages({ pool, log, restMs: limits.wordsRestMs });
    undo.push(() => pages.close());
    families = await IndexFamilies.open({
      connection,
      directory: indexDirectory,
      documents,
      setOf: options.setOf ?? (() => undefined),
      pool,
      words,
      pages,
      log,
      graceMs: limits.removalGraceMs,
      onUnreadable: (index) => options.onUnreadable?.(index),
      onChange: options.onIndexChange,
    });
    let store: Store | undefined = undefined;
    const onChange = (): void => {
      store?.updatePressure();
      options.onFailure?.(store?.failure);
    };
    const kept = new KeptJournal(options.isJournalRead === true);
    const onUnreadable = (error: unknown): void => log.error('A message in the journal cannot be read', { error });
    const journal = await Journal.open({
      directory: journalDirectory,
      kept: () => kept.from,
      loaded: families.position,
      segmentBytes: limits.segmentBytes,
      onDamage: (path, offset) =>
        log.warn('The journal has a torn record; what follows it was not acknowledged', { path, offset }),
      onChange,
    });
    undo.push(() => journal.close());
    const waiting = await journal.bytesAfter(families.position);
    const backlog = new Backlog(journal, families.position, waiting, {
      maxCachedBytes: limits.cachedBytes,
      maxBatchMessages: limits.batchMessages,
      maxBatchBytes: limits.batchBytes,
      stops: families.positions,
      onDamage: onUnreadable,
    });
    backlog
      .countLeft()
      .catch((error: unknown) => log.debug('The messages that wait in the journal could not be counted', { error }));
    const { maxFields, wideFields, inputFields } = limits;
    const { onWide } = options;
    const sieve: Sieve = {
      connection,
      nodeId,
      limits: { maxFields, wideFields, inputFields, maxFailures: 1000, ...(onWide && { onWide }) },
      log,
    };
    const loader = new Loader({
      ...sieve,
      backlog,
      families,
      journal,
      maintenanceIntervalMs: limits.maintenanceIntervalMs,
      retryIntervalMs: limits.retryIntervalMs,
      onChange,
    });
    store = new Store({
      root,
      journalDirectory,
      instance,
      connection,
      pool,
      words,
      pages,
      families,
      journal,
      journalReading: new StoreJournalReading(journal, kept, onUnreadable),
      backlog,
      loader,
      sieve,
      limits,
      log,
      release,
    });
    loader.start();
    return store;
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}
