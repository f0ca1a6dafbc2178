import type { LookupTypeDescription } from '../fields.js';

export const dsvHttp: LookupTypeDescription = {
  type: 'dsvhttp',
  label: 'DSV File from HTTP',
  configClass: 'org.graylog2.lookup.adapters.DSVHTTPDataAdapter$Config',
  fields: {
    url: {
      kind: 'url',
      label: 'File URL',
      help: 'The address of the file. It must be on the URL whitelist, as must each address it redirects to.',
      initial: 'https://example.org/table.csv',
    },
    refresh_interval: {
      kind: 'number',
      label: 'Refresh interval',
      help: 'The server fetches the file again at this interval.',
      initial: 60,
      min: 1,
      max: 86_400 * 365,
      suffix: 'seconds',
    },
    separator: { kind: 'character', label: 'Separator', help: 'The character between two values.', initial: ',' },
    line_separator: {
      kind: 'text',
      label: 'Line Separator',
      help: 'The character between two lines; \\n is a line feed, \\t a tab.',
      initial: '\n',
    },
    quotechar: {
      kind: 'character',
      label: 'Quote character',
      help: 'The character around values that hold separators.',
      initial: '"',
    },
    ignorechar: {
      kind: 'text',
      label: 'Ignore characters',
      help: 'Lines that begin with this text are left out.',
      initial: '#',
    },
    key_column: {
      kind: 'number',
      label: 'Key column',
      help: 'Number of the key column, counted from 0.',
      initial: 0,
      max: 1_000,
    },
    check_presence_only: {
      kind: 'flag',
      label: 'Check Presence Only',
      help: 'The result is true for a key in the file and false for all others.',
      initial: false,
    },
    value_column: {
      kind: 'number',
      label: 'Value column',
      help: 'The number of the column that is the result, counted from 0.',
      initial: 1,
      max: 1_000,
      when: { field: 'check_presence_only', is: false },
    },
    case_insensitive_lookup: {
      kind: 'flag',
      label: 'Allow case-insensitive lookups',
      help: 'Keys match in upper and lower case.',
      initial: false,
    },
  },
  about: [
    'The file has no line with column names. Lines that begin with the ignore characters, and lines with too few columns, are skipped. After a duplicate key the server refuses the whole file and keeps its former data.',
    'The server sends If-Modified-Since, so a file that has not changed is not transferred again.',
  ],
};
