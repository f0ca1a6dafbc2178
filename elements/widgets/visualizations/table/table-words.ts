const counted = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

/** Contains the texts of data tables. They are loaded with the tables, because the first messages do not need them. */
export const tableWords = {
  keys: 'Arrow keys move between cells, Enter opens the actions of a value.',
  /** States how many rows and which columns have no room; empty when all are shown. */
  hidden: (rows: number, columns: readonly string[]) =>
    rows === 0 && columns.length === 0
      ? ''
      : `${[...counted(rows, 'row'), ...counted(columns.length, 'column')].join(' and ')} hidden${columns.length > 0 ? `: ${columns.join(', ')}` : ''}`,
  metricColumn: 'Metric',
  valueColumn: 'Value',
  pinColumn: (name: string) => `Pin column ${name}`,
  unpinColumn: (name: string) => `Unpin column ${name}`,
} as const;
