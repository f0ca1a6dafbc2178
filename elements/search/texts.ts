/** Contains the texts of the search page. Texts quoted by spec 2 are exact. */
import { formatNumber } from '../kit/format.js';

export const count = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

function executed(milliseconds: number): string {
  return `Executed in ${formatNumber(milliseconds)} ms`;
}

export const texts = {
  page: {
    crumbSearch: 'Search',
    unsaved: 'Unsaved search',
    welcome: 'Welcome',
    /** Title while the search is loading or failed to open. */
    unopened: 'Search',
    unsavedChanges: 'Unsaved changes',
    executedIn: (milliseconds: number, at: string): string => `${executed(milliseconds)} at ${at}`,
    cancelled: 'Search cancelled',
    cancelledHelp: 'The results are those of the search before.',
    executedInShort: executed,
    updating: 'Updating search results...',
    loading: 'Loading...',
    openInConsole: 'Open in the console',
    tryAgain: 'Try again',
  },
  failures: {
    /** Message for the host page about a query whose error is not known more exactly. */
    wrongQuery: 'The query has an error.',
    wrongTitle: 'Something went wrong',
    wrong: 'An unknown error has occurred. Please have a look at the following message and try again:',
    viewMissingTitle: 'The saved search was not found',
    viewMissing: 'It may have been deleted, or you may not be allowed to see it.',
    searchFailed: 'The search could not be executed.',
  },
  bar: {
    label: 'Search bar',
    search: 'Search',
    run: 'Run the search',
    cancel: 'Cancel search',
    changed: 'Something was changed since the last search. Press to run it.',
  },
  streams: {
    label: 'Streams',
    placeholder: 'Select streams the search should include. Searches in all streams if empty.',
    placeholderShort: 'All streams',
    remove: (title: string): string => `Remove ${title}`,
    unknown: (id: string): string => `${id} (not available)`,
    more: (hidden: number): string => `+${hidden}`,
  },
  refresh: {
    label: 'Automatic refresh',
    start: 'Start Refresh',
    pause: 'Pause Refresh',
    notUpdating: 'Not updating',
    every: (interval: string): string => `Every ${interval}`,
    seconds: (value: number): string => count(value, 'second', 'seconds'),
    minutes: (value: number): string => count(value, 'minute', 'minutes'),
    interval: 'Refresh interval',
    paused: { message: 'Paused: a message is open', page: 'Paused: another page is shown', hidden: 'Paused' },
  },
  query: {
    label: 'Search query',
    placeholder:
      'Type your search query and press Enter, e.g. ("not found" AND http) OR http_response_code:[400 TO 404]',
    placeholderShort: 'Type a query, press Enter',
    notInStreams: '(not in streams)',
    hits: (hits: number): string => count(hits, 'hit', 'hits'),
    history: 'Earlier queries',
    documentation: 'Query language',
    validationTitle: 'Could not validate the query',
    validationFailed: (status: string): string => `Validating search query failed with status: ${status}`,
    error: 'Error',
    warning: 'Warning',
    errorsShown: 'Show the problems of the query',
    warningsShown: 'Show warnings about the query',
    learnMore: 'Documentation',
    question: 'Ask for a chart: "p95 of took_ms by resource"',
  },
  /** Texts of the time range control; the texts of the time range picker are in time-range/texts.ts. */
  timeRange: {
    button: 'Time range',
    presets: 'Time range presets',
    presetsHead: 'From (Until Now)',
    recent: 'Recent ranges',
    earlier: 'Go one window back in time',
    later: 'Go one window forward in time',
    compared: (range: string, within: string): string => `${range}, compared with the rest of ${within}`,
    zoomOut: (range: string): string => `Back to ${range}`,
    configure: 'Configure Ranges',
    fromColon: 'From:',
    untilColon: 'Until:',
    now: 'Now',
    allTime: 'All Time',
    amountAgo: (amount: string): string => `${amount} ago`,
    unresolved: '---',
    unitsOne: { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day' },
  },
} as const;
