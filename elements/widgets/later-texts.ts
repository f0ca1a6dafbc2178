/**
 * Contains the texts of the widgets that are loaded after the first messages. Texts quoted by spec 2 §2, §8 and §9 are
 * exact.
 */
export const laterTexts = {
  retrievalErrors: 'While retrieving data for this widget, the following error(s) occurred:',
  sharedAbove: 'No result: see the error above.',
  resultWindow: (limit: number, pageSize: number) =>
    `Elasticsearch limits the search result to ${limit} messages. With a page size of ${pageSize} messages, you can use the first ${Math.floor(limit / pageSize)} pages.`,
  emptyAggregation: 'Empty Aggregation',
  emptyAggregationHint: 'Edit the widget to add a metric or a grouping.',
  heatmapGroupings: 'Heatmap requires at least two groupings.',
  heatmapDirections: 'Groupings must include row and column groupings.',
  heatmapMetric: 'At least one metric must be configured.',
  threshold: {
    warning: (value: string, below: boolean) => `Warning ${below ? 'up to' : 'from'} ${value}`,
    critical: (value: string, below: boolean) => `Critical ${below ? 'up to' : 'from'} ${value}`,
  },
  attention: { warning: 'warning', critical: 'critical' },
  needsMetric: (name: string) => `${name} requires at least one metric`,
  noBuckets: 'No messages in this time range.',
  text: { empty: 'Empty text', emptyHelp: 'The text from the editor of the widget is shown here.' },
  download: 'Download',
  downloadImage: 'Image (PNG)',
  downloadValues: 'Values (CSV)',
  unitOf: (count: number) => (count === 1 ? ' message' : ' messages'),
  fold: 'Fold chart',
  unfold: 'Unfold chart',
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',
} as const;
