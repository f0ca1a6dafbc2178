/** Contains the texts of the searches configuration (screens/administration.md B1). */
export const configurationTexts = {
  title: 'Update Search Configuration',
  limit: 'Enable query limit',
  limitLabel: 'Query time range limit',
  limitHelp: (words: string | undefined): string =>
    words === undefined ? 'as ISO8601 Duration' : `Searches reach back at most ${words} (as ISO8601 Duration).`,
  lists: {
    relative: 'Relative time range options',
    surrounding: 'Surrounding time range options',
    refresh: 'Auto-refresh interval options',
  },
  period: (list: string, row: number): string => `${list}: duration ${row}`,
  description: (list: string, row: number): string => `${list}: description ${row}`,
  remove: (list: string, row: number): string => `${list}: remove option ${row}`,
  add: 'Add option',
  allTime: 'all time',
  defaultRefresh: 'Default Auto-Refresh Option',
  filterFields: 'Surrounding search filter fields',
  filterFieldsHelp: 'A message’s values of these fields narrow the search around it. Separated by commas.',
  disabledFields: 'Disabled analysis fields',
  disabledFieldsHelp: 'These fields are not offered for charts and statistics. Separated by commas.',
  leadingWildcards: 'Allow wildcards at the beginning of a word, such as *bar, which take longer than bar*',
  everybody: 'These settings count for everybody who searches.',
} as const;
