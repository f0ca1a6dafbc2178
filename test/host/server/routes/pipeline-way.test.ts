/**
 * A rule routes a received message to a stream with a separate index set. The output and the event definition of that
 * stream get the message. Changes of the rule and of a lookup table apply to the next message.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PipelineSource, RuleSource } from '../../../../api/contract/pipelines.js';
import type { ResultMessage } from '../../../../api/contract/searches.js';
import { findMessages } from '../../../find-messages.js';
import { startHttpReceiver, type HttpReceiver } from '../../../http-receiver.js';
import { indexSetBody } from '../../../index-set-body.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { Asking, filtering } from '../alerts/definitions.js';
import { putMessages } from '../messages-input.js';

const defaultStream = '000000000000000000000001';

let server: TestServer;
let receiver: HttpReceiver;
let admin: Asking;
let rule: RuleSource;

const source = (field: string): string =>
  `rule "way" when has_field("upstream") then
    set_field("${field}", lookup_value("owners", to_string($message.upstream)));
    route_to_stream(name: "Apart", remove_from_default: true);
  end`;

before(async () => {
  receiver = await startHttpReceiver();
  server = await startTestServer();
  admin = new Asking(server, await server.login());
  const entries = [{ id: '5d0b7c4e-0000-4000-8000-000000000002', type: 'literal', title: 'R', value: receiver.url }];
  await admin.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  const cache = await admin.ask<{ id: string }>('POST', '/system/lookup/caches', {
    title: 'Cache',
    name: 'remembers',
    description: '',
    config: { type: 'guava_cache', max_size: 1000 },
  });
  const adapter = await admin.ask<{ id: string }>('POST', '/system/lookup/adapters', {
    title: 'Owners',
    name: 'owners-rows',
    description: '',
    config: { type: 'stored_table' },
  });
  await admin.ask('POST', '/system/lookup/tables', {
    title: 'Owners',
    name: 'owners',
    description: '',
    cache_id: cache.id,
    data_adapter_id: adapter.id,
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '',
    default_multi_value_type: 'NULL',
  });
  const set = await admin.ask<{ id: string }>('POST', '/system/indices/index_sets', indexSetBody('Apart', 'apart'));
  const { stream_id: stream } = await admin.ask<{ stream_id: string }>('POST', '/streams', {
    title: 'Apart',
    index_set_id: set.id,
    rules: [],
  });
  await admin.ask('POST', `/streams/${stream}/resume`);
  const output = await admin.ask<{ id: string }>('POST', '/system/outputs', {
    title: 'To the receiver',
    type: 'log-console.outputs.http.HttpOutput',
    configuration: { url: receiver.url, compression: false },
  });
  await admin.ask('POST', `/streams/${stream}/outputs`, { outputs: [output.id] });
  await admin.create(filtering({ query: 'upstream:ledger', streams: [stream], execute_every_ms: 1000 }));
  rule = await admin.ask('POST', '/system/pipelines/rule', { source: source('owner') });
  const pipeline = await admin.ask<PipelineSource>('POST', '/system/pipelines/pipeline', {
    source: 'pipeline "Way" stage 0 match either rule "way" end',
  });
  await admin.ask('POST', '/system/pipelines/connections/to_stream', {
    stream_id: defaultStream,
    pipeline_ids: [pipeline.id],
  });
});
after(async () => {
  await Promise.all([server.stop(), receiver.close()]);
});

async function setOwner(owner: string): Promise<void> {
  const rows = '/system/lookup/adapters/owners-rows/rows';
  const { revision } = await admin.ask<{ revision: number }>('GET', rows);
  const row = { key: 'ledger', values: [owner], expires_at: null, note: '' };
  await admin.ask('POST', rows, { revision, rows: [row], deleted: [] });
}

const send = (text: string, more: object = { _upstream: 'ledger' }): Promise<void> =>
  putMessages(server, admin.session, [{ host: 'h', short_message: text, ...more }]);

test('a message that a rule routes is in the stream, its index set, its output and its event', async () => {
  await setOwner('core');
  await send('first');
  await send('stays', {});
  const { messages } = await admin.ask<{ messages: ResultMessage[] }>(
    'GET',
    '/search/universal/relative?query=upstream:ledger&range=0&limit=1',
  );
  assert.match(messages[0]?.index ?? '', /^apart_/);
  assert.equal(messages[0]?.message['owner'], 'core');
  assert.equal((await findMessages(server, admin.session, `streams:${defaultStream} AND upstream:ledger`)).total, 0);
  const sent = await until('the output has sent the message', () =>
    Promise.resolve(receiver.received.find(({ body }) => body.includes('first'))),
  );
  assert.match(sent.body, /"owner":\s*"core"/);
  assert.ok(!receiver.received.some(({ body }) => body.includes('stays')), 'the output gets no other messages');
  const found = await until('the event exists', async () => {
    const events = await admin.events();
    return events.events.find(({ event }) => event.message.includes('Many messages'));
  });
  assert.equal(found.event.alert, true);
});

test('an edited row of a lookup table and an edited rule apply to the next message', async () => {
  await setOwner('finance');
  await send('second');
  assert.equal((await findMessages(server, admin.session, 'message:second AND owner:finance')).total, 1);
  await admin.ask('PUT', `/system/pipelines/rule/${rule.id}`, { source: source('team'), description: '' });
  await send('third');
  const [found] = (await findMessages(server, admin.session, 'message:third', 1)).messages;
  assert.deepEqual([found?.['team'], found?.['owner']], ['finance', undefined]);
});
