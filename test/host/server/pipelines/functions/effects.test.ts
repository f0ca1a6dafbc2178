/**
 * Rule functions with side effects: they change or route messages, use lookup tables and grok patterns, or write logs
 * and metrics.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvaluationError } from '../../../../../host/server/pipelines/function.js';
import {
  lookupError,
  noLookupTables,
  type LookupAccess,
  type LookupAnswer,
} from '../../../../../host/server/pipelines/lookup-access.js';
import type { Message } from '../../../../../host/server/pipelines/message.js';
import { DateTime, Integer, MatchResult, type Value } from '../../../../../host/server/pipelines/values.js';
import { call, contextOf, failureOf, functionNamed, instant, messageOf, newTraces } from './call.js';

type Fields = Readonly<Record<string, Value>>;

/** Returns the fields of a message except message, source and timestamp. */
const more = (message: Message): Fields =>
  Object.fromEntries([...message.entries()].filter(([name]) => !['message', 'source', 'timestamp'].includes(name)));

const changes: readonly (readonly [
  name: string,
  args: readonly (Value | undefined)[],
  before: Fields,
  after: Fields,
])[] = [
  ['set_field', ['a', 1n], {}, { a: 1n }],
  ['set_field', ['a', ' v ', 'p_', '_s'], {}, { p_a_s: 'v' }],
  ['set_field', ['a', null, undefined, undefined, undefined, 'd'], {}, { a: 'd' }],
  ['set_field', ['a', ''], { a: 'old' }, { a: 'old' }],
  ['set_field', ['a b', 1n], {}, {}],
  ['set_field', ['a b/c', 1n, undefined, undefined, undefined, undefined, true], {}, { a_b_c: 1n }],
  ['set_field', [null, 1n], {}, {}],
  ['set_field', ['', 1n, 'p'], {}, {}],
  [
    'set_fields',
    [
      new Map<string, Value>([
        ['a', 1n],
        ['b', null],
      ]),
      'x_',
    ],
    {},
    { x_a: 1n },
  ],
  ['set_fields', [new Map<string, Value>([['a b', 1n]]), undefined, undefined, undefined, true], {}, { a_b: 1n }],
  ['set_fields', [null], { a: 1n }, { a: 1n }],
  ['rename_field', ['a', 'b'], { a: 1n, b: 2n }, { b: 1n }],
  ['rename_field', ['a', 'a'], { a: 1n }, { a: 1n }],
  ['rename_field', ['x', 'b'], { a: 1n }, { a: 1n }],
  ['rename_field', ['a', 'b c'], { a: 1n }, {}],
  ['remove_field', ['foo.bar'], { 'foo.bar': 1n, fooxbar: 1n, foo: 1n }, { foo: 1n }],
  ['remove_field', ['.*'], { a: 1n, gl2_x: 1n }, { gl2_x: 1n }],
  ['normalize_fields', [], { A_b: 1n, c: 2n }, { a_b: 1n, c: 2n }],
  ['remove_single_field', ['a.b'], { 'a.b': 1n, axb: 1n }, { axb: 1n }],
  ['remove_multiple_fields', ['a.*', ['x']], { ab: 1n, x: 1n, y: 1n }, { y: 1n }],
  ['remove_string_fields_by_value', ['-|none', ['']], { a: '-', b: 'none', c: 'nonee', d: 1n }, { c: 'nonee', d: 1n }],
  [
    'rename_fields',
    [
      new Map([
        ['a', 'x'],
        ['b', 'y'],
      ]),
    ],
    { a: 1n, b: 2n, c: 3n },
    { c: 3n, x: 1n, y: 2n },
  ],
];

test('functions that change a message set the expected fields', () => {
  for (const [name, args, before, after] of changes) {
    const message = messageOf(before);
    call(name, args, contextOf({}, message));
    assert.deepEqual(more(message), after, `${name}(${args.map(String).join(', ')})`);
  }
});

test('set_field changes the message in its argument instead of the current message', () => {
  const [current, other] = [messageOf(), messageOf()];
  call('set_field', ['a', 1n, undefined, undefined, other], contextOf({}, current));
  assert.deepEqual([more(current), more(other)], [{}, { a: 1n }]);
});

test('the mandatory fields of a message are never removed', () => {
  const message = messageOf();
  call('remove_field', ['.*'], contextOf({}, message));
  call('remove_single_field', ['message'], contextOf({}, message));
  assert.deepEqual([...message.names()], ['message', 'source', 'timestamp']);
});

test('remove_field fails for an invalid regular expression', () => {
  assert.match(failureOf('remove_field', ['(']) ?? '', /regular expression/);
});

test('set_field and the null checks declare how an error in their argument is treated', () => {
  const onError = (name: string) => functionNamed(name).parameters.find((one) => one.onError)?.onError;
  assert.deepEqual(onError('set_field'), { becomesNullWithParameter: 'default' });
  assert.deepEqual(onError('is_null'), { becomesNull: true });
  assert.deepEqual(onError('is_not_null'), { becomesNull: true });
  assert.equal(onError('to_string'), undefined);
});

const streams = {
  byId: (id: string) => (id === 's1' ? { id: 's1', title: 'One' } : undefined),
  byTitle: (title: string) =>
    title === 'Twice'
      ? [
          { id: 's2', title },
          { id: 's3', title },
        ]
      : [],
};

const routes: readonly (readonly [
  name: string,
  args: readonly (Value | undefined)[],
  before: string[],
  after: string[],
])[] = [
  ['route_to_stream', [undefined, 's1'], ['default'], ['default', 's1']],
  ['route_to_stream', ['Twice'], ['default'], ['default', 's2', 's3']],
  ['route_to_stream', ['Twice', undefined, undefined, true], ['default'], ['s2', 's3']],
  ['route_to_stream', ['unknown', undefined, undefined, true], ['default'], ['default']],
  ['route_to_stream', ['Twice', 'unknown'], ['default'], ['default']],
  ['route_to_stream', [], ['default'], ['default']],
  ['remove_from_stream', [undefined, 's1'], ['s1', 's2'], ['s2']],
  ['remove_from_stream', [undefined, 's1'], ['s1'], ['default']],
  ['remove_from_stream', ['unknown'], ['s1'], ['s1']],
];

test('messages are routed by stream id or to all streams of a title, and are never left without a stream', () => {
  for (const [name, args, before, after] of routes) {
    const message = messageOf({}, before);
    call(name, args, contextOf({ streams }, message));
    assert.deepEqual([...message.streams], after, `${name}(${args.map(String).join(', ')})`);
  }
});

test('functions create, copy and drop messages, and return their size and input', () => {
  const message = messageOf({ a: 'xyz' });
  const inputs = {
    running: (id: string) => (id === 'input-1' ? { id, title: 'Syslog' } : undefined),
    byTitle: (title: string) => (title.toLowerCase() === 'syslog' ? { id: 'input-1', title: 'Syslog' } : undefined),
  };
  const context = contextOf({ inputs }, message);
  const made = call('create_message', ['new', null], context) as Message;
  assert.deepEqual(
    [made.get('message'), made.get('source'), made.get('timestamp')],
    ['new', 'test', new DateTime(instant)],
  );
  assert.equal((call('clone_message', [], context) as Message).get('a'), 'xyz');
  assert.ok((call('traffic_accounting_size', [], context) as bigint) > 10n);
  assert.equal(call('from_input', ['input-1'], context), true);
  assert.equal(call('from_input', [undefined, 'SYSLOG'], context), true);
  assert.equal(call('from_input', ['other'], context), false);
  assert.equal(call('from_input', [], context), null);
  assert.equal(call('get_field', ['a'], context), 'xyz');
  assert.equal(call('has_field', ['a.*'], context), false);
  call('drop_message', [], context);
  assert.equal(message.isDropped, true);
});

test('grok returns captures and whether it matched; multi_grok returns the first match of several patterns', () => {
  const grok = {
    has: (name: string) => name === 'WORD',
    compile: (pattern: string) => ({
      match: (text: string) => (text === pattern ? new Map<string, Value>([['word', text]]) : undefined),
    }),
  };
  const traces = newTraces();
  const context = contextOf({ grok }, messageOf(), traces);
  assert.deepEqual(call('grok', ['a', 'a'], context), new MatchResult(true, [['word', 'a']]));
  assert.deepEqual(call('grok', ['a', 'b'], context), new MatchResult(false));
  assert.deepEqual(call('multi_grok', [['x', 'a'], 'a'], context), new MatchResult(true, [['word', 'a']]));
  assert.equal(call('grok_exists', ['WORD'], context), true);
  assert.equal(call('grok_exists', ['NOPE', true], context), false);
  assert.match(traces.lines.join(), /"NOPE"/);
});

const answer = (given: Partial<LookupAnswer>): LookupAnswer => ({ ...lookupError, has_error: false, ...given });

function tables(given: Readonly<Record<string, LookupAnswer>>): LookupAccess {
  return {
    ...noLookupTables,
    lookup: (table, key) => given[`${table}/${key}`] ?? (table in given ? answer({}) : lookupError),
  };
}

const found = tables({
  t: answer({}),
  't/1': answer({ single_value: 5000000000, multi_value: { a: 1, b: ['x'] }, string_list_value: ['p', 'q'] }),
  'tor-exit-node-list/1.2.3.4': answer({ single_value: 'node' }),
  'spamhaus-drop': answer({}),
  'spamhaus-drop/1.2.3.4': answer({ single_value: false }),
  'spamhaus-drop/5.6.7.8': answer({ single_value: true }),
  'otx-api-ip/1.2.3.4': answer({
    multi_value: {
      pulse_info: {
        count: 2,
        pulses: [
          { id: 'a', name: 'A' },
          { id: 'b', name: 'B' },
        ],
      },
    },
  }),
  'otx-api-domain/none.example': answer({}),
  'whois/1.2.3.4': answer({ multi_value: { organization: 'Org', country_code: null } }),
});

const lookups: readonly (readonly [name: string, args: readonly (Value | undefined)[], result: unknown])[] = [
  [
    'lookup',
    ['t', 1n],
    new Map<string, Value>([
      ['a', Integer.of(1)],
      ['b', ['x']],
    ]),
  ],
  ['lookup', ['t', 'no', 'd'], new Map([['value', 'd']])],
  ['lookup', ['unknown', 1n, 'd'], new Map([['value', 'd']])],
  ['lookup', [null, 1n], new Map([['value', null]])],
  ['lookup_value', ['t', Integer.of(1)], 5000000000n],
  ['lookup_value', ['t', null, 'd'], 'd'],
  ['lookup_value', ['unknown', 'x'], null],
  ['lookup_has_value', ['t', '1'], true],
  ['lookup_has_value', ['t', '2'], false],
  ['lookup_has_value', ['unknown', '1'], false],
  ['lookup_string_list', ['t', '1'], ['p', 'q']],
  ['lookup_string_list', ['t', '2'], []],
  ['lookup_string_list_contains', ['t', '1', 'q'], true],
  ['lookup_string_list_contains', ['t', '1', 1n], false],
  ['lookup_set_value', ['t', '1', 'v'], null],
  ['lookup_set_string_list', ['t', '1', ['v'], 60n], null],
  ['lookup_all', ['t', ['1', '2', '1']], ['p', 'q', 'p', 'q']],
  ['tor_lookup', ['1.2.3.4'], new Map([['threat_indicated', true]])],
  ['tor_lookup', ['9.9.9.9'], new Map([['threat_indicated', false]])],
  ['spamhaus_lookup_ip', ['1.2.3.4'], new Map([['threat_indicated', false]])],
  ['spamhaus_lookup_ip', [' 5.6.7.8 '], new Map([['threat_indicated', true]])],
  ['abusech_ransom_lookup_ip', ['1.2.3.4'], new Map([['threat_indicated', false]])],
  ['abusech_ransom_lookup_domain', [null], null],
  ['otx_lookup_domain', ['none.example'], new Map()],
  ['otx_lookup_domain', [null], new Map()],
  [
    'otx_lookup_ip',
    ['1.2.3.4'],
    new Map<string, Value>([
      ['otx_threat_indicated', true],
      ['otx_threat_ids', 'a, b'],
      ['otx_threat_names', 'A, B'],
    ]),
  ],
  [
    'whois_lookup_ip',
    ['1.2.3.4', 'src'],
    new Map([
      ['src_whois_country_code', 'N/A'],
      ['src_whois_organization', 'Org'],
    ]),
  ],
  ['whois_lookup_ip', ['9.9.9.9', 'src'], null],
  [
    'threat_intel_lookup_ip',
    ['5.6.7.8', 'src'],
    new Map([
      ['src_threat_indicated', true],
      ['src_threat_indicated_spamhaus', true],
    ]),
  ],
  ['threat_intel_lookup_ip', ['1.2.3.4', 'src'], new Map([['src_threat_indicated', false]])],
  ['threat_intel_lookup_domain', ['x.example', 'src'], new Map([['src_threat_indicated', false]])],
  ['threat_intel_lookup_domain', [null, 'src'], null],
];

test('lookup functions return values, defaults and threat intelligence, and nothing for unknown tables', () => {
  const threatSources = () => ({ tor: false, spamhaus: true, abuseCh: true, otx: true });
  for (const [name, args, result] of lookups) {
    const context = contextOf({ lookups: found, threatSources });
    assert.deepEqual(call(name, args, context), result, `${name}(${args.map(String).join(', ')})`);
  }
  assert.match(failureOf('otx_lookup_ip', ['8.8.8.8'], contextOf({ lookups: found })) ?? '', /otx-api-ip/);
  assert.match(failureOf('lookup_assign_ttl', ['t', '1', 0n]) ?? '', /time to live/);
});

test('a slow lookup table is queried once per message and key, and again after the rule changed the table', async () => {
  const requests: string[] = [];
  const known = new Map<string, unknown>();
  const pending: Promise<unknown>[] = [];
  const access: LookupAccess = {
    ...noLookupTables,
    lookup: (_, key) => {
      requests.push(key);
      return Promise.resolve(answer({ single_value: `v${requests.length}` }));
    },
    setValue: (_, __, value) => answer({ single_value: value }),
  };
  const context = Object.assign(contextOf({ lookups: access }), {
    waitFor<T>(key: string, start: () => Promise<T>): T {
      if (known.has(key)) return known.get(key) as T;
      pending.push(start().then((value) => known.set(key, value)));
      throw new EvaluationError('waiting');
    },
  });
  const evaluate = () => call('lookup_value', ['t', 'k'], context);
  assert.throws(evaluate, /waiting/);
  await Promise.all(pending);
  assert.equal(evaluate(), 'v1');
  assert.equal(evaluate(), 'v1');
  assert.deepEqual(requests, ['k']);
  assert.equal(call('lookup_set_value', ['t', 'k', 'new'], context), 'new');
  known.clear();
  assert.throws(evaluate, /waiting/);
  assert.deepEqual(requests, ['k', 'k']);
});

test('debug writes one log line, metric_counter_inc counts, and invalid JSON is reported in the log', () => {
  const traces = newTraces();
  const context = contextOf({}, messageOf({ a: 'x\ny' }), traces);
  call('debug', [context.message], context);
  call('debug', [null], context);
  call('metric_counter_inc', ['hits'], context);
  call('metric_counter_inc', ['hits', -2n], context);
  call('parse_json', ['{'], context);
  assert.equal(traces.lines.length, 3);
  assert.match(traces.lines[0] ?? '', /a: x y/);
  assert.doesNotMatch(traces.lines.join(''), /\n/);
  assert.deepEqual(traces.counts, [
    ['hits', 1n],
    ['hits', -2n],
  ]);
  assert.match(failureOf('metric_counter_inc', ['a b'], context) ?? '', /no name of a counter/);
});

test('oversized results are refused before they are created, and the size of other results is counted', () => {
  const long = 'a'.repeat(100_000);
  for (const [name, args] of [
    ['replace', [long, 'a', long]],
    ['regex_replace', ['a', long.slice(0, 2_000), long]],
    ['join', [new Array<Value>(100).fill(long), '']],
    ['key_value', [`a=${long} `.repeat(30), undefined, undefined, undefined, true, long]],
    ['split', ['', `${long}bcd`]],
  ] as const) {
    let spent = 0;
    const context = Object.assign(contextOf(), {
      spend(units: number) {
        spent += units;
        if (spent > 5_000_000) throw new EvaluationError('too much');
      },
    });
    assert.match(failureOf(name, args, context) ?? '', /longer than|more than|too much|too long|takes longer/, name);
  }
  const traces = newTraces();
  call('concat', ['abc', 'de'], contextOf({}, messageOf(), traces));
  assert.equal(traces.spent, 5);
});
