/**
 * Builds the SQL of a pivot's buckets: a common table expression for each group, outer groups first. The columns `g0`,
 * `g1` … contain the position of a bucket within its parent, `e0`, `e1` … whether it is the bucket of messages without any
 * of the group's fields.
 */
import { eachValue, isEmptyIn, type GroupPlan } from './pivot-groups.js';
import { guarded } from './pivot-limits.js';
import type { SeriesPlan } from './series.js';

const maximumInlinedLevels = 4;

/** SQL with which buckets are computed from the rows of the base table. */
export interface Aggregation {
  /** Columns of the base table, besides the keys of the groups, that the aggregates read. */
  readonly inputs: readonly string[];
  /** SQL of the columns `n`, `first` and `last` of a bucket: number of messages, first and last time. */
  readonly counts: readonly string[];
  /** Returns the SQL aggregate of a metric. */
  readonly aggregate: (series: SeriesPlan) => string;
}

/** Returns the aggregation over a base table with a row for each message. */
export const overMessages = (series: readonly SeriesPlan[]): Aggregation => ({
  inputs: ['ts', 'id', ...series.flatMap(({ field, input }) => (field ? [input] : []))],
  counts: ['count(*) AS n', 'min(ts) AS first', 'max(ts) AS last'],
  aggregate: ({ aggregate }) => aggregate,
});

/** Returns the aggregation over a base table of partial results, one row for each combination of keys (`onePassSql`). */
const overParts = (series: readonly SeriesPlan[]): Aggregation => ({
  inputs: ['n', 'first', 'last', ...series.flatMap(({ parts }) => parts?.columns ?? [])],
  counts: ['sum(n)::BIGINT AS n', 'min(first) AS first', 'max(last) AS last'],
  aggregate: ({ parts, aggregate }) => parts?.combined ?? aggregate,
});

const keysOf = (groups: readonly GroupPlan[]): string[] =>
  groups.flatMap(({ keys }) => keys.map(({ column }) => column));

const metrics = ({ counts, aggregate }: Aggregation, series: readonly SeriesPlan[]): string =>
  [...counts, ...series.map((plan) => `${aggregate(plan)} AS ${plan.column}`)].join(', ');

/** Returns SQL of the totals over the rows of a table. */
export const totalsSql = (aggregation: Aggregation, series: readonly SeriesPlan[], table: string): string =>
  `SELECT ${metrics(aggregation, series)} FROM ${table}`;

/** Returns the ORDER BY list of the buckets of all groups. */
export const orderOfBuckets = (groups: readonly GroupPlan[]): string =>
  groups.flatMap((_, level) => [`e${level}`, `g${level}`]).join(', ');

/**
 * Returns the common table expressions `s0`, `s1` … of the groups: at each level the buckets within the limit of their
 * parent.
 * @param series distinct series of the pivot
 * @param hasValues tells whether the buckets of a level get all series, rather than those that their order needs
 */
export function bucketTables(
  rows: readonly GroupPlan[],
  columns: readonly GroupPlan[],
  series: readonly SeriesPlan[],
  aggregation: Aggregation,
  hasValues: (level: number) => boolean,
): string[] {
  const groups = [...rows, ...columns];
  const tables: string[] = [];
  const filters: string[] = [];
  let from = 'base';
  for (const [level, group] of groups.entries()) {
    const above = level < rows.length ? groups.slice(0, level) : groups.slice(rows.length, level);
    const unsplit = isEmptyIn(above);
    const replacements = keyReplacements(group, unsplit);
    if (replacements.length > 0) {
      tables.push(`x${level} AS (SELECT * REPLACE (${replacements.join(', ')}) FROM ${from})`);
      from = `x${level}`;
    }
    if (group.type === 'time' || group.skipEmpty) {
      const filled = group.keys.map(({ column }) => `b.${column} IS NOT NULL`).join(' AND ');
      filters.push(unsplit === undefined ? filled : `((${filled}) OR ${isEmptyIn(above, 'b.')})`);
    }
    const seriesOfLevel = hasValues(level)
      ? series
      : series.filter(({ column }) => group.sortSeries.some((plan) => plan.column === column));
    tables.push(levelSql(groups, level, from, filters, seriesOfLevel, aggregation));
  }
  return tables;
}

/**
 * Returns the items of a `SELECT * REPLACE` list that prepare the keys of a group: a list becomes a row for each of its
 * values, and the keys of rows that are not split become NULL. Empty: all keys can stay as they are.
 * @param unsplit SQL condition for rows without the fields of an outer group, whose bucket is not split further; undefined:
 * no outer group has such a bucket
 */
const keyReplacements = ({ keys }: GroupPlan, unsplit: string | undefined): string[] =>
  keys.flatMap(({ column, field }) => {
    const value = field.list
      ? eachValue(column, unsplit)
      : unsplit && `CASE WHEN ${unsplit} THEN NULL ELSE ${column} END`;
    return value === undefined ? [] : [`${value} AS ${column}`];
  });

function levelSql(
  groups: readonly GroupPlan[],
  level: number,
  from: string,
  filters: readonly string[],
  series: readonly SeriesPlan[],
  aggregation: Aggregation,
): string {
  const group = groups[level];
  if (!group) throw new RangeError(`No group ${level}`);
  const parents = groups.slice(0, level);
  const parentKeys = keysOf(parents);
  const parentPlaces = parents.flatMap((_, above) => [`g${above}`, `e${above}`]);
  const keys = keysOf([group]);
  const join = parentKeys.length
    ? ` JOIN s${level - 1} p ON ${parentKeys.map((column) => `b.${column} IS NOT DISTINCT FROM p.${column}`).join(' AND ')}`
    : '';
  const select = [
    ...parentKeys.map((column) => `b.${column} AS ${column}`),
    ...parentPlaces.map((column) => `p.${column} AS ${column}`),
    ...[...keys, ...aggregation.inputs].map((column) => `b.${column} AS ${column}`),
  ];
  const where = filters.length > 0 ? ` WHERE ${filters.join(' AND ')}` : '';
  const by = [...parentKeys, ...parentPlaces, ...keys].join(', ');
  const aggregated = `SELECT ${by}, ${metrics(aggregation, series)} FROM (SELECT ${select.join(', ')} FROM ${from} b${join}${where}) GROUP BY ALL`;
  const empty =
    group.type === 'time' ? 'false' : `(${keys.map((column) => `${column} IS NULL`).join(' AND ') || 'false'})`;
  const partition = `PARTITION BY ${[...parentPlaces, empty].join(', ')}`;
  const limit = group.type === 'values' ? ` QUALIFY e${level} OR g${level} <= ${group.limit}` : '';
  // Without MATERIALIZED, the planner copies every level into the next level, and planning time doubles with each group.
  const kept = groups.length > maximumInlinedLevels ? 'MATERIALIZED ' : '';
  const buckets = `SELECT *, ${empty} AS e${level}, row_number() OVER (${partition} ORDER BY ${group.order}) AS g${level} FROM (${aggregated})${limit}`;
  return `s${level} AS ${kept}(${level < groups.length - 1 ? guarded(buckets) : buckets})`;
}

/** Parts of the result of `onePassSql`, by the values of its column `part`. */
export const parts = { totals: 0, rows: 1, columns: 2 } as const;

/**
 * Tells whether one pass over the messages can compute a pivot, and is faster: the outer group is a time split, all metrics
 * can be computed from partial results, and no key is a list. If the outer group has a limit instead, its few buckets are
 * found first, because there may be almost as many partial results as messages.
 */
export const isOnePass = (groups: readonly GroupPlan[], series: readonly SeriesPlan[]): boolean =>
  groups[0]?.type === 'time' &&
  groups.every(({ keys }) => keys.every(({ field }) => !field.list)) &&
  series.every((plan) => plan.parts !== undefined);

/**
 * Returns SQL that computes the totals, the buckets of the rows and those of rows and columns together. It groups the
 * messages once by all keys; everything else is computed from these groups.
 * @param source SQL of the messages with the keys and inputs
 * @param limit largest number of buckets; one bucket more is returned when there are more
 */
export function onePassSql(
  rows: readonly GroupPlan[],
  columns: readonly GroupPlan[],
  series: readonly SeriesPlan[],
  source: string,
  limit: number,
): string {
  const groups = [...rows, ...columns];
  const last = groups.length - 1;
  const aggregation = overParts(series);
  const partial = series.flatMap((plan) => plan.parts?.partial ?? []);
  const columnsOfBase = [...keysOf(groups), ...overMessages([]).counts, ...partial].join(', ');
  const tables = [
    `base AS MATERIALIZED (SELECT ${columnsOfBase} FROM (${source}) GROUP BY ALL)`,
    ...bucketTables(rows, columns, series, aggregation, (level) => level === rows.length - 1 || level === last),
  ];
  const bucketsOf = (part: number, level: number): string =>
    `SELECT ${part} AS part, * FROM (SELECT * FROM s${level} LIMIT ${limit + 1})`;
  const selected = [
    `SELECT ${parts.totals} AS part, * FROM (${totalsSql(aggregation, series, 'base')})`,
    ...(rows.length > 0 ? [bucketsOf(parts.rows, rows.length - 1)] : []),
    ...(columns.length > 0 ? [bucketsOf(parts.columns, last)] : []),
  ];
  return `WITH ${tables.join(', ')} SELECT * FROM (${selected.join(' UNION ALL BY NAME ')}) ORDER BY part, ${orderOfBuckets(groups)}`;
}
