/**
 * Contains the rotation and retention strategies that the console knows: names, and summaries of their configuration
 * (screens/data-intake.md D0).
 */
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
/** Returns the displayed name of a strategy by its class name; undefined for an unknown strategy. */
export const strategyName = (type: string): string | undefined =>
  Object.hasOwn(names, type) ? names[type] : undefined;

const dayMs = 86_400_000;
const numberOf = (config: StrategyConfig, name: string): number => Number(config[name] ?? 0);
/** Returns the length of an ISO 8601 duration in whole days, rounded; 0 for an invalid one. */
export const daysOf = (period: unknown): number => Math.round((durationMs(String(period)) ?? 0) / dayMs);
/** Returns whether an ISO 8601 duration is valid for the rotation of indices: at least an hour. */
export const isPeriod = (period: unknown): boolean => (durationMs(String(period)) ?? 0) >= 3_600_000;
/** Returns whether an ISO 8601 duration is longer than `longest`; false if `longest` is no valid duration. */
export const isLonger = (period: unknown, longest: unknown): boolean =>
  (durationMs(String(period)) ?? 0) > (durationMs(String(longest)) ?? Infinity);

/** Returns a summary of the configuration of a strategy; undefined for an unknown strategy. */
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
/** A configured maximum number of indices above this number counts as no limit. */
const mostCounted = 100_000;

/**
 * Returns a text with the number of messages, bytes or the time that an index set keeps if it has its maximum number of
 * indices. Returns undefined if the rotation does not determine that amount, or if the number of indices is not
 * limited.
 */
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

/** Returns the rotation and the retention of an index set, each with name and summary. */
export const strategiesOf = (set: IndexSet) =>
  (['rotation', 'retention'] as const).map((kind) => {
    const type = set[`${kind}_strategy_class`];
    // If an index set rotates by lifetime, the number of indices is not configured, so the retention has no summary.
    const counts = kind === 'rotation' || set.rotation_strategy_class !== rotations.lifetime;
    const summary = summaryOf(type, set[`${kind}_strategy`]);
    return { kind, name: strategyName(type), summary: summary !== undefined && !counts ? '' : summary };
  });
