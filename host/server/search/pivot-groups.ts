/** Plans the groups of a pivot: keys, limits and order of their buckets (contract search P5–P11). */
import type { PivotGroup, PivotSort } from '../../../api/contract/searches.js';
import type { StoredIndex } from '../store/types.js';
import { SearchTypeError } from './errors.js';
import type { FieldReader } from './field-kinds.js';
import type { TimeBuckets } from './interval.js';
import { bucketStart, bucketWidth, bucketsIn } from './interval.js';
import type { SeriesPlan } from './series.js';
import { normalisedFunction } from './series.js';
import { texts } from './texts.js';
import type { ResolvedRange } from './time-range.js';

const defaultGroupLimit = 15;

interface KeyPlan {
  readonly field: FieldReader;
  readonly column: string;
  /** Returns the SQL expression for the key in an index. */
  readonly read: (index: StoredIndex) => string;
}

interface SortedColumn {
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
}

interface GroupBase {
  readonly keys: readonly KeyPlan[];
  /** SQL of the ORDER BY list over key columns, `n` and series columns. */
  readonly order: string;
  /** Sort order by column, without the key columns that break ties. */
  readonly sort: readonly SortedColumn[];
  /** Series by which the buckets are sorted. */
  readonly sortSeries: readonly SeriesPlan[];
}
export interface TimeGroupPlan extends GroupBase {
  readonly type: 'time';
  readonly width: TimeBuckets;
  /** Sort direction if the buckets are sorted by time alone; otherwise undefined. */
  readonly direction: 'ASC' | 'DESC' | undefined;
}
export interface ValuesGroupPlan extends GroupBase {
  readonly type: 'values';
  readonly limit: number;
  readonly skipEmpty: boolean;
}
export type GroupPlan = TimeGroupPlan | ValuesGroupPlan;

export interface GroupContext {
  readonly range: ResolvedRange;
  readonly reader: (field: string) => FieldReader;
  readonly series: readonly SeriesPlan[];
  readonly sort: readonly PivotSort[];
  /** IANA time zone; undefined: UTC. */
  readonly timezone: string | undefined;
}

/** Returns the names of the fields of a group, in the present and in the former notation. */
export function fieldsOfGroup(group: PivotGroup): readonly string[] {
  const legacy = (group as { field?: string }).field;
  return group.fields?.length ? group.fields : legacy === undefined ? [] : [legacy];
}

/**
 * Plans one group of a pivot.
 * @param name prefix of the key columns, unique within the pivot
 * @throws SearchTypeError for an invalid group, for instance a time group over a text field
 */
export function planGroup(group: PivotGroup, name: string, context: GroupContext): GroupPlan {
  const fields = fieldsOfGroup(group);
  if (group.type === 'time') {
    const field = context.reader(fields[0] ?? 'timestamp');
    if (field.kind === 'text' || field.kind === 'boolean') {
      throw new SearchTypeError(texts.unableToSearch(texts.dateExpected(field.name, field.types.join(', '))));
    }
    const width = bucketsIn(bucketWidth(group.interval, context.range), context.timezone, context.range);
    const key: KeyPlan = {
      field,
      column: `${name}_0`,
      read: (index) =>
        bucketStart(
          `(${field.read(index)})${field.kind === 'number' ? '.d' : ''}::BIGINT`,
          width,
          field.name === 'timestamp' && context.range.from >= 0,
        ),
    };
    const ordered = orderOf([key], context, { column: key.column, direction: 'ASC' });
    const [only] = ordered.sort;
    const direction = ordered.sort.length === 1 && only?.column === key.column ? only.direction : undefined;
    return { type: 'time', keys: [key], ...ordered, width, direction };
  }
  if (group.type !== 'values') throw new SearchTypeError(texts.unknownGroup(String((group as PivotGroup).type)));
  if (fields.length === 0) throw new SearchTypeError(texts.groupNeedsField);
  const keys = fields.map((fieldName, index): KeyPlan => {
    const field = context.reader(fieldName);
    return { field, column: `${name}_${index}`, read: (stored) => field.read(stored) };
  });
  return {
    type: 'values',
    keys,
    ...orderOf(keys, context, { column: 'n', direction: 'DESC' }),
    limit: group.limit ?? defaultGroupLimit,
    skipEmpty: group.skip_empty_values ?? false,
  };
}

/** Returns the order of a group's buckets. @param standard order that applies if the pivot configures none */
function orderOf(
  keys: readonly KeyPlan[],
  { sort, series }: GroupContext,
  standard: SortedColumn,
): Pick<GroupBase, 'order' | 'sort' | 'sortSeries'> {
  const sorted: SortedColumn[] = [];
  const sortSeries: SeriesPlan[] = [];
  for (const { type, field, direction: word } of sort) {
    const direction = /^desc/i.test(word) ? 'DESC' : 'ASC';
    if (type === 'pivot') {
      const key = keys.find((candidate) => candidate.field.name === field);
      if (key) sorted.push({ column: key.column, direction });
    } else {
      const wanted = normalisedFunction(field);
      const found = series.find((plan) => plan.id === field || normalisedFunction(plan.text) === wanted);
      if (found) sortSeries.push(found);
      else if (wanted !== 'count()') continue;
      sorted.push({ column: found ? found.column : 'n', direction });
    }
  }
  const isStandard = sorted.length === 0;
  if (isStandard) sorted.push(standard);
  const parts = sorted.map(({ column, direction }) => `${column} ${direction}${isStandard ? '' : ' NULLS LAST'}`);
  const ties = keys.map(({ column }) => `${column} ASC NULLS LAST`);
  return { order: [...parts, ...ties].join(', '), sort: sorted, sortSeries };
}

/**
 * Returns SQL that yields a message once for each distinct value of a list. The message is yielded once with NULL if
 * the list is empty or ignored.
 * @param unless SQL condition under which the list is ignored
 */
export function eachValue(column: string, unless = 'false'): string {
  return `unnest(CASE WHEN NOT (${unless}) AND len(${column}) > 0 THEN list_distinct(${column}) ELSE [NULL] END)`;
}

/**
 * Returns SQL that tells whether a message belongs to an empty bucket: the bucket of a group for messages that have
 * none of the group's fields. Deeper groups do not divide such a bucket. Returns undefined if no group has an empty
 * bucket.
 * @param prefix prefix of the columns
 */
export function isEmptyIn(groups: readonly GroupPlan[], prefix = ''): string | undefined {
  const empty = groups
    .filter((group) => group.type === 'values' && !group.skipEmpty)
    .map(({ keys }) => `(${keys.map(({ column }) => `${prefix}${column} IS NULL`).join(' AND ')})`);
  return empty.length > 0 ? `(${empty.join(' OR ')})` : undefined;
}
