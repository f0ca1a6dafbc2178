/** Texts of the dialogs for saved searches and dashboards, loaded with them. Texts quoted by the specs are exact. */
import { isolated } from '../kit/isolated.js';

export const dialogTexts = {
  metadata: {
    newDashboard: 'Create new dashboard',
    create: 'Create dashboard',
    title: 'Title',
    titleHelp: 'What people look for in lists.',
    summary: 'Summary',
    summaryHelp: 'One line, shown beside the title in lists.',
    description: 'Description',
    descriptionHelp: 'What it answers, and what to watch for.',
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
