import type { LookupTypeDescription } from '../fields.js';

export const storedTable: LookupTypeDescription = {
  type: 'stored_table',
  label: 'Stored table',
  configClass: 'console.lookup.StoredTable$Config',
  fields: {
    single_value_column: {
      kind: 'column',
      label: 'Single value',
      help: 'The column whose value is the single value of a lookup. The map of a lookup always holds all columns.',
      initial: 'value',
    },
    case_insensitive_lookup: {
      kind: 'flag',
      label: 'Allow case-insensitive lookups',
      help: 'Keys match in upper and lower case.',
      initial: false,
    },
  },
  about: [
    'The rows are kept in this server. The page of a table that uses it shows them in a grid, where they can be edited, imported from CSV and downloaded.',
    'A row has a key, any number of columns, an end of its life and a note. Pipeline rules can write rows with lookup_set_value, lookup_set_string_list, lookup_add_string_list, lookup_remove_string_list, lookup_clear_key and lookup_assign_ttl.',
    'A table holds at most 100,000 rows and 32 MiB of text.',
  ],
};
