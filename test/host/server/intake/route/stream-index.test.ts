import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Prefilter } from '../../../../../host/server/intake/route/prefilter.js';
import { literalOf } from '../../../../../host/server/intake/route/rule-keys.js';
import { StreamIndex } from '../../../../../host/server/intake/route/stream-index.js';
import { compileStream, fieldsOf } from '../../../../../host/server/intake/route/stream-rules.js';
import type { StreamDocument } from '../../../../../host/server/intake/route/streams.js';
import type { FieldValue, IncomingMessage } from '../../../../../host/server/store/types.js';

/** Returns a function that returns the same random numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const names = ['message', 'source', 'level', 'user', 'text', 'gl2_remote_ip', 'full_message', 'absent'];
const values = ['', 'error', 'web-1', 'failed to connect', '5', ' 5 ', '3.5', 'GET /a HTTP', 'é€😀', 'AbC', 'aaaa'];
const patterns = [
  'fail(ed)? to',
  'err.r',
  '^GET',
  'a|5',
  'conn[e]ct',
  '(?i)ERROR',
  'e+r+or',
  'web-\\d',
  '5{0,3}rr',
  'aa{2,}',
];

describe('the index of stream rules', () => {
  it('the index finds for each message the same streams as evaluating every rule', () => {
    const next = numbers(7);
    const one = <T>(list: readonly T[]): T => list[next(list.length)] as T;
    const streams = Array.from({ length: 400 }, (_, number): StreamDocument => {
      const rules = Array.from({ length: 1 + next(4) }, () => {
        const type = 1 + next(8);
        const value = type === 2 ? one(patterns) : type === 8 ? one(['abc', 'ABC', 'x']) : one(values);
        return { id: '', stream_id: '', type, field: one(names), value, inverted: next(4) === 0, description: null };
      });
      return {
        id: String(number),
        title: '',
        description: null,
        creator_user_id: '',
        created_at: '',
        outputs: [],
        matching_type: one(['AND', 'OR']),
        disabled: false,
        rules,
        content_pack: null,
        is_default: false,
        is_editable: true,
        remove_matches_from_default_stream: false,
        index_set_id: '',
      };
    });
    const routed = streams.map((stream) => ({ stream, takes: compileStream(stream) }));
    const index = new StreamIndex(routed);
    let matches = 0;
    for (let round = 0; round < 300; round += 1) {
      const fields: Record<string, FieldValue> = {};
      for (const name of ['level', 'user', 'text'])
        if (next(2)) fields[name] = one<FieldValue>([...values, 5, true, 3n]);
      const message: IncomingMessage = {
        timestamp: 0,
        source: one(values),
        message: `${one(values)} ${one(values)}`,
        fields,
        streams: [],
        inputId: one(['abc', 'Abc', 'y']),
        receivedAt: 0,
        ...(next(2) && { fullMessage: one(values), remote: { address: '5', port: 1 } }),
      };
      const expected = routed.filter(({ takes }) => takes(fieldsOf(message))).map(({ stream }) => stream.id);
      assert.deepEqual(
        index.matching(message).map(({ id }) => id),
        expected,
      );
      matches += expected.length;
    }
    assert.ok(matches > 1000, `${matches} matches are enough to compare the index with the rules`);
  });

  it('extracts from a regular expression the text that every match contains', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['failed', 'failed'],
      ['^user=bob$', 'user=bob'],
      ['GET .*failed', 'failed'],
      ['connections?', 'connection'],
      ['ab+c', 'ab'],
      ['colou{0,1}r', 'colo'],
      ['status=[45]\\d\\d', 'status='],
      ['a\\.example\\.org', 'a.example.org'],
      ['(error|warning): disk', ': disk'],
      ['error|warning', ''],
      ['(?i)error', ''],
      ['(?:x)error', 'error'],
      ['\\x41bcd', ''],
      ['\\Qa.b\\E', ''],
      ['[]error]', ''],
      ['.*', ''],
    ];
    for (const [pattern, literal] of cases) assert.equal(literalOf(pattern), literal, pattern);
  });

  it('the prefilter finds every text that occurs, even if many texts are similar', () => {
    const prefilter = new Prefilter();
    const texts = Array.from({ length: 1000 }, (_, number) => `error number ${number};`);
    for (const [owner, text] of texts.entries()) prefilter.add(text, owner);
    prefilter.add('end', 1000);
    const found = new Set<number>();
    prefilter.find('an error number 7; and error number 77;, error number 999; the end', (owner) => found.add(owner));
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      [7, 77, 999, 1000],
    );
    prefilter.find('', () => assert.fail('an empty text contains none of the texts'));
  });
});
