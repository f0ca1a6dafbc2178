/** Contains the texts of the heatmap. */
export const heatmapTexts = {
  heatmapLabel: (title: string, rows: number, columns: number, from: string, to: string) =>
    `${title}: ${rows} by ${columns} cells from ${from} to ${to}`,
  cellKeys: 'Arrow keys read the cells, Enter opens the actions of a value.',
  noCellValue: 'None',
} as const;
