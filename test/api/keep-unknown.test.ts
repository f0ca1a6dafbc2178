/**
 * Tests that every form keeps members that the console does not know. Each test reads an entity, changes its title and
 * writes it; the unknown members must be unchanged.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import type { EventDefinition } from '../../api/contract/event-definitions.js';
import type { EventNotification } from '../../api/contract/event-notifications.js';
import { saveAuthBackendMutation } from '../../api/queries/authentication.js';
import { saveNotificationMutation } from '../../api/queries/event-notifications.js';
import { saveGrokPatternMutation } from '../../api/queries/grok.js';
import { saveInputMutation } from '../../api/queries/input-administration.js';
import { withUnknown } from '../../api/queries/keep-unknown.js';
import { saveDataAdapterMutation, saveLookupCacheMutation, saveLookupTableMutation } from '../../api/queries/lookup.js';
import { saveOutputMutation } from '../../api/queries/outputs.js';
import { savePipelineMutation, saveRuleMutation } from '../../api/queries/pipelines.js';
import { saveRoleMutation } from '../../api/queries/roles.js';
import {
  saveCollectorMutation,
  saveConfigurationMutation,
  saveVariableMutation,
} from '../../api/queries/sidecar-configurations.js';
import { saveMessageProcessorsMutation } from '../../api/queries/stored-config.js';
import {
  bodyOf as notificationBody,
  valuesOf as notificationValues,
} from '../../elements/admin/notifications/values.js';
import {
  bodyOf as definitionBody,
  valuesOf as definitionValues,
} from '../../machines/event-condition/definition-values.js';
import { storedEntry } from '../../machines/allow-list-draft.js';
import { fakeClient } from '../fake-client.js';
import { untyped } from '../untyped.js';

const id = '64aa00000000000000000001';
/** Members of every JSON type that a later server may add. */
const later = { later_text: 'x', later_list: [1, { a: null }], later_map: { deep: { er: true } }, later_null: null };
const secret = { later_secret: { is_set: true } };
const keptLater = { ...later, later_secret: { keep_value: true } };

type Make = (
  client: Client,
  queryClient: QueryClient,
) => { mutationFn?: (variables: never, context: never) => unknown };
const plain = { id, title: 'T', description: 'd', name: 'n' };

interface Row {
  readonly make: Make;
  /** Variables of the mutation that the form builds from the entity with another title. */
  readonly variables: unknown;
  readonly stored: object;
  /** Builds the response that contains the stored entity. */
  readonly answer?: (stored: object) => unknown;
  /** Name of the member of the entity that contains a configuration. */
  readonly within?: string;
  /** Name of the member `within` in the response, if it differs. */
  readonly storedAs?: string;
  readonly isWhole?: false;
}
const config = { type: 't', known: 1 };
const rows: Readonly<Record<string, Row>> = {
  'PUT /events/notifications/{id}': {
    make: saveNotificationMutation,
    variables: { id, title: 'N', description: '', config },
    stored: { ...plain, config },
    within: 'config',
  },
  'PUT /system/outputs/{outputId}': {
    make: saveOutputMutation,
    variables: { id, title: 'N', type: 't', configuration: { known: 2 } },
    stored: { ...plain, configuration: { known: 1 } },
    within: 'configuration',
    isWhole: false,
  },
  'PUT /system/inputs/{inputId}': {
    make: saveInputMutation,
    variables: { id, input: { title: 'N', type: 't', global: true, configuration: { port: 1 } } },
    stored: { ...plain, attributes: { port: 2 } },
    within: 'configuration',
    storedAs: 'attributes',
    isWhole: false,
  },
  'PUT /roles/{roleName}': {
    make: saveRoleMutation,
    variables: { formerName: 'R', role: { name: 'N', description: '', permissions: [], read_only: false } },
    stored: { name: 'R', description: '', permissions: [], read_only: false },
  },
  'PUT /system/authentication/services/backends/{backendId}': {
    make: saveAuthBackendMutation,
    variables: { id, body: { title: 'N', config } },
    stored: { ...plain, config },
    answer: (stored) => ({ backend: stored }),
    within: 'config',
  },
  'PUT /system/pipelines/pipeline/{pipelineId}': {
    make: savePipelineMutation,
    variables: { id, description: 'N', source: 's' },
    stored: { ...plain, source: 's', stages: [], errors: null },
  },
  'PUT /system/pipelines/rule/{ruleId}': {
    make: saveRuleMutation,
    variables: { id, description: 'N', source: 's' },
    stored: { ...plain, source: 's', errors: null },
  },
  'PUT /system/grok/{patternId}': {
    make: saveGrokPatternMutation,
    variables: { id, name: 'N', pattern: 'p' },
    stored: { id, name: 'n', pattern: 'p', content_pack: 'c' },
  },
  'PUT /system/lookup/tables/{idOrName}': {
    make: saveLookupTableMutation,
    variables: { id, body: { title: 'N', name: 'n' }, rewrite: false },
    stored: plain,
    answer: (stored) => ({ lookup_tables: [stored] }),
  },
  'PUT /system/lookup/caches/{idOrName}': {
    make: saveLookupCacheMutation,
    variables: { id, body: { title: 'N', config } },
    stored: { ...plain, config },
    within: 'config',
  },
  'PUT /system/lookup/adapters/{idOrName}': {
    make: saveDataAdapterMutation,
    variables: { id, body: { title: 'N', config } },
    stored: { ...plain, config },
    within: 'config',
  },
  'PUT /sidecar/collectors/{id}': {
    make: saveCollectorMutation,
    variables: { id, name: 'N' },
    stored: { id, name: 'n' },
  },
  'PUT /sidecar/configurations/{id}': {
    make: saveConfigurationMutation,
    variables: { id, name: 'N' },
    stored: { id, name: 'n' },
  },
  'PUT /sidecar/configuration_variables/{id}': {
    make: saveVariableMutation,
    variables: { id, name: 'N' },
    stored: { id, name: 'n' },
    answer: (stored) => [{ id: 'other', later_text: 'wrong' }, stored],
  },
  'PUT /system/messageprocessors/config': {
    make: saveMessageProcessorsMutation,
    variables: { processor_order: [], disabled_processors: [] },
    stored: { processor_order: [], disabled_processors: [] },
  },
};

for (const [name, { make, variables, stored, answer, within, storedAs, isWhole }] of Object.entries(rows))
  test(`${name} keeps members that the console does not know`, async () => {
    const inside = storedAs ?? within;
    const configuration = inside === undefined ? {} : (stored as Record<string, object>)[inside];
    const whole = {
      ...stored,
      ...later,
      ...secret,
      ...(inside !== undefined && { [inside]: { ...configuration, ...later, ...secret } }),
    };
    const { client, calls } = fakeClient((call) =>
      call.name.startsWith('GET') ? (answer?.(whole) ?? whole) : { backend: {} },
    );
    const queryClient = new QueryClient();
    // The mutation does not read its context, which only a component provides, hence the casts.
    await make(client, queryClient).mutationFn?.(variables as never, undefined as never);
    const sent = calls.find((call) => call.name === name)?.body;
    assert.ok(sent, calls.map((call) => call.name).join());
    if (isWhole !== false) assert.deepEqual({ ...sent, ...keptLater }, sent);
    if (within !== undefined)
      assert.deepEqual(
        { ...(sent[within] as object), ...keptLater },
        sent[within],
        'the configuration keeps unknown members',
      );
    queryClient.clear();
  });

test('forms that edit the whole entity keep unknown members', () => {
  const notification = untyped<EventNotification>({
    ...plain,
    config: { type: 'http-notification-v1', url: 'http://a', ...later },
  });
  const body = notificationBody({ ...notificationValues(notification), title: 'N' }, id);
  assert.deepEqual(withUnknown(notification, body, { within: ['config'] }).config, { ...body.config, ...later });
  const definition = untyped<EventDefinition>({
    ...plain,
    ...later,
    priority: 2,
    alert: false,
    config: { type: 'later-v1', ...later },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0, ...later },
    notifications: [],
  });
  const sent = definitionBody({ ...definitionValues(definition, true), title: 'N' }, definition) as Record<
    string,
    unknown
  >;
  assert.deepEqual({ ...sent, ...later }, sent);
  for (const part of ['config', 'notification_settings'])
    assert.deepEqual({ ...(sent[part] as object), ...later }, sent[part], part);
  const entry = untyped<Parameters<typeof storedEntry>[0]>({ id, type: 'literal', title: ' N ', value: 'v', ...later });
  assert.deepEqual(storedEntry(entry), { ...entry, title: 'N' });
});

test('members of a configuration of another type and secrets that are not set are dropped', () => {
  const stored = { config: { type: 'a', url: 'x' }, empty: { is_set: false } };
  assert.deepEqual(withUnknown(stored, { config: { type: 'b' } }, { within: ['config'] }), { config: { type: 'b' } });
});

test("the form of a grok pattern writes an unreadable entity with the form's members only", async () => {
  const { client, calls } = fakeClient(({ name }) => (name.startsWith('GET') ? Promise.reject(new Error('no')) : {}));
  const queryClient = new QueryClient();
  // The mutation does not read its context, which only a component provides, hence the casts.
  await saveGrokPatternMutation(client, queryClient).mutationFn?.({ id, name: 'N', pattern: 'p' }, undefined as never);
  assert.deepEqual(calls.at(-1)?.body, { name: 'N', pattern: 'p' });
  queryClient.clear();
});
