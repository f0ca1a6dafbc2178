/** Limits the size of request bodies, because parsing, checking and storing a body must not delay other requests. */
import { createContentPack } from '../../../api/contract/content-packs.js';
import { differencesOfMessages } from '../../../api/contract/differences.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { importStoredRows } from '../../../api/contract/lookup-rows.js';
import { patternsOfMessages } from '../../../api/contract/patterns.js';
import { createSearch, executeSync, searchMetadata } from '../../../api/contract/searches.js';
import { registerSidecar } from '../../../api/contract/sidecars.js';
import { createSnapshot } from '../../../api/contract/snapshots.js';
import { createView, updateDashboard, updateView } from '../../../api/contract/views.js';

const KiB = 1024;

export const usualBodyBytes = 256 * KiB;
/**
 * Limit in bytes for views, snapshots, searches, and patterns and differences of messages (`large`), because a
 * dashboard of many pages is large.
 */
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

/**
 * Limit in bytes for a content pack. The largest known pack has 870 KiB; a body of 4 MiB would take too long to parse.
 */
export const packBodyBytes = 2 * 1024 * KiB;

/**
 * Limit in bytes for the report of an agent, which may list thousands of log files, although few of them are stored. An
 * agent whose report is refused never appears.
 */
export const reportBytes = 1024 * KiB;

/** Limit in bytes for a CSV file, which may be larger than other bodies because it is read in slices. */
const fileBodyBytes = 16 * 1024 * KiB;

export function bodyLimitOf(endpoint: Endpoint): number {
  const given: unknown = endpoint;
  if (given === importStoredRows) return fileBodyBytes;
  if (given === createContentPack) return packBodyBytes;
  if (given === registerSidecar) return reportBytes;
  return large.has(endpoint) ? largeBodyBytes : usualBodyBytes;
}

/** Tells whether the body of an endpoint is stored exactly as it was received, so that its text must be kept. */
export const keepsTextOf = (endpoint: Endpoint): boolean => (endpoint as unknown) === createContentPack;
