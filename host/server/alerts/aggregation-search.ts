/**
 * Finds the groups of messages in a window that satisfy a definition's condition. The condition is part of the SQL
 * statement, so other groups never leave the store.
 */
import type {
  AggregationConfig,
  AggregationSeries,
  Expression,
} from '../../../api/contract/event-definitions.schema.js';
import { eventStreamIds } from '../documents/event-documents.js';
import { fieldReader, keyText } from '../search/field-kinds.js';
import { indicesOf, matchingRows, type Match } from '../search/match.js';
import { Parameters } from '../search/parameters.js';
import { eachValue } from '../search/pivot-groups.js';
import { emptyKey } from '../search/pivot-rows.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { conditionSql, holds } from './conditions.js';
import { seriesColumns, type SeriesFigure } from './series-columns.js';

/** One group; without group-by fields, all messages of the window form one group. */
export interface AggregationHit {
  /** Values of the group-by fields, in the order of the fields. */
  readonly keys: readonly string[];
  /** Maps each series id to the value of the series, or to null if the series has no value. */
  readonly values: ReadonlyMap<string, number | null>;
  /** Ids of the searched streams that contain messages of the group; empty for a window without messages. */
  readonly streams: readonly string[];
}

/** Largest number of groups that `findGroups` yields at once. */
export const batchSize = 500;

/** Returns the values that the series have in a window without messages. */
function emptyValues(series: readonly AggregationSeries[]): Map<string, number | null> {
  return new Map(seriesColumns(series, []).figures.map(({ id, emptyValue }) => [id, emptyValue]));
}

/**
 * Returns the result for a window without messages; undefined: the condition does not hold. The condition can hold only
 * for a definition without group-by fields, for instance `count() < 1`.
 */
export function hitOfNothing(config: AggregationConfig): AggregationHit | undefined {
  const { expression } = config.conditions;
  if (config.group_by.length > 0 || expression === null) return undefined;
  const values = emptyValues(config.series);
  return holds(expression, values) ? { keys: [], values, streams: [] } : undefined;
}

/** Statistics of the groups of one window, whether the condition holds for them or not. */
export interface GroupFigures {
  /** Number of groups; 1 without group-by fields, even without messages. */
  readonly groups: number;
  /** Number of groups whose condition holds. */
  readonly holding: number;
  /** Maps each series id to the lowest and the highest value of the series among all groups. */
  readonly values: ReadonlyMap<string, readonly [lowest: number | null, highest: number | null]>;
}

/**
 * Computes statistics of the groups of a window.
 * @throws SearchTypeError when a series cannot be computed from its field
 */
export async function groupFigures(
  store: MessageReader,
  match: Match,
  config: AggregationConfig,
  signal: AbortSignal,
): Promise<GroupFigures> {
  const { conditions, group_by: groupBy, series } = config;
  const indices = indicesOf(store, match);
  if (indices.length === 0) {
    const isGrouped = groupBy.length > 0;
    const values = new Map(
      Array.from(emptyValues(series), ([id, value]) => {
        const only = isGrouped ? null : value;
        return [id, [only, only] as const] as const;
      }),
    );
    return { groups: isGrouped ? 0 : 1, holding: hitOfNothing(config) ? 1 : 0, values };
  }
  const { parameters, grouped, condition, figures } = await groupsOf(
    match,
    indices,
    config,
    conditions.expression ?? { expr: 'true' },
  );
  const columns = new Map(
    figures.map(({ column }) => [column, `min(${column}) AS l${column}, max(${column}) AS h${column}`]),
  );
  const selected = ['count(*) AS n', `count(*) FILTER (WHERE ${condition}) AS holding`, ...columns.values()].join(', ');
  const [row] = await store.query(...parameters.bind(`SELECT ${selected} FROM (${grouped})`), signal);
  const edge = ({ column, read }: SeriesFigure, side: 'l' | 'h'): number | null => numberOf(read(row?.[side + column]));
  return {
    groups: Number(row?.['n'] ?? 0),
    holding: Number(row?.['holding'] ?? 0),
    values: new Map(figures.map((one) => [one.id, [edge(one, 'l'), edge(one, 'h')] as const])),
  };
}

/**
 * Number of groups that one statement fetches. The statement ends before its events are stored, because other searches
 * wait for its connection.
 */
const chunkSize = 5000;

/**
 * Returns the SQL expression for a text that is distinct for every group: it joins the values with a separator, which
 * is escaped within the values.
 */
const groupText = (columns: readonly string[]): string =>
  columns
    .map((column) => `coalesce('v' || replace(${column}::VARCHAR, chr(31), chr(31) || 'x'), 'n')`)
    .join(" || chr(31) || 'y' || ");

/**
 * Yields the groups that satisfy the condition, at most `batchSize` at a time.
 * @throws SearchTypeError when a series cannot be computed from its field
 */
export async function* findGroups(
  store: MessageReader,
  match: Match,
  config: AggregationConfig,
  signal: AbortSignal,
): AsyncGenerator<AggregationHit[]> {
  if (config.conditions.expression === null) return;
  const indices = indicesOf(store, match);
  if (indices.length === 0) {
    const hit = hitOfNothing(config);
    if (hit) yield [hit];
    return;
  }
  for (let after: string | undefined; ;) {
    const { statement, hitOf } = await plan(match, indices, config, config.conditions.expression, after);
    const rows = await store.query(...statement, signal);
    const last = rows.at(-1)?.['gk'];
    for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize).map(hitOf);
    if (rows.length < chunkSize || typeof last !== 'string') return;
    after = last;
  }
}

/** Returns the statement that fetches a chunk of groups. @param after text of the last group of the preceding chunk */
async function plan(
  match: Match,
  indices: readonly StoredIndex[],
  config: AggregationConfig,
  expression: Expression,
  after: string | undefined,
) {
  const { parameters, grouped, condition, figures, keys, ofOne } = await groupsOf(match, indices, config, expression);
  const behind = after === undefined ? '' : ` AND gk > ${parameters.add(after)}`;
  const order = keys.length > 0 ? `ORDER BY gk LIMIT ${chunkSize}` : '';
  const sql = `SELECT * FROM (${grouped}) WHERE ${condition}${behind} ${order}`;

  const shown = new Set(match.streams);
  const hitOf = (row: Row): AggregationHit => ({
    keys: keys.map(({ kind }, at) => {
      const value = row[`k${at}`];
      return value === null || value === undefined ? emptyKey : keyText(value, kind);
    }),
    values: new Map(figures.map(({ id, column, read }) => [id, numberOf(read(row[column]))])),
    streams: ofOne ?? (Array.isArray(row['st']) ? row['st'].map(String).filter((id) => shown.has(id)) : []),
  });
  return { statement: parameters.bind(sql), hitOf };
}

/**
 * Returns the SQL of all groups with the values of their series, and separately the SQL of the condition. A message
 * that has no value in any group-by field belongs to no group.
 */
async function groupsOf(
  match: Match,
  indices: readonly StoredIndex[],
  config: AggregationConfig,
  expression: Expression,
) {
  const parameters = new Parameters();
  const keys = config.group_by.map((name) => fieldReader(name, indices));
  const { aggregates, figures, inputs } = seriesColumns(config.series, indices);
  const [only, ...others] = match.streams;
  const ofOne = only !== undefined && others.length === 0 ? [only] : undefined;

  const columns = async (index: StoredIndex): Promise<string> =>
    [
      'ts, id, streams',
      ...keys.map((key, at) => `${key.read(index)} AS g${at}`),
      ...(await inputs(index, { parameters, now: match.now })),
    ].join(', ');
  const rows = await matchingRows(match, indices, parameters, columns);
  const keyed = keys.map(({ list }, at) => `${list ? eachValue(`g${at}`) : `g${at}`} AS k${at}`);
  const names = keys.map((_, at) => `k${at}`);
  const isGrouped = names.length > 0;
  const some = isGrouped ? `WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' OR ')}` : '';
  const by = isGrouped ? `GROUP BY ${names.join(', ')}` : '';
  const selected = [
    ...names,
    ...Array.from(aggregates, ([column, aggregate]) => `${aggregate} AS ${column}`),
    ofOne ? 'NULL AS st' : 'list_sort(list_distinct(flatten(list(DISTINCT streams)))) AS st',
    isGrouped ? `${groupText(names)} AS gk` : 'NULL AS gk',
  ].join(', ');
  const source = isGrouped ? `SELECT *, ${keyed.join(', ')} FROM (${rows})` : rows;
  const computed = figures.flatMap(({ sql, column }) => (sql ? [`${sql(parameters)} AS ${column}`] : []));
  const groups = `SELECT ${selected} FROM (${source}) ${some} ${by}`;
  const grouped = computed.length > 0 ? `SELECT *, ${computed.join(', ')} FROM (${groups})` : groups;
  const condition = conditionSql(expression, new Map(figures.map(({ id, number }) => [id, number])), parameters);
  return { parameters, grouped, condition, figures, keys, ofOne };
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns the ids without the ids of streams that contain events. */
export const withoutEvents = (ids: readonly string[]): string[] => ids.filter((id) => !eventStreamIds.includes(id));
