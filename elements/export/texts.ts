/** Contains the texts of exports (spec 2 §2, §5, §8; screens/search.md §12). Texts quoted by the specs are exact. */
import { formatNumber } from '../kit/format.js';
import { isolated } from '../kit/isolated.js';

const count = (value: number): string => formatNumber(value);

export const texts = {
  titleSearch: 'Export all search results',
  titleDashboard: 'Export message table search results',
  noTable: 'You need to create a message table widget to export its result.',
  choose: 'Select the message table whose result is exported.',
  tables: 'Message tables',
  messages: (total: number): string => (total === 1 ? '1 message' : `${count(total)} messages`),
  basedOn: (title: string): string =>
    `The following settings are based on the message table "${isolated(title)}"; its decorators are applied.`,
  wholeSearch: 'All messages of the search are exported, oldest first.',
  reselect: 'Select different message table',
  format: 'Output format',
  formats: { csv: 'CSV: comma separated values', json: 'JSON lines: one object per message' },
  fields: 'Fields',
  fieldsHelp: 'They become the columns, in this order.',
  fieldsMissing: 'At least one field is needed.',
  limit: 'Messages limit',
  limitHelp: 'Without a limit all messages are exported. The file begins with the oldest.',
  limitHelpOldest:
    'Without a limit all messages are exported, with one the oldest of them; the file begins with the oldest.',
  end: 'Which messages',
  ends: { oldest: 'The oldest up to the limit', newest: 'The newest up to the limit' },
  limitWrong: 'Enter a whole number of at least 1, or nothing.',
  start: 'Start Download',
  cancel: 'Cancel',
  close: 'Close',
  stop: 'Cancel download',
  downloading: (fileName: string): string => `Downloading ${fileName}`,
  preparing: 'Preparing the file...',
  progress: (messages: number, expected: number | undefined): string =>
    expected === undefined ? texts.messages(messages) : `${count(messages)} of ${texts.messages(expected)}`,
  failed: 'Export failed',
  failedForWidget: 'Export for widget failed',
  brokenOff: 'The connection broke off before the file was complete.',
  formatRefused: (format: string): string => `This server does not export as ${format}.`,
  nothingSearched: 'Nothing was searched yet.',
  unknownFormat: (format: string): string => `Unknown export format: ${format}. Expected "csv" or "json".`,
} as const;
