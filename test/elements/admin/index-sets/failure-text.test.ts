// Tests the texts about a failure, for the embedded server and for others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from '../../../../elements/admin/index-sets/failure-text.js';

const cases: readonly (readonly [message: string, kind: string | undefined, reason: string])[] = [
  ['{"type":"mapper_parsing_exception","reason":"failed to parse"}', 'mapper_parsing_exception', 'failed to parse'],
  ['{"reason":"no type"}', undefined, 'no type'],
  ['{"type":"x"}', undefined, '{"type":"x"}'],
  ['{"type":1,"reason":"n"}', undefined, 'n'],
  ['OpenSearchException[…]', undefined, 'OpenSearchException[…]'],
  ['null', undefined, 'null'],
  ['"text"', undefined, '"text"'],
  ['', undefined, ''],
];
for (const [message, kind, reason] of cases)
  test(`the failure ${message} has the expected text`, () => {
    const text = failureText(message);
    assert.deepEqual([text.kind, text.reason], [kind, reason]);
  });
