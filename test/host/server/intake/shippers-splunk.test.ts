/** Receives events in the protocol of Splunk's HTTP Event Collector (HEC). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIntake, countersOf } from './open-intake.js';
import { send, json, jsonOf, plain } from './shipper-calls.js';

describe('Splunk HEC', () => {
  const envelopes: [envelope: object, message: string, fields: object, source?: string, timestamp?: number][] = [
    [
      {
        time: 1790000000.123,
        host: 'web-1',
        source: '/var/log/a',
        sourcetype: 'nginx',
        index: 'main',
        event: 'text',
        fields: { trace_id: 't', severity: 'WARN' },
      },
      'text',
      {
        splunk_source: '/var/log/a',
        splunk_sourcetype: 'nginx',
        splunk_index: 'main',
        level: 4,
        level_name: 'WARN',
        trace_id: 't',
        severity: 'WARN',
      },
      'web-1',
      1_790_000_000_123,
    ],
    [
      { time: '1790000000.5', event: { line: 'from Docker', source: 'stdout', tag: 'c1', attrs: { a: 'b' } } },
      'from Docker',
      { event_source: 'stdout', tag: 'c1', attrs_a: 'b' },
      '127.0.0.1',
      1_790_000_000_500,
    ],
    [{ event: { a: 1 } }, '{"a":1}', { a: 1 }],
    [{ event: [1, 2] }, '[1,2]', {}],
    [
      { event: 7, time: 'soon' },
      '7',
      { gl2_processing_error: 'Replaced invalid timestamp <soon> with the time of receipt.' },
    ],
  ];
  it('stores each of several HEC events of a request', async (context) => {
    const open = await openIntake(context, 'splunkHttp', { auth_token: 'secret' });
    const body = envelopes.map(([envelope]) => JSON.stringify(envelope)).join('');
    const answer = await send(open.port, '/services/collector', body, { Authorization: 'Splunk secret' });
    assert.deepEqual(jsonOf(answer), { text: 'Success', code: 0 });
    open.sink.messages.forEach(({ message: text, fields, source, timestamp }, index) => {
      const [, expected, expectedFields, from = '127.0.0.1', at = timestamp] = envelopes[index] ?? assert.fail();
      assert.deepEqual([text, plain(fields), source, timestamp], [expected, expectedFields, from, at]);
    });
    assert.equal(open.sink.messages.length, envelopes.length);
  });

  it('stores the valid HEC events of a request and reports the first invalid one', async (context) => {
    const open = await openIntake(context, 'splunkHttp');
    const cases: [body: string, status: number, answer: object][] = [
      ['{"event":"a"} {"event":""}{"event":"b"}', 400, { text: 'Event field cannot be blank', code: 13, at: 1 }],
      ['{"time":1}', 400, { text: 'Event field is required', code: 12, at: 0 }],
      ['{"event":"c"}\n{broken}\n{"event":"}{\\"d"}', 400, { text: 'Invalid data format', code: 6, at: 1 }],
      ['words {"event":"e"}', 400, { text: 'Invalid data format', code: 6, at: 0 }],
      [' \n', 400, { text: 'No data', code: 5 }],
    ];
    for (const [body, status, { at, ...reply }] of cases as [string, number, { at?: number }][]) {
      const answer = await send(open.port, '/services/collector/event/1.0', body);
      assert.equal(answer.status, status);
      assert.deepEqual(jsonOf(answer), { ...reply, ...(at !== undefined && { 'invalid-event-number': at }) });
    }
    assert.deepEqual(open.sink.texts(), ['a', 'b', 'c', '}{"d', 'e']);
    assert.equal(countersOf(open).failures().length, 5);
  });

  it('HEC accepts raw lines, reports its health, requires the token and acknowledges', async (context) => {
    const open = await openIntake(context, 'splunkHttp', { auth_token: 'secret' });
    const call = async (path: string, body: string | undefined, authorization?: string, method = 'POST') => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await send(open.port, `/services/collector${path}`, body, headers, method);
      return [answer.status, jsonOf(answer)];
    };
    assert.deepEqual(await call('/raw?host=h&sourcetype=s&channel=1', 'one\r\n\ntwo', 'Splunk secret'), [
      200,
      { text: 'Success', code: 0, ackId: 1 },
    ]);
    assert.deepEqual(
      open.sink.messages.map(({ message: text, source, fields }) => [text, source, fields['splunk_sourcetype']]),
      [
        ['one', 'h', 's'],
        ['two', 'h', 's'],
      ],
    );
    assert.deepEqual(await call('/ack?channel=1', '{"acks":[1,2,-1,"x"]}', 'Splunk secret'), [
      200,
      { acks: { 1: true, 2: true, '-1': false } },
    ]);
    assert.deepEqual(await call('/health', undefined, undefined, 'GET'), [200, { text: 'HEC is healthy', code: 17 }]);
    assert.deepEqual(await call('', '{}'), [401, { text: 'Token is required', code: 2 }]);
    assert.deepEqual(await call('', '{}', 'Splunk other'), [403, { text: 'Invalid token', code: 4 }]);
    assert.equal((await call('/event?token=secret', '{"event":"q"}'))[0], 401);
    const lax = await openIntake(context, 'splunkHttp', { auth_token: 'secret', allow_query_token: true });
    for (const [token, status] of [
      ['secret', 200],
      ['other', 403],
    ])
      assert.equal((await send(lax.port, `/services/collector?token=${token}`, '{"event":"q"}', json)).status, status);
    assert.equal((await call('/ack', '{', 'Splunk secret'))[0], 400);
    open.sink.setPressure('full');
    assert.deepEqual(await call('', '{}', 'Splunk secret'), [503, { text: 'Server is busy', code: 9 }]);
    assert.equal((await call('/health/1.0', undefined, undefined, 'GET'))[0], 503);
    assert.equal((await send(open.port, '/services/collector/event/1.0', undefined, {}, 'OPTIONS')).status, 200);
  });
});
