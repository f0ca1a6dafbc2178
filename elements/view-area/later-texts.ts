/** Texts of those dialogs and parts of the widget area that are loaded on demand. Texts quoted by spec 2 are exact. */
import { formatNumber } from '../kit/format.js';
import { isolated } from '../kit/isolated.js';

export const laterTexts = {
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
