/** Caches of the inverted indexes of all files together. */
import { foundCache } from './found-rows.js';
import { knownRowsCache } from './known-rows.js';
import { unitCache } from './source.js';

const MiB = 1024 * 1024;

export class InvertedIndexCaches {
  /** Parts of files that were read last. */
  readonly units = unitCache(48 * MiB);
  /** Cache of found rows, and a cache of the same size for value counts. */
  readonly found = foundCache(24 * MiB);
  /** Messages that were read last. */
  readonly rows = knownRowsCache(16 * MiB);

  get bytes(): number {
    return this.units.bytes + this.found.rows.bytes + this.found.counts.bytes + this.rows.bytes;
  }
}
