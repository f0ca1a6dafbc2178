import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Stream, StreamPage, StreamRule, TestMatchAnswer } from '../../../api/contract/streams.schema.js';
import { startTestServer, type TestServer } from '../../server.js';
import { addPerson } from './people.js';

const defaultStream = '000000000000000000000001';
const indexSet = '000000000000000000000101';
let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

const call = (method: string, path: string, json?: unknown) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function answer<T>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const response = await call(method, path, json);
  const text = await response.text();
  assert.equal(response.status, status, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const create = async (title: string, more: object = {}) =>
  (await answer<{ stream_id: string }>('POST', '/streams', { title, index_set_id: indexSet, ...more }, 201)).stream_id;

describe('the stream API', () => {
  it('lists initially the default stream and the system streams', async () => {
    const { streams, total } = await answer<{ streams: Stream[]; total: number }>('GET', '/streams');
    assert.equal(total, 3);
    const [first] = streams;
    assert.equal(first?.id, defaultStream);
    assert.equal(first.is_default, true);
    assert.equal(first.disabled, false);
    assert.deepEqual(first.outputs, []);
  });

  it('creates, changes, runs, clones and deletes a stream with rules', async () => {
    const id = await create('  errors ', { rules: [{ type: 3, field: 'level', value: '2', inverted: true }] });
    const made = await answer<Stream>('GET', `/streams/${id}`);
    assert.equal(made.title, 'errors');
    assert.equal(made.disabled, true);
    assert.equal(made.matching_type, 'AND');
    assert.equal(made.rules.length, 1);
    assert.equal(made.rules[0]?.stream_id, id);
    await answer('POST', `/streams/${id}/resume`, {}, 204);
    const enabled = await answer<{ streams: Stream[] }>('GET', '/streams/enabled');
    assert.ok(enabled.streams.some((stream) => stream.id === id));
    const changed = await answer<Stream>('PUT', `/streams/${id}`, { matching_type: 'OR', title: '', description: 'd' });
    assert.deepEqual([changed.matching_type, changed.title, changed.description], ['OR', 'errors', 'd']);
    const described = async (description: string) =>
      (await answer<Stream>('PUT', `/streams/${id}`, { description })).description;
    assert.equal(await described(''), 'd', 'an empty description does not change the stream');
    assert.equal(await described(' '), ' ', 'a description of one space replaces the former one');
    const rule = { type: 1, field: 'source', value: 'web', inverted: false, description: 'x' };
    const { streamrule_id } = await answer<{ streamrule_id: string }>('POST', `/streams/${id}/rules`, rule, 201);
    await answer('PUT', `/streams/${id}/rules/${streamrule_id}`, { ...rule, value: 'web-1' });
    const rules = await answer<{ total: number; stream_rules: StreamRule[] }>('GET', `/streams/${id}/rules`);
    assert.equal(rules.total, 2);
    assert.equal(rules.stream_rules[1]?.value, 'web-1');
    const test = await answer<TestMatchAnswer>('POST', `/streams/${id}/testMatch`, {
      message: { source: 'web-1', level: 6 },
    });
    assert.equal(test.matches, true);
    assert.deepEqual(Object.values(test.rules), [false, true]);
    const clone = await answer<{ stream_id: string }>(
      'POST',
      `/streams/${id}/clone`,
      { title: 'copy', description: 'c', remove_matches_from_default_stream: false, index_set_id: indexSet },
      201,
    );
    const copy = await answer<Stream>('GET', `/streams/${clone.stream_id}`);
    assert.equal(copy.disabled, true);
    assert.deepEqual(
      copy.rules.map(({ stream_id, value }) => [stream_id, value]),
      [
        [copy.id, '2'],
        [copy.id, 'web-1'],
      ],
    );
    await answer('DELETE', `/streams/${id}/rules/${streamrule_id}`, undefined, 204);
    await answer('DELETE', `/streams/${id}`, undefined, 204);
    assert.equal((await call('GET', `/streams/${id}`)).status, 404);
    const bulk = await answer<object>('POST', '/streams/bulk_delete', {
      entity_ids: [copy.id, 'nothing', defaultStream],
    });
    assert.deepEqual(bulk, {
      successfully_performed: 1,
      failures: [
        { entity_id: 'nothing', failure_explanation: 'Stream <nothing> not found!' },
        { entity_id: defaultStream, failure_explanation: 'The default stream cannot be edited.' },
      ],
    });
  });

  it('copies the outputs to a clone only for users who may add outputs to streams', async () => {
    const id = await create('with an output');
    const { id: output } = await answer<{ id: string }>(
      'POST',
      '/system/outputs',
      { title: 'Elsewhere', type: 'org.graylog2.outputs.LoggingOutput', configuration: {} },
      201,
    );
    await answer('POST', `/streams/${id}/outputs`, { outputs: [output] }, 202);
    const body = {
      title: 'cloned',
      description: '',
      remove_matches_from_default_stream: false,
      index_set_id: indexSet,
    };
    const few = ['streams:create', `streams:read:${id}`];
    for (const [name, permissions, outputs] of [
      ['cloner', few, []],
      ['connector', [...few, 'stream_outputs:create'], [output]],
    ] as const) {
      const person = await addPerson(server, session, name, permissions);
      const cloned = await server.call(`/streams/${id}/clone`, {
        method: 'POST',
        session: person.session,
        json: body,
      });
      assert.equal(cloned.status, 201, name);
      const { stream_id } = (await cloned.json()) as { stream_id: string };
      const shown = await answer<{ outputs: { id: string }[] }>('GET', `/streams/${stream_id}/outputs`);
      assert.deepEqual(
        shown.outputs.map((one) => one.id),
        outputs,
        name,
      );
      await answer('DELETE', `/streams/${stream_id}`, undefined, 204);
    }
    await answer('DELETE', `/streams/${id}`, undefined, 204);
    await answer('DELETE', `/system/outputs/${output}`, undefined, 204);
  });

  it('lists streams in pages, with query, filter and sorting', async () => {
    const ids = [await create('Beta'), await create('alpha'), await create('gamma')];
    await answer('POST', '/streams/bulk_resume', { entity_ids: ids.slice(0, 1) });
    const page = (query: string) => answer<StreamPage>('GET', `/streams/paginated?${query}`);
    const titles = async (query: string) => (await page(query)).elements.map(({ title }) => title);
    assert.deepEqual(await titles('query=title:a&filters=disabled:true&sort=title&order=asc'), ['alpha', 'gamma']);
    assert.deepEqual(await titles('per_page=2&page=2&sort=title&order=desc'), ['Beta', 'alpha']);
    const all = await page('query=beta');
    assert.equal(all.total, 6);
    assert.equal(all.pagination.total, 1);
    assert.match(all.elements[0]?.created_at ?? '', /\+0000$/);
    assert.deepEqual(all.defaults.sort, { id: 'title', direction: 'ASC' });
    await answer('POST', '/streams/bulk_delete', { entity_ids: ids });
  });

  it('refuses changes of protected streams and invalid requests', async () => {
    for (const id of [defaultStream, '000000000000000000000002']) {
      assert.equal((await call('PUT', `/streams/${id}`, { title: 'x' })).status, 400);
      assert.equal((await call('POST', `/streams/${id}/pause`, {})).status, 400);
      assert.equal((await call('DELETE', `/streams/${id}`)).status, 400);
      assert.equal((await call('POST', `/streams/${id}/rules`, { type: 7 })).status, 400);
    }
    assert.equal((await call('POST', '/streams', { title: ' ', index_set_id: indexSet })).status, 400);
    assert.equal((await call('POST', '/streams', { title: 'x', index_set_id: 'nothing' })).status, 400);
    const id = await create('rules');
    assert.equal((await call('POST', `/streams/${id}/rules`, { type: 1, field: '', value: 'x' })).status, 400);
    assert.equal((await call('POST', `/streams/${id}/rules`, { type: 2, field: 'a', value: '' })).status, 400);
    assert.equal((await call('POST', `/streams/${id}/rules`, { type: 12, field: 'a', value: 'b' })).status, 400);
    assert.equal((await call('PUT', `/streams/${id}`, { matching_type: 'XOR' })).status, 400);
    assert.equal((await call('POST', '/streams/bulk_pause', { entity_ids: [] })).status, 400);
    await answer('DELETE', `/streams/${id}`, undefined, 204);
  });

  it('accepts 200 rules of one stream and no more, at once and one by one', async () => {
    const rule = { type: 1, field: 'source', value: 'web' };
    const rules = (count: number) => Array.from({ length: count }, () => rule);
    const id = await create('many rules', { rules: rules(199) });
    await answer('POST', `/streams/${id}/rules`, rule, 201);
    const { message } = await answer<{ message: string }>('POST', `/streams/${id}/rules`, rule, 400);
    assert.equal(message, 'A stream has at most 200 rules. Make another stream.');
    const full = await create('as many rules', { rules: rules(200) });
    await answer('POST', '/streams', { title: 'too many rules', index_set_id: indexSet, rules: rules(201) }, 400);
    for (const made of [id, full]) await answer('DELETE', `/streams/${made}`, undefined, 204);
  });

  it('lists the rule types and the inputs that a rule may name', async () => {
    const types = await answer<{ id: number }[]>('GET', '/streams/null/rules/types');
    assert.deepEqual(
      types.map(({ id }) => id),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.deepEqual(await answer('GET', '/streams/rules/inputs'), { inputs: [] });
  });
});
