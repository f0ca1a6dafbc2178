/**
 * Builds the SQL of a pivot's buckets: a common table expression for each group, outer groups first. The columns `g0`,
 * `g1` … contain the position of a bucket within its parent, `e0`, `e1` … whether it is the bucket of messages without
 * any of the group's fields.
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

/**
 * Returns the aggregation over a base table of partial results, one row for each combination of keys (`onePassSql`).
 */
const overParts = (series: readonly SeriesPlan[]): Aggregation => ({
  inputs: ['n', 'first', 'last', ...series.flatMap(({ parts }) => parts?.columns ?? [])],
  counts: ['sum(n)::BIGINT AS n', 'min(first) AS first', 'max(last) AS last'],
  aggregate: ({ parts, aggregate }) => parts?.combined ?? aggregate,
});

/** Returns the aggregation over a base table with one row for each bucket, in which all metrics are computed. */
const overBuckets = (series: readonly SeriesPlan[]): Aggregation => ({
  inputs: ['n', 'first', 'last', ...series.map(({ column }) => column)],
  counts: ['any_value(n) AS n', 'any_value(first) AS first', 'any_value(last) AS last'],
  aggregate: ({ column }) => `any_value(${column})`,
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
 * Returns the common table expressions `s0`, `s1` … of the groups: the buckets of each level, cut off at the limit of
 * the group within each bucket of the level above.
 * @param series distinct series of the pivot
 * @param hasValues tells whether the buckets of a level get all series, rather than only the series that their order
 * needs
 * @param baseOf returns SQL of the base table of a level
 */
export function bucketTables(
  rows: readonly GroupPlan[],
  columns: readonly GroupPlan[],
  series: readonly SeriesPlan[],
  aggregation: Aggregation,
  hasValues: (level: number) => boolean,
  baseOf: (level: number) => string = () => 'base',
): string[] {
  const groups = [...rows, ...columns];
  const tables: string[] = [];
  const filters: string[] = [];
  let from: string | undefined;
  for (const [level, group] of groups.entries()) {
    const above = level < rows.length ? groups.slice(0, level) : groups.slice(rows.length, level);
    const unsplit = isEmptyIn(above);
    const replacements = keyReplacements(group, unsplit);
    if (replacements.length > 0) {
      tables.push(`x${level} AS (SELECT * REPLACE (${replacements.join(', ')}) FROM ${from ?? baseOf(level)})`);
      from = `x${level}`;
    }
    if (group.type === 'time' || group.skipEmpty) {
      const filled = group.keys.map(({ column }) => `b.${column} IS NOT NULL`).join(' AND ');
      filters.push(unsplit === undefined ? filled : `((${filled}) OR ${isEmptyIn(above, 'b.')})`);
    }
    const seriesOfLevel = hasValues(level)
      ? series
      : series.filter(({ column }) => group.sortSeries.some((plan) => plan.column === column));
    tables.push(levelSql(groups, level, from ?? baseOf(level), filters, seriesOfLevel, aggregation));
  }
  return tables;
}

/**
 * Returns the items of a `SELECT * REPLACE` list that prepare the keys of a group: a list becomes a row for each of its
 * values, and the keys of rows that are not split become NULL. The result is empty if all keys can stay as they are.
 * @param unsplit SQL condition for rows without the fields of an outer group, whose bucket is not split further;
 * undefined: no outer group has such a bucket
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
  // Without limited groups above, every row is in a bucket, so the buckets are joined instead of the rows.
  const isJoinedLater = parents.length > 0 && parents.every(({ type }) => type === 'time');
  const places = isJoinedLater ? [] : parentPlaces;
  const select = [
    ...parentKeys.map((column) => `b.${column} AS ${column}`),
    ...places.map((column) => `p.${column} AS ${column}`),
    ...[...keys, ...aggregation.inputs].map((column) => `b.${column} AS ${column}`),
  ];
  const where = filters.length > 0 ? ` WHERE ${filters.join(' AND ')}` : '';
  const by = [...parentKeys, ...places, ...keys].join(', ');
  const rows = `${from} b${isJoinedLater ? '' : join}${where}`;
  const grouped = `SELECT ${by}, ${metrics(aggregation, series)} FROM (SELECT ${select.join(', ')} FROM ${rows}) GROUP BY ALL`;
  const withPlaces = `SELECT b.*, ${parentPlaces.map((column) => `p.${column}`).join(', ')} FROM (${grouped}) b${join}`;
  const aggregated = isJoinedLater ? withPlaces : grouped;
  const empty =
    group.type === 'time' ? 'false' : `(${keys.map((column) => `${column} IS NULL`).join(' AND ') || 'false'})`;
  const partition = `PARTITION BY ${[...parentPlaces, empty].join(', ')}`;
  const limit = group.type === 'values' ? ` QUALIFY e${level} OR g${level} <= ${group.limit}` : '';
  // Without MATERIALIZED, the planner copies every level into the next level, and planning time doubles with each
  // group.
  const kept = groups.length > maximumInlinedLevels ? 'MATERIALIZED ' : '';
  const buckets = `SELECT *, ${empty} AS e${level}, row_number() OVER (${partition} ORDER BY ${group.order}) AS g${level} FROM (${aggregated})${limit}`;
  return `s${level} AS ${kept}(${level < groups.length - 1 ? guarded(buckets) : buckets})`;
}

/** Parts of the result of `onePassSql`, by the values of its column `part`. */
export const parts = { totals: 0, rows: 1, columns: 2 } as const;

/**
 * Largest number of keys of the inner group of grouping sets; `grouping()` returns an integer with a bit for each key.
 */
const mostSetKeys = 30;

const hasNoLists = (groups: readonly GroupPlan[]): boolean =>
  groups.every(({ keys }) => keys.every(({ field }) => !field.list));

/**
 * Tells whether all buckets can be computed from partial results, and this is faster: the outer group is a time split,
 * all metrics can be computed from partial results, and no key is a list. If the outer group has a limit instead, its
 * few buckets are found first, because there may be almost as many partial results as messages.
 */
const hasParts = (groups: readonly GroupPlan[], series: readonly SeriesPlan[]): boolean =>
  groups[0]?.type === 'time' && hasNoLists(groups) && series.every((plan) => plan.parts !== undefined);

/**
 * Tells whether the buckets of both groups and the totals can be computed as grouping sets, and this is faster: values
 * within a time split, of which all metrics are shown.
 */
function isOfSets({ rows, columns, rollup, mayHoldAll }: OnePassPlan): boolean {
  const [outer, inner, ...more] = [...rows, ...columns];
  const isSplit = outer?.type === 'time' && inner?.type === 'values' && more.length === 0;
  if (!isSplit || rows.length === 0 || !rollup || !mayHoldAll) return false;
  return hasNoLists([outer, inner]) && inner.keys.length <= mostSetKeys;
}

export interface OnePassPlan {
  readonly rows: readonly GroupPlan[];
  readonly columns: readonly GroupPlan[];
  /** Distinct series of the pivot. */
  readonly series: readonly SeriesPlan[];
  readonly rollup: boolean;
  /**
   * True: the memory suffices to hold the values of all buckets, of the outer group's buckets and of the totals at
   * once.
   */
  readonly mayHoldAll: boolean;
}

/** Base table of a pivot that reads each message once. */
interface Base {
  readonly sql: string;
  readonly aggregation: Aggregation;
  /** Returns SQL of the part of the base table that a level of groups needs; -1: the totals. */
  readonly of: (level: number) => string;
}

/** Returns the base table with the partial results of each combination of keys. */
function baseOfParts(groups: readonly GroupPlan[], series: readonly SeriesPlan[], source: string): Base {
  const partial = series.flatMap((plan) => plan.parts?.partial ?? []);
  const columns = [...keysOf(groups), ...overMessages([]).counts, ...partial].join(', ');
  return {
    sql: `SELECT ${columns} FROM (${source}) GROUP BY ALL`,
    aggregation: overParts(series),
    of: () => 'base',
  };
}

/** Returns the base table with the metrics of the buckets of both groups, of the outer group, and of all messages. */
function baseOfSets(groups: readonly GroupPlan[], series: readonly SeriesPlan[], source: string): Base {
  const keys = keysOf(groups);
  const outer = keysOf(groups.slice(0, 1));
  const list = keys.join(', ');
  const sets = [keys, outer, []].map((set) => `(${set.join(', ')})`).join(', ');
  // grouping() has a bit for each key that is not in the set; the last key has the lowest bit.
  const ofInner = (1 << (keys.length - outer.length)) - 1;
  const level = `CASE grouping(${list}) WHEN 0 THEN 1 WHEN ${ofInner} THEN 0 ELSE -1 END AS level`;
  const rows = `(${source})`;
  return {
    sql: `SELECT ${list}, ${level}, ${metrics(overMessages(series), series)} FROM ${rows} GROUP BY GROUPING SETS (${sets})`,
    aggregation: overBuckets(series),
    of: (wanted) => `(SELECT * FROM base WHERE level = ${wanted})`,
  };
}

/**
 * Returns SQL that reads each message once and computes the totals, the buckets of the rows, and the buckets of rows
 * and columns together.
 * @param source SQL of the messages with the keys and inputs
 * @param limit largest number of buckets; one bucket more is returned when there are more
 * @returns undefined: the pivot needs several statements, or several statements are faster
 */
export async function onePassSql(
  plan: OnePassPlan,
  source: () => Promise<string>,
  limit: number,
): Promise<string | undefined> {
  const { rows, columns, series } = plan;
  const groups = [...rows, ...columns];
  const base = hasParts(groups, series)
    ? baseOfParts(groups, series, await source())
    : isOfSets(plan)
      ? baseOfSets(groups, series, await source())
      : undefined;
  if (!base) return undefined;
  const last = groups.length - 1;
  const { aggregation, of } = base;
  const hasValues = (level: number): boolean => level === rows.length - 1 || level === last;
  const tables = [
    `base AS MATERIALIZED (${base.sql})`,
    ...bucketTables(rows, columns, series, aggregation, hasValues, of),
  ];
  const bucketsOf = (part: number, level: number): string =>
    `SELECT ${part} AS part, * FROM (SELECT * FROM s${level} LIMIT ${limit + 1})`;
  const selected = [
    `SELECT ${parts.totals} AS part, * FROM (${totalsSql(aggregation, series, of(-1))})`,
    ...(rows.length > 0 ? [bucketsOf(parts.rows, rows.length - 1)] : []),
    ...(columns.length > 0 ? [bucketsOf(parts.columns, last)] : []),
  ];
  return `WITH ${tables.join(', ')} SELECT * FROM (${selected.join(' UNION ALL BY NAME ')}) ORDER BY part, ${orderOfBuckets(groups)}`;
}
