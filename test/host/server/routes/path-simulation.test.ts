/**
 * The simulation applies codec, extractors, static fields, streams, pipelines and index sets to a raw text in the
 * configured order.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { processors } from '../../../../api/contract/cluster-config-classes.js';
import type { MessageProcessorsConfig } from '../../../../api/contract/cluster-config.schema.js';
import type { PathResult } from '../../../../api/contract/rule-workbench.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;
let inputId: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
  const ask = async <T>(path: string, json: unknown): Promise<T> => {
    const response = await server.call(path, { method: 'POST', session, json });
    assert.ok(response.ok, `${path}: ${await response.clone().text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const { id } = await ask<{ id: string }>('/system/inputs', {
    title: 'Raw',
    type: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0 },
  });
  inputId = id;
  await ask(`/system/inputs/${id}/staticfields`, { key: 'site', value: 'fra' });
  await ask(`/system/inputs/${id}/extractors`, {
    title: 'took',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'took',
    extractor_type: 'regex',
    extractor_config: { regex_value: 'took=(\\d+)' },
    converters: [],
    condition_type: 'none',
    condition_value: '',
    order: 0,
  });
  await ask('/system/pipelines/rule', {
    source: 'rule "slow" when has_field("took") then set_field("took_ms", to_long($message.took)); end',
  });
  const pipeline = await ask<{ id: string }>('/system/pipelines/pipeline', {
    source: 'pipeline "p" stage 0 match pass rule "slow"; end',
  });
  await ask('/system/pipelines/connections/to_pipeline', {
    pipeline_id: pipeline.id,
    stream_ids: ['000000000000000000000001'],
  });
});
after(() => server.stop());

const simulate = (texts: readonly string[], codec = 'raw', by = session): Promise<Response> => {
  const json = { texts, codec, remote_address: '10.0.0.1', input_id: inputId };
  return server.call('/system/pipelines/simulate/path', { method: 'POST', session: by, json });
};

async function way(texts: readonly string[], codec = 'raw', by = session): Promise<readonly PathResult[]> {
  const response = await simulate(texts, codec, by);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { results: PathResult[] }).results;
}

test('a simulation returns the changes of every step in the usual order', async () => {
  const [first, second] = await way(['GET / took=852', 'nothing']);
  assert.deepEqual(
    first?.steps.map(({ kind, added }) => [
      kind,
      Object.keys(added)
        .filter((name) => name !== 'timestamp')
        .sort(),
    ]),
    [
      ['codec', ['message', 'source']],
      ['geo', []],
      ['filters', ['site', 'took']],
      ['streams', []],
      ['pipelines', ['took_ms']],
      ['index_sets', []],
    ],
  );
  assert.deepEqual(first?.steps.find(({ kind }) => kind === 'streams')?.streams_added, ['Default Stream']);
  assert.deepEqual(first?.steps.at(-1)?.notes, ['Default index set']);
  assert.deepEqual(
    [first?.message?.['took_ms'], second?.message?.['took_ms'], second?.message?.['site']],
    [852, undefined, 'fra'],
  );
});

test('a simulation shows only streams that the user may read, and accepts only inputs that the user may read', async () => {
  const person = async (name: string, ...more: string[]) =>
    (await addPerson(server, session, name, ['pipeline_rule:read', ...more])).session;
  const withInput = await person('simulator', `inputs:read:${inputId}`);
  const [only] = await way(['took=1'], 'raw', withInput);
  assert.deepEqual(only?.steps.find(({ kind }) => kind === 'streams')?.streams_added, []);
  assert.doesNotMatch(JSON.stringify(only), /Default Stream/);
  const withoutInput = await person('outsider', 'inputs:read:000000000000000000000000');
  assert.equal((await simulate(['took=1'], 'raw', withoutInput)).status, 403);
});

test('a simulation explains why a text cannot be decoded', async () => {
  const [only] = await way(['{not json'], 'gelf');
  assert.ok(only?.error);
  assert.deepEqual(only?.steps, []);
});

test('a simulation runs pipelines before extractors if the order is configured so, and rules then see no extracted field', async () => {
  const path = '/system/messageprocessors/config';
  const before = (await (await server.call(path, { session })).json()) as MessageProcessorsConfig;
  const last = before.processor_order.filter(({ class_name: name }) => name === processors.filters);
  const order = [...before.processor_order.filter((one) => !last.includes(one)), ...last];
  await server.call(path, { method: 'PUT', session, json: { ...before, processor_order: order } });
  const [only] = await way(['GET / took=852']);
  assert.deepEqual([only?.message?.['took'], only?.message?.['took_ms']], ['852', undefined]);
  assert.deepEqual(only?.steps.map(({ kind }) => kind).slice(-3), ['pipelines', 'filters', 'index_sets']);
  await server.call(path, { method: 'PUT', session, json: before });
});
