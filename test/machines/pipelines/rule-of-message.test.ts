/** Tests that rules created from a message parse, whatever the message contains. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRule } from '../../../api/pipeline-language/index.js';
import { ruleOfMessage } from '../../../machines/pipelines/rule-of-message.js';

const parsed = (fields: Readonly<Record<string, unknown>>): string => {
  const source = ruleOfMessage(fields);
  assert.equal(parseRule(source).problem, undefined, source);
  return source;
};

test('the proposed rule matches the source and a field, and lists the fields with their required conversions', () => {
  const source = parsed({
    source: 'pay-02',
    message: 'm',
    took_ms: 852,
    ratio: 0.5,
    ok: true,
    app: 'pay',
    gl2_source_input: 'i',
  });
  assert.match(source, /to_string\(\$message\.source\) == "pay-02" and\n {2}has_field\("app"\)/);
  for (const read of [
    'to_long($message.took_ms)',
    'to_double($message.ratio)',
    'to_bool($message.ok)',
    'to_string($message.app)',
  ])
    assert.ok(source.includes(read), read);
  assert.ok(!source.includes('gl2_'));
});

test('the proposed rule parses JSON and key-value pairs', () => {
  assert.match(parsed({ source: 's', message: '{"a": 1}' }), /parse_json/);
  assert.match(parsed({ source: 's', message: 'took=5 path="/a b" ok' }), /key_value/);
  assert.doesNotMatch(parsed({ source: 's', message: 'only a=b' }), /key_value/);
});

test('the proposed rule escapes hostile names and values', () => {
  parsed({ source: 'a"b\\c\nd', message: 'm', end: 1, 'a b': 'x\ny', 'a`b': '*/ // "', '"q"': 'z', 'x\\y': 't' });
  parsed({});
});
