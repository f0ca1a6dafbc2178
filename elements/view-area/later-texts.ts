/**
 * Contains the texts of those dialogs and parts of the widget area that are loaded on demand. Texts quoted by spec 2
 * are exact.
 */
import { formatNumber } from '../kit/format.js';
import { isolated } from '../kit/isolated.js';

export const laterTexts = {
  footer: {
    /** Prefix of the time range. */
    override: 'Global Override: ',
    allTime: 'All Time',
    now: 'Now',
    ago: (amount: string): string => `${amount} ago`,
    unit: { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day' },
    notAvailable: 'The effective time range is not available yet.',
    justNow: 'just now',
    updatedAt: (instant: string): string => `Updated at ${instant}`,
    lastUpdated: (age: string): string => `Last updated ${age}`,
    ofEarlier: 'Result of the search before',
  },
  create: {
    title: 'Create new widget',
    prompt: 'Create a new widget here',
    generic: 'Generic',
    predefined: 'Predefined Aggregation',
    cancel: 'Cancel',
    aggregation: 'Aggregation',
    messageCount: 'Message Count',
    messageTable: 'Message Table',
    text: 'Text',
    named: (title: string): string => `Create ${title}`,
  },
  copy: {
    title: 'Copy widget to dashboard',
    newTitle: 'Copy widget to a new dashboard',
    newDashboard: 'New dashboard',
    filter: 'Filter dashboards',
    list: 'Dashboards',
    none: 'No dashboards found',
    notAllowed: 'You may not edit this dashboard.',
    listFailedTitle: 'Could not retrieve views',
    listFailed: (status: string): string => `Fetching views failed with status: ${status}`,
    submit: { label: 'Copy widget', busy: 'Copying widget...' },
    cancel: 'Cancel',
    failedTitle: 'Error!',
    failed: (reason: string): string => `Copying the widget failed with error ${reason}`,
    rows: 'Rows',
    rowsOf: (count: number): string => `${count} Rows`,
    pages: 'Pages of dashboards',
    previous: 'Previous page',
    next: 'Next page',
    pageOf: (page: number, pages: number): string => `${page} of ${pages}`,
  },
  nothing: {
    wider: 'Try a wider time range or a less specific query.',
    lessSpecific: 'Try a less specific query.',
    allTime: 'Widen to all time',
    longest: 'Widen to the longest time allowed',
    anyQuery: 'Clear the query',
    allStreams: 'Look in all streams',
  },
  sharedError: 'The search has an error, so the widgets have no result.',
  uncomputed: (names: string): string =>
    `This server cannot compute the fields ${names}, which this view takes from texts: their columns and groups stay empty, and filters for them find nothing.`,
  unknown: {
    title: 'Unknown Widget',
    help: (type: string): string => `This version cannot show widgets of type "${isolated(type)}".`,
    copy: 'Copy widget configuration',
  },
  move: {
    title: (widget: string): string => `Move "${isolated(widget)}"`,
    choose: 'Choose a target page',
    filter: 'Filter pages',
    none: 'No pages found',
    keep: 'Keep copy on this page',
    move: 'Move Widget',
    copy: 'Copy Widget',
    cancel: 'Cancel',
  },
  stack: {
    label: 'Stack bars',
    level: 'By level, where messages have one',
    nothing: 'Not at all',
    field: 'By the values of a field …',
    noFields: 'No field of this name.',
    fieldsUnknown: 'The fields are not known yet.',
    more: (count: number): string => `${formatNumber(count)} more: type to find them.`,
  },
  noWidgets: 'There are no widgets to visualize the result.',
  noWidgetsDashboard: 'This dashboard has no widgets yet',
  noWidgetsHint: 'Add one with Create in the sidebar.',
} as const;
