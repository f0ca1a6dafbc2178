/** Contains the texts of the metrics page (screens/administration.md C4). */
import { formatNumber } from '../../kit/format.js';

export const texts = {
  page: 'Metrics',
  total: (count: number): string => `This node is reporting a total of ${formatNumber(count)} metrics.`,
  filter: 'Filter metrics by a regular expression',
  count: (shown: number): string => `${formatNumber(shown)} match`,
  none: 'No metrics match the given filter. Please ensure you use a valid regular expression',
  failed: 'Could not load the metrics',
  stale: 'The metrics could not be refreshed. These are the last known values; the console tries again.',
  nodeMissing: 'Node not found.',
  more: (count: number): string => `Show ${formatNumber(count)} more`,
  types: { gauge: 'Gauge', counter: 'Counter', meter: 'Meter', timer: 'Timer', histogram: 'Histogram' },
  invalidType: (type: string): string => `Invalid metric type: ${type}`,
  value: 'Value',
  rate: {
    total: 'Total',
    mean: 'Mean',
    one: '1 minute avg',
    five: '5 minute avg',
    fifteen: '15 minute avg',
  },
  time: {
    '95th_percentile': '95th percentile',
    '98th_percentile': '98th percentile',
    '99th_percentile': '99th percentile',
    std_dev: 'Standard deviation',
    mean: 'Mean',
    min: 'Minimum',
    max: 'Maximum',
  },
  counted: 'Count',
  events: 'events/second',
  microseconds: 'μs',
} as const;
