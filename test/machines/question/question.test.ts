import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeQuestion, withOffer, type QuestionField } from '../../../machines/question/complete.js';
import { answerConfig, formOf, questionMark, questionSearch, answerTitle } from '../../../machines/question/config.js';
import { parseQuestion, questionTexts, type Question } from '../../../machines/question/parse.js';
import { splitQuestion } from '../../../machines/question/split.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { defaultSearch, newWidget } from '../../../machines/view/default-view.js';
import { queryIds, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { documentAfter, type ViewEdit } from '../../../machines/view/edits.js';
import { randomIds } from '../../../machines/view/ids.js';
import { widgetTitle } from '../../../machines/view/titles.js';
import { countingIds } from '../fixtures.js';

/** Formats a question for comparison: its metrics in the text form of a series, then its groups. */
function textOf({ metrics, groups, top, overTime }: Question): string {
  const by = groups.length > 0 ? ` by ${groups.join(', ')}${top === undefined ? '' : ` top ${top}`}` : '';
  return `${metrics.join(', ')}${by}${overTime ? ' over time' : ''}`;
}

test('questions in words and in short form are parsed alike', () => {
  const table: readonly [text: string, expected: string][] = [
    ['count', 'count()'],
    ['count()', 'count()'],
    ['`p95` of `took_ms` by `resource`', 'percentile(took_ms,95) by resource'],
    ['| p95(took_ms) by resource', 'percentile(took_ms,95) by resource'],
    ['percentile(took_ms, 99), count() by a, b over time', 'percentile(took_ms,99), count() by a, b over time'],
    ['MEDIAN of took_ms and average of bytes', 'percentile(took_ms,50), avg(bytes)'],
    ['unique of user.id over time by zone', 'card(user.id) by zone over time'],
    ['sum of `a field` by time', 'sum(a field) over time'],
    ['count, count by a and a', 'count() by a'],
    ['p95 of took_ms by resource top 5', 'percentile(took_ms,95) by resource top 5'],
    ['count by a over time TOP 3', 'count() by a top 3 over time'],
    ['count by `top`', 'count() by top'],
  ];
  for (const [text, expected] of table) {
    const { question, fault } = parseQuestion(text);
    assert.equal(fault, undefined, text);
    assert.ok(question);
    assert.equal(textOf(question), expected);
  }
});

test('a question that cannot be parsed reports the error and its position', () => {
  const table: readonly [text: string, message: string, at: number][] = [
    ['', questionTexts.function, 0],
    ['speed of x', questionTexts.unknownFunction('speed'), 0],
    ['constructor of x', questionTexts.unknownFunction('constructor'), 0],
    ['p95', questionTexts.field('p95'), 3],
    ['p95 of', questionTexts.field('p95'), 6],
    ['p95(took_ms', questionTexts.bracket, 11],
    ['percentile(a,200)', questionTexts.percentile, 13],
    ['percentile(a,', questionTexts.percentile, 13],
    ['avg(a,5)', questionTexts.noPercentile('avg'), 6],
    ['count by', questionTexts.group, 8],
    ['count over', questionTexts.time, 10],
    ['count where x', questionTexts.unexpected('where'), 6],
    ['count by a,b,c,d', questionTexts.tooMany, 0],
    ['count top 5', questionTexts.topGroup, 6],
    ['count by a top', questionTexts.top, 14],
    ['count by a top many', questionTexts.top, 15],
    ['count by a top 101', questionTexts.top, 15],
    ['x'.repeat(501), questionTexts.tooLong, 500],
  ];
  for (const [text, message, at] of table) assert.deepEqual(parseQuestion(text).fault, { message, at }, text);
});

test('the question is found after a query, but not within quotes, words, regular expressions and the operator ||', () => {
  const table: readonly [text: string, query: string | undefined, question?: string][] = [
    ['level:3 | count by source', 'level:3', 'count by source'],
    ['| count', '', 'count'],
    ['a || b', undefined],
    ['a || b | count', 'a || b', 'count'],
    ['"a | count"', undefined],
    ['x:a|count', undefined],
    ['x:/a |b/', undefined],
    ['a \\| count', undefined],
    ['a |', undefined],
  ];
  for (const [text, query, question] of table) {
    assert.deepEqual(splitQuestion(text), query === undefined ? undefined : { query, question }, text);
  }
});

test('functions, fields and keywords of a question are suggested where they are valid', () => {
  const fields: readonly QuestionField[] = [
    { name: 'took_ms', numeric: true },
    { name: 'resource', numeric: false },
    { name: 'timestamp', numeric: false },
  ];
  const offers = (text: string) => completeQuestion(text, text.length, fields).offers.map((offer) => offer.text);
  assert.deepEqual(offers('').slice(0, 2), ['count', 'p95 of']);
  assert.deepEqual(offers('p9'), ['p95 of', 'p99 of']);
  assert.deepEqual(offers('p95 '), ['of']);
  assert.deepEqual(offers('p95 of '), ['took_ms']);
  assert.deepEqual(offers('card of '), ['took_ms', 'resource', 'timestamp']);
  assert.deepEqual(offers('p95(t'), ['took_ms']);
  assert.deepEqual(offers('p95 of took_ms '), ['by', 'over time', 'and']);
  assert.deepEqual(offers('count '), ['by', 'over time', 'and', 'of']);
  assert.deepEqual(offers('count by '), ['took_ms', 'resource']);
  assert.deepEqual(offers('count by resource, '), ['took_ms']);
  assert.deepEqual(offers('count by resource '), ['over time', 'top 5']);
  assert.deepEqual(offers('count by resource top '), ['5']);
  assert.deepEqual(offers('count by resource top 5 '), ['over time']);
  assert.deepEqual(offers('count by resource over time '), ['top 5']);
  assert.deepEqual(withOffer('count by a t', 12, 11, { text: 'top 5' }), { text: 'count by a top 5 ', caret: 17 });
  assert.deepEqual(offers('count over '), ['time']);
  assert.deepEqual(withOffer('count by re', 11, 9, { text: 'resource', isName: true }), {
    text: 'count by resource ',
    caret: 18,
  });
  assert.deepEqual(withOffer('p95(to) by x', 6, 4, { text: 'took_ms', isName: true }), {
    text: 'p95(took_ms) by x',
    caret: 11,
  });
  assert.deepEqual(withOffer('count by ', 9, 9, { text: 'a field', isName: true }), {
    text: 'count by `a field` ',
    caret: 19,
  });
});

test('a word that is a suggestion itself is marked as whole, beside suggestions that contain it', () => {
  const fields: readonly QuestionField[] = [
    { name: 'source', numeric: false },
    { name: 'gl2_source_node', numeric: false },
  ];
  for (const [text, isWhole] of [
    ['count by source', true],
    ['count(level:<=3) / count(source', true],
    ['count by sourc', false],
    ['count by ', false],
    ['count by source ', false],
    ['count(level:<=3) / count(sourc', false],
  ] as const)
    assert.equal(completeQuestion(text, text.length, fields).isWhole, isWhole, text);
  assert.deepEqual(
    completeQuestion('count by source', 15, fields).offers.map((offer) => offer.text),
    ['gl2_source_node'],
  );
});

test('a question is answered as bars with the largest values first, over time, or as a single number', () => {
  const question = parseQuestion('p95 of took_ms by resource').question;
  assert.ok(question);
  assert.equal(formOf(question), 'bars');
  const bars = answerConfig(question, 'bars');
  assert.equal(bars.visualization, 'bar');
  assert.deepEqual(bars.row_pivots[0]?.fields, ['resource']);
  assert.deepEqual(bars.sort, [{ type: 'series', field: 'percentile(took_ms,95)', direction: 'Descending' }]);
  const time = answerConfig(question, 'time');
  assert.equal(time.visualization, 'line');
  assert.deepEqual(time.row_pivots[0]?.fields, ['timestamp']);
  assert.deepEqual(time.column_pivots[0]?.fields, ['resource']);
  assert.deepEqual(time.sort, [], 'a time group has no sort, which would order the buckets by their values');
  assert.equal(answerTitle(question, 'time'), 'p95 took_ms by resource over time');
  const five = parseQuestion('p95 of took_ms by resource top 5').question;
  assert.ok(five);
  assert.equal(answerConfig(five, 'bars').row_pivots[0]?.config.limit, 5);
  assert.equal(answerConfig(five, 'time').column_pivots[0]?.config.limit, 5);
  assert.equal(answerTitle(five, 'bars'), 'p95 took_ms by resource top 5');
  const number = parseQuestion('count').question;
  assert.ok(number);
  assert.equal(answerConfig(number, formOf(number)).visualization, 'numeric');
  assert.equal(answerConfig(number, 'time').visualization, 'line');
});

test('a question is answered over the range of the shown results, not over a range that moves on', () => {
  const document = defaultSearch({ createdAt: '2026-01-01T00:00:00.000Z' }, randomIds);
  const [queryId = ''] = Object.keys(document.view.state);
  const { question } = parseQuestion('count by resource');
  assert.ok(question);
  const range = {
    type: 'absolute' as const,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T00:05:00.000Z',
  };
  const search = questionSearch({ document, queryId, bindings: {}, range }, answerConfig(question, 'bars'), randomIds);
  assert.deepEqual(
    search.queries.map(({ timerange }) => timerange),
    [range],
  );
  const [own] = questionSearch(
    { document, queryId, bindings: {}, range: undefined },
    answerConfig(question, 'bars'),
    randomIds,
  ).queries;
  assert.deepEqual(
    own?.timerange,
    document.search.queries[0]?.timerange,
    'without a range, the query keeps its own range',
  );
  const query = { type: 'elasticsearch', query_string: 'tenant:"a"' } as const;
  const [filtered] = questionSearch(
    { document, queryId, bindings: {}, range, override: { query } },
    answerConfig(question, 'bars'),
    randomIds,
  ).queries;
  assert.deepEqual(filtered?.query, query, 'the filter of the host page applies to the question, too');
});

test('the title of a widget made from a question follows its configuration until the user names it', () => {
  const asked = parseQuestion('p95 of took_ms by resource top 5').question;
  assert.ok(asked);
  const ids = countingIds();
  const empty = defaultSearch({ createdAt: '2026-11-20T10:00:00.000Z' }, ids);
  const [queryId = ''] = queryIds(empty);
  const config = answerConfig(asked, 'bars');
  const widget = newWidget('aggregation', config, ids);
  const added = { type: 'widget.added', widget, question: questionMark(asked) } as const;
  const after = (before: ViewDocument, edit: ViewEdit) => documentAfter(before, queryId, edit, ids);
  const configured = (before: ViewDocument, changed: Partial<AggregationConfig>) =>
    after(before, { type: 'widget.updated', widget: { ...widget, config: { ...config, ...changed } } });
  const titleOf = (document: ViewDocument) => {
    const state = stateOf(document, queryId);
    const own = state.widgets.find(({ id }) => id === widget.id);
    return own && widgetTitle(state, own);
  };
  const shown = after(empty, added);
  assert.equal(titleOf(shown), answerTitle(asked, 'bars'));
  const series = [
    { config: { name: null }, function: 'max(took_ms)' },
    { config: { name: 'requests' }, function: 'count()' },
  ];
  const changed = configured(shown, { series });
  assert.equal(titleOf(changed), 'max took_ms and requests by resource top 5');
  const computed = [
    { config: { name: null }, function: 'formula(count(level:<=3) / count() * 100)' },
    { config: { name: null }, function: 'avg(took_ms where level:<=3)' },
    { config: { name: null }, function: 'count(where level:<=3)' },
  ];
  assert.equal(
    titleOf(configured(shown, { series: computed })),
    'count(level:<=3) / count() * 100 and avg(took_ms where level:<=3) and count(level:<=3) by resource top 5',
  );
  const [time] = answerConfig(asked, 'time').row_pivots;
  const over = configured(changed, { series, row_pivots: time ? [time] : [] });
  assert.equal(titleOf(over), 'max took_ms and requests over time');
  assert.equal(titleOf(configured(changed, { series: [] })), 'Untitled Aggregation');
  const named = after(changed, { type: 'widget.titled', widgetId: widget.id, title: 'Slow pages' });
  assert.equal(titleOf(configured(named, { series: [] })), 'Slow pages');
  assert.equal(titleOf(after(named, { type: 'widget.titled', widgetId: widget.id, title: '' })), titleOf(changed));
});
