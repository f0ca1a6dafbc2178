/** What an administrator may decide about searches, and what they may cost. */
import { totalmem } from 'node:os';

export interface SearchSettings {
  /** `*foo` and `?foo` (contract search L3). */
  readonly allowLeadingWildcard: boolean;
  /** Places of matches go with the messages (contract search H1). */
  readonly allowHighlighting: boolean;
  /** Offset plus limit of a page of messages. */
  readonly resultWindow: number;
  /** Messages and pivot values of finished searches that are held for whoever asks again; bounds the memory. */
  readonly keptResults: number;
  /** The same of one user's searches that were finished after nobody waited any more, until they are asked for. */
  readonly uncollectedResults: number;
  /** Searches of one user that are not finished. */
  readonly runningSearches: number;
  /** Search types that one execution may have. */
  readonly searchTypes: number;
  /** Numbers that the percentiles of one pivot may hold in memory; 16 bytes each. */
  readonly percentileValues: number;
  /** ISO period; `PT0S` is no limit (contract search S9). Read at every search. */
  readonly queryTimeRangeLimit: () => string;
}

export const defaultSettings: SearchSettings = {
  allowLeadingWildcard: false,
  allowHighlighting: true,
  resultWindow: 10_000,
  keptResults: 100_000,
  uncollectedResults: 500_000,
  runningSearches: 200,
  searchTypes: 1_000,
  percentileValues: Math.min(totalmem() / 4, 4 * 1024 ** 3) / 16,
  queryTimeRangeLimit: () => 'PT0S',
};
