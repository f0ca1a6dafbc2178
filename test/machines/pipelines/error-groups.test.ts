import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleRunError } from '../../../api/contract/pipelines.js';
import { causeOf, errorGroups } from '../../../machines/pipelines/error-groups.js';

const error = (facts: Partial<RuleRunError>): RuleRunError => ({
  time: '2026-11-27T13:17:44.000Z',
  pipeline: { id: 'p', title: 'P' },
  stage: 0,
  phase: 'action',
  text: '',
  function: null,
  line: 5,
  position_in_line: 21,
  values: [],
  message: {},
  ...facts,
});
const prefix = 'Error evaluating action for rule <R/1> (pipeline <P/2>) - ';

test('the cause of an error is its text without the parts that the server reports separately', () => {
  const table: [text: string, name: string | null, cause: string][] = [
    [
      `${prefix}At 5:21 an exception was thrown: A number cannot be divided by zero.`,
      null,
      'A number cannot be divided by zero.',
    ],
    [
      `${prefix}In call to function 'regex' at 3:2 an exception was thrown: value is null`,
      'regex',
      'regex(): value is null',
    ],
    ['The rule took too long.', null, 'The rule took too long.'],
  ];
  for (const [text, name, cause] of table) assert.equal(causeOf({ text, function: name }), cause);
});

test('errors with the same position and cause form one group; groups are sorted by their newest error', () => {
  const often = `${prefix}At 5:21 an exception was thrown: often`;
  const rare = `${prefix}At 5:21 an exception was thrown: rare`;
  const groups = errorGroups([
    error({ text: often, time: '4' }),
    error({ text: rare, time: '3' }),
    error({ text: often, time: '2' }),
    error({ text: often, time: '1', line: 6 }),
  ]);
  assert.deepEqual(
    groups.map(({ cause, errors }) => [cause, errors.map(({ time }) => time)]),
    [
      ['often', ['4', '2']],
      ['rare', ['3']],
      ['often', ['1']],
    ],
  );
});
