/** Contains the texts of the pie chart. */
export const pieTexts = {
  noShares: 'There is nothing above zero to show shares of.',
  pieLabel: (title: string, rings: number, slices: number) =>
    `${title}: ${rings} ${rings === 1 ? 'ring' : 'rings'} of ${slices} ${slices === 1 ? 'value' : 'values'}`,
  moreRings: (count: number) => `${count} more ${count === 1 ? 'does' : 'do'} not fit; as a table all are shown.`,
  sliceKeys: 'Arrow keys read the slices, Enter opens the actions of a value.',
  sliceOf: (ring: string, name: string, value: string, share: string) => `${ring}, ${name}, ${value}, ${share}`,
} as const;
