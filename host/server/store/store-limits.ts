/** Limits of the store: memory, connections, waiting bytes. */
import { availableParallelism } from 'node:os';
import { defaultMemoryLimit } from './database.js';
import { defaultConnections } from './query-pool.js';
import { defaultBlockRows } from './inverted-index/format.js';

const MiB = 1024 * 1024;

/** Bounds of the store; every one has a default. */
export interface StoreLimits {
  /** Dynamic fields that an index may have. */
  readonly maxFields: number;
  /** Unknown fields from which on a message makes no columns by itself. */
  readonly wideFields: number;
  /** Columns of an index that the messages of one input may make. */
  readonly inputFields: number;
  /** Bytes of journal that wait to be loaded, from which on senders are slowed. */
  readonly slowBytes: number;
  /** … and from which on nothing is taken in. */
  readonly fullBytes: number;
  readonly segmentBytes: number;
  /** Waiting messages that are held in memory; more are read back from the journal. */
  readonly cachedBytes: number;
  readonly batchMessages: number;
  readonly batchBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Statements that run at the same time. */
  readonly connections: number;
  readonly checkpointBytes: number;
  /** Interval of checking rotation and retention, in milliseconds. */
  readonly maintenanceIntervalMs: number;
  /** Wait before the next try after messages could not be stored. */
  readonly retryIntervalMs: number;
  /** Rows of a block of the inverted index, and messages from which on an index has one. */
  readonly wordBlockRows: number;
  readonly wordsFrom: number;
  /** Milliseconds for which an index's inverted index is left alone after a failure. */
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
