/**
 * Each administration mutation invalidates the cached responses that it changes: a table of mutations and affected
 * queries.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient, type MutationObserverOptions, type QueryKey } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import * as authentication from '../../api/queries/authentication.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import { firstStartQuery } from '../../api/queries/first-start.js';
import * as packs from '../../api/queries/content-packs.js';
import * as definitions from '../../api/queries/event-definitions.js';
import * as notifications from '../../api/queries/event-notifications.js';
import * as grok from '../../api/queries/grok.js';
import * as indexSets from '../../api/queries/index-set-administration.js';
import * as inputs from '../../api/queries/input-administration.js';
import * as loggers from '../../api/queries/loggers.js';
import * as lookup from '../../api/queries/lookup.js';
import * as outputs from '../../api/queries/outputs.js';
import * as pipelines from '../../api/queries/pipelines.js';
import * as roles from '../../api/queries/roles.js';
import * as sessions from '../../api/queries/sessions.js';
import * as streams from '../../api/queries/stream-administration.js';
import { streamsQuery } from '../../api/queries/streams.js';
import * as bundles from '../../api/queries/support-bundle.js';
import * as tokens from '../../api/queries/tokens.js';
import * as users from '../../api/queries/users.js';
import { fakeClient } from '../fake-client.js';
import { untyped } from '../untyped.js';

/** Queries with cached responses, by their names in the table. */
const cached: Readonly<Record<string, (client: Client) => { readonly queryKey: QueryKey }>> = {
  'services page': (client) => authentication.authBackendsPageQuery(client, {}),
  'one service': (client) => authentication.authBackendQuery(client, 'b1'),
  'active service': (client) => authentication.activeAuthBackendQuery(client),
  'users of service': (client) => authentication.authBackendUsersPageQuery(client, 'b1', {}),
  'trusted header': (client) => authentication.headerAuthQuery(client),
  'my account': (client) => currentUserQuery(client, 'ada'),
  "jane's account": (client) => currentUserQuery(client, 'jane'),
  'first start': (client) => firstStartQuery(client),
  'patterns page': (client) => grok.grokPageQuery(client, {}),
  'all patterns': (client) => grok.grokPatternsQuery(client),
  levels: (client) => loggers.subsystemsQuery(client),
  'all outputs': (client) => outputs.outputsQuery(client),
  'outputs of stream': (client) => outputs.outputsQuery(client, 's1'),
  'stored output': (client) => outputs.storedOutputQuery(client, 'o1'),
  'output states': (client) => outputs.outputStatesQuery(client),
  'output types': (client) => outputs.outputTypesQuery(client),
  'roles page': (client) => roles.rolesPageQuery(client, {}),
  'all roles': (client) => roles.allRolesQuery(client),
  'one role': (client) => roles.roleQuery(client, 'r1'),
  assignees: (client) => roles.roleAssigneesQuery(client, 'r1', {}),
  'permission catalogue': (client) => roles.permissionCatalogueQuery(client),
  sessions: (client) => sessions.userSessionsQuery(client, 'u1'),
  'streams page': (client) => streams.streamsPageQuery(client, {}),
  'all streams': (client) => streamsQuery(client),
  'one stream': (client) => streams.streamQuery(client, 's1'),
  'routing preview': (client) => streams.routingPreviewQuery(client, 's1'),
  'stream dependents': (client) => streams.streamDependentsQuery(client, 's1'),
  'rule types': (client) => streams.ruleTypesQuery(client),
  'content packs': (client) => packs.contentPacksQuery(client),
  'one pack': (client) => packs.contentPackQuery(client, 'p1'),
  installations: (client) => packs.installationsQuery(client, 'p1'),
  'definitions page': (client) => definitions.definitionsPageQuery(client, {}),
  'one definition': (client) => definitions.definitionQuery(client, 'd1'),
  'notifications page': (client) => notifications.notificationsPageQuery(client, {}),
  'one notification': (client) => notifications.notificationQuery(client, 'n1'),
  'index sets page': (client) => indexSets.indexSetsPageQuery(client, 1, 10),
  'one index set': (client) => indexSets.indexSetQuery(client, 'i'),
  'field types': (client) => indexSets.indexSetFieldTypesQuery(client, 'i'),
  indices: (client) => indexSets.indicesQuery(client, ['i_0']),
  'all inputs': (client) => inputs.administeredInputsQuery(client),
  'one input': (client) => inputs.storedInputQuery(client, 'in1'),
  'input states': (client) => inputs.clusterInputStatesQuery(client),
  'tables page': (client) => lookup.lookupTablesPageQuery(client, {}),
  'one cache': (client) => lookup.lookupCacheQuery(client, 'c1'),
  'all adapters': (client) => lookup.allDataAdaptersQuery(client),
  'stored rows': (client) => lookup.storedRowsQuery(client, 'a1', {}),
  'pipelines page': (client) => pipelines.pipelinePageQuery(client, {}),
  'one pipeline': (client) => pipelines.pipelineQuery(client, 'p'),
  'all rules': (client) => pipelines.rulesQuery(client),
  connections: (client) => pipelines.connectionsQuery(client),
  'rule errors': (client) => pipelines.ruleErrorsQuery(client, 'r'),
  bundles: (client) => bundles.supportBundlesQuery(client),
  tokens: (client) => tokens.tokensQuery(client, 'u1'),
  'tokens of another': (client) => tokens.tokensQuery(client, 'u2'),
  'users page': (client) => users.usersPageQuery(client, {}),
  'one user': (client) => users.userQuery(client, 'u1'),
  'shared entities': (client) => users.sharedEntitiesPageQuery(client, 'u1', {}),
  'owned entities': (client) => users.ownedEntitiesQuery(client, 'u1'),
  'permission reasons': (client) => users.permissionReasonsQuery(client, 'u1'),
};

const services = ['services page', 'one service', 'active service', 'users of service'];
const people = [
  ...['users page', 'one user', 'shared entities', 'owned entities', 'permission reasons'],
  ...['roles page', 'all roles', 'one role', 'assignees'],
];
const everybody = [...people, 'my account', "jane's account"];
const allStreams = ['streams page', 'all streams', 'one stream', 'routing preview', 'stream dependents'];
const patterns = ['patterns page', 'all patterns'];
const allOutputs = ['all outputs', 'outputs of stream', 'stored output', 'output states'];
const allPacks = ['content packs', 'one pack', 'installations'];
const allDefinitions = ['definitions page', 'one definition'];
const allNotifications = ['notifications page', 'one notification'];
const allSets = ['index sets page', 'one index set', 'field types', 'indices'];
const allInputs = ['all inputs', 'one input', 'input states'];
const allLookup = ['tables page', 'one cache', 'all adapters', 'stored rows'];
const allPipelines = ['pipelines page', 'one pipeline', 'all rules', 'connections', 'rule errors'];
const user = { id: 'u1', username: 'jane', timezone: 'UTC' };
const accounts = ['my account', "jane's account"];

type Make = (client: Client, queryClient: QueryClient) => unknown;
const cases: readonly [name: string, make: Make, variables: unknown, stale: readonly string[]][] = [
  ['saving an authentication service', authentication.saveAuthBackendMutation, { id: 'b1', body: {} }, services],
  ['deleting an authentication service', authentication.deleteAuthBackendMutation, 'b1', services],
  ['choosing the active authentication service', authentication.activateAuthBackendMutation, 'b1', services],
  ['saving the trusted header', authentication.saveHeaderAuthMutation, {}, ['trusted header']],
  ['testing the connection of an authentication service', authentication.testConnectionMutation, {}, []],
  ['saving a grok pattern', grok.saveGrokPatternMutation, { name: 'A', pattern: 'a' }, patterns],
  ['deleting a grok pattern', grok.deleteGrokPatternMutation, 'g1', patterns],
  ['importing grok patterns', grok.importGrokMutation, { text: '', strategy: 'REPLACE_ON_CONFLICT' }, patterns],
  [
    'setting a log level',
    loggers.setSubsystemLevelMutation,
    { nodeId: 'n', subsystem: 's', level: 'debug' },
    ['levels'],
  ],
  [
    'saving an output',
    outputs.saveOutputMutation,
    { id: 'o1', title: '', type: '', configuration: {} },
    [...allOutputs, ...allStreams],
  ],
  ['deleting an output', outputs.deleteOutputMutation, 'o1', [...allOutputs, ...allStreams]],
  [
    'assigning an output',
    (...both) => outputs.assignOutputMutation(...both, 's1'),
    'o1',
    [...allOutputs, ...allStreams],
  ],
  [
    'unassigning an output',
    (...both) => outputs.unassignOutputMutation(...both, 's1'),
    'o1',
    [...allOutputs, ...allStreams],
  ],
  ['saving a role', roles.saveRoleMutation, { role: { name: 'A', permissions: [] } }, everybody],
  ['deleting a role', roles.deleteRoleMutation, 'r1', everybody],
  [
    'assigning a role to a user',
    roles.addAssigneesMutation,
    { roleId: 'r1', usernames: ['jane'] },
    [...people, "jane's account"],
  ],
  [
    'removing a role from a user',
    roles.removeAssigneeMutation,
    { roleId: 'r1', username: 'jane' },
    [...people, "jane's account"],
  ],
  [
    'ending a session',
    (...both) => sessions.endSessionMutation(...both, 'u1'),
    's',
    ['sessions', ...people.slice(0, 5)],
  ],
  [
    'ending all sessions',
    (...both) => sessions.endAllSessionsMutation(...both, 'u1'),
    true,
    ['sessions', ...people.slice(0, 5)],
  ],
  ['creating a stream', streams.createStreamMutation, { values: {} }, [...allStreams, ...accounts]],
  ['changing a stream', streams.updateStreamMutation, { id: 's1', changes: {} }, allStreams],
  ['deleting a stream', streams.deleteStreamMutation, 's1', [...allStreams, ...accounts]],
  ['deleting streams', streams.deleteStreamsMutation, ['s1'], [...allStreams, ...accounts]],
  ['pausing a stream', streams.pauseStreamMutation, { id: 's1', paused: true }, allStreams],
  ['pausing streams', streams.pauseStreamsMutation, { ids: ['s1'], paused: true }, allStreams],
  ['assigning an index set', streams.assignIndexSetMutation, { ids: ['s1'], indexSetId: 'i' }, allStreams],
  ['saving a stream rule', streams.saveRuleMutation, { streamId: 's1', rule: { type: 1 } }, allStreams],
  ['deleting a stream rule', streams.deleteRuleMutation, { streamId: 's1', ruleId: 'r' }, allStreams],
  ['uploading a content pack', packs.uploadContentPackMutation, '{}', allPacks],
  ['deleting a content pack', packs.deleteContentPackMutation, 'p1', allPacks],
  [
    'deleting a revision of a content pack',
    packs.deleteRevisionMutation,
    { contentPackId: 'p1', revision: 1 },
    allPacks,
  ],
  // Content packs contain entities of every kind, so installing one invalidates all lists.
  ['installing a content pack', packs.installMutation, { contentPackId: 'p1', revision: 1 }, Object.keys(cached)],
  ['upgrading a content pack', packs.upgradeMutation, { contentPackId: 'p1', revision: 1 }, Object.keys(cached)],
  [
    'uninstalling a content pack',
    packs.uninstallMutation,
    { contentPackId: 'p1', installationId: 'x', keep: [] },
    Object.keys(cached),
  ],
  ['saving an event definition', definitions.saveDefinitionMutation, { body: {} }, allDefinitions],
  ['deleting an event definition', definitions.deleteDefinitionMutation, 'd1', allDefinitions],
  ['enabling an event definition', definitions.enableDefinitionMutation, { id: 'd1', enabled: true }, allDefinitions],
  ['clearing the queue of an event definition', definitions.clearQueueMutation, 'd1', allDefinitions],
  ['saving a notification', notifications.saveNotificationMutation, { body: {} }, allNotifications],
  ['deleting a notification', notifications.deleteNotificationMutation, 'n1', allNotifications],
  ['saving an index set', (...both) => indexSets.saveIndexSetMutation(...both, 'i'), {}, allSets],
  ['saving the field types of an index set', (...both) => indexSets.saveFieldTypesMutation(...both, 'i'), {}, allSets],
  ['choosing the default index set', indexSets.setDefaultIndexSetMutation, 'i', allSets],
  ['deleting an index set', indexSets.deleteIndexSetMutation, { id: 'i', withIndices: false }, allSets],
  ['saving an input', inputs.saveInputMutation, { id: undefined, input: {} }, [...allInputs, ...accounts]],
  ['deleting an input', inputs.deleteInputMutation, 'in1', [...allInputs, ...accounts]],
  ['starting an input', inputs.runInputMutation, { id: 'in1', run: true }, allInputs],
  ['adding a static field', inputs.addStaticFieldMutation, { inputId: 'in1', key: 'a', value: 'b' }, allInputs],
  ['saving a lookup table', lookup.saveLookupTableMutation, { body: {} }, allLookup],
  ['saving a lookup cache', lookup.saveLookupCacheMutation, { body: {} }, allLookup],
  ['deleting a data adapter', lookup.deleteDataAdapterMutation, 'a1', allLookup],
  ['importing rows of a data adapter', (...both) => lookup.importRowsMutation(...both, 'a1'), { text: '' }, allLookup],
  ['saving a pipeline', pipelines.savePipelineMutation, { source: '' }, allPipelines],
  ['deleting a pipeline', pipelines.deletePipelineMutation, 'p', allPipelines],
  ['saving a pipeline rule', pipelines.saveRuleMutation, { source: '' }, allPipelines],
  ['deleting a pipeline rule', pipelines.deleteRuleMutation, 'r', allPipelines],
  ['clearing the errors of a pipeline rule', pipelines.clearRuleErrorsMutation, 'r', allPipelines],
  ['connecting a pipeline', pipelines.connectPipelineMutation, { pipelineId: 'p', streamIds: [] }, allPipelines],
  ['building a support bundle', bundles.buildSupportBundleMutation, undefined, ['bundles']],
  ['deleting a support bundle', bundles.deleteSupportBundleMutation, 'a.zip', ['bundles']],
  ['creating an access token', (...both) => tokens.createTokenMutation(...both, 'u1'), { name: 'a' }, ['tokens']],
  ['deleting an access token', (...both) => tokens.deleteTokenMutation(...both, 'u1'), 't1', ['tokens']],
  ['creating a user', users.createUserMutation, {}, people],
  ['changing a user', users.updateUserMutation, { user, body: {} }, [...people, "jane's account"]],
  ['deleting a user', users.deleteUserMutation, { userId: 'u1' }, people],
  [
    'deleting a user together with the owned entities',
    users.deleteUserMutation,
    { userId: 'u1', delete_owned: true },
    Object.keys(cached),
  ],
  [
    'deleting a user whose entities get another owner',
    users.deleteUserMutation,
    { userId: 'u1', hand_over_to: 'u2' },
    Object.keys(cached),
  ],
  // Disabling a user ends the sessions of the user, and changing a password ends all other sessions.
  ['disabling a user', users.setUserStatusMutation, { userId: 'u1', status: 'disabled' }, [...people, 'sessions']],
  [
    'changing a password',
    users.changePasswordMutation,
    { userId: 'u1', password: 'x' },
    [...people, 'sessions', 'first start'],
  ],
  [
    'saving the preferences of a user',
    users.saveUserPreferencesMutation,
    { username: 'jane', preferences: {} },
    [...people, "jane's account"],
  ],
];

for (const [name, make, variables, stale] of cases)
  test(`${name} invalidates ${stale.length === 0 ? 'nothing' : `${stale.length} cached responses`}`, async () => {
    const { client } = fakeClient(() => ({ backend: { id: 'b1' }, id: 'x', failures: [] }));
    const queryClient = new QueryClient();
    const keys = Object.entries(cached).map(([own, query]) => [own, query(client).queryKey] as const);
    for (const [, key] of keys) queryClient.setQueryData(key, {});
    const options = untyped<MutationObserverOptions<unknown, Error, unknown>>(make(client, queryClient));
    await new MutationObserver(queryClient, options).mutate(variables);
    const seen = keys.filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated).map(([own]) => own);
    assert.deepEqual(seen.toSorted(), [...stale].sort());
  });
