import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PivotGroup, PivotRow, PivotSeries, PivotSort } from '../../../../api/contract/searches.js';
import { amountOf } from '../../../amounts.js';
import { openSearch } from './fixture.js';

interface Message {
  readonly time: number;
  readonly fields: Readonly<Record<string, string | number>>;
}

const start = Date.parse('2024-03-01T00:00:00Z');
const emptyValue = '(Empty Value)';

function aggregate({ type, field, percentile }: PivotSeries, messages: readonly Message[]): number | null {
  if (!field) return messages.length;
  const values = messages.flatMap(({ fields }) => fields[field] ?? []);
  if (type === 'count') return values.length;
  if (type === 'card') return new Set(values).size;
  const numbers = values.map(Number);
  const sum = numbers.reduce((a, b) => a + b, 0);
  if (type === 'sum') return sum;
  if (type === 'sumofsquares')
    return numbers.length === 0 ? null : numbers.reduce((squares, number) => squares + number * number, 0);
  if (numbers.length === 0) return null;
  const average = sum / numbers.length;
  if (type === 'avg') return average;
  const variance = numbers.reduce((total, number) => total + (number - average) ** 2, 0) / numbers.length;
  if (type === 'variance') return variance;
  if (type === 'stddev') return Math.sqrt(variance);
  if (type === 'max') return Math.max(...numbers);
  if (type === 'min') return Math.min(...numbers);
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = ((percentile ?? 0) / 100) * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

interface Bucket {
  readonly key: string[];
  /** True: the bucket of messages without any of the group's fields, which is not split by the groups below. */
  readonly isEmpty?: true;
  readonly messages: Message[];
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the buckets of one group in the order that the contract defines. */
function bucketsOf(
  group: PivotGroup,
  messages: readonly Message[],
  sort: readonly PivotSort[],
  series: readonly PivotSeries[],
): Bucket[] {
  const [field = ''] = group.fields;
  const width =
    3_600_000 * Number(/\d+/.exec(group.interval?.type === 'timeunit' ? group.interval.timeunit : '1')?.[0]);
  const keyed = new Map<string | number, Message[]>();
  const empty: Message[] = [];
  for (const message of messages) {
    const key = group.type === 'time' ? Math.floor(message.time / width) * width : message.fields[field];
    if (key === undefined) empty.push(message);
    else keyed.set(key, [...(keyed.get(key) ?? []), message]);
  }
  const effective = sort.flatMap((entry) => {
    const sign = entry.direction === 'Descending' ? -1 : 1;
    if (entry.type === 'pivot')
      return entry.field === field ? [(a: string | number, b: string | number) => sign * compare(a, b)] : [];
    const found = series.find((one) => `${one.type}(${one.field ?? ''})` === entry.field);
    if (!found) return [];
    const value = (key: string | number): number | null => aggregate(found, keyed.get(key) ?? []);
    return [
      (a: string | number, b: string | number) => {
        const [left, right] = [value(a), value(b)];
        if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
        return sign * compare(left, right);
      },
    ];
  });
  const standard = (a: string | number, b: string | number): number =>
    group.type === 'time' ? 0 : (keyed.get(b) ?? []).length - (keyed.get(a) ?? []).length;
  const order = [...(effective.length > 0 ? effective : [standard]), compare];
  const keys = [...keyed.keys()].sort((a, b) => order.map((rule) => rule(a, b)).find((result) => result !== 0) ?? 0);
  const kept = group.type === 'time' ? keys : keys.slice(0, group.limit ?? 15);
  const buckets = kept.map((key) => ({
    key: [group.type === 'time' ? new Date(Number(key)).toISOString() : String(key)],
    messages: keyed.get(key) ?? [],
  }));
  const withEmpty = group.type === 'values' && !group.skip_empty_values && empty.length > 0;
  return withEmpty ? [...buckets, { key: [emptyValue], messages: empty, isEmpty: true }] : buckets;
}

const nested = (
  groups: readonly PivotGroup[],
  messages: readonly Message[],
  sort: readonly PivotSort[],
  series: readonly PivotSeries[],
): Bucket[] =>
  groups.reduce<Bucket[]>(
    (parents, group) =>
      parents.flatMap((parent) =>
        parent.isEmpty
          ? [parent]
          : bucketsOf(group, parent.messages, sort, series).map((bucket) => ({
              ...bucket,
              key: [...parent.key, ...bucket.key],
            })),
      ),
    [{ key: [], messages: [...messages] }],
  );

const numbers = fc.constantFrom(0, 1, 2, 5, -3);
const message = fc.record({
  time: fc.integer({ min: 0, max: 20 * 3_600_000 }).map((offset) => start + offset),
  fields: fc.record({ a: fc.constantFrom('x', 'y', 'Z', 'w'), b: numbers, n: numbers }, { requiredKeys: [] }),
});
const values = fc.record({
  type: fc.constant('values' as const),
  fields: fc.constantFrom('a', 'b').map((name) => [name]),
  limit: fc.integer({ min: 1, max: 4 }),
  skip_empty_values: fc.boolean(),
});
const time = fc.constantFrom('5h', '2h').map((timeunit) => ({
  type: 'time' as const,
  fields: ['timestamp'],
  interval: { type: 'timeunit' as const, timeunit },
}));
const series = fc.uniqueArray(
  fc.oneof(
    fc.constant<PivotSeries>({ type: 'count' }),
    fc.record({
      type: fc.constantFrom('count', 'sum', 'sumofsquares', 'avg', 'max', 'min', 'card', 'stddev', 'variance'),
      field: fc.constantFrom('n', 'b'),
    }),
    fc.record({ type: fc.constant('percentile'), field: fc.constant('n'), percentile: fc.constantFrom(50, 90) }),
  ),
  { minLength: 1, maxLength: 3, selector: (one) => `${one.type}${one.field ?? ''}` },
);
const direction = fc.constantFrom('Ascending' as const, 'Descending' as const);
const sort = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('pivot'), field: fc.constantFrom('a', 'b'), direction }),
    fc.record({
      type: fc.constant('series'),
      field: fc.constantFrom('sum(n)', 'avg(n)', 'max(b)', 'card(n)'),
      direction,
    }),
  ),
  { maxLength: 2 },
);
const groups = (...some: fc.Arbitrary<PivotGroup[]>[]): fc.Arbitrary<PivotGroup[]> => fc.oneof(...some);
const pivot = fc.record({
  row_groups: groups(
    fc.array(values, { maxLength: 2 }),
    fc.tuple(values, time),
    fc.tuple(time),
    fc.tuple(time, values),
    fc.constant([]),
  ),
  column_groups: groups(fc.array(values, { maxLength: 1 }), fc.tuple(time), fc.tuple(time, values)),
  series,
  sort,
  rollup: fc.boolean(),
});

test('random pivots equal the results of counting directly', { timeout: 300_000 }, async (context) => {
  const fixture = await openSearch(context);
  const messages: Message[] = fc.sample(message, { numRuns: 300, seed: 11 });
  for (const part of [messages.slice(0, 150), messages.slice(150)]) {
    await fixture.fill(
      part.map(({ time: at, fields }) => ({ at: new Date(at).toISOString(), message: 'm', fields: { ...fields } })),
    );
    await fixture.store.cycle();
  }
  await fc.assert(
    fc.asyncProperty(pivot, async (definition) => {
      const { row_groups: rows, column_groups: columns, series: wanted, sort: order, rollup } = definition;
      const id = (one: PivotSeries): string =>
        one.type === 'percentile' ? `percentile(n,${one.percentile})` : `${one.type}(${one.field ?? ''})`;
      const write = (found: readonly Message[], key: readonly string[]): string[] =>
        wanted.map((one) => `${[...key, id(one)].join('|')}=${rounded(aggregate(one, found))}`);
      // All time buckets have the same columns: the limit and the order of column groups are computed from all
      // messages.
      const shared =
        rows.length > 0 && rows.every(({ type }) => type === 'time')
          ? nested(columns, messages, order, wanted)
          : undefined;
      const columnsOf = (found: readonly Message[]): Bucket[] =>
        shared
          ?.map((bucket) => ({ ...bucket, messages: bucket.messages.filter((one) => found.includes(one)) }))
          .filter((bucket) => bucket.messages.length > 0) ?? nested(columns, found, order, wanted);
      const expected = nested(rows, messages, order, wanted).map((bucket) =>
        [
          bucket.key.join('|'),
          ...(columns.length === 0 || rollup ? write(bucket.messages, []) : []),
          ...(columns.length === 0
            ? []
            : columnsOf(bucket.messages).flatMap((column) => write(column.messages, column.key))),
        ].join(' '),
      );
      if (rows.length > 0 && rollup) expected.push(['', ...write(messages, [])].join(' '));
      const result = await fixture.pivot(definition);
      const shown = ({ key, values: found }: PivotRow): string =>
        [key.join('|'), ...found.map((one) => `${one.key.join('|')}=${rounded(one.value)}`)].join(' ');
      // Time buckets without messages are added between the others when time is the only group.
      const keys = new Set(expected.map((text) => text.split(' ')[0]));
      const filled = result.rows.map(shown).filter((text) => keys.has(text.split(' ')[0]));
      assert.deepEqual(filled, expected);
      assert.equal(result.total, messages.length);
    }),
    { numRuns: amountOf('DIRECT_PIVOT_RUNS', { usual: 60, full: 350 }), seed: 7 },
  );
});

function rounded(value: unknown): string {
  return typeof value === 'number' ? String(Math.round(value * 1e9) / 1e9 + 0) : String(value);
}
