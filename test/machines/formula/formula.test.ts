// Tests formulas and filtered metrics: their parsing, their stored form, the searches for filtered metrics and the
// computed results.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { completeFormula } from '../../../machines/formula/complete.js';
import { firstOfAll, groupTexts, mostGroups, needsAllGroups, sortFault } from '../../../machines/formula/all-groups.js';
import {
  computedAnswer,
  computedSearch,
  failedAnswer,
  planOf,
  withComputed,
} from '../../../machines/formula/compute.js';
import { evaluate, formulaTexts, operandsOf, parseFormula } from '../../../api/formula/parse.js';
import { joinComputed, mostComputed, splitComputed } from '../../../machines/formula/stored.js';
import { filteredOf, filteredText, formulaText, plainName } from '../../../machines/pivot/computed-metric.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import { untyped } from '../../untyped.js';
import { aggregation, byTime, byValues, leaf, pivot } from '../pivot/results.js';

const names = new Map([['errors', { function: 'count()', filter: 'level:<=3' }]]);
const numbers: Readonly<Record<string, number | null>> = {
  'count()': 200,
  'count()|level:<=3': 50,
  'avg(took_ms)': 12.5,
  'percentile(took_ms,95)': 40,
  'max(took_ms)': null,
  'sum(a b)': 0,
};
const valueOf = (metric: { function: string; filter: string }) =>
  numbers[metric.filter === '' ? metric.function : `${metric.function}|${metric.filter}`] ?? null;

describe('a formula', () => {
  const values: [text: string, value: number | null][] = [
    ['count(level:<=3) / count() * 100', 25],
    ['count(where level:<=3)÷count()', 0.25],
    ['errors / count()', 0.25],
    ['`errors`×2 − 1', 99],
    ['1 + 2 * 3 - 4 / 2', 5],
    ['(1 + 2) * -(3)', -9],
    ['10 - 2 - 3', 5],
    ['p95(took_ms) + percentile(took_ms, 95)', 80],
    ['P95.0(took_ms) / 2', 20],
    ['p95.0 (took_ms) / 2', 20],
    ['avg(took_ms) * 1.5e1', 187.5],
    ['count() / 0', null],
    ['0 / 0', null],
    ['count() / sum(`a b`)', null],
    ['max(took_ms) + 1', null],
    ['-count()', -200],
  ];
  for (const [text, expected] of values)
    it(`computes ${text}`, () => {
      const { formula, fault } = parseFormula(text, names);
      assert.equal(fault, undefined);
      assert.equal(formula && evaluate(formula, valueOf), expected);
    });

  const faults: [text: string, message: string, at: number][] = [
    ['', formulaTexts.empty, 0],
    ['1 +', formulaTexts.operand, 3],
    ['count() count()', formulaTexts.operator('count()'), 8],
    ['(1 + 2', formulaTexts.bracket, 6],
    ['1 + 2)', formulaTexts.operator(')'), 5],
    ['count(level:"a)"', formulaTexts.bracket, 16],
    ['`errors', formulaTexts.backtick, 0],
    ['2 * warnings', formulaTexts.unknownName('warnings'), 4],
    ['median_of(took_ms)', formulaTexts.unknownFunction('median_of'), 0],
    ['latest(source)', formulaTexts.latest, 0],
    ['1 + avg()', formulaTexts.field('avg'), 8],
    ['avg(took_ms where )', formulaTexts.filter, 18],
    ['percentile(took_ms, 100)', formulaTexts.percentile('100'), 19],
    ['1 % 2', formulaTexts.operator('%'), 2],
    ['('.repeat(21) + '1' + ')'.repeat(21), formulaTexts.tooDeep, 20],
    ['-'.repeat(30) + '1', formulaTexts.tooDeep, 21],
    [Array(21).fill('count()').join('+'), formulaTexts.tooMany, 160],
    [`1${' '.repeat(500)}`, formulaTexts.tooLong, 500],
  ];
  for (const [text, message, at] of faults)
    it(`refuses ${text.slice(0, 30)} with an error at position ${at}`, () =>
      assert.deepEqual(parseFormula(text, names).fault, { message, at }));

  it('keeps brackets and quotes in filters, and counts a bare word as a field', () => {
    const operands = (text: string) => {
      const { formula } = parseFormula(text);
      return formula ? operandsOf(formula) : [];
    };
    assert.deepEqual(operands('count((level:3 OR source:"a)") AND x:1)'), [
      { function: 'count()', filter: '(level:3 OR source:"a)") AND x:1' },
    ]);
    assert.deepEqual(operands('count(took_ms) + count(where error) + avg(took_ms where source:web)'), [
      { function: 'count(took_ms)', filter: '' },
      { function: 'count()', filter: 'error' },
      { function: 'avg(took_ms)', filter: 'source:web' },
    ]);
  });
});

describe('the text of a filtered metric', () => {
  const cases: [plain: string, filter: string, text: string, name: string][] = [
    ['count()', 'level:<=3', 'count(where level:<=3)', 'count(level:<=3)'],
    ['percentile(took_ms,95)', 'a:(b)', 'percentile(took_ms,95 where a:(b))', 'percentile(took_ms,95 where a:(b))'],
  ];
  for (const [plain, filter, text, name] of cases)
    it(`is ${text}, and can be read back`, () => {
      assert.equal(filteredText({ function: plain, filter }), text);
      assert.deepEqual(filteredOf(text), { function: plain, filter });
      assert.equal(plainName(text), name);
    });
  it('stays unchanged without a filter', () =>
    assert.equal(filteredText({ function: 'count()', filter: ' ' }), 'count()'));
});

const row = (key: string, counts: Readonly<Record<string, number>>) =>
  leaf([key], ...Object.entries(counts).map(([metric, value]): [string[], number] => [[metric], value]));

const rate = formulaText('count(level:<=3) / count() * 100');
const series = (...functions: readonly (string | readonly [string, string])[]) =>
  functions.map((one) =>
    typeof one === 'string'
      ? { function: one, config: { name: null } }
      : { function: one[0], config: { name: one[1] } },
  );

describe('the stored form of computed metrics', () => {
  it('keeps the known metrics for other consoles, and restores all metrics in their order', () => {
    const joined = aggregation({
      series: series([rate, 'error rate'], 'count()', 'avg(took_ms where level:3)'),
      sort: [{ type: 'series', field: rate, direction: 'Descending' }],
    });
    const { config, computed } = splitComputed(joined);
    assert.deepEqual(config.series, series('count()'));
    assert.deepEqual(config.sort, []);
    assert.deepEqual(joinComputed(config, computed), joined);
  });
  it('shows another console the metrics on which a formula is based, and hides them here', () => {
    const only = aggregation({ series: series([formulaText('avg(took_ms) / sum(bytes where level:3)'), 'x']) });
    const { config, computed } = splitComputed(only);
    assert.deepEqual(config.series, series('avg(took_ms)'));
    assert.deepEqual(joinComputed(config, computed), only);
    const filteredOnly = splitComputed(aggregation({ series: series('count(where level:3)') }));
    assert.deepEqual(filteredOnly.config.series, series('count()'));
  });
  it('is absent for widgets without computed metrics', () => {
    const plain = aggregation({ series: series('count()') });
    assert.deepEqual(splitComputed(plain), { config: plain, computed: '' });
    assert.equal(joinComputed(plain, undefined), plain);
  });
  for (const text of [
    '',
    '{',
    '[]',
    '{"metrics":1}',
    '{"metrics":[{"function":"count()","at":0}]}',
    '{"metrics":[null,7]}',
  ])
    it(`is ignored if it is ${text || 'an empty text'}`, () => {
      const plain = aggregation({ series: series('count()') });
      assert.equal(joinComputed(plain, text), plain);
    });
  it('has a limited number of metrics', () => {
    const many = { metrics: Array.from({ length: 50 }, () => ({ at: 0, function: formulaText('1') })) };
    const joined = joinComputed(aggregation({ series: [] }), JSON.stringify(many));
    assert.equal(joined.series.length, mostComputed);
  });
});

const request = untyped<ExecutionRequest>({
  search: {
    id: 's',
    parameters: [],
    queries: [
      {
        id: 'q',
        query: { type: 'elasticsearch', query_string: 'own' },
        timerange: { type: 'relative', from: 300 },
        filter: null,
        filters: [],
        search_types: [],
      },
    ],
  },
  queryId: 'q',
  widgetMapping: {},
});
const widgetOf = (config: object) =>
  untyped<Widget>({ id: 'w', type: 'aggregation', query: null, streams: [], filter: null, filters: [], config });
const jobOf = (...results: readonly PivotResult[]) =>
  untyped<Parameters<typeof computedAnswer>[0]>({
    results: {
      computed: {
        search_types: Object.fromEntries(results.map((result, index) => [`computed-${index}`, result])),
        errors: [],
      },
    },
  });

// Series that a search for a list of top values by `count()` requests. The last two show how much the list omits.
const metricTexts = ['count()', '(messages with the field)', '(values of the field)'];

describe('the search for filtered metrics', () => {
  it('has one pivot per filter over the same groups, restricted to the values of a full list', () => {
    const joined = aggregation({
      row_pivots: [{ type: 'values', fields: ['source'], config: { limit: 2 } }],
      series: series([rate, 'rate'], 'count(where level:<=3)', 'avg(took_ms)'),
    });
    const plan = planOf(joined);
    const { config } = splitComputed(joined);
    const own = pivot(row('web 1', { 'avg(took_ms)': 1 }), row('(Empty Value)', {}));
    const [query] = computedSearch(request, widgetOf(config), own.effective_timerange, plan, own).queries;
    assert.deepEqual(query?.timerange, own.effective_timerange);
    const [bare] = computedSearch(request, widgetOf(config), undefined, plan, own).queries;
    assert.deepEqual(bare?.timerange, request.search.queries[0]?.timerange, 'without a range, the query keeps its own');
    const timerange = { type: 'relative', from: 60 } as const;
    const overrideRange = { type: 'relative', from: 120 } as const;
    const overridden = { ...request, override: { timerange: overrideRange } };
    const rangesOf = (given: typeof request, range?: typeof own.effective_timerange) => {
      const [found] = computedSearch(given, { ...widgetOf(config), timerange }, range, plan, own).queries;
      return [found?.timerange, found?.search_types?.[0]?.timerange ?? undefined];
    };
    assert.deepEqual(rangesOf(request), [request.search.queries[0]?.timerange, timerange], 'the widget keeps its own');
    assert.deepEqual(rangesOf(overridden), [overrideRange, undefined], 'the override precedes the range of the widget');
    assert.deepEqual(rangesOf(overridden, own.effective_timerange), [own.effective_timerange, undefined]);
    assert.deepEqual(
      query?.search_types?.map((type) => [
        type.id,
        type.query?.query_string,
        type.series?.map(({ id }) => id),
        type.row_groups?.map(({ limit }) => limit),
      ]),
      [
        ['computed-0', '(level:<=3) AND (source:"web 1" OR NOT _exists_:source)', metricTexts, [2]],
        ['computed-1', 'source:"web 1" OR NOT _exists_:source', metricTexts, [2]],
      ],
    );
  });
});

describe('computed values', () => {
  const joined = aggregation({
    row_pivots: [byTime()],
    series: series([rate, 'error rate'], 'count(where level:<=3)', 'count()'),
  });
  const plan = planOf(joined);
  const time = (minute: number) => `2024-03-02T10:0${minute}:00.000Z`;
  const own = pivot(row(time(0), { 'count()': 8 }), row(time(1), { 'count()': 4 }), row(time(2), { 'count()': 0 }));
  const errors = pivot(row(time(0), { 'count()': 2 }));
  const cells = ({ rows }: PivotResult) => rows.map(({ values }) => values.map(({ key, value }) => [key[0], value]));

  it('are 0 where the filter finds nothing, and missing for a division by zero', () => {
    const { result, faults } = withComputed(own, plan, computedAnswer(jobOf(errors, own), plan));
    assert.deepEqual(faults, []);
    assert.deepEqual(cells(result), [
      [
        ['error rate', 25],
        ['count(level:<=3)', 2],
        ['count()', 8],
      ],
      [
        ['error rate', 0],
        ['count(level:<=3)', 0],
        ['count()', 4],
      ],
      [
        ['error rate', null],
        ['count(level:<=3)', 0],
        ['count()', 0],
      ],
    ]);
  });
  it('are missing with a reason when the search fails, and the other metrics stay', () => {
    const { result, faults } = withComputed(own, plan, failedAnswer('Too busy.'));
    assert.deepEqual(faults, ['Filtered metrics and formulas could not be computed: Too busy.']);
    assert.deepEqual(cells(result)[0], [
      ['error rate', null],
      ['count(level:<=3)', null],
      ['count()', 8],
    ]);
  });
  it('name the position of an error in a stored formula', () => {
    const broken = planOf(aggregation({ series: series([formulaText('1 +'), 'rate']) }));
    assert.deepEqual(broken.faults, [`"rate": ${formulaTexts.operand} (character 4)`]);
    assert.equal(broken.needed.size, 0);
  });
  it('sort the rows, with missing values last', () => {
    const sorted = aggregation({
      row_pivots: [byValues('source')],
      series: series([rate, 'rate'], 'count()'),
      sort: [{ type: 'series', field: rate, direction: 'Descending' }],
    });
    const rows = (counts: Record<string, number>) =>
      pivot(...Object.entries(counts).map(([key, count]) => row(key, { 'count()': count })));
    const all = rows({ a: 10, b: 10, c: 0 });
    const by = planOf(sorted);
    const { result } = withComputed(all, by, computedAnswer(jobOf(rows({ b: 5, a: 1 }), all), by));
    assert.deepEqual(
      result.rows.map(({ key }) => key[0]),
      ['b', 'a', 'c'],
    );
  });
});

describe('a widget sorted by a formula', () => {
  const config = aggregation({
    row_pivots: [{ ...byValues('source'), config: { limit: 2 } }],
    series: series([rate, 'rate'], 'count()'),
    sort: [{ type: 'series', field: rate, direction: 'Descending' }],
  });
  const sorted = planOf(config);
  const rows = (counts: Record<string, number>) =>
    pivot(...Object.entries(counts).map(([key, count]) => row(key, { 'count()': count })));
  const frequent = rows({ a: 100, b: 90 });
  const keys = (result: PivotResult | undefined) => result?.rows.map(({ key }) => key[0]);

  it('searches for all groups, with the own metrics last, and shows the first ones', () => {
    assert.ok(needsAllGroups(frequent, sorted));
    const range = { type: 'absolute', from: 'f', to: 't' } as const;
    const own = widgetOf(splitComputed(config).config);
    const types = computedSearch(request, own, range, sorted, frequent, mostGroups).queries[0]?.search_types ?? [];
    assert.equal(types.length, 3);
    assert.ok(types.every((type) => JSON.stringify(type).includes(`"limit":${mostGroups}`)));
    const all = rows({ a: 100, b: 90, rare: 4, seldom: 2 });
    const errors = rows({ a: 10, rare: 3, seldom: 2 });
    const answer = computedAnswer(jobOf(errors, all, all), sorted);
    const { result, faults } = firstOfAll(frequent, sorted, answer) ?? {};
    assert.deepEqual(keys(result), ['seldom', 'rare']);
    assert.deepEqual(faults, []);
    assert.deepEqual(keys(firstOfAll(frequent, sorted, answer, true)?.result), ['seldom', 'rare', 'a', 'b']);
  });
  it('keeps the found groups, and reports this, if there are too many groups or the search fails', () => {
    const many = rows(Object.fromEntries(Array.from({ length: mostGroups }, (_, at) => [`h${at}`, 1])));
    assert.equal(firstOfAll(frequent, sorted, computedAnswer(jobOf(many, many, many), sorted)), undefined);
    assert.equal(firstOfAll(frequent, sorted, failedAnswer('Too busy.')), undefined);
    assert.equal(sortFault(frequent, sorted), groupTexts.tooMany('source'));
    const nested = planOf({ ...config, row_pivots: [...config.row_pivots, byValues('level')] });
    assert.ok(!needsAllGroups(frequent, nested));
    assert.equal(sortFault(frequent, nested), groupTexts.severalFields);
  });
  it('needs no further groups if all were found, or if no metric is computed', () => {
    assert.ok(!needsAllGroups(rows({ a: 1 }), sorted));
    assert.equal(sortFault(rows({ a: 1 }), sorted), undefined);
    assert.ok(!needsAllGroups(frequent, planOf({ ...config, sort: [] })));
  });
});

describe('the completion of a formula', () => {
  const offers = (text: string) => {
    const { from, offers: found } = completeFormula(text, text.length, ['errors', 'all hits'], ['took_ms', 'level']);
    return [from, found.map((one) => one.text).slice(0, 3)];
  };
  const cases: [text: string, from: number, first: readonly string[]][] = [
    ['', 0, ['errors', '`all hits`', 'count()']],
    ['err', 0, ['errors']],
    ['errors / co', 9, ['count()', 'count(level:<=3)']],
    ['avg(to', 4, ['took_ms']],
    ['avg(took_ms where le', 18, ['level']],
    ['count() ', 8, []],
    ['count() c', 8, []],
    ['2 * p99.9(to', 10, ['took_ms']],
    ['P99.9 (to', 7, ['took_ms']],
    [' '.repeat(501), 501, []],
  ];
  for (const [text, from, first] of cases)
    it(`offers the expected names and functions after "${text}"`, () => assert.deepEqual(offers(text), [from, first]));
});
