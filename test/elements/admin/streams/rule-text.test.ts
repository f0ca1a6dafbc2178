/** Tests the descriptions of stream rules in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamRuleRequest } from '../../../../api/contract/streams.js';
import { plainSentence, ruleSentence } from '../../../../elements/admin/streams/rule-text.js';

const types = [
  { id: 1, name: 'EXACT', short_desc: 'match exactly', long_desc: 'match exactly' },
  { id: 3, name: 'GREATER', short_desc: 'greater than', long_desc: 'be greater than' },
  { id: 5, name: 'PRESENCE', short_desc: 'field presence', long_desc: 'be present' },
  { id: 8, name: 'MATCH_INPUT', short_desc: 'match input', long_desc: 'match input' },
];
const inputs = [{ id: 'i1', title: 'Shop', name: 'GELF TCP' }];

const cases: readonly (readonly [StreamRuleRequest, string])[] = [
  [{ type: 1, field: 'source', value: 'web' }, 'source must match exactly web'],
  [{ type: 1, field: 'source', value: 'web', inverted: true }, 'source must not match exactly web'],
  [{ type: 1, field: ' ', value: '' }, '<empty> must match exactly <empty>'],
  [{ type: 3, field: 'code', value: '499' }, 'code must be greater than 499'],
  [{ type: 5, field: 'user', value: 'left over' }, 'user must be present'],
  [{ type: 7 }, 'This rule always matches'],
  [{ type: 7, inverted: true }, 'This rule never matches'],
  [{ type: 8, value: 'i1' }, 'gl2_source_input must match input Shop (GELF TCP: i1)'],
  [{ type: 8, value: 'gone' }, 'gl2_source_input must match input deleted input: gone'],
  [{ type: 8, value: '' }, 'gl2_source_input must match input <empty>'],
  [{ type: 99, field: 'a', value: 'b' }, 'a must 99 b'],
];
for (const [rule, sentence] of cases) {
  test(`a stream rule is described by: ${sentence}`, () =>
    assert.equal(plainSentence(ruleSentence(rule, types, inputs)), sentence));
}

test('the text of a stream rule shows the id of an input until the inputs are loaded', () => {
  const sentence = ruleSentence({ type: 8, value: 'i1' }, types, undefined);
  assert.equal(plainSentence(sentence), 'gl2_source_input must match input i1');
});
