/**
 * Tests running streams: saved changes affect the next message of an input, and previews on stored messages predict the
 * effect of rules.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { MetricsSummary } from '../../../../api/contract/system.schema.js';
import type { RoutingPreview, StreamDependents, TestMatchAnswer } from '../../../../api/contract/streams.schema.js';
import type { UniversalAnswer } from '../../../../api/contract/universal.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const indexSet = '000000000000000000000101';
let server: TestServer;
let session: string;
let inputId: string;
let input: Socket;

async function answer<T>(method: string, path: string, json?: unknown, as = session): Promise<T> {
  const response = await server.call(path, { method, session: as, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

before(async () => {
  server = await startTestServer();
  session = await server.login();
  const made = await startInput(server, session, inputTypeIds.gelfTcp, {
    title: 'Lines of GELF',
    use_null_delimiter: false,
  });
  inputId = made.id;
  input = connect(made.port, '127.0.0.1');
  await once(input, 'connect');
});
after(async () => {
  input.destroy();
  await server.stop();
});

let sent = 0;
/** Sends a message through the open connection. @returns ids of the streams that it was routed into */
async function routed(message: object): Promise<string[]> {
  const number = (sent += 1);
  input.write(
    `${JSON.stringify({ version: '1.1', host: 'web-1', short_message: 'hello', _number: number, ...message })}\n`,
  );
  for (;;) {
    const query = `query=number:${number}&range=0`;
    const { messages } = await answer<UniversalAnswer>('GET', `/search/universal/relative?${query}`);
    const [found] = messages;
    if (found) return (found.message['streams'] as string[]).toSorted();
  }
}

async function makeStream(title: string, more: object = {}): Promise<string> {
  const body = { title, index_set_id: indexSet, ...more };
  return (await answer<{ stream_id: string }>('POST', '/streams', body)).stream_id;
}

test('every change of a stream affects the next message over an open connection', async () => {
  const id = await makeStream('Errors');
  const both = [defaultStream, id].toSorted();
  const bad = { _code: 503 };
  assert.deepEqual(await routed(bad), [defaultStream]);
  const rule = { type: 3, field: 'code', value: '499', inverted: false };
  const { streamrule_id } = await answer<{ streamrule_id: string }>('POST', `/streams/${id}/rules`, rule);
  assert.deepEqual(await routed(bad), [defaultStream], 'a paused stream gets no messages');
  await answer('POST', `/streams/${id}/resume`);
  assert.deepEqual(await routed(bad), both);
  assert.deepEqual(await routed({ _code: 200 }), [defaultStream]);
  await answer('PUT', `/streams/${id}/rules/${streamrule_id}`, { ...rule, inverted: true });
  assert.deepEqual(await routed({ _code: 200 }), both);
  assert.deepEqual(await routed({}), [defaultStream], 'an inverted rule does not match a message without the field');
  await answer('PUT', `/streams/${id}`, { remove_matches_from_default_stream: true });
  assert.deepEqual(await routed({ _code: 200 }), [id]);
  await answer('POST', `/streams/${id}/rules`, { type: 8, field: '', value: inputId, inverted: false });
  assert.deepEqual(await routed({ _code: 503 }), [defaultStream]);
  await answer('PUT', `/streams/${id}`, { matching_type: 'OR' });
  assert.deepEqual(await routed({ _code: 503 }), [id]);
  await answer('DELETE', `/streams/${id}/rules/${streamrule_id}`);
  await answer('POST', `/streams/${id}/pause`);
  assert.deepEqual(await routed({}), [defaultStream]);
  await answer('POST', '/streams/bulk_resume', { entity_ids: [id] });
  assert.deepEqual(await routed({}), [id]);
  const name = `org.graylog2.plugin.streams.Stream.${id}.incomingMessages.1-sec-rate`;
  const metrics = await answer<Record<string, MetricsSummary>>('POST', '/cluster/metrics/multiple', {
    metrics: [name],
  });
  assert.deepEqual(
    Object.values(metrics).flatMap((node) => node.metrics.map(({ full_name }) => full_name)),
    [name],
  );
  await answer('DELETE', `/streams/${id}`);
  assert.deepEqual(await routed({}), [defaultStream]);
});

test('a preview counts the matching messages that the user may read, in total and per rule', async () => {
  const rules = [
    { type: 6, field: 'message', value: 'needle', inverted: false },
    { type: 4, field: 'depth', value: '2', inverted: false },
  ];
  const id = await makeStream('Needles', { rules });
  for (const depth of [1, 2, 3]) await routed({ short_message: 'a needle', _depth: depth });
  await routed({ short_message: 'hay', _depth: 1 });
  const preview = await answer<RoutingPreview>('GET', `/streams/${id}/routing_preview`);
  // Three messages of the first test are only in a deleted stream, so the preview does not find them.
  assert.equal(preview.examined, sent - 3);
  assert.equal(preview.matches, 1);
  assert.deepEqual(Object.values(preview.rules), [3, 2]);
  assert.ok(Date.parse(preview.since ?? '') <= Date.now());
  const test = await answer<TestMatchAnswer>('POST', `/streams/${id}/testMatch`, {
    message: { message: 'a needle', depth: 3 },
  });
  assert.deepEqual([test.matches, Object.values(test.rules)], [false, [true, false]]);
  // The preview shows no messages of other streams to a user who may read only this stream.
  const narrow = (await addPerson(server, session, 'narrow', [`streams:read:${id}`], ['Reader'])).session;
  const seen = await answer<RoutingPreview>('GET', `/streams/${id}/routing_preview`, undefined, narrow);
  assert.deepEqual([seen.examined, seen.matches, seen.since], [0, 0, null]);
  await answer('DELETE', `/streams/${id}`);
});

test('the server lists the views that use a stream before the stream is deleted', async () => {
  const id = await makeStream('Used');
  const search = {
    id: 'a0'.repeat(12),
    queries: [
      {
        id: 'q',
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: 300 },
        filter: { type: 'or', filters: [{ type: 'stream', id }] },
        search_types: [],
      },
    ],
    parameters: [],
  };
  await answer('POST', '/views/search', search);
  const state = { titles: {}, widgets: [], widget_mapping: {}, positions: {} };
  const view = { type: 'SEARCH', title: 'Errors of the night', search_id: search.id, state: { q: state } };
  await answer('POST', '/views', view);
  const dependents = await answer<StreamDependents>('GET', `/streams/${id}/dependents`);
  assert.deepEqual(
    dependents.views.map(({ type, title }) => [type, title]),
    [['SEARCH', 'Errors of the night']],
  );
  assert.deepEqual([dependents.hidden_views, dependents.shared_with, dependents.decorators], [0, 0, 0]);
});

test('the server accepts a rule with look-around and matches by it', async () => {
  const id = await makeStream('Looking around');
  await answer('POST', `/streams/${id}/rules`, { type: 2, field: 'message', value: 'x(?=y)(?<!ax)' });
  const matches = async (message: string) =>
    (await answer<{ matches: boolean }>('POST', `/streams/${id}/testMatch`, { message: { message } })).matches;
  assert.deepEqual(await Promise.all(['bxy', 'axy', 'bxz'].map(matches)), [true, false, false]);
});

test('invalid rules and more than 200 rules are refused with the reason', async () => {
  const id = await makeStream('Checked');
  const problem = async (rule: object): Promise<string> => {
    const response = await server.call(`/streams/${id}/rules`, { method: 'POST', session, json: rule });
    assert.equal(response.status, 400);
    const { validation_errors } = (await response.json()) as {
      validation_errors: Record<string, { error: string }[]>;
    };
    return validation_errors['value']?.[0]?.error ?? '';
  };
  assert.equal(
    await problem({ type: 2, field: 'message', value: '(' }),
    'This is no regular expression that the server can run: A bracket is missing: ")" (character 2)',
  );
  assert.match(await problem({ type: 2, field: 'message', value: 'x'.repeat(1001) }), /too large/);
  assert.match(await problem({ type: 2, field: 'message', value: '((a{100}){100}){100}' }), /too large|no regular/);
  assert.match(await problem({ type: 3, field: 'code', value: 'many' }), /must be a number/);
  const rules = Array.from({ length: 201 }, () => ({ type: 7 }));
  const response = await server.call('/streams', {
    method: 'POST',
    session,
    json: { title: 'Many', index_set_id: indexSet, rules },
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /at most 200 rules/);
});
