/** Tests questions with filtered metrics and formulas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formulaTexts } from '../../../api/formula/parse.js';
import { splitComputed } from '../../../machines/formula/stored.js';
import { completeQuestion, withOffer } from '../../../machines/question/complete.js';
import { answerConfig, answerTitle, questionMark } from '../../../machines/question/config.js';
import { fieldsOf, parseQuestion, type Question } from '../../../machines/question/parse.js';
import { defaultSearch, newWidget } from '../../../machines/view/default-view.js';
import { queryIds, stateOf } from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import { configOf, formOf, newMetric, type AggregationForm } from '../../../machines/widget-editor/form.js';
import { countingIds } from '../fixtures.js';

const questionOf = (text: string): Question => {
  const { question, fault } = parseQuestion(text);
  assert.equal(fault, undefined, text);
  assert.ok(question);
  return question;
};

test('a metric of a question may have a filter or be a formula', () => {
  const table: readonly [text: string, metrics: readonly string[], groups?: readonly string[]][] = [
    ['count(level:<=3) / count() by source', ['formula(count(level:<=3) / count())'], ['source']],
    ['| count(level:<=3)÷count * 100 by source', ['formula(count(level:<=3)÷count() * 100)'], ['source']],
    ['count(level:<=3) by source', ['count(where level:<=3)'], ['source']],
    ['count(source:"a, by b" AND (level:<=3)) by x', ['count(where source:"a, by b" AND (level:<=3))'], ['x']],
    ['avg(took_ms where level:<=3)', ['avg(took_ms where level:<=3)']],
    ['p95 of took_ms / 1000 and count by host', ['formula(p95(took_ms) / 1000)', 'count()'], ['host']],
    ['p95 of took_ms/1000', ['formula(p95(took_ms)/1000)']],
    ['p99.9 of took_ms - median of took_ms', ['formula(p99.9(took_ms) - median(took_ms))']],
    ['(max of `a field` + 1) × 2 over time', ['formula((max(`a field`) + 1) × 2)']],
    ['(count() - count(level:<=3)) by a', ['formula((count() - count(level:<=3)))'], ['a']],
    ['(count · 2)', ['formula((count() · 2))']],
    ['(avg of took_ms)-1', ['formula((avg(took_ms))-1)']],
    ['count(error*)', ['count(where error*)']],
    ['count(!debug) by a', ['count(where !debug)'], ['a']],
    ['P99.9(took_ms) / 2', ['formula(P99.9(took_ms) / 2)']],
    [
      'count, 100 * count(level:3) / count() by a, b',
      ['count()', 'formula(100 * count(level:3) / count())'],
      ['a', 'b'],
    ],
    ['count / count of top by by', ['formula(count() / count(top))'], ['by']],
    // An operator within a name, and a name that only looks like a query, belong to the name.
    ['p95 of took-ms by host', ['percentile(took-ms,95)'], ['host']],
    ['avg of http/status', ['avg(http/status)']],
    ['count of `a:b`', ['count(a:b)']],
    ['count(source)', ['count(source)']],
    ['count(größe)', ['count(größe)']],
  ];
  for (const [text, metrics, groups = []] of table) {
    const question = questionOf(text);
    assert.deepEqual([question.metrics, question.groups], [metrics, groups], text);
  }
});

test('a formula that cannot be parsed reports the error and its position in the question', () => {
  const table: readonly [text: string, message: string, at: number][] = [
    ['count(level:<=3) /', formulaTexts.operand, 18],
    ['count(level:<=3) / by source', formulaTexts.operand, 19],
    ['count, count(level:<=3 / count()', formulaTexts.bracket, 32],
    ['count / errors', formulaTexts.unknownName('errors'), 8],
    ['count / speed(took_ms) by a', formulaTexts.unknownFunction('speed'), 8],
    ['p95 of took_ms + avg() by a', formulaTexts.field('avg'), 21],
    ['latest of a / 2', formulaTexts.latest, 0],
    ['count(where ) / 2', formulaTexts.filter, 12],
    ['count(level:3) count()', formulaTexts.operator('count()'), 15],
  ];
  for (const [text, message, at] of table) assert.deepEqual(parseQuestion(text).fault, { message, at }, text);
});

test('the fields of a formula are those of its functions', () => {
  assert.deepEqual(fieldsOf(questionOf('p95 of took_ms / avg(size where level:<=3) by host')), [
    'took_ms',
    'size',
    'host',
  ]);
});

test('functions, fields and the continuation of a formula are suggested', () => {
  const fields = [
    { name: 'took_ms', numeric: true },
    { name: 'a field', numeric: true },
    { name: 'resource', numeric: false },
  ];
  const complete = (text: string) => completeQuestion(text, text.length, fields);
  const offers = (text: string) => complete(text).offers.map((offer) => offer.text);
  assert.deepEqual(offers('count(level:<=3) '), ['by', 'over time', 'and', '/ count()']);
  assert.deepEqual(offers('count(level:<=3) / co'), ['count()', 'count(level:<=3)']);
  assert.deepEqual(offers('count(level:<=3) / avg('), ['took_ms', 'a field']);
  assert.deepEqual(offers('count(level:<=3) / count(r'), ['resource']);
  assert.deepEqual(offers('count(source:"a by b") '), ['by', 'over time', 'and', '/ count()']);
  assert.deepEqual(offers('count(level:<=3'), [], 'the value in a filter is not completed');
  assert.deepEqual(offers('count(level:<=3) / count() '), ['by', 'over time', 'and']);
  assert.deepEqual(offers('count(level:<=3) / count() b'), ['by']);
  assert.deepEqual(offers('count(level:<=3) / count() o'), ['over time']);
  assert.deepEqual(offers('count(level:<=3) / count() a'), ['and']);
  assert.deepEqual(offers('count(level:<=3) / 100 a'), ['and']);
  assert.deepEqual(offers('count(level:<=3) o'), ['over time', '/ count()']);
  assert.deepEqual(offers('count / avg of t'), ['took_ms']);
  assert.deepEqual(offers('count / avg '), ['of']);
  assert.deepEqual(offers('(count - avg of t'), ['took_ms']);
  assert.deepEqual(offers('(count - avg of took_ms '), [], 'a question continues only after the closed bracket');
  assert.deepEqual(offers('count / p99.9('), ['took_ms', 'a field']);
  assert.deepEqual(offers('count(error* '), [], 'a filter is not continued with the keywords of a question');
  assert.deepEqual(offers('count(level:<=3) / count() by '), ['took_ms', 'a field', 'resource']);
  const taken = (text: string, name: string) => {
    const { from, offers: all } = complete(text);
    const offer = all.find((one) => one.text === name);
    assert.ok(offer);
    return withOffer(text, text.length, from, offer).text;
  };
  assert.equal(taken('count(level:<=3) ', '/ count()'), 'count(level:<=3) / count() ');
  assert.equal(taken('count / av', 'avg('), 'count / avg(');
  assert.equal(taken('count / avg(fi', 'a field'), 'count / avg(`a field` ');
});

test('the share of all messages is suggested after a count that has a filter or a field', () => {
  const offersShare = (text: string) =>
    completeQuestion(text, text.length, []).offers.some((offer) => offer.text === '/ count()');
  for (const text of [
    'count(level:<=3) ',
    'count(error*) ',
    'count(source) ',
    'count of source ',
    'count, count(a:1) ',
  ])
    assert.equal(offersShare(text), true, text);
  for (const text of ['count() ', 'count ', 'count( ) ', 'count of ', 'count(a:1), count() ', 'avg(a where b:1) '])
    assert.equal(offersShare(text), false, text);
});

test('nothing is suggested for a text that is longer than a question may be', () => {
  const text = (length: number) => 'count(level:<=3) / '.padEnd(length);
  const offers = (length: number) => completeQuestion(text(length), length, []).offers.length;
  assert.ok(offers(500) > 0);
  assert.equal(offers(501), 0);
  assert.deepEqual(completeQuestion(text(501), 19, []), { from: 19, offers: [], isWhole: false });
});

test('a widget made of a question stores its formula as the widget editor does', () => {
  const question = questionOf('count(level:<=3) / count() * 100 and avg(took_ms where level:<=3) by source top 5');
  const ids = countingIds();
  const { config, computed } = splitComputed(answerConfig(question, 'bars'));
  const [metric, other] = [newMetric(ids), newMetric(ids)];
  const form: AggregationForm = {
    ...formOf(config, ids),
    metrics: [
      { ...metric, function: 'formula', formula: 'count(level:<=3) / count() * 100' },
      { ...other, function: 'avg', field: 'took_ms', filter: 'level:<=3' },
    ],
  };
  const sort = answerConfig(question, 'bars').sort;
  const edited = splitComputed({ ...configOf(form, config), sort });
  assert.equal(computed, edited.computed);
  assert.deepEqual(config.series, edited.config.series);

  const empty = defaultSearch({ createdAt: '2026-11-20T10:00:00.000Z' }, ids);
  const [queryId = ''] = queryIds(empty);
  const widget = newWidget('aggregation', config, ids);
  const event = { type: 'widget.added', widget, computed, question: questionMark(question) } as const;
  const { titles } = stateOf(documentAfter(empty, queryId, event, ids), queryId);
  assert.equal(titles?.['formulas']?.[widget.id], edited.computed);
  assert.equal(
    answerTitle(question, 'bars'),
    'count(level:<=3) / count() * 100 and avg(took_ms where level:<=3) by source top 5',
  );
});
