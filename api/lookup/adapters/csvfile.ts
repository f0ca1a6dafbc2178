import type { LookupTypeDescription } from '../fields.js';

export const csvFile: LookupTypeDescription = {
  type: 'csvfile',
  label: 'CSV File',
  configClass: 'org.graylog2.lookup.adapters.CSVFileDataAdapter$Config',
  fields: {
    path: {
      kind: 'text',
      label: 'File path',
      help: 'The absolute path of the file on the server, below a directory that it may read.',
      initial: '/etc/graylog/lookup-table.csv',
    },
    check_interval: {
      kind: 'number',
      label: 'Check interval',
      help: 'The server checks at this interval whether the file has changed.',
      initial: 60,
      min: 1,
      max: 86_400 * 365,
      suffix: 'seconds',
    },
    separator: { kind: 'character', label: 'Separator', help: 'The character between two values.', initial: ',' },
    quotechar: {
      kind: 'character',
      label: 'Quote character',
      help: 'The character around values with separators, quotes or line breaks; inside, it is doubled.',
      initial: '"',
    },
    key_column: {
      kind: 'text',
      label: 'Key column',
      help: 'Name of the key column, as in the first line.',
      initial: 'key',
    },
    value_column: {
      kind: 'text',
      label: 'Value column',
      help: 'The name of the column that is the result. An asterisk (*) gives the whole row as a map.',
      initial: 'value',
    },
    case_insensitive_lookup: {
      kind: 'flag',
      label: 'Allow case-insensitive lookups',
      help: 'Keys match in upper and lower case.',
      initial: false,
    },
    cidr_lookup: {
      kind: 'flag',
      label: 'CIDR lookup',
      help: 'Keys are networks such as 10.0.0.0/8 or single addresses; an address finds the smallest network that holds it.',
      initial: false,
    },
  },
  about: [
    'The first line of the file holds the column names. The file is UTF-8 and follows RFC 4180: values may be quoted, and a quote within a value is doubled.',
    'Each key may appear once. A duplicate key, or a line without the key or value column, makes the server refuse the whole file; it then keeps its former data and names the line.',
    'The server reads files only below the directories that it was started with (--file-roots).',
  ],
};
