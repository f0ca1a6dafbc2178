/** Contains the texts of the dialog with the search history. */
import { isolated } from '../../kit/isolated.js';
import { count } from '../texts.js';

export const historyTexts = {
  empty: 'Queries you run are listed here.',
  clear: 'Forget all',
  close: 'Close',
  filter: 'Filter earlier queries',
  none: 'No earlier query matches this filter.',
  run: 'Search with this query',
  repeat: 'Search with its streams and time range',
  forget: 'Forget this query',
  forgetForAll: (owner: string): string => `Remove this query of ${isolated(owner)} for everybody`,
  share: 'Share this query',
  parts: 'Whose queries are listed',
  own: 'Yours',
  shared: 'Shared with you',
  /** Adds the number of queries to the name of a tab. */
  counted: (name: string, number: number): string => `${name} (${number})`,
  nothingShared: 'No shared query searches only streams that you may read.',
  loadFailed: 'The history that the server keeps could not be loaded',
  fromBrowser: 'The queries below are those that this browser remembers.',
  forgetFailed: 'The query was not forgotten',
  clearFailed: 'The queries were not forgotten',
  removeTitle: 'Remove a shared query?',
  removeShared: (query: string): string =>
    `You have shared "${isolated(query)}". It disappears for everybody, and not only for you.`,
  removeForAll: (query: string, owner: string): string =>
    `${isolated(owner)} has shared "${isolated(query)}". It disappears for everybody, also for ${isolated(owner)}.`,
  remove: 'Remove for everybody',
  clearTitle: 'Forget all queries?',
  clearText: (number: number): string =>
    `The history of ${count(number, 'query', 'queries')} is removed from the server and from this browser. Queries that you have shared disappear for others, too.`,
  more: (number: number): string => `Show ${count(number, 'more query', 'more queries')}`,
  times: (number: number): string => count(number, 'time', 'times'),
  moreStreams: (titles: string, more: number): string => `${titles} and ${count(more, 'more stream', 'more streams')}`,
  sharedBy: (owner: string): string => `Shared by ${isolated(owner)}`,
  isShared: 'Shared',
} as const;
