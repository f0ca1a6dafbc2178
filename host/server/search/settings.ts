/** What an administrator may decide about searches. */
export interface SearchSettings {
  /** `*foo` and `?foo` (contract search L3). */
  readonly allowLeadingWildcard: boolean;
  /** Places of matches go with the messages (contract search H1). */
  readonly allowHighlighting: boolean;
  /** Offset plus limit of a page of messages. */
  readonly resultWindow: number;
  /** Messages and pivot values of finished searches that are held for whoever asks again; bounds the memory. */
  readonly keptResults: number;
  /** ISO period; `PT0S` is no limit (contract search S9). Read at every search. */
  readonly queryTimeRangeLimit: () => string;
}

export const defaultSettings: SearchSettings = {
  allowLeadingWildcard: false,
  allowHighlighting: true,
  resultWindow: 10_000,
  keptResults: 100_000,
  queryTimeRangeLimit: () => 'PT0S',
};
