/** Search settings of the administrator, and limits of cost. */
import { availableMemory } from '../foundation/memory.js';
import { getHeapStatistics } from 'node:v8';

const MiB = 1024 * 1024;

export interface SearchSettings {
  /** `*foo` and `?foo` (contract search L3). */
  readonly allowLeadingWildcard: boolean;
  /** Places of matches go with the messages (contract search H1). */
  readonly allowHighlighting: boolean;
  /** Offset plus limit of a page of messages. */
  readonly resultWindow: number;
  /** Bytes of memory that the result of one search may take, about. */
  readonly resultBytes: number;
  /** … that the results of one user's searches take together, those that are being computed included. */
  readonly userResultBytes: number;
  /** … and those of all users. */
  readonly allResultBytes: number;
  /** Searches of one user that run at once; further ones wait. */
  readonly runningSearches: number;
  /** Searches of one user that wait. */
  readonly waitingSearches: number;
  /** Exports of one user that run at once; further ones wait. */
  readonly runningExports: number;
  /** Exports of one user that wait. */
  readonly waitingExports: number;
  /** Queries that one search may have: pages of a dashboard. */
  readonly queries: number;
  /** Search types that one execution may have. */
  readonly searchTypes: number;
  /** Numbers that the percentiles of one pivot may hold in memory; 16 bytes each. */
  readonly percentileValues: number;
  /** ISO period; `PT0S` is no limit (contract search S9). Read at every search. */
  readonly queryTimeRangeLimit: () => string;
}

const defaultSettings: SearchSettings = {
  allowLeadingWildcard: true,
  allowHighlighting: true,
  resultWindow: 10_000,
  resultBytes: 64 * MiB,
  userResultBytes: 128 * MiB,
  allResultBytes: Math.min(512 * MiB, getHeapStatistics().heap_size_limit / 4),
  runningSearches: 4,
  waitingSearches: 200,
  runningExports: 2,
  waitingExports: 20,
  queries: 200,
  searchTypes: 1_000,
  percentileValues: Math.min(availableMemory() / 4, 4 * 1024 ** 3) / 16,
  queryTimeRangeLimit: () => 'PT0S',
};

/** @param allowLeadingWildcard read at every search; absent: as the settings say */
export function settingsOf(
  own: Partial<SearchSettings> | undefined,
  allowLeadingWildcard: (() => boolean) | undefined,
): SearchSettings {
  const fixed: SearchSettings = { ...defaultSettings, ...own };
  return {
    ...fixed,
    get allowLeadingWildcard() {
      return allowLeadingWildcard?.() ?? fixed.allowLeadingWildcard;
    },
  };
}
