/** Limits of request bodies: parsing, checking and storing one must not delay other requests. */
import { createContentPack } from '../../../api/contract/content-packs.js';
import { differencesOfMessages } from '../../../api/contract/differences.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { importStoredRows } from '../../../api/contract/lookup.js';
import { patternsOfMessages } from '../../../api/contract/patterns.js';
import { createSearch, executeSync, searchMetadata } from '../../../api/contract/searches.js';
import { createSnapshot } from '../../../api/contract/snapshots.js';
import { createView, updateDashboard, updateView } from '../../../api/contract/views.js';

const KiB = 1024;

export const usualBodyBytes = 256 * KiB;
/** Limit for a dashboard of many pages, and its search. */
export const largeBodyBytes = 512 * KiB;

const large = new Set<unknown>([
  createSearch,
  executeSync,
  patternsOfMessages,
  differencesOfMessages,
  searchMetadata,
  createView,
  updateView,
  updateDashboard,
  createSnapshot,
]);

/** Limit for a content pack; the largest known has 870 KiB. A body of twice this size would take too long to parse. */
export const packBodyBytes = 2 * 1024 * KiB;

/** Limit for a CSV file, which may be larger because it is read in slices. */
const fileBodyBytes = 16 * 1024 * KiB;

export function bodyLimitOf(endpoint: Endpoint): number {
  const given: unknown = endpoint;
  if (given === importStoredRows) return fileBodyBytes;
  if (given === createContentPack) return packBodyBytes;
  return large.has(endpoint) ? largeBodyBytes : usualBodyBytes;
}

/** Tells whether the body is stored exactly as it was received. */
export const keepsTextOf = (endpoint: Endpoint): boolean => (endpoint as unknown) === createContentPack;
