// The condition of an event definition can be edited, and converted to and from its stored form.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AggregationSeries, Expression } from '../../api/contract/event-definitions.js';
import {
  addGroup,
  addRule,
  changeRule,
  conditionFaults,
  conditionOf,
  conditionText,
  emptyCondition,
  expressionOf,
  isEmptyCondition,
  isValid,
  remove,
  seriesOf,
  switchOperator,
  type Group,
  type Rule,
} from '../../machines/event-condition/tree.js';

const rule = (fn: string, field: string | undefined, threshold: number): Rule => ({
  kind: 'rule',
  fn,
  field,
  comparison: '>',
  threshold,
});
const group = (operator: '&&' | '||', ...items: Group['items']): Group => ({ kind: 'group', operator, items });
const [a, b, c] = [rule('count', undefined, 1), rule('avg', 'took', 2), rule('max', 'took', 3)] as const;
const empty: Rule = { kind: 'rule' };

const changes: readonly (readonly [name: string, made: Group, expected: string])[] = [
  ['a rule is added after the only rule', addRule(group('&&', a), [0]), 'count > 1 AND ? ? ?'],
  ['a rule is added after a rule in the middle', addRule(group('||', a, b), [0]), 'count > 1 OR ? ? ? OR avg took > 2'],
  ['a new group has the opposite operator', addGroup(group('&&', a), [0]), 'count > 1 AND [? ? ?]'],
  [
    'a rule that is added to a group gets the operator of the group',
    addRule(group('&&', a, group('||', b)), [1, 0]),
    'count > 1 AND [avg took > 2 OR ? ? ?]',
  ],
  [
    'a group can be added within a group',
    addGroup(group('&&', a, group('||', b)), [1, 0]),
    'count > 1 AND [avg took > 2 OR [? ? ?]]',
  ],
  [
    'switching an operator changes only its own level',
    switchOperator(group('&&', a, b, group('||', b, c)), [], '||'),
    'count > 1 OR avg took > 2 OR [avg took > 2 OR max took > 3]',
  ],
  [
    'the operator of an inner group can be switched',
    switchOperator(group('&&', a, group('||', b, c)), [1], '&&'),
    'count > 1 AND [avg took > 2 AND max took > 3]',
  ],
  ['removing one of two rules keeps the other', remove(group('&&', a, b), [0]), 'avg took > 2'],
  ['removing the last rule of a group removes the group', remove(group('&&', a, group('||', b)), [1, 0]), 'count > 1'],
  [
    'removing the last rule of nested groups removes both groups',
    remove(group('&&', a, group('||', group('&&', b))), [1, 0, 0]),
    'count > 1',
  ],
  ['removing the only rule leaves an empty rule', remove(group('&&', a), [0]), '? ? ?'],
  ['removing the only group leaves an empty rule', remove(group('||', group('&&', a)), [0]), '? ? ?'],
  ['removing at an unknown path changes nothing', remove(group('&&', a), [4, 2]), 'count > 1'],
  [
    'a changed rule keeps its place',
    changeRule(group('&&', a, group('||', b, c)), [1, 1], { fn: 'min', comparison: '==' }),
    'count > 1 AND [avg took > 2 OR min took = 3]',
  ],
];
test('a question mark stands for the missing field of a function, which only count does not need', () => {
  const rules = [rule('avg', undefined, 5), rule('avg', '', 5), rule('count', undefined, 5)];
  assert.equal(conditionText(group('&&', ...rules)), 'avg ? > 5 AND avg ? > 5 AND count > 5');
});

describe('changes of a condition', () => {
  for (const [name, made, expected] of changes) test(name, () => assert.equal(conditionText(made), expected));
});

const number = (value: number) => ({ expr: 'number' as const, value });
const ref = (id: string) => ({ expr: 'number-ref' as const, ref: id });
const leaf = (id: string, value: number): Expression => ({ expr: '>', left: ref(id), right: number(value) });
const series: AggregationSeries[] = [
  { id: 'count-', function: 'count', field: null },
  { id: 'avg-took', function: 'avg', field: 'took' },
  { id: 'max-took', function: 'max', field: 'took' },
];
const wires: readonly (readonly [name: string, expression: Expression, text: string])[] = [
  ['a single rule', leaf('count-', 1), 'count > 1'],
  [
    'rules of one level',
    {
      expr: '&&',
      left: { expr: '&&', left: leaf('count-', 1), right: leaf('avg-took', 2) },
      right: leaf('max-took', 3),
    },
    'count > 1 AND avg took > 2 AND max took > 3',
  ],
  [
    'a group',
    {
      expr: '||',
      left: leaf('count-', 1),
      right: {
        expr: 'group',
        operator: '&&',
        child: { expr: '&&', left: leaf('avg-took', 2), right: leaf('max-took', 3) },
      },
    },
    'count > 1 OR [avg took > 2 AND max took > 3]',
  ],
  [
    'a negated rule',
    { expr: '&&', left: leaf('count-', 1), right: { expr: '!', left: leaf('avg-took', 2) } },
    'count > 1 AND NOT avg took > 2',
  ],
];
describe('a stored condition', () => {
  for (const [name, expression, text] of wires)
    test(`a condition is unchanged after storing and reading: ${name}`, () => {
      const read = conditionOf(expression, series);
      assert.equal(conditionText(read), text);
      assert.deepEqual(expressionOf(read), expression);
    });
  test('operators mixed without groups mean the same in groups', () => {
    const mixed: Expression = {
      expr: '&&',
      left: leaf('count-', 1),
      right: { expr: '||', left: leaf('avg-took', 2), right: leaf('max-took', 3) },
    };
    assert.equal(conditionText(conditionOf(mixed, series)), 'count > 1 AND [avg took > 2 OR max took > 3]');
  });
  test('right-nested operators become one level', () => {
    const right: Expression = {
      expr: '||',
      left: leaf('count-', 1),
      right: { expr: '||', left: leaf('avg-took', 2), right: leaf('max-took', 3) },
    };
    assert.equal(conditionOf(right, series).items.length, 3);
  });
  test('an absent condition becomes an empty rule, and an empty rule is stored as no condition', () => {
    assert.ok(isEmptyCondition(conditionOf(null, [])));
    assert.equal(expressionOf(emptyCondition), null);
    assert.deepEqual(seriesOf(emptyCondition), []);
  });
  test('a rule without series is reported as lacking its function', () => {
    assert.deepEqual(conditionFaults(conditionOf(leaf('gone', 1), series)), ['Function must be set']);
  });
});

test('unused series are dropped, each series is stored once, and series of negated rules are kept', () => {
  const negated = conditionOf({ expr: '!', left: leaf('max-took', 3) }, series);
  const root = group('&&', a, b, b, ...negated.items);
  assert.deepEqual(seriesOf(root), series);
  assert.deepEqual(
    seriesOf(remove(remove(root, [2]), [1])).map(({ id }) => id),
    ['count-', 'max-took'],
  );
});

const faults: readonly (readonly [rule: Rule, faults: readonly string[]])[] = [
  [empty, ['Function must be set', 'Condition must be set', 'Threshold must be a number']],
  [{ ...a, threshold: undefined }, ['Threshold must be a number']],
  [{ ...a, comparison: undefined }, ['Condition must be set']],
  [{ ...b, field: undefined }, ['Field must be set']],
  [{ ...a, threshold: Number.NaN }, ['Threshold must be a number']],
  [a, []],
];
describe('the faults of a condition', () => {
  for (const [one, expected] of faults)
    test(`the condition has the faults: ${expected.join(', ') || 'none'}`, () => {
      const root = group('&&', a, group('||', one));
      assert.deepEqual(conditionFaults(root), expected);
      assert.equal(isValid(root), expected.length === 0);
    });
});

test('a rule may compare a formula, which is stored as its text and reports its error', () => {
  const formula = 'count(level:<=3) / count() * 100';
  const own: Rule = { kind: 'rule', fn: 'formula', formula, comparison: '>', threshold: 5 };
  const root = group('||', own, a);
  const series = seriesOf(root);
  assert.deepEqual(series, [
    { id: `formula-${formula}`, function: 'formula', field: null, formula },
    { id: 'count-', function: 'count', field: null },
  ]);
  assert.equal(conditionText(root), `${formula} > 5 OR count > 1`);
  assert.equal(conditionText(conditionOf(expressionOf(root), series)), conditionText(root));
  assert.deepEqual(seriesOf(conditionOf(expressionOf(root), series)), series);
  assert.ok(isValid(root));
  assert.deepEqual(conditionFaults(group('&&', { ...own, formula: 'count(' })), ['The bracket is not closed.']);
  assert.equal(conditionFaults(group('&&', { ...own, formula: undefined })).length, 1);
});
