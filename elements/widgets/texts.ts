/**
 * Contains the texts of the widgets that are loaded with the first messages; the texts of charts and other widgets are
 * in later-texts.ts. Texts quoted by spec 2 §2, §8 and §9 are exact.
 */
export const texts = {
  loading: 'Loading...',
  queued: 'Waiting for other searches …',
  queuedFor: (seconds: number) => `${seconds.toLocaleString('en')} s`,
  editTitle: 'Widget title',
  renderError: 'While rendering this widget, the following error occurred:',
  noMessages: 'No messages were found.',
  resultsMissing: 'The server sent no result for this widget.',
  messagesTable: 'Messages',
  patternsTab: 'Patterns',
  expand: 'Show details',
  collapse: 'Hide details',
  expandColumn: 'Details',
  sortBy: (field: string) => `Sort by ${field}`,
  emptyValue: '(Empty Value)',
  pager: 'Pages of messages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  rangeOf: (from: string, to: string, total: string) =>
    total === '1' ? '1 message' : `${from}–${to} of ${total} messages`,
  loadMore: 'Load more messages',
  loadingMore: 'Loading more messages...',
  duration: (ms: string) => `${ms} ms`,
  fieldActions: (field: string) => `Actions for field ${field}`,
  valueActions: (field: string) => `Actions for the value of ${field}`,
} as const;
