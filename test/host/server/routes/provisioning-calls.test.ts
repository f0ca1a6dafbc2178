/**
 * Replays the calls of a provisioning client, such as a Terraform provider. The client creates each object with the
 * members that its configuration has, reads it by id, changes it, reads it again, and deletes it. Each read must return
 * what was written; otherwise the client sees a difference in each run.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DataAdapter, LookupCache, LookupTablesPage } from '../../../../api/contract/lookup.js';
import type { PipelineSource, RuleSource } from '../../../../api/contract/pipelines.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
/** Access token of the administrator, because provisioning clients have no session. */
let token: string;
before(async () => {
  server = await startTestServer();
  const session = await server.login();
  const made = await server.call('/users/local:admin/tokens/provisioning', { session, method: 'POST', json: {} });
  ({ token } = (await made.json()) as { token: string });
});
after(() => server.stop());

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}
async function call<T>(method: string, path: string, json?: unknown): Promise<Answer<T>> {
  const response = await server.call(path, { method, token, ...(json !== undefined && { json }) });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}
async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const { status, body } = await call<T>(method, path, json);
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

type Fields = Readonly<Record<string, unknown>>;
/** Asserts that the returned object has all written members with equal values. */
function assertHas(read: object, written: Fields, what: string): void {
  const shown = Object.fromEntries(Object.keys(written).map((key) => [key, (read as Fields)[key]]));
  assert.deepEqual(shown, written, what);
}

interface Kind {
  readonly path: string;
  /** Members of the request that creates the object. */
  readonly written: Fields;
  readonly changed: Fields;
  /** Members that an update sends in addition. */
  readonly identified?: (id: string) => Fields;
  /** Extracts the object from the response of a read; undefined: the response is the object. */
  readonly read?: (body: unknown) => object;
}

/** Creates, reads, changes and reads an object. @returns the id, and `remove`, which deletes the object */
async function lifeOf({ path, written, changed, identified, read }: Kind) {
  const { id } = await ask<{ id: string }>('POST', path, written);
  const get = async (): Promise<object> => {
    const body = await ask<object>('GET', `${path}/${id}`);
    return read ? read(body) : body;
  };
  const first = await get();
  assertHas(first, written, `${path}, created`);
  assert.deepEqual(await get(), first, `${path} returns the same object again`);
  await ask('PUT', `${path}/${id}`, { ...changed, ...identified?.(id) });
  const second = await get();
  assertHas(second, changed, `${path}, changed`);
  assertHas(second, { id }, `${path}, changed`);
  // A client that applies an unchanged configuration writes equal values again.
  await ask('PUT', `${path}/${id}`, { ...changed, ...identified?.(id) });
  const { modified_at: _before, ...before } = second as Fields;
  const { modified_at: _after, ...afterwards } = (await get()) as Fields;
  assert.deepEqual(afterwards, before, `${path} is unchanged by an equal write`);
  return {
    id,
    remove: async () => {
      await ask('DELETE', `${path}/${id}`);
      assert.equal((await call('GET', `${path}/${id}`)).status, 404, `${path} is deleted`);
    },
  };
}

const rule = (title: string, then: string) => `rule "${title}"\nwhen\n  has_field("a")\nthen\n  ${then}\nend\n`;

test('pipelines, rules and connections are returned as they were written', async () => {
  const ruleLife = await lifeOf({
    path: '/system/pipelines/rule',
    written: { source: rule('provisioned', 'set_field("b", 1);'), description: 'first' },
    changed: { source: rule('provisioned', 'set_field("b", 2);'), description: 'second' },
  });
  const source = 'pipeline "Provisioned"\nstage 0 match either\nrule "provisioned"\nend\n';
  const pipelineLife = await lifeOf({
    path: '/system/pipelines/pipeline',
    written: { source, description: 'first' },
    changed: { source: source.replace('either', 'all'), description: '' },
  });
  const rules = await ask<RuleSource[]>('GET', '/system/pipelines/rule');
  assert.deepEqual(
    rules.map(({ title, errors }) => [title, errors]),
    [['provisioned', null]],
  );
  const pipelines = await ask<PipelineSource[]>('GET', '/system/pipelines/pipeline');
  assert.deepEqual(
    pipelines.map(({ title, stages }) => [title, stages]),
    [['Provisioned', [{ stage: 0, match: 'ALL', rules: ['provisioned'] }]]],
  );

  const { stream_id: stream } = await ask<{ stream_id: string }>('POST', '/streams', {
    title: 'Provisioned',
    index_set_id: (await ask<{ index_sets: { id: string }[] }>('GET', '/system/indices/index_sets')).index_sets[0]?.id,
    matching_type: 'AND',
    rules: [],
  });
  const connect = (pipelines: readonly string[]) =>
    ask('POST', '/system/pipelines/connections/to_stream', { stream_id: stream, pipeline_ids: pipelines });
  const connection = () => ask<Fields>('GET', `/system/pipelines/connections/${stream}`);
  await connect([pipelineLife.id]);
  const connected = await connection();
  assertHas(connected, { stream_id: stream, pipeline_ids: [pipelineLife.id] }, 'connected');
  await connect([pipelineLife.id]);
  assert.deepEqual(await connection(), connected, 'connecting the same pipelines again changes nothing');
  // A provisioning client deletes a connection by connecting no pipelines.
  await connect([]);
  assertHas(await connection(), { stream_id: stream, pipeline_ids: [] }, 'disconnected');
  await connect([pipelineLife.id]);
  await pipelineLife.remove();
  assertHas(await connection(), { stream_id: stream, pipeline_ids: [] }, 'the pipeline is gone');
  await ruleLife.remove();
});

test('caches, data adapters and lookup tables are returned as they were written', async () => {
  const at = '/system/lookup';
  const named = (name: string, description: string) => ({ title: `The ${name}`, name, description });
  const guava = {
    type: 'guava_cache',
    max_size: 500,
    expire_after_access: 30,
    expire_after_access_unit: 'SECONDS',
    expire_after_write: 0,
    expire_after_write_unit: null,
  };
  const cacheLife = await lifeOf({
    path: `${at}/caches`,
    written: { ...named('provisioned-cache', 'first'), config: guava },
    changed: {
      ...named('provisioned-cache', 'second'),
      config: { ...guava, max_size: 600, expire_after_write: 5, expire_after_write_unit: 'MINUTES' },
    },
    identified: (id) => ({ id }),
  });
  const dns = {
    type: 'dnslookup',
    lookup_type: 'PTR',
    server_ips: '',
    request_timeout: 1000,
    cache_ttl_override_enabled: false,
    cache_ttl_override: null,
    cache_ttl_override_unit: null,
  };
  const errors = { custom_error_ttl_enabled: null, custom_error_ttl: null, custom_error_ttl_unit: null };
  const adapterLife = await lifeOf({
    path: `${at}/adapters`,
    written: { ...named('provisioned-adapter', 'first'), ...errors, config: dns },
    changed: {
      ...named('provisioned-adapter', 'second'),
      custom_error_ttl_enabled: true,
      custom_error_ttl: 10,
      custom_error_ttl_unit: 'SECONDS',
      config: { ...dns, lookup_type: 'A', request_timeout: 2000 },
    },
    identified: (id) => ({ id }),
  });
  const parts = { cache_id: cacheLife.id, data_adapter_id: adapterLife.id };
  const unset = {
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '',
    default_multi_value_type: 'NULL',
  };
  const tableLife = await lifeOf({
    path: `${at}/tables`,
    written: { ...named('provisioned-table', 'first'), ...parts, ...unset },
    changed: {
      ...named('provisioned-table', 'second'),
      ...parts,
      default_single_value: '7',
      default_single_value_type: 'NUMBER',
      default_multi_value: '{"a":1}',
      default_multi_value_type: 'OBJECT',
    },
    identified: (id) => ({ id }),
    // A lookup table is returned as a page with one entry.
    read: (body) => {
      const [table] = (body as LookupTablesPage).lookup_tables;
      assert.ok(table);
      return table;
    },
  });
  const list = async (family: string, member: string) =>
    ((await ask<Fields>('GET', `${at}/${family}?page=1&per_page=50`))[member] as (LookupCache | DataAdapter)[]).map(
      ({ name }) => name,
    );
  assert.ok((await list('tables', 'lookup_tables')).includes('provisioned-table'));
  assert.ok((await list('caches', 'caches')).includes('provisioned-cache'));
  assert.ok((await list('adapters', 'data_adapters')).includes('provisioned-adapter'));
  for (const [family, life] of [
    ['adapters', adapterLife],
    ['caches', cacheLife],
  ] as const)
    assert.equal(
      (await call('DELETE', `${at}/${family}/${life.id}`)).status,
      400,
      `${family} in use cannot be deleted`,
    );
  for (const life of [tableLife, adapterLife, cacheLife]) await life.remove();
});
