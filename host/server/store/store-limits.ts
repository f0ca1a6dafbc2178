/** Limits of the store, such as memory, connections and waiting bytes, and their defaults. */
import { availableParallelism } from 'node:os';
import { defaultMemoryLimit } from './database.js';
import { defaultConnections } from './query-pool.js';
import { defaultBlockRows } from './inverted-index/format.js';

const MiB = 1024 * 1024;

/** Limits of the store, each with a default. */
export interface StoreLimits {
  /** Largest number of dynamic fields in an index. */
  readonly maxFields: number;
  /**
   * Number of unknown fields above which a message is wide. An unknown field of a wide message gets a column only if an
   * earlier message contained it.
   */
  readonly wideFields: number;
  /** Largest number of columns that the messages of one input may add to an index during one run of the server. */
  readonly inputFields: number;
  /** Number of bytes waiting in the journal from which on backpressure slows senders. */
  readonly slowBytes: number;
  /** Number of bytes waiting in the journal from which on no message is accepted. */
  readonly fullBytes: number;
  /** Number of bytes waiting in the journal from which on requests of HTTP senders may be refused. */
  readonly lateBytes: number;
  /** Age of the oldest waiting message in milliseconds from which on senders are slowed. */
  readonly slowLagMs: number;
  /** Age of the oldest waiting message in milliseconds from which on requests of HTTP senders may be refused. */
  readonly lateLagMs: number;
  /** Number of bytes waiting in the journal below which no sender is slowed or refused because of the lag. */
  readonly lagFromBytes: number;
  /** Size in bytes after which a new segment of the journal is begun. */
  readonly segmentBytes: number;
  /**
   * Largest number of bytes of waiting messages that are cached in memory. Further messages are read from the journal
   * later.
   */
  readonly cachedBytes: number;
  /** Number of messages from which on a batch of the loader is complete. */
  readonly batchMessages: number;
  /** Number of bytes in the journal from which on a batch of the loader is complete. */
  readonly batchBytes: number;
  /** Memory limit of the database in bytes. */
  readonly memoryBytes: number;
  /** Number of threads of the database. */
  readonly threads: number;
  /** Largest number of concurrent statements. */
  readonly connections: number;
  /** Size of the write-ahead log in bytes from which on the database writes it into the index file. */
  readonly checkpointBytes: number;
  /** Interval of checking rotation and retention, in milliseconds. */
  readonly maintenanceIntervalMs: number;
  /** Milliseconds before the next attempt after messages could not be stored. */
  readonly retryIntervalMs: number;
  /** Number of rows of a block of the inverted index. */
  readonly wordBlockRows: number;
  /** Number of messages from which on an index has an inverted index. */
  readonly wordsFrom: number;
  /**
   * Milliseconds for which neither an inverted index nor pages are built for an index after a failure. Further failures
   * prolong the pause of the inverted index.
   */
  readonly wordsRestMs: number;
  /** Milliseconds for which a removed index stays readable for running searches. */
  readonly removalGraceMs: number;
}

export function defaultLimits(): StoreLimits {
  return {
    maxFields: 1000,
    wideFields: 250,
    inputFields: 600,
    slowBytes: 256 * MiB,
    fullBytes: 1024 * MiB,
    lateBytes: 512 * MiB,
    slowLagMs: 12_000,
    lateLagMs: 24_000,
    lagFromBytes: 32 * MiB,
    segmentBytes: 32 * MiB,
    cachedBytes: 48 * MiB,
    batchMessages: 4096,
    batchBytes: 16 * MiB,
    memoryBytes: defaultMemoryLimit(),
    threads: Math.min(availableParallelism(), 8),
    connections: defaultConnections(),
    checkpointBytes: 128 * MiB,
    maintenanceIntervalMs: 10_000,
    retryIntervalMs: 1000,
    removalGraceMs: 30_000,
    wordBlockRows: defaultBlockRows,
    wordsFrom: 8192,
    wordsRestMs: 30_000,
  };
}
