import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type {
  InputFailures,
  InputStateSummary,
  InputSummary,
  InputTypeInfo,
  TestMessageAnswer,
} from '../../../api/contract/inputs.schema.js';
import { initialValues } from '../../../api/contract/config-fields.js';
import { inputTypeIds } from '../../../host/server/intake/types/input-types.js';
import { selfSignedCertificate } from '../../../host/server/intake/transport/self-signed.js';
import { addPerson } from './people.js';
import { FakeAmqp } from './intake/fake-amqp.js';
import { startTestServer, type TestServer } from '../../server.js';
import { until } from '../../until.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer({ args: ['--file-roots', tmpdir()] });
  session = await server.login();
});
after(() => server.stop());

const call = (method: string, path: string, json?: unknown, as = session) =>
  server.call(path, { method, session: as, ...(json === undefined ? {} : { json }) });
async function answer<T>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const response = await call(method, path, json);
  const text = await response.text();
  assert.equal(response.status, status, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const gelfHttp = {
  title: 'gelf',
  type: inputTypeIds.gelfHttp,
  global: true,
  configuration: { bind_address: '127.0.0.1', port: 0, tls_key_password: 'word' },
};
const create = async () => (await answer<{ id: string }>('POST', '/system/inputs', gelfHttp, 201)).id;
const stateOf = (id: string) => answer<InputStateSummary>('GET', `/system/inputstates/${id}`);

describe('the input API', () => {
  it('lists the input types with their configuration fields', async () => {
    const { types } = await answer<{ types: Record<string, string> }>('GET', '/system/inputs/types');
    assert.equal(types[inputTypeIds.gelfUdp], 'GELF UDP');
    assert.equal(types[inputTypeIds.followFile], undefined);
    const all = await answer<Record<string, InputTypeInfo>>('GET', '/system/inputs/types/all');
    assert.deepEqual(Object.keys(all).sort(), Object.keys(types).sort());
    const one = await answer<InputTypeInfo>('GET', `/system/inputs/types/${inputTypeIds.gelfTcp}`);
    assert.deepEqual(one, all[inputTypeIds.gelfTcp]);
    assert.equal(one.requested_configuration['use_null_delimiter']?.default_value, true);
    assert.equal(one.requested_configuration['port']?.default_value, 12201);
    assert.equal((await call('GET', '/system/inputs/types/no.such.Type')).status, 404);
  });

  it('creates, changes, stops, starts and deletes an input', async () => {
    const id = await create();
    const input = await answer<InputSummary>('GET', `/system/inputs/${id}`);
    assert.equal(input.name, 'GELF HTTP');
    assert.equal(input.node, null);
    assert.equal(input.creator_user_id, 'admin');
    const state = await stateOf(id);
    assert.equal(state.state, 'RUNNING');
    assert.ok((state.listening?.port ?? 0) > 0);
    const cluster = await answer<Record<string, InputStateSummary[]>>('GET', '/cluster/inputstates');
    assert.ok(Object.values(cluster)[0]?.some((other) => other.id === id));
    assert.deepEqual(Object.values(await answer<object>('DELETE', `/cluster/inputstates/${id}`)), [{ id }]);
    assert.equal((await stateOf(id)).state, 'STOPPED');
    await answer('PUT', `/system/inputs/${id}`, { ...gelfHttp, title: 'renamed' }, 201);
    assert.equal((await stateOf(id)).state, 'STOPPED');
    await answer('PUT', `/system/inputstates/${id}`);
    assert.equal((await stateOf(id)).state, 'RUNNING');
    await answer('POST', `/system/inputs/${id}/staticfields`, { key: 'place', value: 'cellar' }, 201);
    assert.equal((await call('POST', `/system/inputs/${id}/staticfields`, { key: 'a b', value: '' })).status, 400);
    const renamed = await answer<InputSummary>('GET', `/system/inputs/${id}`);
    assert.equal(renamed.title, 'renamed');
    assert.deepEqual(renamed.static_fields, { place: 'cellar' });
    await answer('DELETE', `/system/inputs/${id}/staticfields/place`, undefined, 204);
    assert.equal((await call('DELETE', `/system/inputs/${id}/staticfields/place`)).status, 404);
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
    assert.equal((await call('GET', `/system/inputs/${id}`)).status, 404);
  });

  it('shows passwords of an input to users who may change it, and to readers only that they are set', async () => {
    const configuration = { ...gelfHttp.configuration, tls_key_password: 'of the key' };
    const { id } = await answer<{ id: string }>('POST', '/system/inputs', { ...gelfHttp, configuration }, 201);
    const shownTo = async (name: string, ...permissions: string[]): Promise<unknown[]> => {
      const { session: person } = await addPerson(server, session, name, permissions);
      const read = async <T>(path: string) => (await (await call('GET', path, undefined, person)).json()) as T;
      const input = await read<InputSummary>(`/system/inputs/${id}`);
      const { inputs } = await read<{ inputs: InputSummary[] }>('/system/inputs');
      const { message_input: running } = await read<InputStateSummary>(`/system/inputstates/${id}`);
      const listed = inputs.find((one) => one.id === id);
      return [input, listed, running].map((one) => one?.attributes['tls_key_password']);
    };
    const masked = '<password set>';
    assert.deepEqual(await shownTo('input-reader', `inputs:read:${id}`), [masked, masked, masked]);
    assert.deepEqual(await shownTo('input-editor', `inputs:read:${id}`, `inputs:edit:${id}`), [
      'of the key',
      'of the key',
      'of the key',
    ]);
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
  });

  it('starts an input of every type with the default values of its form', async () => {
    const types = await answer<Record<string, InputTypeInfo>>('GET', '/system/inputs/types/all');
    for (const { type, name, requested_configuration: fields } of Object.values(types)) {
      const values = { ...initialValues(fields), bind_address: '127.0.0.1', port: 0 };
      // The form of the files input has no default path.
      if (type === inputTypeIds.files) Object.assign(values, { path: join(tmpdir(), 'log-console-none*.log') });
      // AMQP inputs have no default broker, and nothing listens at the default broker of Kafka inputs.
      if ('broker_hostname' in fields) Object.assign(values, { broker_hostname: '127.0.0.1', broker_port: 1 });
      const waits = 'broker_hostname' in fields || 'bootstrap_server' in fields;
      const declared = Object.keys(fields).map((key) => [key, (values as Record<string, unknown>)[key] ?? null]);
      const configuration = Object.fromEntries(declared) as object;
      const request = { title: name, type, global: true, configuration };
      const { id } = await answer<{ id: string }>('POST', '/system/inputs', request, 201);
      const { state, detailed_message: detail } = await stateOf(id);
      // These inputs may fail, because no URL is allowed, no broker is reachable or no file exists.
      const states =
        waits || type === inputTypeIds.jsonPath || type === inputTypeIds.files ? ['RUNNING', 'FAILING'] : ['RUNNING'];
      assert.ok(states.includes(state), `${name}: ${state} ${detail}`);
      await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
    }
  });

  it('answers 400 or 404 to invalid requests', async () => {
    assert.equal((await call('POST', '/system/inputs', { ...gelfHttp, type: 'no.such.Type' })).status, 404);
    assert.equal((await call('POST', '/system/inputs', { ...gelfHttp, configuration: {} })).status, 400);
    assert.equal((await call('POST', '/system/inputs', { title: 'x' })).status, 400);
    assert.equal((await call('GET', '/system/inputs/ffffffffffffffffffffffff')).status, 404);
    assert.equal((await call('PUT', '/system/inputstates/nothing')).status, 404);
  });

  it('lists messages that could not be received, with an excerpt and the first 512 bytes', async () => {
    const id = await create();
    const port = (await stateOf(id)).listening?.port ?? 0;
    const sent = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: '<b>broken</b>' });
    assert.equal(sent.status, 400);
    const failures = await answer<InputFailures>('GET', `/system/inputs/${id}/failures`);
    assert.equal(failures.malformed, 1);
    const [first] = failures.messages;
    assert.equal(first?.excerpt, '<b>broken</b>');
    assert.equal(Buffer.from(first.bytes, 'base64').toString(), '<b>broken</b>');
    assert.equal(first.length, 13);
    await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: '\xff'.repeat(1_000) });
    const [long] = (await answer<InputFailures>('GET', `/system/inputs/${id}/failures`)).messages;
    assert.equal(Buffer.from(long?.bytes ?? '', 'base64').length, 512);
    assert.equal(long?.length, 2_000);
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
  });

  it('sends an input a test message over its own transport and reports the result', async () => {
    const types = await answer<Record<string, InputTypeInfo>>('GET', '/system/inputs/types/all');
    const senders = [
      {},
      { auth_token: { set_value: 'a:tökən' } },
      { auth_user: 'shipper', auth_password: { set_value: 'pä:ss' } },
    ];
    const secure: readonly string[] = [inputTypeIds.gelfTcp, inputTypeIds.gelfHttp, inputTypeIds.beats];
    const tried = Object.values(types).flatMap(({ type, sample_message: text, requested_configuration: fields }) => {
      const modes = secure.includes(type) ? [false, true] : [false];
      const secrets = 'auth_token' in fields ? senders : [{}];
      const initial = initialValues(fields);
      return text === undefined || 'broker_hostname' in fields
        ? []
        : modes.flatMap((tls) => secrets.map((more) => ({ type, text, tls, initial: { ...initial, ...more } })));
    });
    assert.ok(tried.length >= 20);
    for (const { type, text, tls, initial } of tried) {
      const configuration = { ...initial, bind_address: '0.0.0.0', port: 0, tls_enable: tls };
      const { id } = await answer<{ id: string }>(
        'POST',
        '/system/inputs',
        { title: type, type, global: true, configuration },
        201,
      );
      const result = await answer<TestMessageAnswer>('POST', `/system/inputs/${id}/test_message`, { text });
      assert.equal(result.outcome, 'stored', `${type}: ${result.reason}`);
      assert.doesNotMatch(JSON.stringify(result), /tök|pä:ss/);
      assert.match(result.to, /^127\.0\.0\.1:\d+$/);
      const { index, id: messageId } = result.message ?? { index: '', id: '' };
      const stored = await answer<{ message: { fields: object } }>('GET', `/messages/${index}/${messageId}`);
      assert.equal((stored.message.fields as Record<string, unknown>)['gl2_source_input'], id);
      await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
    }
  });

  it('tests inputs that fetch from a broker by publishing a message to the broker', async (context) => {
    const broker = new FakeAmqp();
    const port = await broker.listen(context);
    const settings = { broker_hostname: '127.0.0.1', broker_port: port, broker_vhost: '/', queue: 'logs%d' };
    const more = { prefetch: 10, exchange: 'e', routing_key: '#', parallel_queues: 1 };
    const types = await answer<Record<string, InputTypeInfo>>('GET', '/system/inputs/types/all');
    const tried = Object.values(types).filter((type) => 'broker_hostname' in type.requested_configuration);
    assert.equal(tried.length, 4);
    const launch = async (type: string): Promise<string> => {
      const configuration = {
        ...initialValues(types[type]?.requested_configuration ?? {}),
        ...settings,
        ...more,
      };
      return (
        await answer<{ id: string }>('POST', '/system/inputs', { title: type, type, global: true, configuration }, 201)
      ).id;
    };
    const send = (id: string, text: string) =>
      answer<TestMessageAnswer>('POST', `/system/inputs/${id}/test_message`, { text });
    for (const { type, sample_message: sample } of tried) {
      const id = await launch(type);
      const text = (sample ?? '').replace('A test message', 'A “test” \\\\ message');
      await until('the input consumes the queue', () => broker.requestedMethods.includes('BasicConsume'));
      const result = await send(id, text);
      assert.equal(result.outcome, 'stored', `${type}: ${result.reason}`);
      assert.deepEqual([result.protocol, result.to], ['AMQP', `127.0.0.1:${port}`]);
      const { index, id: messageId } = result.message ?? { index: '', id: '' };
      const stored = await answer<{ message: { fields: object } }>('GET', `/messages/${index}/${messageId}`);
      assert.equal((stored.message.fields as Record<string, unknown>)['gl2_source_input'], id);
      await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
    }
    assert.deepEqual(broker.published, ['logs0', 'logs0', 'logs0', 'logs0']);
    // The broker would redeliver an unreadable message endlessly, so a test message of that kind is not sent at all.
    const id = await launch(inputTypeIds.gelfAmqp);
    const unreadable = await send(id, 'no GELF');
    assert.equal(unreadable.outcome, 'refused');
    assert.match(unreadable.reason ?? '', /not sent, as it cannot be read: Not valid JSON/);
    assert.equal(broker.published.length, 4);
    broker.login = '\0else\0who';
    const refused = await send(id, '{"short_message":"m","host":"h"}');
    assert.match(refused.reason ?? '', /could not be sent: .*ACCESS_REFUSED/);
    await answer('DELETE', `/cluster/inputstates/${id}`);
    assert.equal((await call('POST', `/system/inputs/${id}/test_message`, { text: 'm' })).status, 400);
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
  });

  it('reports why an input refuses a test message', async () => {
    const id = await create();
    const test = (text: string, of = id) => call('POST', `/system/inputs/${of}/test_message`, { text });
    const result = (await (await test('<b>no GELF</b>')).json()) as TestMessageAnswer;
    assert.equal(result.outcome, 'refused');
    assert.match(result.reason ?? '', /Not valid JSON/);
    assert.equal(result.message, null);
    const tcp = { ...gelfHttp, type: inputTypeIds.rawTcp };
    const certificate = join(server.data, 'trusted.pem');
    await writeFile(certificate, selfSignedCertificate('localhost').cert);
    const closed = { bind_address: '127.0.0.1', port: 0, tls_enable: true, tls_client_auth: 'required' };
    const configuration = { ...closed, tls_client_auth_cert_file: certificate };
    const { id: strict } = await answer<{ id: string }>('POST', '/system/inputs', { ...tcp, configuration }, 201);
    const stopped = (await (await test('hello', strict)).json()) as TestMessageAnswer;
    assert.equal(stopped.outcome, 'refused', stopped.reason ?? '');
    assert.match(stopped.reason ?? '', /certificate/);
    await answer('DELETE', `/cluster/inputstates/${strict}`);
    assert.equal((await test('hello', strict)).status, 400);
    assert.equal((await test('', id)).status, 400);
    assert.equal((await test('x'.repeat(8_193), id)).status, 400);
    const random = {
      title: 'random',
      type: inputTypeIds.randomHttp,
      global: true,
      configuration: { sleep: 1e9, sleep_deviation: 0, source: 's' },
    };
    const { id: made } = await answer<{ id: string }>('POST', '/system/inputs', random, 201);
    assert.equal((await test('hello', made)).status, 400);
    for (const one of [id, strict, made]) await answer('DELETE', `/system/inputs/${one}`, undefined, 204);
  });

  it('loses no acknowledged message while an input is changed, stopped and started', async () => {
    const id = await create();
    const port = (await stateOf(id)).listening?.port ?? 0;
    const configuration = { bind_address: '127.0.0.1', port };
    await answer('PUT', `/system/inputs/${id}`, { ...gelfHttp, configuration }, 201);
    const taken: string[] = [];
    let sending = true;
    const sender = async (name: number) => {
      for (let at = 0; sending; at += 1) {
        const text = `${name} ${at}`;
        const body = JSON.stringify({ version: '1.1', host: 'h', short_message: text });
        const sent = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body }).catch(() => undefined);
        if (sent?.status === 202) taken.push(text);
        // The port is closed at the moment, so the loop yields to other tasks.
        else await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const senders = [1, 2, 3, 4].map(sender);
    const takenOn = async () => {
      const before = taken.length;
      await until('the input receives more messages', () => Promise.resolve(taken.length > before + 20));
    };
    for (const size of [70_000, 80_000]) {
      await takenOn();
      const changed = { ...gelfHttp, configuration: { ...configuration, max_chunk_size: size } };
      await answer('PUT', `/system/inputs/${id}`, changed, 201);
    }
    await takenOn();
    await answer('DELETE', `/cluster/inputstates/${id}`);
    await answer('PUT', `/cluster/inputstates/${id}`);
    await takenOn();
    sending = false;
    await Promise.all(senders);
    await answer('DELETE', `/cluster/inputstates/${id}`);
    const query = `query=gl2_source_input:${id}&range=0&fields=message&limit=10000`;
    await until('all messages are found', async () => {
      const found = await answer<{ messages: { message: { message: string } }[] }>(
        'GET',
        `/search/universal/relative?${query}`,
      );
      const texts = new Set(found.messages.map(({ message }) => message.message));
      return taken.every((text) => texts.has(text));
    });
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
  });

  it('reports a port in use as the state FAILED and a system notification until the input starts', async () => {
    const id = await create();
    const port = (await stateOf(id)).listening?.port ?? 0;
    const second = { ...gelfHttp, configuration: { bind_address: '127.0.0.1', port } };
    const { id: failed } = await answer<{ id: string }>('POST', '/system/inputs', second, 201);
    const state = await stateOf(failed);
    assert.equal(state.state, 'FAILED');
    assert.match(state.detailed_message ?? '', /is taken by another program or input/);
    const keys = async () => {
      const list = await answer<{ notifications: { type: string; key?: string }[] }>('GET', '/system/notifications');
      return list.notifications.filter(({ type }) => type === 'input_failed_to_start').map(({ key }) => key);
    };
    assert.deepEqual(await keys(), [failed]);
    const path = `/system/notification/message/plaintext/input_failed_to_start/${failed}`;
    const { description } = await answer<{ description: string }>('POST', path, {});
    assert.ok(description.startsWith(`Input ${gelfHttp.title} failed to start on node `), description);
    await answer('DELETE', `/system/inputs/${id}`, undefined, 204);
    await answer('PUT', `/system/inputstates/${failed}`);
    assert.equal((await stateOf(failed)).state, 'RUNNING');
    assert.deepEqual(await keys(), []);
    await answer('DELETE', `/system/inputs/${failed}`, undefined, 204);
  });
});
