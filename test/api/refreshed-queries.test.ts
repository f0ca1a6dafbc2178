/**
 * Tests that changes in the administration invalidate the queries whose answers they change, so that open lists are
 * loaded again. A change that the server may have carried out in part does so after a failure too. The requests of each
 * change, and what it does to the cache, are compared with a record; `UPDATE_RECORDS=1` writes it anew.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MutationObserver, QueryClient, type MutationObserverOptions, type QueryKey } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import * as alerts from '../../api/queries/alerts.js';
import * as authentication from '../../api/queries/authentication.js';
import * as chartMarks from '../../api/queries/chart-marks.js';
import * as clusterConfig from '../../api/queries/cluster-config.js';
import * as packs from '../../api/queries/content-packs.js';
import type { ConfigKey } from '../../api/contract/cluster-config.js';
import { configClasses } from '../../api/contract/cluster-config-classes.js';
import { searchesConfigClass } from '../../api/contract/cluster-config-names.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import * as decorators from '../../api/queries/decorators.js';
import * as demo from '../../api/queries/demo.js';
import * as embedTokens from '../../api/queries/embed-tokens.js';
import * as entityPreferences from '../../api/queries/entity-preferences.js';
import * as definitions from '../../api/queries/event-definitions.js';
import * as notifications from '../../api/queries/event-notifications.js';
import * as extractors from '../../api/queries/extractors.js';
import * as favorites from '../../api/queries/favorites.js';
import * as firstStart from '../../api/queries/first-start.js';
import * as grok from '../../api/queries/grok.js';
import * as indexSets from '../../api/queries/index-set-administration.js';
import * as failures from '../../api/queries/indexer-failures.js';
import * as inputs from '../../api/queries/input-administration.js';
import * as loggers from '../../api/queries/loggers.js';
import * as lookup from '../../api/queries/lookup.js';
import * as mail from '../../api/queries/mail-settings.js';
import * as nodes from '../../api/queries/node-state.js';
import * as outputs from '../../api/queries/outputs.js';
import * as pipelines from '../../api/queries/pipelines.js';
import * as preferences from '../../api/queries/preferences.js';
import * as roles from '../../api/queries/roles.js';
import * as ruleTests from '../../api/queries/rule-tests.js';
import * as workbench from '../../api/queries/rule-workbench.js';
import * as searchHistory from '../../api/queries/search-history.js';
import * as sessions from '../../api/queries/sessions.js';
import * as sidecarConfigurations from '../../api/queries/sidecar-configurations.js';
import * as sidecars from '../../api/queries/sidecars.js';
import * as snapshots from '../../api/queries/snapshots.js';
import * as storedConfig from '../../api/queries/stored-config.js';
import * as streamAdministration from '../../api/queries/stream-administration.js';
import { streamsQuery } from '../../api/queries/streams.js';
import * as bundles from '../../api/queries/support-bundle.js';
import { notificationsQuery } from '../../api/queries/system.js';
import * as systemOverview from '../../api/queries/system-overview.js';
import * as jobs from '../../api/queries/system-jobs.js';
import * as telemetry from '../../api/queries/telemetry.js';
import * as tokens from '../../api/queries/tokens.js';
import * as allowList from '../../api/queries/url-allow-list.js';
import * as users from '../../api/queries/users.js';
import * as views from '../../api/queries/views.js';
import { fakeClient } from '../fake-client.js';
import { expectRecord } from '../record-file.js';
import { untyped } from '../untyped.js';

type Options<Data, Variables, Context> = Omit<MutationObserverOptions<Data, Error, Variables, Context>, 'mutationKey'>;

type Change = (client: Client, queryClient: QueryClient) => Promise<unknown>;

/** Mutations that a change of this file uses. */
const tested = new Set<unknown>();

const change = <Data, Variables, Context>(
  mutation: (client: Client, queryClient: QueryClient) => Options<Data, Variables, Context>,
  variables: NoInfer<Variables>,
): Change => {
  tested.add(mutation);
  return (client, queryClient) => new MutationObserver(queryClient, mutation(client, queryClient)).mutate(variables);
};

/**
 * Returns a change by a mutation that needs a second entity, or its id: the one to which the changed entity belongs.
 */
const changeIn = <Data, Variables, Context, Place>(
  mutation: (client: Client, queryClient: QueryClient, place: Place) => Options<Data, Variables, Context>,
  place: NoInfer<Place>,
  variables: NoInfer<Variables>,
): Change => {
  tested.add(mutation);
  return (client, queryClient) =>
    new MutationObserver(queryClient, mutation(client, queryClient, place)).mutate(variables);
};

interface Area {
  /** Queries that are open, and that each change of the area must invalidate. */
  readonly queries: (client: Client) => readonly { readonly queryKey: QueryKey }[];
  readonly changes: Readonly<Record<string, Change>>;
  /** Names of the changes after which the queries are invalidated although the server refused them. */
  readonly evenIfRefused?: readonly string[];
}

const ownAccount = { queryKey: currentUserKey('ada') };
/** A body whose content is of no interest, because the server of these tests accepts every request. */
const body = { title: 'Web' };

const areas: Readonly<Record<string, Area>> = {
  outputs: {
    queries: (client) => [outputs.outputsQuery(client), outputs.outputsQuery(client, 's1'), streamsQuery(client)],
    changes: {
      create: change(outputs.saveOutputMutation, untyped({ streamId: 's1' })),
      update: change(outputs.saveOutputMutation, untyped({ id: 'o1' })),
      delete: change(outputs.deleteOutputMutation, 'o1'),
      assign: changeIn(outputs.assignOutputMutation, 's1', 'o1'),
      unassign: changeIn(outputs.unassignOutputMutation, 's1', 'o1'),
    },
    evenIfRefused: ['create', 'update'],
  },
  'grok patterns': {
    queries: (client) => [grok.grokPageQuery(client, {}), grok.grokPatternsQuery(client)],
    changes: {
      save: change(grok.saveGrokPatternMutation, { id: 'g1', name: 'A', pattern: 'a' }),
      delete: change(grok.deleteGrokPatternMutation, 'g1'),
      import: change(grok.importGrokMutation, { text: 'A a', strategy: 'ABORT_ON_CONFLICT' }),
    },
    evenIfRefused: ['import'],
  },
  extractors: {
    queries: (client) => [extractors.extractorsQuery(client, 'i1'), extractors.extractorQuery(client, 'i1', 'e1')],
    changes: {
      create: changeIn(extractors.saveExtractorMutation, 'i1', untyped({ request: { converters: [] } })),
      update: changeIn(extractors.saveExtractorMutation, 'i1', untyped({ id: 'e1', request: { converters: [] } })),
      delete: changeIn(extractors.deleteExtractorMutation, 'i1', 'e1'),
      sort: changeIn(extractors.orderExtractorsMutation, 'i1', ['e1']),
      import: changeIn(extractors.importExtractorsMutation, 'i1', untyped([{ converters: [] }])),
    },
    evenIfRefused: ['import'],
  },
  'access tokens': {
    queries: (client) => [tokens.tokensQuery(client, 'u1')],
    changes: {
      create: changeIn(tokens.createTokenMutation, 'u1', { name: 'a' }),
      delete: changeIn(tokens.deleteTokenMutation, 'u1', 't1'),
    },
  },
  sessions: {
    queries: (client) => [sessions.userSessionsQuery(client, 'u1'), users.usersPageQuery(client, {})],
    changes: {
      'end one': changeIn(sessions.endSessionMutation, 'u1', 'one'),
      'end all': changeIn(sessions.endAllSessionsMutation, 'u1', true),
    },
    evenIfRefused: ['end one', 'end all'],
  },
  users: {
    queries: (client) => [
      users.usersPageQuery(client, {}),
      users.userQuery(client, 'u1'),
      roles.rolesPageQuery(client, {}),
    ],
    changes: {
      create: change(users.createUserMutation, untyped(body)),
      update: change(users.updateUserMutation, untyped({ user: { id: 'u1' }, body })),
      delete: change(users.deleteUserMutation, { userId: 'u1' }),
      disable: change(users.setUserStatusMutation, { userId: 'u1', status: 'disabled' }),
      'change the password': change(users.changePasswordMutation, untyped({ userId: 'u1' })),
      'save preferences': change(users.saveUserPreferencesMutation, untyped({ username: 'jane' })),
    },
  },
  'sessions of changed accounts': {
    queries: (client) => [sessions.userSessionsQuery(client, 'u1')],
    changes: {
      disable: change(users.setUserStatusMutation, { userId: 'u1', status: 'disabled' }),
      'change the password': change(users.changePasswordMutation, untyped({ userId: 'u1' })),
    },
  },
  'entities of a deleted account': {
    queries: (client) => [streamsQuery(client), users.usersPageQuery(client, {})],
    changes: {
      'hand over': change(users.deleteUserMutation, { userId: 'u1', hand_over_to: 'u2' }),
      delete: change(users.deleteUserMutation, { userId: 'u1', delete_owned: true }),
    },
  },
  roles: {
    queries: (client) => [
      roles.rolesPageQuery(client, {}),
      roles.roleQuery(client, 'r1'),
      users.usersPageQuery(client, {}),
      ownAccount,
    ],
    changes: {
      create: change(roles.saveRoleMutation, untyped({ role: body })),
      update: change(roles.saveRoleMutation, untyped({ role: body, formerName: 'Old' })),
      delete: change(roles.deleteRoleMutation, 'r1'),
      'add members': change(roles.addAssigneesMutation, { roleId: 'r1', usernames: ['ada'] }),
      'remove a member': change(roles.removeAssigneeMutation, { roleId: 'r1', username: 'ada' }),
    },
  },
  streams: {
    queries: (client) => [
      streamsQuery(client),
      streamAdministration.streamsPageQuery(client, {}),
      streamAdministration.streamQuery(client, 's1'),
    ],
    changes: {
      create: change(streamAdministration.createStreamMutation, untyped({ values: body })),
      clone: change(streamAdministration.createStreamMutation, untyped({ copyOf: 's1', values: body })),
      update: change(streamAdministration.updateStreamMutation, { id: 's1', changes: {} }),
      delete: change(streamAdministration.deleteStreamMutation, 's1'),
      'delete several': change(streamAdministration.deleteStreamsMutation, ['s1']),
      pause: change(streamAdministration.pauseStreamMutation, { id: 's1', paused: true }),
      'pause several': change(streamAdministration.pauseStreamsMutation, { ids: ['s1'], paused: true }),
      'assign an index set': change(streamAdministration.assignIndexSetMutation, { ids: ['s1'], indexSetId: 'i1' }),
      'save a rule': change(streamAdministration.saveRuleMutation, untyped({ streamId: 's1', rule: body })),
      'delete a rule': change(streamAdministration.deleteRuleMutation, { streamId: 's1', ruleId: 'r1' }),
    },
    evenIfRefused: ['delete several', 'pause', 'pause several'],
  },
  'permissions of the owner of streams and inputs': {
    queries: () => [ownAccount],
    changes: {
      'create a stream': change(streamAdministration.createStreamMutation, untyped({ values: body })),
      'delete a stream': change(streamAdministration.deleteStreamMutation, 's1'),
      'delete several streams': change(streamAdministration.deleteStreamsMutation, ['s1']),
      'create an input': change(inputs.saveInputMutation, untyped({ input: body })),
      'delete an input': change(inputs.deleteInputMutation, 'i1'),
    },
    evenIfRefused: ['delete several streams', 'delete an input'],
  },
  'index sets': {
    queries: (client) => [indexSets.indexSetsPageQuery(client, 1, 10), indexSets.indexSetQuery(client, 'i1')],
    changes: {
      save: changeIn(indexSets.saveIndexSetMutation, 'i1', untyped(body)),
      'save field types': changeIn(indexSets.saveFieldTypesMutation, 'i1', untyped(body)),
      'make the default': change(indexSets.setDefaultIndexSetMutation, 'i1'),
      delete: change(indexSets.deleteIndexSetMutation, { id: 'i1', withIndices: true }),
      'close an index': change(indexSets.indexActionMutation, { action: 'close', index: 'web_1' }),
      rotate: changeIn(indexSets.indexSetActionMutation, 'i1', 'rotate'),
    },
  },
  inputs: {
    queries: (client) => [inputs.administeredInputsQuery(client), inputs.clusterInputStatesQuery(client)],
    changes: {
      create: change(inputs.saveInputMutation, untyped({ input: body })),
      update: change(inputs.saveInputMutation, untyped({ id: 'i1', input: body })),
      delete: change(inputs.deleteInputMutation, 'i1'),
      start: change(inputs.runInputMutation, { id: 'i1', run: true }),
      'add a static field': change(inputs.addStaticFieldMutation, { id: 'i1', key: 'a', value: 'b' }),
      'remove a static field': change(inputs.removeStaticFieldMutation, { id: 'i1', key: 'a' }),
    },
    evenIfRefused: ['delete', 'start', 'add a static field', 'remove a static field'],
  },
  'lookup tables': {
    queries: (client) => [
      lookup.lookupTablesPageQuery(client, {}),
      lookup.lookupCachesPageQuery(client, {}),
      lookup.dataAdaptersPageQuery(client, {}),
      lookup.allLookupTablesQuery(client),
      lookup.storedRowsQuery(client, 'a1', {}),
    ],
    changes: {
      save: change(lookup.saveLookupTableMutation, untyped({ id: 't1', body })),
      'save a cache': change(lookup.saveLookupCacheMutation, untyped({ id: 'c1', body })),
      'save an adapter': change(lookup.saveDataAdapterMutation, untyped({ id: 'a1', body })),
      delete: change(lookup.deleteLookupTableMutation, 't1'),
      'delete a cache': change(lookup.deleteLookupCacheMutation, 'c1'),
      'delete an adapter': change(lookup.deleteDataAdapterMutation, 'a1'),
      'change rows': changeIn(lookup.changeRowsMutation, 'a1', untyped(body)),
      'import rows': changeIn(lookup.importRowsMutation, 'a1', untyped({ query: {}, text: '' })),
    },
  },
  'event definitions': {
    queries: (client) => [definitions.definitionsPageQuery(client, {}), definitions.definitionQuery(client, 'd1')],
    changes: {
      save: change(definitions.saveDefinitionMutation, untyped({ body: { id: 'd1' }, isScheduled: true })),
      copy: change(definitions.copyDefinitionMutation, untyped({ id: 'd1', title: 'A', config: {} })),
      delete: change(definitions.deleteDefinitionMutation, 'd1'),
      enable: change(definitions.enableDefinitionMutation, { id: 'd1', enabled: true }),
      'disable several': change(definitions.changeDefinitionsMutation, { ids: ['d1'], change: 'disable' }),
      'clear the queue': change(definitions.clearQueueMutation, 'd1'),
    },
  },
  notifications: {
    queries: (client) => [
      notifications.notificationsPageQuery(client, {}),
      notifications.notificationQuery(client, 'n1'),
    ],
    changes: {
      save: change(notifications.saveNotificationMutation, untyped({ id: 'n1' })),
      delete: change(notifications.deleteNotificationMutation, 'n1'),
      'delete several': change(notifications.deleteNotificationsMutation, ['n1']),
    },
  },
  pipelines: {
    queries: (client) => [
      pipelines.pipelinePageQuery(client, {}),
      pipelines.pipelineQuery(client, 'p1'),
      pipelines.rulePageQuery(client, {}),
      pipelines.ruleQuery(client, 'r1'),
      pipelines.ruleErrorsQuery(client, 'r1'),
      pipelines.connectionsQuery(client),
      pipelines.ruleMetricsConfigQuery(client),
    ],
    changes: {
      save: change(pipelines.savePipelineMutation, { id: 'p1', description: '', source: '' }),
      delete: change(pipelines.deletePipelineMutation, 'p1'),
      'save a rule': change(pipelines.saveRuleMutation, { id: 'r1', description: '', source: '' }),
      'delete a rule': change(pipelines.deleteRuleMutation, 'r1'),
      'clear the errors of a rule': change(pipelines.clearRuleErrorsMutation, 'r1'),
      connect: change(pipelines.connectPipelineMutation, untyped(body)),
      'enable rule metrics': change(pipelines.ruleMetricsConfigMutation, true),
    },
  },
  'sidecar configurations': {
    queries: (client) => [
      sidecarConfigurations.configurationPageQuery(client, {}),
      sidecarConfigurations.collectorPageQuery(client, {}),
      sidecarConfigurations.variablesQuery(client),
      sidecars.allSidecarsQuery(client),
    ],
    changes: {
      save: change(sidecarConfigurations.saveConfigurationMutation, untyped({ id: 'c1' })),
      'save a collector': change(sidecarConfigurations.saveCollectorMutation, untyped({ id: 'l1' })),
      'save a variable': change(sidecarConfigurations.saveVariableMutation, untyped({ id: 'v1' })),
      copy: change(sidecarConfigurations.copyConfigurationMutation, { id: 'c1', name: 'b' }),
      'copy a collector': change(sidecarConfigurations.copyCollectorMutation, { id: 'l1', name: 'b' }),
      delete: change(sidecarConfigurations.deleteConfigurationMutation, 'c1'),
      'delete a collector': change(sidecarConfigurations.deleteCollectorMutation, 'l1'),
      'delete a variable': change(sidecarConfigurations.deleteVariableMutation, 'v1'),
      restore: change(sidecarConfigurations.restoreMutation, { id: 'c1', version: '1' }),
    },
  },
  sidecars: {
    queries: (client) => [
      sidecars.allSidecarsQuery(client),
      sidecars.sidecarQuery(client, 'n1'),
      sidecars.rolloutsQuery(client),
    ],
    changes: {
      assign: change(sidecars.assignMutation, { nodes: [] }),
      act: change(sidecars.actMutation, untyped(body)),
      delete: change(sidecars.deleteSidecarMutation, 'n1'),
      'steer a rollout': change(sidecars.steerRolloutMutation, untyped({ rolloutId: 'r1' })),
    },
  },
  'content packs': {
    queries: (client) => [packs.contentPacksQuery(client), packs.installationsQuery(client, 'p1')],
    changes: {
      upload: change(packs.uploadContentPackMutation, '{}'),
      create: change(packs.createContentPackMutation, untyped(body)),
      'add from the library': change(packs.addLibraryPackMutation, 'p1'),
      delete: change(packs.deleteContentPackMutation, 'p1'),
      'delete a revision': change(packs.deleteRevisionMutation, untyped({ contentPackId: 'p1', revision: 1 })),
    },
  },
  'entities of content packs': {
    queries: (client) => [packs.contentPacksQuery(client), streamsQuery(client), grok.grokPageQuery(client, {})],
    changes: {
      install: change(packs.installMutation, untyped({ params: {}, body })),
      upgrade: change(packs.upgradeMutation, untyped({ body })),
      uninstall: change(packs.uninstallMutation, { contentPackId: 'p1', installationId: 'i1', keep: [] }),
    },
  },
  authentication: {
    queries: (client) => [
      authentication.authBackendsPageQuery(client, {}),
      authentication.authBackendQuery(client, 'b1'),
      authentication.activeAuthBackendQuery(client),
    ],
    changes: {
      create: change(authentication.saveAuthBackendMutation, untyped({ body })),
      update: change(authentication.saveAuthBackendMutation, untyped({ id: 'b1', body })),
      delete: change(authentication.deleteAuthBackendMutation, 'b1'),
      activate: change(authentication.activateAuthBackendMutation, 'b1'),
    },
  },
  'authentication by header': {
    queries: (client) => [authentication.headerAuthQuery(client)],
    changes: { save: change(authentication.saveHeaderAuthMutation, untyped(body)) },
  },
  'system jobs': {
    queries: (client) => [jobs.systemJobsQuery(client), jobs.endedJobsQuery(client)],
    changes: {
      acknowledge: change(jobs.jobActionMutation, { jobId: 'j1', action: 'acknowledge' }),
      start: change(jobs.startJobMutation, untyped(body)),
      cancel: change(jobs.cancelJobMutation, 'j1'),
    },
    evenIfRefused: ['acknowledge', 'start', 'cancel'],
  },
  configurations: {
    queries: (client) => [clusterConfig.searchesConfigQuery(client)],
    changes: { save: changeIn(clusterConfig.saveClusterConfigMutation, searchesConfigClass, untyped(body)) },
  },
  ...Object.fromEntries(
    // Cast: the type of `Object.keys` does not name the keys.
    (Object.keys(configClasses) as ConfigKey[]).map((key) => [
      `the configuration "${key}"`,
      {
        queries: (client: Client) => [storedConfig.storedConfigQuery(client, key)],
        changes: { save: changeIn(clusterConfig.saveClusterConfigMutation, configClasses[key].name, untyped(body)) },
      },
    ]),
  ),
  'defaults of index sets': {
    queries: (client) => [indexSets.indexSetDefaultsQuery(client)],
    changes: { save: change(indexSets.saveIndexSetDefaultsMutation, untyped(body)) },
  },
  'message processors': {
    queries: (client) => [storedConfig.messageProcessorsQuery(client)],
    changes: { save: change(storedConfig.saveMessageProcessorsMutation, untyped(body)) },
  },
  'the URL whitelist': {
    queries: (client) => [allowList.urlAllowListQuery(client)],
    changes: { save: change(allowList.saveUrlAllowListMutation, untyped(body)) },
  },
  decorators: {
    queries: (client) => [decorators.decoratorsQuery(client)],
    changes: {
      store: change(decorators.storeDecoratorsMutation, untyped([{ created: [{}], updated: [], deleted: [] }])),
    },
    evenIfRefused: ['store'],
  },
  nodes: {
    queries: (client) => [nodes.nodeStatesQuery(client)],
    changes: {
      pause: changeIn(nodes.processingMutation, 'n1', 'pause'),
      'set the state for load balancers': changeIn(nodes.loadBalancerMutation, 'n1', 'dead'),
    },
    evenIfRefused: ['pause', 'set the state for load balancers'],
  },
  'log levels': {
    queries: (client) => [loggers.subsystemsQuery(client)],
    changes: {
      set: change(loggers.setSubsystemLevelMutation, untyped({ nodeId: 'n1', subsystem: 's', level: 'info' })),
    },
    evenIfRefused: ['set'],
  },
  'support bundles': {
    queries: (client) => [bundles.supportBundlesQuery(client)],
    changes: {
      build: change(bundles.buildSupportBundleMutation, undefined),
      delete: change(bundles.deleteSupportBundleMutation, 'a.zip'),
    },
    evenIfRefused: ['build', 'delete'],
  },
  'failed messages': {
    queries: (client) => [
      failures.indexerFailuresQuery(client, 1, 10),
      failures.indexerFailureCountQuery(client, '2026-01-01T00:00:00.000Z'),
    ],
    changes: { retry: change(failures.retryFailuresMutation, untyped(body)) },
    evenIfRefused: ['retry'],
  },
  'system notifications': {
    queries: (client) => [notificationsQuery(client)],
    changes: {
      dismiss: change(systemOverview.dismissNotificationMutation, untyped({ type: 'no_input_running' })),
      'dismiss one of several': change(
        systemOverview.dismissNotificationMutation,
        untyped({ type: 'no_input_running', key: 'a' }),
      ),
    },
    evenIfRefused: ['dismiss', 'dismiss one of several'],
  },
  'usage statistics': {
    queries: (client) => [telemetry.telemetrySettingsQuery(client)],
    changes: { save: change(telemetry.saveTelemetryMutation, true) },
  },
  'the first start': {
    queries: (client) => [firstStart.firstStartQuery(client)],
    changes: { answer: change(firstStart.firstStartDoneMutation, undefined) },
  },
  'embed tokens': {
    queries: (client) => [embedTokens.embedTokensQuery(client)],
    changes: { revoke: change(embedTokens.revokeEmbedTokenMutation, 't1') },
  },
  snapshots: {
    queries: () => [{ queryKey: ['snapshots'] }],
    changes: {
      make: change(snapshots.makeSnapshotMutation, untyped(body)),
      revoke: change(snapshots.revokeSnapshotMutation, 's1'),
    },
  },
  'chart marks': {
    queries: (client) => [chartMarks.chartMarksQuery(client)],
    changes: {
      create: change(chartMarks.saveChartMarkMutation, untyped({ body })),
      update: change(chartMarks.saveChartMarkMutation, untyped({ known: { id: 'm1' }, body })),
      delete: change(chartMarks.deleteChartMarkMutation, 'm1'),
    },
    evenIfRefused: ['create', 'update', 'delete'],
  },
  'earlier queries': {
    queries: (client) => [searchHistory.searchHistoryQuery(client, () => Promise.resolve())],
    changes: {
      forget: change(searchHistory.forgetSearchesMutation, 's1'),
      'forget all': change(searchHistory.forgetSearchesMutation, undefined),
    },
    evenIfRefused: ['forget', 'forget all'],
  },
  'states of alerts': {
    queries: (client) => [
      alerts.alertTimelineQuery(client, untyped(body)),
      alerts.alertGroupsQuery(client, untyped(body)),
      alerts.alertsQuery(client, new QueryClient(), untyped(body)),
    ],
    changes: { change: change(alerts.changeAlertStatesMutation, untyped(body)) },
    evenIfRefused: ['change'],
  },
  silences: {
    queries: (client) => [alerts.silencesPageQuery(client, {})],
    changes: {
      create: change(alerts.saveSilenceMutation, untyped({ body })),
      update: change(alerts.saveSilenceMutation, untyped({ known: { id: 's1', version: 1 }, body })),
      end: change(alerts.endSilenceMutation, 's1'),
    },
    evenIfRefused: ['create', 'update', 'end'],
  },
  'tests of rules': {
    queries: (client) => [ruleTests.ruleTestsQuery(client, 'r1'), ruleTests.ruleTestRunQuery(client, 'r1', 'rule')],
    changes: { save: changeIn(ruleTests.saveRuleTestsMutation, 'r1', []) },
  },
  'sets of sample messages': {
    queries: (client) => [workbench.sampleSetsQuery(client)],
    changes: {
      save: change(workbench.saveSampleSetMutation, untyped(body)),
      delete: change(workbench.deleteSampleSetMutation, 's1'),
    },
  },
  'saved searches and dashboards': {
    queries: (client) => [views.savedSearchesQuery(client, {}), views.dashboardsQuery(client, {})],
    changes: {
      create: change(views.createDashboardMutation, untyped(body)),
      delete: change(views.deleteViewMutation, 'v1'),
      'delete several': change(views.deleteViewsMutation, ['v1']),
    },
  },
  favorites: {
    queries: (client) => [favorites.favoritesQuery(client, 1)],
    changes: {
      add: change(favorites.favoriteMutation, { grn: 'grn::::dashboard:d1', favorite: true }),
      remove: change(favorites.favoriteMutation, { grn: 'grn::::dashboard:d1', favorite: false }),
    },
  },
  demonstrations: {
    queries: (client) => [inputs.administeredInputsQuery(client), views.dashboardsQuery(client, {})],
    changes: {
      start: change(demo.startDemoMutation, untyped({ input: { id: 'i1' } })),
      stop: change(demo.stopDemoMutation, 'i1'),
    },
    evenIfRefused: ['start', 'stop'],
  },
  'the start page': {
    queries: () => [ownAccount],
    changes: {
      save: changeIn(preferences.saveStartPageMutation, untyped({ id: 'u1', username: 'ada' }), null),
    },
  },
};

/** Mutations after which no query is invalidated, with the reasons. */
const refreshNothing: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [extractors.previewExtractorMutation, 'it changes nothing on the server'],
  [inputs.testMessageMutation, 'it changes no entity of the console'],
  [inputs.previewInputMutation, 'it changes nothing on the server'],
  [mail.testMailMutation, 'it changes nothing on the server'],
  [notifications.testNotificationMutation, 'it changes no entity of the console'],
  [authentication.testConnectionMutation, 'it changes nothing on the server'],
  [authentication.testLoginMutation, 'it changes nothing on the server'],
  [bundles.downloadSupportBundleMutation, 'it changes nothing on the server'],
  [mail.saveMailSettingsMutation, 'it stores the answer in the cache (tested below)'],
  [mail.forgetMailSettingsMutation, 'it stores the answer in the cache (tested below)'],
  [preferences.savePreferencesMutation, 'it stores the preferences in the cache first: queries.test.ts'],
  [entityPreferences.saveListPreferencesMutation, 'it stores the preferences in the cache first: queries.test.ts'],
]);

/** Returns the keys of the open queries that a change leaves unchanged. */
async function stillFresh({ queries }: Area, carryOut: Change, answer: () => unknown): Promise<readonly QueryKey[]> {
  const { client } = fakeClient(answer);
  const queryClient = new QueryClient();
  const open = queries(client).map(({ queryKey }) => queryKey);
  for (const queryKey of open) queryClient.setQueryData(queryKey, {});
  await carryOut(client, queryClient).catch((error: unknown) => assert.equal(error, refusal));
  return open.filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated !== true);
}

const refusal = new Error('refused');
/** Returns an answer with the members that mutations read. */
const accepted = () => ({ id: 'x', extractor_id: 'x', converters: [], backend: {}, lookup_tables: [] });

for (const [title, area] of Object.entries(areas)) {
  test(`changes of ${title} reload the open lists`, async () => {
    for (const [name, carryOut] of Object.entries(area.changes))
      assert.deepEqual(await stillFresh(area, carryOut, accepted), [], name);
  });
  if (area.evenIfRefused)
    test(`changes of ${title} that may have been carried out in part reload the lists after a failure`, async () => {
      for (const name of area.evenIfRefused ?? []) {
        const carryOut = area.changes[name];
        assert.ok(carryOut, name);
        assert.deepEqual(await stillFresh(area, carryOut, () => Promise.reject(refusal)), [], name);
      }
    });
}

const record = new URL('changes.record.txt', import.meta.url);
const isFunction = (value: unknown): boolean => typeof value === 'function';
/** Methods of the cache that change its entries. */
const cacheMethods = [
  'invalidateQueries',
  'setQueryData',
  'setQueriesData',
  'removeQueries',
  'resetQueries',
  'cancelQueries',
] as const;

/** Returns a line for each request that a change makes, and for each change of the cache. */
async function effectsOf(carryOut: Change, answer: () => unknown): Promise<string[]> {
  const { client, calls } = fakeClient(answer);
  const queryClient = new QueryClient();
  const changes: string[] = [];
  for (const name of cacheMethods) {
    const original = untyped<(...given: unknown[]) => unknown>(queryClient[name]).bind(queryClient);
    Object.assign(queryClient, {
      [name]: (...given: unknown[]) => {
        const shown = given.map((one) =>
          JSON.stringify(one, (_key, value: unknown) => (isFunction(value) ? '(function)' : value)),
        );
        changes.push(`  ${name} ${shown.join(' ')}`);
        return original(...given);
      },
    });
  }
  await carryOut(client, queryClient).catch((error: unknown) => changes.push(`  fails: ${String(error)}`));
  queryClient.clear();
  const requests = calls.map(({ name, ...given }) => `  > ${name} ${JSON.stringify(given)}`);
  return [...requests, ...changes];
}

test('changes make the requests and change the cache as their record says', async () => {
  const lines: string[] = [];
  for (const [title, area] of Object.entries(areas))
    for (const [name, carryOut] of Object.entries(area.changes)) {
      const taken = await effectsOf(carryOut, accepted);
      const refused = await effectsOf(carryOut, () => Promise.reject(refusal));
      lines.push(`${title}: ${name}`, ...taken, '  if the server refuses:', ...refused.map((line) => `  ${line}`));
    }
  await expectRecord(record, lines);
});

/** Modules with mutations by the names of their files; the names of mutations need not be unique. */
const modules: Readonly<Record<string, object>> = {
  alerts,
  authentication,
  'chart-marks': chartMarks,
  'search-history': searchHistory,
  'cluster-config': clusterConfig,
  'content-packs': packs,
  decorators,
  demo,
  'embed-tokens': embedTokens,
  'entity-preferences': entityPreferences,
  'event-definitions': definitions,
  'event-notifications': notifications,
  extractors,
  favorites,
  'first-start': firstStart,
  grok,
  'index-set-administration': indexSets,
  'indexer-failures': failures,
  'input-administration': inputs,
  loggers,
  lookup,
  'mail-settings': mail,
  'node-state': nodes,
  outputs,
  pipelines,
  preferences,
  roles,
  'rule-tests': ruleTests,
  'rule-workbench': workbench,
  sessions,
  'sidecar-configurations': sidecarConfigurations,
  sidecars,
  snapshots,
  'stored-config': storedConfig,
  'stream-administration': streamAdministration,
  'support-bundle': bundles,
  'system-jobs': jobs,
  'system-overview': systemOverview,
  telemetry,
  tokens,
  'url-allow-list': allowList,
  users,
  views,
};

test('every mutation in api/queries is in the table of changes or in the list of mutations that refresh nothing', () => {
  const folder = new URL('../../api/queries/', import.meta.url);
  const exported = /^export (?:async )?(?:const|function) (\w+Mutation)\b/gm;
  const inSources = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(exported)].map(([, found = '']) => `${name} ${found}`),
    );
  const mutations = Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('Mutation'))
      .map(([name, mutation]): [name: string, mutation: unknown] => [`${file}.ts ${name}`, mutation]),
  );
  assert.ok(mutations.length > 100, 'the mutations are found');
  assert.deepEqual(mutations.map(([name]) => name).sort(), inSources.sort(), 'the table contains every module');
  assert.deepEqual(
    mutations.filter(([, mutation]) => !tested.has(mutation) && !refreshNothing.has(mutation)).map(([name]) => name),
    [],
  );
});

test('saved and deleted mail settings are shown without loading them again', async () => {
  for (const [name, carryOut] of Object.entries({
    save: change(mail.saveMailSettingsMutation, untyped(body)),
    forget: change(mail.forgetMailSettingsMutation, undefined),
  })) {
    const { client } = fakeClient(() => ({ host: 'answered' }));
    const queryClient = new QueryClient();
    await carryOut(client, queryClient);
    assert.deepEqual(queryClient.getQueryData(mail.mailSettingsQuery(client).queryKey), { host: 'answered' }, name);
  }
});
