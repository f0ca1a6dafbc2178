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
      help: 'How often the server looks whether the file has changed.',
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
      help: 'The name of the column that is looked up, as it stands in the first line.',
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
    'The first line of the file has the names of the columns. The file is UTF-8 and follows RFC 4180: values may stand in quotes, and a quote within is doubled.',
    'A key may stand in the file once. A duplicate key, or a line without the key or value column, refuses the whole file. The server then keeps the data it had and says which line is wrong.',
    'The server reads files only below the directories that it was started with (--file-roots).',
  ],
};
