/**
 * Defines rotation and retention strategies, and their meaning for the store (contract data-intake,
 * rotation_strategies).
 */
import { durationMs } from '../../../api/duration.js';
import type { StrategyConfig, StrategyDescription } from '../../../api/contract/index-sets.schema.js';
import type { IndexSetDocument } from '../store/index.js';

const rotations = 'org.graylog2.indexer.rotation.strategies';
const retentions = 'org.graylog2.indexer.retention.strategies';
/** Number that means "no limit" in the API. */
export const unlimited = 2_147_483_647;
const dayMs = 86_400_000;

type Problems = Readonly<Record<string, string>>;

interface Strategy {
  readonly name: string;
  readonly defaults: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Checks a configuration: returns descriptions of problems by field, or an empty object for a valid configuration.
   */
  readonly problems: (config: StrategyConfig) => Problems;
}
export interface RotationStrategy extends Strategy {
  readonly rotation: (config: StrategyConfig) => IndexSetDocument['rotation'];
}
export interface RetentionStrategy extends Strategy {
  readonly retention: NonNullable<IndexSetDocument['retention']>;
}

const never = { maxMessages: null, maxBytes: null, maxAgeMs: null } as const;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
const countProblem = (config: StrategyConfig, field: string): Problems =>
  isCount(config[field]) ? {} : { [field]: 'must be a whole number of at least 1' };
const numberOf = (config: StrategyConfig, field: string): number => Number(config[field] ?? 0);

/** Returns the number of days of an ISO 8601 period; undefined unless it is a positive number of whole days. */
function days(value: unknown): number | undefined {
  const length = typeof value === 'string' ? durationMs(value) : undefined;
  return length !== undefined && length > 0 && length % dayMs === 0 ? length / dayMs : undefined;
}

function lifetimeProblems({ index_lifetime_min: least, index_lifetime_max: most }: StrategyConfig): Problems {
  const inDays = 'must be a period of whole days, such as P30D';
  const [min, max] = [days(least), days(most)];
  if (min === undefined) return { index_lifetime_min: inDays };
  if (max === undefined) return { index_lifetime_max: inDays };
  return max - min < 1 ? { index_lifetime_max: 'must be at least one day longer than the shortest lifetime' } : {};
}

export const messageCount: RotationStrategy = {
  name: `${rotations}.MessageCountRotationStrategy`,
  defaults: { max_docs_per_index: 20_000_000 },
  problems: (config) => countProblem(config, 'max_docs_per_index'),
  rotation: (config) => ({ ...never, maxMessages: numberOf(config, 'max_docs_per_index') }),
};
export const sizeBased: RotationStrategy = {
  name: `${rotations}.SizeBasedRotationStrategy`,
  defaults: { max_size: 1_073_741_824 },
  problems: (config) => countProblem(config, 'max_size'),
  rotation: (config) => ({ ...never, maxBytes: numberOf(config, 'max_size') }),
};
export const timeBased: RotationStrategy = {
  name: `${rotations}.TimeBasedRotationStrategy`,
  defaults: { rotation_period: 'P1D', max_rotation_period: null, rotate_empty_index_set: false },
  problems: ({ rotation_period: period }) =>
    typeof period === 'string' && (durationMs(period) ?? 0) >= 1000
      ? {}
      : { rotation_period: 'must be an ISO 8601 duration, such as P1D' },
  rotation: ({ rotation_period: period, rotate_empty_index_set: empty }) => ({
    ...never,
    period: String(period),
    rotateEmpty: empty === true,
  }),
};
const timeSizeOptimizing: RotationStrategy = {
  name: `${rotations}.TimeBasedSizeOptimizingStrategy`,
  defaults: { index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' },
  problems: lifetimeProblems,
  rotation: ({ index_lifetime_min: least, index_lifetime_max: most }) => ({
    ...never,
    lifetime: { minDays: days(least) ?? 30, maxDays: days(most) ?? 40 },
  }),
};

const retaining = (
  name: string,
  retention: RetentionStrategy['retention'],
  max_number_of_indices: number,
): RetentionStrategy => ({
  name: `${retentions}.${name}`,
  retention,
  defaults: { max_number_of_indices },
  problems: (config) =>
    config['max_number_of_indices'] === undefined ? {} : countProblem(config, 'max_number_of_indices'),
});
export const deletion = retaining('DeletionRetentionStrategy', 'delete', 20);
const closing = retaining('ClosingRetentionStrategy', 'close', 20);
export const noRetention = retaining('NoopRetentionStrategy', 'none', unlimited);

export const rotationStrategies: readonly RotationStrategy[] = [messageCount, sizeBased, timeBased, timeSizeOptimizing];
export const retentionStrategies: readonly RetentionStrategy[] = [deletion, closing, noRetention];

/** Adds the type to the values of a strategy's configuration, as the API requires it. */
export const configOf = ({ name }: Strategy, values: StrategyConfig = {}): StrategyConfig => ({
  ...values,
  type: `${name}Config`,
});

const schemaTypes: Readonly<Record<string, string>> = { number: 'integer', boolean: 'boolean' };

export function describeStrategy(strategy: Strategy): StrategyDescription {
  const config = configOf(strategy, strategy.defaults);
  return {
    type: strategy.name,
    default_config: config,
    json_schema: {
      type: 'object',
      id: `urn:jsonschema:${strategy.name.replaceAll('.', ':')}Config`,
      properties: Object.fromEntries(
        Object.entries(config).map(([field, value]) => [field, { type: schemaTypes[typeof value] ?? 'string' }]),
      ),
    },
  };
}
