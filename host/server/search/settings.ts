/** Settings of the search, and limits of the resources that it uses. */
import { availableMemory } from '../foundation/memory.js';
import { getHeapStatistics } from 'node:v8';

const MiB = 1024 * 1024;

export interface SearchSettings {
  /** True: wildcards such as `*foo` and `?foo` are allowed (contract search L3). */
  readonly allowLeadingWildcard: boolean;
  /** True: messages are returned with the positions of the matches (contract search H1). */
  readonly allowHighlighting: boolean;
  /** Largest sum of offset and limit of a page of messages. */
  readonly resultWindow: number;
  /** Approximate memory limit in bytes of the result of one search. */
  readonly resultBytes: number;
  /** Approximate memory limit in bytes of the results of one user's searches, including running ones. */
  readonly userResultBytes: number;
  /** Approximate memory limit in bytes of the results of all users' searches. */
  readonly allResultBytes: number;
  /** Largest number of running searches of one user; further searches wait. */
  readonly runningSearches: number;
  /** Largest number of waiting searches of one user. */
  readonly waitingSearches: number;
  /** Largest number of running exports of one user; further exports wait. */
  readonly runningExports: number;
  /**
   * Largest number of waiting exports of one user, and of other waiting requests that examine all messages of a search.
   */
  readonly waitingExports: number;
  /** Largest number of queries in one search; each page of a dashboard is a query. */
  readonly queries: number;
  /** Largest number of search types in one execution. */
  readonly searchTypes: number;
  /** Largest number of values that the percentiles of one pivot may hold in memory, of 16 bytes each. */
  readonly percentileValues: number;
  /**
   * Returns the length of the largest allowed time range as an ISO 8601 period; `PT0S`: no limit (contract search S9).
   * The function is called for every search.
   */
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

/**
 * Returns complete settings.
 * @param own settings that differ from the defaults
 * @param allowLeadingWildcard called for every search; undefined: the settings decide
 */
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
