/**
 * The test world: a server with entities of many kinds, and functions that create further entities for calls.
 */
import assert from 'node:assert/strict';
import type { SearchJob } from '../../api/contract/searches.js';
import type { User } from '../../api/contract/users.js';
import { inputTypeIds } from '../../host/server/intake/types/input-types.js';
import { outputTypeIds } from '../../host/server/outputs/types/index.js';
import { putMessages } from '../host/server/messages-input.js';
import { startHttpReceiver, type HttpReceiver } from '../http-receiver.js';
import { indexSetBody } from '../index-set-body.js';
import { until } from '../until.js';
import { startMailServer, type TestMailServer } from '../mail-server.js';
import { startTestServer, type CallInit, type TestServer } from '../server.js';

export const password = 'a password of nobody';
const queryId = 'q';
const searchTypeId = 'm';
const defaultStream = '000000000000000000000001';

let made = 0;
/** Returns an unused id of 24 hexadecimal digits. */
const newId = (): string => (0x65e1a0c2 * 2 ** 16 + ++made).toString(16).padStart(24, '0');

export const searchWith = (id: string, streams: readonly string[]) => ({
  id,
  queries: [
    {
      id: queryId,
      query: { type: 'elasticsearch', query_string: '' },
      timerange: { type: 'relative', range: 3600 },
      filter:
        streams.length > 0 ? { type: 'or', filters: streams.map((stream) => ({ type: 'stream', id: stream })) } : null,
      filters: [],
      search_types: [
        { id: searchTypeId, type: 'messages', limit: 5, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] },
      ],
    },
  ],
  parameters: [],
});

export const viewOf = (id: string, searchId: string, type: 'SEARCH' | 'DASHBOARD' = 'SEARCH') => ({
  id,
  type,
  title: 'Conformance',
  summary: '',
  description: '',
  search_id: searchId,
  properties: [],
  requires: {},
  state: { [queryId]: { selected_fields: [], titles: {}, widgets: [], widget_mapping: {}, positions: {} } },
  owner: 'admin',
});

const newExtractor = {
  title: 'E',
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: 'copied',
  extractor_type: 'copy_input',
  extractor_config: {},
  converters: [],
  condition_type: 'none',
  condition_value: '',
  order: 0,
};
const gelfInput = {
  title: 'An input',
  type: inputTypeIds.gelfHttp,
  global: true,
  configuration: { bind_address: '127.0.0.1', port: 0 },
};

const newOutput = { title: 'An output', type: outputTypeIds.discard, configuration: {} };

/** Configuration of a directory whose port is closed. */
export const ldap = {
  title: 'Directory',
  description: '',
  default_roles: [],
  config: {
    type: 'ldap',
    servers: [{ host: '127.0.0.1', port: 1 }],
    transport_security: 'none',
    verify_certificates: false,
    system_user_dn: '',
    system_user_password: { delete_value: true },
    user_search_base: 'dc=example,dc=org',
    user_search_pattern: '(uid={0})',
    user_unique_id_attribute: 'entryUUID',
    user_name_attribute: 'uid',
    user_full_name_attribute: 'cn',
    email_attributes: ['mail'],
  },
};

/** Creates entities as the administrator. */
export class World {
  /** Values of the path parameters, by name. */
  readonly known: Record<string, string> = {};
  readonly gelfInput = gelfInput;

  private constructor(
    readonly server: TestServer,
    readonly admin: string,
  ) {}

  static async open(): Promise<World> {
    const server = await startTestServer();
    const world = new World(server, await server.login());
    await world.#fill();
    return world;
  }

  async send(method: string, path: string, init: CallInit = {}): Promise<Response> {
    return this.server.call(path, { method, session: this.admin, ...init });
  }

  /** Calls the server as the administrator. */
  async ask<T>(method: string, path: string, json?: unknown): Promise<T> {
    const response = await this.send(method, path, json === undefined ? {} : { json });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async person(
    permissions: readonly string[] = [],
    roles: readonly string[] = [],
  ): Promise<{ id: string; username: string }> {
    const username = `person${++made}`;
    const json = { username, password, email: 'p@example.org', first_name: 'P', last_name: 'E', permissions, roles };
    await this.ask('POST', '/users', json);
    return { id: (await this.ask<User>('GET', `/users/${username}`)).id, username };
  }

  async token(userId: string): Promise<string> {
    return (await this.ask<{ token: string }>('POST', `/users/${userId}/tokens/conformance`, {})).token;
  }

  /** Creates an authentication service that is not active. */
  async backend(): Promise<string> {
    const path = '/system/authentication/services/backends';
    return (await this.ask<{ backend: { id: string } }>('POST', path, ldap)).backend.id;
  }

  async role(): Promise<{ id: string; name: string }> {
    const name = `Role ${++made}`;
    await this.ask('POST', '/roles', { name, description: '', permissions: ['metrics:read'] });
    const { roles } = await this.ask<{ roles: { id: string; name: string }[] }>('GET', `/authz/roles?query="${name}"`);
    assert.ok(roles[0]);
    return roles[0];
  }

  async stream(): Promise<string> {
    const json = { title: `Stream ${++made}`, description: 'd', index_set_id: this.known['indexSetId'], rules: [] };
    return (await this.ask<{ stream_id: string }>('POST', '/streams', json)).stream_id;
  }

  async rule(streamId: string): Promise<string> {
    const json = { field: 'a', type: 1, value: 'b', inverted: false, description: 'r' };
    return (await this.ask<{ streamrule_id: string }>('POST', `/streams/${streamId}/rules`, json)).streamrule_id;
  }

  newExtractor = newExtractor;

  async extractor(inputId: string): Promise<string> {
    const path = `/system/inputs/${inputId}/extractors`;
    return (await this.ask<{ extractor_id: string }>('POST', path, newExtractor)).extractor_id;
  }

  async input(): Promise<string> {
    return (await this.ask<{ id: string }>('POST', '/system/inputs', gelfInput)).id;
  }

  /** Creates an input that cannot start, because its port is the server's, and waits for the notification about it. */
  async failedInput(): Promise<string> {
    const configuration = { bind_address: '127.0.0.1', port: Number(new URL(this.server.url).port) };
    const json = { ...gelfInput, title: 'A failed input', configuration };
    const { id } = await this.ask<{ id: string }>('POST', '/system/inputs', json);
    await this.#told(id);
    return id;
  }

  /**
   * Deletes all inputs except that of the server's log, and waits for the notification of the type `no_input_running`.
   */
  async withoutInputs(): Promise<void> {
    const { inputs } = await this.ask<{ inputs: { id: string; title: string }[] }>('GET', '/system/inputs');
    for (const { id, title } of inputs) if (title !== 'Server log') await this.ask('DELETE', `/system/inputs/${id}`);
    await this.#told('no_input_running');
  }

  /** Waits until the system notifications contain the text, because a notification is stored after its cause. */
  async #told(text: string): Promise<void> {
    await until(
      `a system notification contains ${text}`,
      async () => JSON.stringify(await this.ask('GET', '/system/notifications')).includes(text),
      240_000,
    );
  }

  /** Creates a saved search or dashboard whose search uses the stream of the test world. */
  async view(type: 'SEARCH' | 'DASHBOARD' = 'SEARCH'): Promise<{ viewId: string; searchId: string }> {
    const [viewId, searchId] = [newId(), newId()];
    await this.ask('POST', '/views/search', searchWith(searchId, [this.known['streamId'] ?? '']));
    await this.ask('POST', '/views', viewOf(viewId, searchId, type));
    return { viewId, searchId };
  }

  async decorator(): Promise<string> {
    const json = { type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', config: {}, order: 0 };
    return (await this.ask<{ id: string }>('POST', '/search/decorators', json)).id;
  }

  newOutput = newOutput;

  /** Creates an output and connects it to the stream. */
  async output(streamId: string): Promise<string> {
    const { id } = await this.ask<{ id: string }>('POST', '/system/outputs', newOutput);
    await this.ask('POST', `/streams/${streamId}/outputs`, { outputs: [id] });
    return id;
  }

  async pattern(): Promise<string> {
    return (await this.ask<{ id: string }>('POST', '/system/grok', { name: `PATTERN${++made}`, pattern: 'a' })).id;
  }

  newDefinition() {
    return {
      title: `Definition ${++made}`,
      description: '',
      priority: 2,
      alert: false,
      config: {
        type: 'aggregation-v1',
        query: '',
        query_parameters: [],
        streams: [this.known['streamId']],
        group_by: [],
        series: [{ id: 'n', function: 'count', field: null }],
        conditions: {
          expression: { expr: '<', left: { expr: 'number-ref', ref: 'n' }, right: { expr: 'number', value: 1 } },
        },
        search_within_ms: 60_000,
        execute_every_ms: 60_000,
      },
      field_spec: {},
      key_spec: [],
      notification_settings: { grace_period_ms: 0, backlog_size: 0 },
      notifications: [],
    };
  }

  /** Creates an event definition that is not scheduled. */
  async definition(): Promise<string> {
    const path = '/events/definitions?schedule=false';
    return (await this.ask<{ id: string }>('POST', path, this.newDefinition())).id;
  }

  #event: Promise<string> | undefined;
  /** Returns the id of an event on the test stream, which contains no messages. */
  event(): Promise<string> {
    return (this.#event ??= this.#makeEvent());
  }

  async #makeEvent(): Promise<string> {
    const id = await this.definition();
    const timerange = { type: 'absolute', from: '2021-01-01T00:00:00.000Z', to: '2021-01-01T00:01:00.000Z' };
    await this.ask('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange });
    const json = { timerange: { type: 'relative', range: 0 }, filter: { event_definitions: [id] } };
    return until('the event can be found', async () => {
      const found = await this.ask<{ events: { event: { id: string } }[] }>('POST', '/events/search', json);
      return found.events[0]?.event.id;
    });
  }

  newIndexSet() {
    made += 1;
    return indexSetBody(`Set ${made}`, `set${made}x`);
  }

  async indexSet(): Promise<string> {
    return (await this.ask<{ id: string }>('POST', '/system/indices/index_sets', this.newIndexSet())).id;
  }

  #receiver: Promise<HttpReceiver> | undefined;
  /** Returns a new event notification for an HTTP receiver, and makes its address the only allowed one. */
  async newNotification() {
    const { url } = await (this.#receiver ??= startHttpReceiver());
    const entries = [{ id: '5d0b7c4e-0000-4000-8000-000000000001', type: 'literal', title: 'R', value: url }];
    await this.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
    return { title: `Notification ${++made}`, description: '', config: { type: 'http-notification-v1', url } };
  }

  async notification(): Promise<string> {
    return (await this.ask<{ id: string }>('POST', '/events/notifications', await this.newNotification())).id;
  }

  /** Returns a new alarm callback for an HTTP receiver, and makes its address the only allowed one. */
  async newCallback() {
    const { config } = await this.newNotification();
    return { type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback', title: 'C', configuration: { url: config.url } };
  }

  async callback(streamId: string): Promise<string> {
    const path = `/streams/${streamId}/alarmcallbacks`;
    return (await this.ask<{ alarmcallback_id: string }>('POST', path, await this.newCallback())).alarmcallback_id;
  }

  #mail: Promise<TestMailServer> | undefined;
  /** Returns e-mail settings with a mail server that accepts e-mail. */
  async mailSettings() {
    const { port } = await (this.#mail ??= startMailServer({ plain: true }));
    return {
      enabled: true,
      host: '127.0.0.1',
      port,
      security: 'none',
      verify_certificate: true,
      username: '',
      sender: 'console@example.org',
    };
  }

  /** Creates an index that is not written to, and that no other call uses. */
  async freshIndex(): Promise<string> {
    const set = this.known['indexSetId'] ?? '';
    const current = async (): Promise<string> =>
      (await this.ask<{ current_target: string }>('GET', `/system/deflector/${set}`)).current_target;
    const index = await current();
    await putMessages(this.server, this.admin, [{ host: 'h', short_message: 'to be sealed' }]);
    await this.ask('POST', `/system/deflector/${set}/cycle`);
    assert.notEqual(await current(), index);
    return index;
  }

  #sealed: Promise<string> | undefined;
  /** Returns an index that is not written to. All calls return the same one. */
  sealedIndex(): Promise<string> {
    return (this.#sealed ??= this.freshIndex());
  }

  async closedIndex(): Promise<string> {
    const index = await this.sealedIndex();
    await this.ask('POST', `/system/indexer/indices/${index}/close`);
    return index;
  }

  /** Starts a job that removes an index. @returns the id of the job */
  async removalJob(): Promise<string> {
    await this.ask('DELETE', `/system/indexer/indices/${await this.freshIndex()}`);
    const { jobs } = await this.ask<{ jobs: { id: string; name: string }[] }>('GET', '/system/jobs');
    const job = jobs.filter(({ name }) => name === 'IndexRemoval').at(-1);
    assert.ok(job);
    return job.id;
  }

  newId = newId;

  async #fill(): Promise<void> {
    const { known } = this;
    const stream = await this.ask<{ index_set_id: string }>('GET', `/streams/${defaultStream}`);
    known['indexSetId'] = stream.index_set_id;
    await putMessages(this.server, this.admin, [{ host: 'h', short_message: 'one' }]);
    const found = await this.ask<SearchJob>('POST', '/views/search/sync', searchWith(newId(), []));
    const messages = found.results[queryId]?.search_types[searchTypeId];
    assert.ok(messages?.type === 'messages' && messages.messages[0]);
    known['index'] = messages.messages[0].index;
    known['messageId'] = String(messages.messages[0].message['_id']);
    known['defaultStreamId'] = defaultStream;
    known['nodeId'] = (await this.ask<{ node_id: string }>('GET', '/')).node_id;
    const person = await this.person();
    Object.assign(known, { userId: person.id, username: person.username });
    const role = await this.role();
    Object.assign(known, { roleId: role.id, roleName: role.name });
    known['backendId'] = await this.backend();
    known['streamId'] = await this.stream();
    known['ruleId'] = await this.rule(known['streamId']);
    Object.assign(known, await this.view());
    known['viewGrn'] = `grn::::search:${known['viewId']}`;
    known['grn'] = known['viewGrn'];
    known['entityGrn'] = known['viewGrn'];
    known['decoratorId'] = await this.decorator();
    known['patternId'] = await this.pattern();
    known['outputId'] = await this.output(known['streamId']);
    known['definitionId'] = await this.definition();
    known['entityListId'] = 'dashboards';
    known['className'] = 'org.graylog2.indexer.searches.SearchesClusterConfig';
    known['distribution'] = 'opensearch';
    known['inputType'] = inputTypeIds.gelfHttp;
    known['namespace'] = 'jvm';
    known['searchTypeId'] = searchTypeId;
  }
}
