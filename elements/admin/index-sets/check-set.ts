/** Validates the form of an index set before it is sent to the server (screens/data-intake.md D2, D3). */
import type { StrategyConfig } from '../../../api/contract/index-sets.js';
import type { FieldErrors } from '../../kit/form/index.js';
import { daysOf, isLonger, isPeriod, retentions, rotations } from './strategies.js';
import { texts } from './texts.js';

const { form: words } = texts;

export interface ChosenStrategy {
  /** Name of the strategy's class on the server. */
  readonly type: string;
  readonly config: StrategyConfig;
}

export interface SetValues {
  readonly title: string;
  readonly description: string;
  readonly prefix: string;
  readonly analyzer: string;
  readonly shards: number | undefined;
  readonly replicas: number | undefined;
  readonly segments: number | undefined;
  readonly noOptimization: boolean;
  readonly refreshSeconds: number | undefined;
  readonly rotation: ChosenStrategy;
  readonly retention: ChosenStrategy;
}

export function prefixProblem(prefix: string): string | undefined {
  if (prefix === '') return words.prefixEmpty;
  if (!/^[a-z0-9]/i.test(prefix)) return words.prefixStart;
  if (prefix !== prefix.toLowerCase()) return words.prefixCase;
  return /^[a-z0-9_+-]+$/.test(prefix) ? undefined : words.prefixSigns;
}

const missing = (value: string | number | undefined, name: string): string | undefined =>
  value === undefined || (typeof value === 'string' && value.trim() === '') ? words.required(name) : undefined;
const count = ({ config }: ChosenStrategy, field: string, name: string): string | undefined =>
  Number(config[field] ?? 0) >= 1 ? undefined : words.required(name);

function periodProblem({ rotation_period: period, max_rotation_period: longest }: StrategyConfig): string | undefined {
  if (!isPeriod(period)) return words.periodBad;
  return isLonger(period, longest) ? words.periodLong(String(longest)) : undefined;
}

export function rotationProblem(rotation: ChosenStrategy): string | undefined {
  const { type, config } = rotation;
  if (type === rotations.count) return count(rotation, 'max_docs_per_index', words.maxDocs);
  if (type === rotations.size) return count(rotation, 'max_size', words.maxSize);
  if (type === rotations.time) return periodProblem(config);
  if (type !== rotations.lifetime) return undefined;
  const [least, most] = [daysOf(config['index_lifetime_min']), daysOf(config['index_lifetime_max'])];
  return least >= 1 && most - least >= 1 ? undefined : words.lifetimeBad;
}

/** Returns whether the index set has a lifetime of messages: it rotates by lifetime, and old indices are removed. */
export const hasLifetimes = ({ rotation, retention }: Pick<SetValues, 'rotation' | 'retention'>): boolean =>
  rotation.type === rotations.lifetime && retention.type !== retentions.none;

/**
 * Returns the errors of an index set.
 * @param isNew true if the index set is new, whose prefix and analyzer are validated too
 */
export function checkSet(values: SetValues, isNew: boolean): FieldErrors<SetValues> {
  const { rotation, retention } = values;
  const counts = rotation.type !== rotations.lifetime && retention.type !== retentions.none;
  return {
    title: missing(values.title, words.title),
    description: missing(values.description, words.about),
    prefix: isNew ? prefixProblem(values.prefix) : undefined,
    analyzer: isNew ? missing(values.analyzer, words.analyzer) : undefined,
    shards: missing(values.shards, words.shards),
    replicas: missing(values.replicas, words.replicas),
    segments: (values.segments ?? 0) >= 1 ? undefined : words.required(words.segments),
    refreshSeconds: (values.refreshSeconds ?? 0) >= 1 ? undefined : words.required(words.refresh),
    rotation: hasLifetimes(values) || rotation.type !== rotations.lifetime ? rotationProblem(rotation) : undefined,
    retention: counts ? count(retention, 'max_number_of_indices', words.maxIndices) : undefined,
  };
}

/** Returns the errors of the defaults of index sets, which have no title, description and prefix. */
export function checkDefaults(values: SetValues): FieldErrors<SetValues> {
  const { title: _, description: __, prefix: ___, ...problems } = checkSet(values, true);
  return problems;
}
