/** Texts of the dialog with earlier queries. */
export const historyTexts = {
  empty: 'Queries you run are listed here.',
  clear: 'Forget all',
  close: 'Close',
  filter: 'Filter earlier queries',
  none: 'No earlier query matches this filter.',
  run: 'Search with this query',
  forget: 'Forget this query',
} as const;
