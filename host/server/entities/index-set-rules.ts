/** Validates index sets and converts them for the store (contract data-intake index_sets.create, strategy checks). */
import type {
  CreateIndexSetRequest,
  StrategyConfig,
  UpdateIndexSetRequest,
} from '../../../api/contract/index-sets.schema.js';
import { ConstraintError, RefusedFieldError, type Constraint } from '../foundation/errors.js';
import type { IndexSetDocument } from '../store/index.js';
import {
  configOf,
  retentionStrategies,
  rotationStrategies,
  type RetentionStrategy,
  type RotationStrategy,
} from './index-strategies.js';

/**
 * Settings of an index set in the form that the API shows. The store uses only the members of the set that
 * `readSettings` derives from the strategies (`rotation`, `retention`, `maxIndices`).
 */
export interface IndexSetSettings {
  readonly shards: number;
  readonly replicas: number;
  readonly rotation_strategy_class: string;
  readonly rotation_strategy: StrategyConfig;
  readonly retention_strategy_class: string;
  readonly retention_strategy: StrategyConfig;
  readonly index_analyzer: string;
  readonly index_optimization_max_num_segments: number;
  readonly index_optimization_disabled: boolean;
  /** Interval in milliseconds. */
  readonly field_type_refresh_interval: number;
}
export interface IndexSetRecord extends IndexSetDocument {
  readonly title?: string;
  readonly description?: string | null;
  /** Creation time, ISO 8601 in UTC. */
  readonly createdAt?: string;
  /** Time at which the set became the default, epoch milliseconds; the set with the latest time is the default set. */
  readonly defaultSince?: number;
  readonly settings?: IndexSetSettings;
}

const prefixPattern = /^[a-z0-9][a-z0-9_+-]*$/;
/** Largest length of a prefix, because names of indices are file names. */
const longestPrefix = 100;
const longestTitle = 1000;

function prefixProblem(prefix: string): string | undefined {
  if (prefix.length === 0 || prefix.length > longestPrefix) return `must have 1 to ${longestPrefix} characters`;
  if (!prefixPattern.test(prefix))
    return 'must start with a letter or a digit and hold nothing but lower-case letters, digits, _, - and +';
  return undefined;
}

/**
 * Checks the prefix of a new index set.
 * @throws RefusedFieldError when the indices of two sets could not be distinguished by their names
 */
function refuseCollision(prefix: string, others: readonly IndexSetDocument[]): void {
  const close = others.find((other) => other.prefix.startsWith(prefix) || prefix.startsWith(other.prefix));
  if (close)
    throw new RefusedFieldError(
      'index_prefix',
      `The index prefix "${prefix}" would collide with "${close.prefix}", the prefix of another index set. Choose another one.`,
    );
}

const atLeast = (path: string, value: number, least: number): Constraint[] =>
  value >= least ? [] : [{ path, message: `must be greater than or equal to ${least}` }];
const notBlank = (path: string, value: string): Constraint[] =>
  value.trim() === '' ? [{ path, message: 'must not be blank' }] : [];

function strategyProblems(
  kind: 'rotation' | 'retention',
  strategy: RotationStrategy | RetentionStrategy | undefined,
  config: StrategyConfig,
): Constraint[] {
  if (!strategy) return [{ path: `${kind}_strategy_class`, message: 'is no strategy of this server' }];
  return Object.entries(strategy.problems(config)).map(([field, message]) => ({
    path: `${kind}_strategy.${field}`,
    message,
  }));
}

const strategiesOf = (body: UpdateIndexSetRequest) => ({
  rotation: rotationStrategies.find(({ name }) => name === body.rotation_strategy_class),
  retention: retentionStrategies.find(({ name }) => name === body.retention_strategy_class),
});

/**
 * Validates the settings of an index set in a request, and converts them to their stored form.
 * @param analyzer analyzer of the set
 * @param further errors of other fields of the request, which are thrown together with the errors of the settings
 * @throws ConstraintError that names every wrong field
 */
export function readSettings(body: UpdateIndexSetRequest, analyzer: string, further: readonly Constraint[] = []) {
  const { rotation, retention } = strategiesOf(body);
  const problems = [
    ...notBlank('title', body.title),
    ...(body.title.length > longestTitle
      ? [{ path: 'title', message: `has more than ${longestTitle} characters` }]
      : []),
    ...further,
    ...atLeast('shards', body.shards, 1),
    ...atLeast('replicas', body.replicas, 0),
    ...atLeast('index_optimization_max_num_segments', body.index_optimization_max_num_segments, 1),
    ...atLeast('field_type_refresh_interval', body.field_type_refresh_interval, 1000),
    ...strategyProblems('rotation', rotation, body.rotation_strategy),
    ...strategyProblems('retention', retention, body.retention_strategy),
  ];
  if (problems.length > 0 || !rotation || !retention) throw new ConstraintError(problems);
  const kept = { ...retention.defaults, ...body.retention_strategy };
  const count = kept['max_number_of_indices'];
  return {
    title: body.title.trim(),
    description: body.description ?? null,
    writable: body.writable ?? true,
    rotation: rotation.rotation(body.rotation_strategy),
    retention: retention.retention,
    maxIndices: retention.retention === 'none' || typeof count !== 'number' ? null : count,
    settings: {
      shards: body.shards,
      replicas: body.replicas,
      rotation_strategy_class: rotation.name,
      rotation_strategy: configOf(rotation, { ...rotation.defaults, ...body.rotation_strategy }),
      retention_strategy_class: retention.name,
      retention_strategy: configOf(retention, kept),
      index_analyzer: analyzer,
      index_optimization_max_num_segments: body.index_optimization_max_num_segments,
      index_optimization_disabled: body.index_optimization_disabled,
      field_type_refresh_interval: body.field_type_refresh_interval,
    },
  } satisfies Omit<IndexSetRecord, 'id' | 'prefix'>;
}

/**
 * Validates a new index set, and converts it to its stored form without an id.
 * @param others existing sets
 * @throws ConstraintError that names every wrong field, RefusedFieldError when the prefix collides with another set's
 */
export function readNewSet(
  body: CreateIndexSetRequest,
  others: readonly IndexSetDocument[],
): Omit<IndexSetRecord, 'id'> {
  const problem = prefixProblem(body.index_prefix);
  if (problem === undefined) refuseCollision(body.index_prefix, others);
  const made = body.creation_date === '' ? Date.now() : Date.parse(body.creation_date);
  const settings = readSettings(body, body.index_analyzer, [
    ...(problem === undefined ? [] : [{ path: 'index_prefix', message: problem }]),
    ...notBlank('index_analyzer', body.index_analyzer),
    ...(Number.isNaN(made)
      ? [{ path: 'creation_date', message: 'must be a time such as 2024-02-01T09:00:00.000Z' }]
      : []),
  ]);
  return { ...settings, prefix: body.index_prefix, createdAt: new Date(made).toISOString() };
}
