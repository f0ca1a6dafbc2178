/**
 * Whatever administration stores is the same after a crash: the answers are compared before and after it. Then each
 * collection is filled up to its limit.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../server.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { personPassword } from '../people.js';
import { fill } from './administration-entities.js';
import { changeOf, paths, sameMachine } from './administration-paths.js';
import { AnswerRecord, type Body, compareRecord, differences, inAnyOrder, shapeOf } from './administration-record.js';

let server: TestServer;
let record: AnswerRecord;

before(async () => {
  server = await startTestServer({ environment: sameMachine });
  record = new AnswerRecord(server);
  record.sessions.set('admin', await server.login());
  await fill(record, (username) => server.login(username, personPassword));
});
after(async () => {
  await server.stop();
  await rm(server.data, { recursive: true, force: true });
});

/**
 * Paths of answers that may change by a restart: about data that a server keeps only while it runs, and about nodes,
 * whose reports the server stores late.
 */
const passing =
  /^\/(system\/(inputstates|loggers|indexer\/indices|lookup\/tables\/[^/]+\/explain)|cluster\/(inputstates|system\/loggers)|sidecar\/(action|overview|configurations\/.*(render|sidecars))|sidecars)/;

test('each answer is the same after the server was killed and has started again', async () => {
  const answers = async (): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      if (passing.test(path) || changeOf(`GET ${path}`) === shapeOf) continue;
      const { status, text } = await record.send('admin', `GET ${path}`);
      const readable = record.readable(text);
      const value: unknown = /^[[{]/.test(readable) ? JSON.parse(readable) : readable;
      // Entities without a sort order are in the order of their ids after a start.
      found[path] = { status, value: inAnyOrder(value) };
    }
    return found;
  };
  const before = await answers();
  await server.kill();
  server = await startTestServer({ data: server.data, environment: sameMachine });
  record.moveTo(server);
  assert.deepEqual(differences(before, await answers()), []);
});

interface Limit {
  readonly collection: string;
  /** Name of the entity whose document is copied. */
  readonly of: string;
  /** Largest number of documents; of parts of the document, if `part` names the list of the parts. */
  readonly most: number;
  readonly part?: string;
  readonly call: string;
  readonly body: (name: string) => Body;
}
const hook = { type: 'http-notification-v1', url: 'http://127.0.0.1:9/hook' };
const callback = 'org.graylog2.alarmcallbacks.HTTPAlarmCallback';
const limits: readonly Limit[] = [
  {
    ...{ collection: 'event_notifications', of: 'hook', most: 1_000 },
    call: 'POST /events/notifications',
    body: (title) => ({ title, config: hook }),
  },
  {
    ...{ collection: 'outputs', of: 'stdout', most: 100 },
    call: 'POST /system/outputs',
    body: (title) => ({ title, type: 'org.graylog2.outputs.LoggingOutput', configuration: { prefix: 'x' } }),
  },
  {
    ...{ collection: 'sidecar_variables', of: 'variable1', most: 500 },
    call: 'POST /sidecar/configuration_variables',
    body: (name) => ({ name, description: '', content: 'c' }),
  },
  {
    ...{ collection: 'sidecar_collectors', of: 'collector', most: 500 },
    call: 'POST /sidecar/collectors',
    body: (name) => ({
      ...{ name, service_type: 'exec', node_operating_system: 'linux', executable_path: '/x' },
      ...{ execute_parameters: '', validation_parameters: '', default_template: '' },
    }),
  },
  {
    ...{ collection: 'sidecar_configurations', of: 'conf1', most: 500 },
    call: 'POST /sidecar/configurations',
    body: (name) => ({ name, collector_id: '{collector}', color: '#112233', template: 't', tags: [] }),
  },
  {
    ...{ collection: 'lookup_caches', of: 'cache2', most: 500 },
    call: 'POST /system/lookup/caches',
    body: (name) => ({ title: name, name, config: { type: 'none' } }),
  },
  {
    ...{ collection: 'lookup_adapters', of: 'rows', most: 500 },
    call: 'POST /system/lookup/adapters',
    body: (name) => ({ title: name, name, config: { type: 'stored_table' } }),
  },
  {
    ...{ collection: 'lookup_tables', of: 'table1', most: 500 },
    call: 'POST /system/lookup/tables',
    body: (name) => ({ title: name, name, cache_id: '{cache2}', data_adapter_id: '{rows}' }),
  },
  {
    ...{ collection: 'authentication_services', of: 'ldap2', most: 50 },
    call: 'POST /system/authentication/services/backends',
    body: (title) => ({
      title,
      default_roles: [],
      config: {
        ...{ type: 'ldap', servers: [{ host: '127.0.0.1', port: 9 }], transport_security: 'none' },
        ...{ verify_certificates: false, system_user_dn: 'cn=x', user_search_base: 'dc=x' },
        ...{ user_search_pattern: '(uid={0})', user_unique_id_attribute: 'u', user_name_attribute: 'u' },
        user_full_name_attribute: 'cn',
      },
    }),
  },
  {
    ...{ collection: 'rule_sample_sets', of: 'samples', most: 200 },
    call: 'POST /system/pipelines/rule/workbench/samples',
    body: (title) => ({ title, messages: [{ a: 1 }] }),
  },
  {
    ...{ collection: 'alarm_callbacks', of: 'callback', most: 50 },
    call: 'POST /streams/{mill}/alarmcallbacks',
    body: (title) => ({ title, type: callback, configuration: { url: 'http://127.0.0.1:9/hook' } }),
  },
  {
    ...{ collection: 'streams', of: 'yard', part: 'rules', most: 200 },
    call: 'POST /streams/{yard}/rules',
    body: (field) => ({ type: 5, field }),
  },
  {
    ...{ collection: 'inputs', of: 'raw', part: 'extractors', most: 100 },
    call: 'POST /system/inputs/{raw}/extractors',
    body: (title) => ({
      ...{ title, cursor_strategy: 'copy', source_field: 'message', target_field: 'x', converters: [], order: 1 },
      ...{ extractor_type: 'copy_input', extractor_config: {}, condition_type: 'none', condition_value: '' },
    }),
  },
];

/** Copies a document, or parts of it, until only one more may be made. */
async function copyUpToLimit(documents: Documents, { collection, of, most, part }: Limit): Promise<void> {
  const stored = documents.collection<{ id: string } & Record<string, unknown>>(collection);
  const original = stored.get(record.idOf(of)) ?? assert.fail(`${collection} has no ${of}`);
  const idOf = (at: number): string => `65${String(at).padStart(22, '0')}`;
  if (part !== undefined) {
    const parts = original[part];
    assert.ok(Array.isArray(parts) && parts.length > 0, `${of} has ${part}`);
    const copies = Array.from(
      { length: most - 1 - parts.length },
      (_, at) => ({ ...parts[0], id: idOf(at) }) as object,
    );
    await stored.put({ ...original, [part]: [...(parts as readonly unknown[]), ...copies] });
    return;
  }
  const names = ['name', 'title'].filter((name) => typeof original[name] === 'string');
  const made = Array.from({ length: most - 1 - stored.all().length }, (_, at) =>
    stored.put({
      ...original,
      ...Object.fromEntries(names.map((name) => [name, `copy${at}`])),
      id: idOf(at),
    }),
  );
  await Promise.all(made);
}

test('the server creates the last entity of each kind up to its limit, and refuses a further one', async () => {
  await server.stop();
  const documents = await openDocuments({ directory: server.data });
  for (const limit of limits) await copyUpToLimit(documents, limit);
  await documents.close();
  server = await startTestServer({ data: server.data, environment: sameMachine });
  record.moveTo(server);
  const sections = new Map<string, string>();
  for (const { collection, call, body } of limits) {
    const answers: string[] = [];
    for (const name of ['last', 'beyond']) {
      const { status, text } = await record.send('admin', call, body(name));
      answers.push(status < 300 ? `${name}: ${status}` : `${name}: ${status} ${text}`);
    }
    sections.set(`${call} ${collection}`, answers.join('\n'));
  }
  compareRecord('administration-limits.txt', sections);
});
