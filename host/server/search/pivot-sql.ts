/**
 * Builds the SQL of a pivot's buckets: a common table expression for each group, outer groups first. The columns `g0`,
 * `g1` … contain the position of a bucket within its parent. The columns `e0`, `e1` … tell whether a bucket contains
 * the messages without any of the group's fields.
 */
import { eachValue, isEmptyIn, type GroupPlan } from './pivot-groups.js';
import { guarded } from './pivot-limits.js';
import type { SeriesPlan } from './series.js';

/** Largest number of groups of a pivot with which the tables of the groups are not materialised (see `levelSql`). */
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

/**
 * Returns the aggregation over a base table with one row for each bucket, which already contains the computed metrics.
 */
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
 * Tells whether the values of column groups are limited over all rows together. Otherwise each time bucket would have
 * its own most frequent values, so a chart limited to five lines could show more lines, with gaps.
 */
const hasSharedColumns = (rows: readonly GroupPlan[], columns: readonly GroupPlan[]): boolean =>
  rows.length > 0 && columns.length > 0 && rows.every(({ type }) => type === 'time');

/** Level of the base table that contains the buckets of shared columns over all rows. */
const sharedLevel = -2;

/** Nested groups whose buckets are computed level by level. */
interface Levels {
  readonly groups: readonly GroupPlan[];
  /** Prefix of the tables' names. */
  readonly prefix: string;
  /** Number of the first level. */
  readonly first: number;
  /**
   * Number of row groups, which come first. The column groups after them also split the buckets of messages without a
   * field of a row group.
   */
  readonly rows: number;
  /** Number of all levels of the pivot. */
  readonly total: number;
  readonly seriesOf: (group: GroupPlan, level: number) => readonly SeriesPlan[];
  readonly baseOf: (level: number) => string;
}

/** Rows with the prepared keys of the groups so far. */
interface PreparedRows {
  /** Table with the rows; undefined: the base table. */
  readonly from: string | undefined;
  /** SQL conditions for the rows that are in a bucket of each group. */
  readonly filters: readonly string[];
}

/**
 * Returns the common table expressions `s0`, `s1` … of the groups. Each contains the buckets of one level; within each
 * bucket of the level above, they are cut off at the limit of the group. Shared columns have such a table for their
 * last level only; their buckets over all rows are in the tables `t1`, `t2` ….
 * @param series distinct series of the pivot
 * @param hasValues tells whether the buckets of a level get all series, rather than only the series that their order
 * needs
 * @param baseOf returns SQL of the base table of a level, or of `sharedLevel`
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
  const total = groups.length;
  const seriesForOrder = ({ sortSeries }: GroupPlan): readonly SeriesPlan[] =>
    series.filter(({ column }) => sortSeries.some((plan) => plan.column === column));
  const seriesOf = (group: GroupPlan, level: number): readonly SeriesPlan[] =>
    hasValues(level) ? series : seriesForOrder(group);
  const tables: string[] = [];
  const levels: Levels = { groups, prefix: 's', first: 0, rows: rows.length, total, seriesOf, baseOf };
  const start: PreparedRows = { from: undefined, filters: [] };
  if (!hasSharedColumns(rows, columns)) {
    addLevels(tables, levels, start, aggregation);
    return tables;
  }
  const ofRows = addLevels(tables, { ...levels, groups: rows }, start, aggregation);
  const [whole, shared] = [baseOf(total - 1), baseOf(sharedLevel)];
  const prepared = addLevels(
    tables,
    {
      ...levels,
      ...{ groups: columns, prefix: 't', first: rows.length, rows: 0 },
      ...{ seriesOf: seriesForOrder, baseOf: () => shared },
    },
    // A part of the base table for the shared columns alone contains no keys of rows.
    shared === whole ? ofRows : { from: undefined, filters: [] },
    aggregation,
  );
  tables.push(sharedColumnsSql(rows, columns, { ...prepared, from: prepared.from ?? whole }, series, aggregation));
  return tables;
}

/** Appends the tables of nested groups. @returns the rows, prepared for deeper groups */
function addLevels(tables: string[], levels: Levels, start: PreparedRows, aggregation: Aggregation): PreparedRows {
  const { groups, prefix, first, rows, seriesOf, baseOf } = levels;
  const filters = [...start.filters];
  let { from } = start;
  for (const [index, group] of groups.entries()) {
    const level = first + index;
    const above = index < rows ? groups.slice(0, index) : groups.slice(rows, index);
    const unsplit = isEmptyIn(above);
    const replacements = keyReplacements(group, unsplit);
    if (replacements.length > 0) {
      tables.push(
        `${prefix}x${level} AS (SELECT * REPLACE (${replacements.join(', ')}) FROM ${from ?? baseOf(level)})`,
      );
      from = `${prefix}x${level}`;
    }
    if (group.type === 'time' || group.skipEmpty) {
      const filled = group.keys.map(({ column }) => `b.${column} IS NOT NULL`).join(' AND ');
      filters.push(unsplit === undefined ? filled : `((${filled}) OR ${isEmptyIn(above, 'b.')})`);
    }
    tables.push(levelSql(levels, index, from ?? baseOf(level), filters, seriesOf(group, level), aggregation));
  }
  return { from, filters };
}

/** Returns the table `s…` of the last level of shared columns, with the positions that they have over all rows. */
function sharedColumnsSql(
  rows: readonly GroupPlan[],
  columns: readonly GroupPlan[],
  { from, filters }: PreparedRows,
  series: readonly SeriesPlan[],
  aggregation: Aggregation,
): string {
  const last = rows.length + columns.length - 1;
  const [rowKeys, columnKeys] = [keysOf(rows), keysOf(columns)];
  const placesOf = (groups: readonly GroupPlan[], first: number): string[] =>
    groups.flatMap((_, index) => [`g${first + index}`, `e${first + index}`]);
  const [rowPlaces, columnPlaces] = [placesOf(rows, 0), placesOf(columns, rows.length)];
  const same = (keys: readonly string[], table: string): string =>
    keys.map((column) => `b.${column} IS NOT DISTINCT FROM ${table}.${column}`).join(' AND ');
  const select = [
    ...[...rowKeys, ...columnKeys, ...aggregation.inputs].map((column) => `b.${column} AS ${column}`),
    ...columnPlaces.map((column) => `t.${column} AS ${column}`),
  ];
  const where = filters.length > 0 ? ` WHERE ${filters.join(' AND ')}` : '';
  const found = `SELECT ${select.join(', ')} FROM ${from} b JOIN t${last} t ON ${same(columnKeys, 't')}${where}`;
  const by = [...rowKeys, ...columnKeys, ...columnPlaces].join(', ');
  const grouped = `SELECT ${by}, ${metrics(aggregation, series)} FROM (${found}) GROUP BY ALL`;
  const places = rowPlaces.map((column) => `p.${column}`).join(', ');
  return `s${last} AS (SELECT b.*, ${places} FROM (${grouped}) b JOIN s${rows.length - 1} p ON ${same(rowKeys, 'p')})`;
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
  { groups, prefix, first, total }: Levels,
  index: number,
  from: string,
  filters: readonly string[],
  series: readonly SeriesPlan[],
  aggregation: Aggregation,
): string {
  const level = first + index;
  const group = groups[index];
  if (!group) throw new RangeError(`No group ${level}`);
  const parents = groups.slice(0, index);
  const parentKeys = keysOf(parents);
  const parentPlaces = parents.flatMap((_, above) => [`g${first + above}`, `e${first + above}`]);
  const keys = keysOf([group]);
  const join = parentKeys.length
    ? ` JOIN ${prefix}${level - 1} p ON ${parentKeys.map((column) => `b.${column} IS NOT DISTINCT FROM p.${column}`).join(' AND ')}`
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
  const kept = total > maximumInlinedLevels ? 'MATERIALIZED ' : '';
  const buckets = `SELECT *, ${empty} AS e${level}, row_number() OVER (${partition} ORDER BY ${group.order}) AS g${level} FROM (${aggregated})${limit}`;
  return `${prefix}${level} AS ${kept}(${level < total - 1 ? guarded(buckets) : buckets})`;
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
 * Tells whether computing all buckets from partial results is possible and faster. For this, the outer group must be a
 * time group, all metrics must be computable from partial results, and no key may be a list. If the outer group is a
 * values group, its few largest buckets are found first instead, because there may be almost as many partial results as
 * messages.
 */
const hasParts = (groups: readonly GroupPlan[], series: readonly SeriesPlan[]): boolean =>
  groups[0]?.type === 'time' && hasNoLists(groups) && series.every((plan) => plan.parts !== undefined);

/**
 * Tells whether computing the buckets of both groups and the totals as grouping sets is possible and faster. For this,
 * the pivot must have a values group within a time group, and its totals must be shown (`rollup`).
 */
function isOfSets({ rows, columns, rollup, mayHoldAll }: OnePassPlan): boolean {
  const [outer, inner, ...more] = [...rows, ...columns];
  const isSplit = outer?.type === 'time' && inner?.type === 'values' && more.length === 0;
  if (!isSplit || rows.length === 0 || !rollup || !mayHoldAll) return false;
  // The grouping set of the shared columns alone also contains messages without a value of the time field; only
  // `timestamp` exists in every message.
  if (columns.length > 0 && outer.keys[0]?.field.name !== 'timestamp') return false;
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
  /** Returns SQL of the rows of the base table that belong to a level of groups; -1: the rows of the totals. */
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

/**
 * Returns the base table of grouping sets. Its rows are the metrics of the buckets of both groups, of the outer group,
 * of shared columns, and of all messages.
 */
function baseOfSets({ rows, columns, series }: OnePassPlan, source: string): Base {
  const groups = [...rows, ...columns];
  const keys = keysOf(groups);
  const outer = keysOf(groups.slice(0, 1));
  const list = keys.join(', ');
  const inner = keys.slice(outer.length);
  const sets = [keys, outer, ...(hasSharedColumns(rows, columns) ? [inner] : []), []]
    .map((set) => `(${set.join(', ')})`)
    .join(', ');
  // grouping() has a bit for each key that is not in the set; the last key has the lowest bit.
  const ofInner = (1 << (keys.length - outer.length)) - 1;
  const ofOuter = ((1 << outer.length) - 1) << inner.length;
  const level = `CASE grouping(${list}) WHEN 0 THEN 1 WHEN ${ofInner} THEN 0 WHEN ${ofOuter} THEN ${sharedLevel} ELSE -1 END AS level`;
  const values = metrics(overMessages(series), series);
  return {
    sql: `SELECT ${list}, ${level}, ${values} FROM (${source}) GROUP BY GROUPING SETS (${sets})`,
    aggregation: overBuckets(series),
    of: (wanted) => `(SELECT * FROM base WHERE level = ${wanted})`,
  };
}

/**
 * Returns SQL that reads each message once. It computes the totals, the buckets of the rows, and the buckets of rows
 * and columns together.
 * @param source SQL of the messages with the keys and inputs
 * @param limit largest number of buckets; one bucket more is returned when there are more
 * @returns undefined if the pivot needs several statements, or several statements are faster
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
      ? baseOfSets(plan, await source())
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
