/**
 * Computes pivots from the inverted index: it counts the matching rows by the columns that the index stores, and reads
 * no indexed message. Such a pivot has at most one group, which consists of the values of one field.
 */
import type { SearchType } from '../../../api/contract/searches.js';
import { valueNumber } from '../store/inverted-index/fields.js';
import { Yielder } from '../foundation/yielding.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { isInColumn, type FieldReader } from './field-kinds.js';
import { matchingRows, type Match } from './match.js';
import { Parameters } from './parameters.js';
import { fieldsOfGroup, type GroupPlan, type ValuesGroupPlan } from './pivot-groups.js';
import { bucketLimit, tooManyBuckets } from './pivot-limits.js';
import { countedRows } from './reader.js';
import type { OwnMeter } from './result-size.js';
import type { CountedValues } from './series-counts.js';
import type { SeriesPlan } from './series.js';
import type { Matches } from './inverted-index/matches.js';
import { edgesOf } from './inverted-index/times.js';
import {
  countValues,
  type CountedField,
  type OtherMessages,
  type Value,
  type ValueCounts,
} from './inverted-index/value-counts.js';

/** Result of an index-only aggregation, in the form in which the statements of a pivot return it. */
export interface IndexAggregation {
  readonly buckets: Row[];
  readonly totals: Row;
}

/**
 * Largest number of matching rows that may not be indexed yet and therefore have to be read. With more such rows, SQL
 * computes the pivot.
 */
const mostOthers = 50_000;

/** Functions whose results can be computed from the inverted index, if the inverted index stores the values. */
const indexable = new Set(['count', 'card', 'min', 'max', 'avg', 'sum', 'percentile']);

/** Tells whether the inverted index may be able to answer a pivot, as far as its definition alone shows. */
export function mayUseIndexOnly({
  row_groups: rows = [],
  column_groups: columns = [],
  series = [],
}: SearchType): boolean {
  const [group] = rows;
  const isOneField = !group || (group.type === 'values' && fieldsOfGroup(group).length === 1);
  return columns.length === 0 && rows.length <= 1 && isOneField && series.every(({ type }) => indexable.has(type));
}

/**
 * Describes how the values of a field are counted. Returns undefined if the inverted index does not store such values.
 */
function countedField({ name, kind, list, types }: FieldReader): CountedField | undefined {
  if (list || types.length !== 1 || kind === undefined || kind === 'instant') return undefined;
  const type = kind === 'long' || kind === 'double' ? 'number' : kind;
  return {
    type,
    numberIn: (index) => {
      const column = index.fields.get(name)?.column;
      return column === undefined ? undefined : valueNumber(column);
    },
  };
}

/**
 * Tells whether the inverted index of each index may store all values of the field. A block stores them only if few of
 * its values are distinct.
 */
const isInColumns = ({ name }: FieldReader, indices: readonly StoredIndex[]): boolean =>
  indices.every((index) => {
    const column = index.fields.get(name)?.column;
    return isInColumn(index, name) && (column === undefined || valueNumber(column) !== undefined);
  });

interface IndexedPart {
  readonly group: ValuesGroupPlan | undefined;
  readonly groupField: CountedField | undefined;
  /** Distinct fields that the series read. */
  readonly inputs: readonly FieldReader[];
  readonly inputFields: readonly CountedField[];
}

function indexedPart(
  rows: readonly GroupPlan[],
  series: readonly SeriesPlan[],
  indices: readonly StoredIndex[],
): IndexedPart | undefined {
  const [group] = rows;
  if (group?.type === 'time' || series.some((plan) => !plan.fromCounts)) return undefined;
  const key = group?.keys[0]?.field;
  const inputs = new Map<string, FieldReader>();
  for (const { field } of series) if (field) inputs.set(field.name, field);
  const readers = [...(key ? [key] : []), ...inputs.values()];
  const fields = readers.map(countedField);
  if (readers.some((reader) => !isInColumns(reader, indices)) || fields.some((field) => !field)) return undefined;
  const counted = fields.filter((field): field is CountedField => field !== undefined);
  return {
    group,
    groupField: key && counted[0],
    inputs: [...inputs.values()],
    inputFields: key ? counted.slice(1) : counted,
  };
}

/**
 * Computes a pivot from the inverted index.
 * @param meter meter of this pivot only
 * @returns undefined: the pivot has to be computed with SQL
 */
export async function aggregateFromIndex(
  store: MessageReader,
  { rows, series }: { readonly rows: readonly GroupPlan[]; readonly series: readonly SeriesPlan[] },
  match: Match,
  matches: Matches,
  allTime: boolean,
  meter: OwnMeter,
  signal: AbortSignal | undefined,
): Promise<IndexAggregation | undefined> {
  const { found, scanned, firstRow, indices } = matches;
  const unknown = scanned.reduce((sum, index) => sum + index.messages - firstRow(index), 0);
  const indexed = found.length > 0 && unknown <= mostOthers ? indexedPart(rows, series, indices) : undefined;
  if (!indexed) return undefined;
  const before = meter.taken;
  try {
    const others = unknown > 0 ? await readOthers(store, indexed, match, matches, meter, signal) : noOthers;
    if (!others) return undefined;
    const counts = await store.inTurn(
      () =>
        countValues(
          found,
          indexed.groupField,
          indexed.inputFields,
          others.messages,
          (bytes) => meter.take(bytes),
          signal,
        ),
      signal,
    );
    if (!counts) return undefined;
    const edges = allTime ? await store.inTurn(() => edgesOf(found, signal), signal) : undefined;
    const answer = await new Counted(indexed, series, counts, signal).answer();
    if (!answer || !allTime) return answer;
    const first = Math.min(others.first, edges?.first ?? Infinity);
    const last = Math.max(others.last, edges?.last ?? -Infinity);
    return { ...answer, totals: { ...answer.totals, first, last } };
  } finally {
    meter.giveBack(meter.taken - before);
  }
}

interface Others {
  readonly messages: readonly OtherMessages[];
  readonly first: number;
  readonly last: number;
}

const noOthers: Others = { messages: [], first: Infinity, last: -Infinity };

/**
 * Reads the matching messages that are not indexed yet.
 * @returns undefined if a value is an integer that a double cannot represent exactly
 */
async function readOthers(
  store: MessageReader,
  { group, inputs }: IndexedPart,
  match: Match,
  { scanned, firstRow }: Matches,
  meter: OwnMeter,
  signal: AbortSignal | undefined,
): Promise<Others | undefined> {
  const parameters = new Parameters();
  const key = group?.keys[0]?.field;
  const columns = (index: StoredIndex): string =>
    [
      'ts',
      ...(key ? [`${key.read(index)} AS g`] : []),
      ...inputs.map((field, at) => `${field.read(index)} AS i${at}`),
    ].join(', ');
  const rows = await matchingRows(match, scanned, parameters, columns, firstRow);
  const names = [...(key ? ['g'] : []), ...inputs.map((_, at) => `i${at}`)];
  const by = names.length > 0 ? `${names.join(', ')}, ` : '';
  const sql = `SELECT ${by}count(*) AS n, min(ts) AS first, max(ts) AS last FROM (${rows})${names.length > 0 ? ' GROUP BY ALL' : ''}`;
  const messages: OtherMessages[] = [];
  let [first, last] = [Infinity, -Infinity];
  for await (const part of countedRows(store, parameters.bind(sql), signal, (bytes) => meter.take(bytes)))
    for (const row of part) {
      const count = Number(row['n']);
      if (count === 0) continue;
      if (names.some((name) => typeof row[name] === 'bigint')) return undefined;
      const value = (name: string): Value => (row[name] ?? null) as Value;
      messages.push({ group: value('g'), values: inputs.map((_, at) => value(`i${at}`)), count });
      first = Math.min(first, Number(row['first']));
      last = Math.max(last, Number(row['last']));
    }
  return { messages, first, last };
}

/** Converts counts to the rows of the result. */
class Counted {
  /**
   * For each field that the series read: the positions of its values in ascending numeric order. The missing value
   * (`null`) has no position here.
   */
  readonly #ascending: readonly (readonly number[])[];
  readonly #yielder: Yielder;

  constructor(
    private readonly part: IndexedPart,
    private readonly series: readonly SeriesPlan[],
    private readonly counts: ValueCounts,
    signal: AbortSignal | undefined,
  ) {
    this.#yielder = new Yielder(signal);
    this.#ascending = counts.fields.map(({ values }) => {
      const places = values.map((_, place) => place).slice(1);
      return places.sort((a, b) => Number(values[a]) - Number(values[b]));
    });
  }

  /** Returns the result, or undefined if a value would be too large to be exact. */
  async answer(): Promise<IndexAggregation | undefined> {
    const { group } = this.part;
    const totals: Row = { n: this.counts.messages.reduce((sum, count) => sum + count, 0) };
    const all = this.counts.fields.map((_, input) => this.#ofAll(input));
    if (!(await this.#add(totals, this.series, (input) => all[input]))) return undefined;
    if (!group) return { buckets: [], totals };
    const buckets = await this.#buckets(group);
    return buckets && { buckets, totals };
  }

  async #buckets(group: ValuesGroupPlan): Promise<Row[] | undefined> {
    const column = group.keys[0]?.column ?? '';
    const { groups, messages } = this.counts;
    const places = new Map<Row, number>();
    let empty: Row | undefined;
    for (const [place, value] of groups.entries()) {
      if (messages[place] === 0) continue;
      const bucket: Row = { [column]: value, n: messages[place] };
      if (value === null) empty = bucket;
      places.set(bucket, place);
    }
    const add = async (buckets: readonly Row[], series: readonly SeriesPlan[]): Promise<boolean> => {
      for (const bucket of buckets) {
        const place = places.get(bucket) ?? 0;
        if (!(await this.#add(bucket, series, (input) => this.#ofGroup(input, place)))) return false;
      }
      return true;
    };
    const filled = [...places.keys()].filter((bucket) => bucket !== empty);
    if (!(await add(filled, group.sortSeries))) return undefined;
    const kept = filled.sort(inOrder(group, column)).slice(0, group.limit);
    if (empty && !group.skipEmpty) kept.push(empty);
    const limit = bucketLimit(this.series.length);
    if (kept.length > limit) throw tooManyBuckets(limit, limit + 1);
    return (await add(kept, this.series)) ? kept : undefined;
  }

  /**
   * Adds the values of the series to a row; returns false if a value would be too large to be exact. The method yields
   * to other work, because the product of groups, values and series may be large.
   */
  async #add(
    row: Row,
    series: readonly SeriesPlan[],
    counted: (input: number) => Uint32Array | undefined,
  ): Promise<boolean> {
    const messages = Number(row['n']);
    for (const { column, field, fromCounts } of series) {
      if (this.#yielder.isOver) await this.#yielder.pause();
      const input = field ? this.part.inputs.indexOf(field) : -1;
      const of: CountedValues = {
        messages,
        values: this.counts.fields[input]?.values ?? [],
        ascending: this.#ascending[input] ?? [],
        counts: counted(input) ?? new Uint32Array(),
      };
      const value = fromCounts?.(of);
      if (value === undefined) return false;
      row[column] = value;
    }
    return true;
  }

  #ofGroup(input: number, place: number): Uint32Array {
    const { values, counts } = this.counts.fields[input] ?? { values: [], counts: new Uint32Array() };
    return counts.subarray(place * values.length, (place + 1) * values.length);
  }

  #ofAll(input: number): Uint32Array {
    const { values, counts } = this.counts.fields[input] ?? { values: [], counts: new Uint32Array() };
    const all = new Uint32Array(values.length);
    for (let from = 0; from < counts.length; from += all.length)
      for (let place = 0; place < all.length; place += 1) all[place] = (all[place] ?? 0) + (counts[from + place] ?? 0);
    return all;
  }
}

/** Tells whether a text has surrogates; without them, the order of UTF-16 units equals that of UTF-8 bytes. */
const hasPairs = (text: string): boolean => /[\ud800-\udfff]/.test(text);

/** Compares values of the same type as the database does, texts by their UTF-8 bytes, null as the largest value. */
function compareValues(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string' && (hasPairs(one) || hasPairs(other)))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : one > other ? 1 : 0;
}

const inOrder =
  ({ sort }: ValuesGroupPlan, key: string) =>
  (one: Row, other: Row): number => {
    for (const { column, direction } of [...sort, { column: key, direction: 'ASC' as const }]) {
      const [left, right] = [(one[column] ?? null) as Value, (other[column] ?? null) as Value];
      const order = compareValues(left, right);
      // Null sorts last in both directions.
      if (order !== 0) return direction === 'ASC' || left === null || right === null ? order : -order;
    }
    return 0;
  };
