/** Contains the texts of data tables. They are loaded with the tables, because the first messages do not need them. */
export const tableWords = {
  keys: 'Arrow keys move between cells, Enter opens the actions of a value.',
  /** States how many rows and which columns have no room; empty when all are shown. */
  hidden: (rows: number, columns: readonly string[]) =>
    [
      ...(rows > 0 ? [rows === 1 ? '1 more row' : `${rows} more rows`] : []),
      ...(columns.length > 0
        ? [`${columns.length === 1 ? '1 column hidden' : `${columns.length} columns hidden`}: ${columns.join(', ')}`]
        : []),
    ].join(', '),
  metricColumn: 'Metric',
  valueColumn: 'Value',
  pinColumn: (name: string) => `Pin column ${name}`,
  unpinColumn: (name: string) => `Unpin column ${name}`,
} as const;
