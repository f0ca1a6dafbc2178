/** The refusal of a request names the member, its value and the accepted values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { EmbedTokenRequest } from '../../../../api/contract/embed-tokens.schema.js';
import { firstError } from '../../../../host/server/http/schema-errors.js';

const check = TypeCompiler.Compile(EmbedTokenRequest);

for (const [limits, expected] of [
  [{ minutes: 90 }, 'Body "minutes": Expected integer to be less or equal to 60'],
  [{ minutes: 'ten' }, 'Body "minutes": Expected integer'],
  [{ allow: ['edit'] }, 'Body "allow.0": expected one of "query", "export", "alerts", got "edit"'],
  [{ allow: 'query' }, 'Body "allow": Expected array'],
  [{ range: 3600 }, 'Body "range": expected an object with a "type" of "relative", "absolute", "keyword", got 3600'],
  [
    { range: { type: 'last hour' } },
    'Body "range.type": expected one of "relative", "absolute", "keyword", got "last hour"',
  ],
  [{ range: { type: 'keyword' } }, 'Body "range.keyword": Expected required property'],
] as const)
  test(`an embed token with ${JSON.stringify(limits)} is refused in plain words`, () => {
    assert.equal(firstError(check, { guest: 'Ada', streams: ['s'], ...limits }, 'Body'), expected);
  });
