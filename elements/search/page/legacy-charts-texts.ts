/** Contains the texts about charts of an earlier version. */
export const legacyChartTexts = {
  title: 'Charts of an earlier version',
  text: (count: number): string =>
    `This browser still has ${count === 1 ? 'a chart' : `${count} charts`} that an earlier version showed on the search page. Migrating adds ${count === 1 ? 'it' : 'them'} to this search as ${count === 1 ? 'a widget' : 'widgets'}.`,
  migrate: 'Migrate',
  discard: 'Discard',
} as const;
