/** Strategies known to the console: names, and summaries of their configuration (screens/data-intake.md D0). */
import type { IndexSet, StrategyConfig } from '../../../api/contract/index-sets.js';
import { durationMs, formatDuration } from '../../../api/duration.js';
import { periodText } from '../../../machines/time-range/searches-config-form.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { texts } from './texts.js';

export const rotations = {
  count: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategy',
  size: 'org.graylog2.indexer.rotation.strategies.SizeBasedRotationStrategy',
  time: 'org.graylog2.indexer.rotation.strategies.TimeBasedRotationStrategy',
  lifetime: 'org.graylog2.indexer.rotation.strategies.TimeBasedSizeOptimizingStrategy',
} as const;
export const retentions = {
  delete: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategy',
  close: 'org.graylog2.indexer.retention.strategies.ClosingRetentionStrategy',
  none: 'org.graylog2.indexer.retention.strategies.NoopRetentionStrategy',
} as const;

const names: Readonly<Record<string, string>> = {
  [rotations.count]: 'Index Message Count',
  [rotations.size]: 'Index Size',
  [rotations.time]: 'Index Time',
  [rotations.lifetime]: 'Index Time Size Optimizing',
  [retentions.delete]: 'Delete Index',
  [retentions.close]: 'Close Index',
  [retentions.none]: 'Do nothing',
};
/** Name of a strategy; undefined for an unknown one. */
export const strategyName = (type: string): string | undefined => names[type];

const dayMs = 86_400_000;
const numberOf = (config: StrategyConfig, name: string): number => Number(config[name] ?? 0);
/** Converts an ISO period to whole days. */
export const daysOf = (period: unknown): number => Math.round((durationMs(String(period)) ?? 0) / dayMs);
/** Tells whether a period is valid for rotation. */
export const isPeriod = (period: unknown): boolean => (durationMs(String(period)) ?? 0) >= 3_600_000;
/** Tells whether a period exceeds the server's limit, if there is one. */
export const isLonger = (period: unknown, longest: unknown): boolean =>
  (durationMs(String(period)) ?? 0) > (durationMs(String(longest)) ?? Infinity);

/** Summary of rotation and retention, one line each; undefined for an unknown strategy. */
export function summaryOf(type: string, config: StrategyConfig): string | undefined {
  switch (type) {
    case rotations.count:
      return `Max docs per index: ${formatNumber(numberOf(config, 'max_docs_per_index'))}`;
    case rotations.size:
      return `Max index size: ${formatNumber(numberOf(config, 'max_size'))} bytes (${formatBytes(numberOf(config, 'max_size'))})`;
    case rotations.time: {
      const period = String(config['rotation_period']);
      const empty = config['rotate_empty_index_set'] === true ? 'Yes' : 'No';
      return `Rotation period: ${period} (${periodText(period) ?? ''}), rotate empty index set: ${empty}`;
    }
    case rotations.lifetime:
      return `Lifetime: ${period(config['index_lifetime_min'])} to ${period(config['index_lifetime_max'])}`;
    case retentions.delete:
    case retentions.close:
      return `Max number of indices: ${formatNumber(numberOf(config, 'max_number_of_indices'))}`;
    case retentions.none:
      return 'All indices are kept';
    default:
      return undefined;
  }
}
interface Strategy {
  readonly type: string;
  readonly config: StrategyConfig;
}
/** Above this number of indices, the count is treated as no limit. */
const mostCounted = 100_000;

/** Time span that a number of indices covers, if they rotate by time; undefined: unknown. */
export function keptText(rotation: Strategy, { type, config }: Strategy): string | undefined {
  const count = numberOf(config, 'max_number_of_indices');
  if (count < 1 || count > mostCounted) return undefined;
  const amount = amountOf(rotation, count);
  if (amount === undefined) return undefined;
  return type === retentions.close ? texts.form.found(amount) : texts.form.kept(amount);
}

function amountOf({ type, config }: Strategy, count: number): string | undefined {
  if (type === rotations.count) return texts.form.messages(count * numberOf(config, 'max_docs_per_index'));
  if (type === rotations.size) return formatBytes(count * numberOf(config, 'max_size'));
  if (type !== rotations.time || !isPeriod(config['rotation_period'])) return undefined;
  const length = (durationMs(String(config['rotation_period'])) ?? 0) * count;
  return periodText(formatDuration(length / 1000));
}

const period = (text: unknown): string => `${String(text)} (${texts.form.days(daysOf(text))})`;

/** Rotation and retention of a set, each with name and summary. */
export const strategiesOf = (set: IndexSet) =>
  (['rotation', 'retention'] as const).map((kind) => {
    const type = set[`${kind}_strategy_class`];
    // With the lifetime strategy the number of indices is not configured.
    const counts = kind === 'rotation' || set.rotation_strategy_class !== rotations.lifetime;
    const summary = summaryOf(type, set[`${kind}_strategy`]);
    return { kind, name: strategyName(type), summary: summary !== undefined && !counts ? '' : summary };
  });
