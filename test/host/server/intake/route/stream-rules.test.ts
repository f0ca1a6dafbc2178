import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StreamRule } from '../../../../../api/contract/streams.schema.js';
import { Router } from '../../../../../host/server/intake/route/router.js';
import {
  compileStream,
  ruleMatches,
  streamRuleTypes,
  valueProblem,
} from '../../../../../host/server/intake/route/stream-rules.js';
import {
  defaultStreamId,
  ensureSystemStreams,
  streamCollection,
  type StreamDocument,
} from '../../../../../host/server/intake/route/streams.js';
import type { IncomingMessage } from '../../../../../host/server/store/types.js';
import { memoryDocuments } from '../recording-sink.js';

const rule = (type: number, field: string | null, value: string | null, inverted = false): StreamRule => ({
  id: `${type}`,
  stream_id: 's',
  type,
  field,
  value,
  inverted,
  description: null,
});
const stream = (change: Partial<StreamDocument>): StreamDocument => ({
  id: 's',
  title: 's',
  description: null,
  creator_user_id: 'admin',
  created_at: '2026-01-01T00:00:00.000Z',
  outputs: [],
  matching_type: 'AND',
  disabled: false,
  rules: [],
  content_pack: null,
  is_default: false,
  is_editable: true,
  remove_matches_from_default_stream: false,
  index_set_id: 'i',
  ...change,
});
const message: IncomingMessage = {
  timestamp: 1700000000123,
  source: 'web-1',
  message: 'GET /\nfailed',
  fields: { code: 500, text: ' 42 ', blank: '  ', big: 9007199254740993n, flag: true },
  streams: [],
  inputId: 'AbC1',
  receivedAt: 0,
  remote: { address: '192.0.2.7', port: 514 },
};
const documents = memoryDocuments();
const router = new Router(streamCollection(documents));
const takes = (change: Partial<StreamDocument>): boolean => {
  void streamCollection(documents).put(stream(change));
  return router.route(message).includes('s');
};

describe('stream rules', () => {
  // Columns: type, field, value, whether the rule matches, whether the inverted rule matches.
  const cases: readonly (readonly [number, string, string, boolean, boolean])[] = [
    [1, 'source', 'web-1', true, false],
    [1, 'source', 'web', false, true],
    [1, 'text', '42', true, false],
    [1, 'code', '500', true, false],
    [1, 'big', '9007199254740993', true, false],
    [1, 'flag', 'true', true, false],
    [1, 'missing', 'x', false, true],
    [1, 'timestamp', '2023-11-14T22:13:20.123Z', true, false],
    [1, 'gl2_remote_ip', '192.0.2.7', true, false],
    [1, 'constructor', 'x', false, true],
    [2, 'message', 'GET.*failed', true, false],
    [2, 'message', 'get', false, true],
    [2, 'message', '^failed', false, true],
    [2, 'missing', '.*', false, true],
    [2, 'message', '(?=broken', false, false],
    [3, 'code', '499', true, false],
    [3, 'code', '500', false, true],
    [3, 'text', '41.5', true, false],
    [3, 'source', '1', false, false],
    [3, 'missing', '1', false, false],
    [3, 'code', 'many', false, false],
    [4, 'code', '501', true, false],
    [4, 'code', '1e3', true, false],
    [4, 'code', '500', false, true],
    [4, 'missing', '1', false, false],
    [5, 'code', '', true, false],
    [5, 'blank', '', false, true],
    [5, 'missing', '', false, true],
    [6, 'message', 'fail', true, false],
    [6, 'message', 'FAIL', false, true],
    [6, 'missing', 'x', false, true],
    [7, '', '', true, false],
    [8, '', 'abc1', true, false],
    [8, '', 'other', false, true],
    [9, 'code', '500', false, false],
  ];
  for (const [type, field, value, plain, inverted] of cases) {
    it(`a rule of type ${type} matches the expected values: ${field} ${JSON.stringify(value)}`, () => {
      assert.equal(takes({ rules: [rule(type, field, value)] }), plain);
      assert.equal(takes({ rules: [rule(type, field, value, true)] }), inverted);
    });
  }

  it('GREATER and SMALLER rules need a number, REGEX rules need a valid pattern, and other rules accept any value', () => {
    const refused = (value: string): number[] =>
      streamRuleTypes.map(({ id }) => id).filter((id) => valueProblem(id, value) !== undefined);
    assert.deepEqual(refused('many'), [3, 4]);
    assert.deepEqual(refused('(?=broken'), [2, 3, 4]);
    assert.deepEqual(refused('-1.5e3'), []);
  });

  it('an AND stream needs all its rules to match, an OR stream any of them', () => {
    const yes = rule(7, null, null);
    const no = rule(7, null, null, true);
    assert.equal(takes({ rules: [yes, no] }), false);
    assert.equal(takes({ rules: [yes, yes] }), true);
    assert.equal(takes({ rules: [no, yes], matching_type: 'OR' }), true);
    assert.equal(takes({ rules: [no], matching_type: 'OR' }), false);
    assert.equal(takes({ rules: [] }), false);
    assert.equal(takes({ rules: [], matching_type: 'OR' }), false);
  });

  it('a rule on a missing field prevents the match of an AND stream and is ignored by an OR stream', () => {
    const rules = [rule(3, 'missing', '1'), rule(7, null, null)];
    const field = () => undefined;
    assert.equal(compileStream(stream({ rules }))(field), false);
    assert.equal(compileStream(stream({ rules, matching_type: 'OR' }))(field), true);
    assert.equal(ruleMatches(rule(3, 'missing', '1'), field), false);
  });

  it('a regular expression rule is evaluated without backtracking', () => {
    // With backtracking, the match of 20,000 characters would not end in a lifetime.
    assert.equal(
      ruleMatches(rule(2, 'a', '(a+)+$'), () => `${'a'.repeat(20_000)}!`),
      false,
    );
  });

  it('a rule with a large pattern examines only the part of a text that takes some milliseconds', () => {
    const large = `(\\w{9}){40}|end`;
    const text = `${' '.repeat(4_000)}end`;
    assert.equal(
      ruleMatches(rule(2, 'a', large), () => text),
      true,
    );
    assert.equal(
      ruleMatches(rule(2, 'a', large), () => ' '.repeat(100_000) + text),
      false,
    );
    assert.equal(
      ruleMatches(rule(2, 'a', 'end'), () => ' '.repeat(100_000) + text),
      true,
    );
  });

  it('neither a normal nor an inverted rule matches a text that is too long to examine', () => {
    const text = `${' '.repeat(4_000_000)}end`;
    for (const pattern of ['end', ' $', 'x'])
      for (const inverted of [false, true])
        assert.equal(
          ruleMatches({ ...rule(2, 'a', pattern), inverted }, () => text),
          false,
          `${pattern} ${inverted}`,
        );
  });

  it('regular expressions of rules are run without atomic groups and possessive quantifiers', () => {
    assert.equal(
      ruleMatches(rule(2, 'a', '^(?>GET|POST)\\h++/'), () => 'GET  /'),
      true,
    );
  });
});

describe('routing', () => {
  it('every message is in the default stream, unless a matching stream removes it from there', async () => {
    const own = memoryDocuments();
    await ensureSystemStreams(own, 0);
    const streams = streamCollection(own);
    const route = new Router(streams).route;
    assert.deepEqual(route(message), [defaultStreamId]);
    const rules = [rule(7, null, null)];
    await streams.put(stream({ id: 'a', rules }));
    assert.deepEqual(route(message), [defaultStreamId, 'a']);
    await streams.put(stream({ id: 'b', rules, remove_matches_from_default_stream: true }));
    assert.deepEqual(route(message), ['a', 'b']);
    await streams.put(stream({ id: 'b', rules, remove_matches_from_default_stream: true, disabled: true }));
    assert.deepEqual(route(message), [defaultStreamId, 'a']);
    await streams.delete('a');
    assert.deepEqual(route(message), [defaultStreamId]);
  });

  it('routed messages are counted per stream', () => {
    const counting = new Router(streamCollection(documents));
    void streamCollection(documents).put(stream({ id: 'x' }));
    counting.count([{ ...message, streams: ['x', 'y'] }]);
    counting.tick();
    assert.deepEqual(new Map(counting.rates()).get('x'), 1);
  });
});
