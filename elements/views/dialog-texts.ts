/**
 * Contains the texts of the lazily loaded dialogs for saved searches and dashboards. Texts quoted by the specs are
 * exact.
 */
import { isolated } from '../kit/isolated.js';

export const dialogTexts = {
  comparison: {
    title: 'Compare with an earlier range',
    help: 'Charts show the earlier values as dashed lines, tables and single numbers how much they have changed.',
    none: 'Compare with nothing',
    previous: 'Previous period: the range directly before',
    day: 'One day earlier',
    week: 'One week earlier',
    own: 'Earlier by',
    count: 'Number of units',
    unit: 'Unit',
    units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days', week: 'weeks' },
    wrong: (most: number): string => `Enter a whole number from 1 to ${most}.`,
    apply: 'Compare',
    cancel: 'Cancel',
  },
  metadata: {
    newDashboard: 'Create new dashboard',
    create: 'Create dashboard',
    title: 'Title',
    titleHelp: 'People look for this title in lists.',
    summary: 'Summary',
    summaryHelp: 'This line is shown beside the title in lists.',
    description: 'Description',
    descriptionHelp: 'Describe what the view answers, and what to watch for.',
    titleRequired: 'Title is required.',
    cancel: 'Cancel',
  },
  conflict: {
    title: 'Somebody else has changed this in the meantime',
    text: (title: string): string =>
      `"${isolated(title)}" was saved by another user after you opened it. Your changes are not lost; choose which version to keep.`,
    what: 'What',
    mine: 'Yours',
    theirs: 'Stored',
    absent: 'not there',
    compare: 'What differs',
    overwrite: 'Overwrite',
    take: 'Discard mine, open theirs',
    cancel: 'Cancel',
    kinds: {
      title: 'Title',
      summary: 'Summary',
      description: 'Description',
      query: 'Query',
      timeRange: 'Time range',
      streams: 'Streams',
      pageTitle: 'Title of page',
      page: 'Page',
      widget: 'Widget',
      widgetTitle: 'Title of widget',
      positions: 'Place of widget',
      highlighting: 'Highlighting',
      other: 'Other settings',
    },
  },
} as const;
