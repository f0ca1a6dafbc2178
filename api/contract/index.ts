/**
 * All endpoints of the contract in one list, for the server and the conformance tests. The client never imports this
 * list, but only the modules of the resources that it calls.
 */
import type { Endpoint } from './endpoint.js';
import * as alarmCallbacks from './alarm-callbacks.js';
import * as apiDocs from './api-docs.js';
import * as alerts from './alerts.js';
import * as authentication from './authentication.js';
import * as catalogue from './catalogue.js';
import * as chartMarks from './chart-marks.js';
import * as clusterConfig from './cluster-config.js';
import * as computedFields from './computed-fields.js';
import * as contentPacks from './content-packs.js';
import * as currentUser from './current-user.js';
import * as differences from './differences.js';
import * as decorators from './decorators.js';
import * as embedTokens from './embed-tokens.js';
import * as eventDefinitions from './event-definitions.js';
import * as events from './events.js';
import * as eventNotifications from './event-notifications.js';
import * as exports from './exports.js';
import * as extractors from './extractors.js';
import * as grok from './grok.js';
import * as indexSets from './index-sets.js';
import * as indices from './indices.js';
import * as inputs from './inputs.js';
import * as loggers from './loggers.js';
import * as lookup from './lookup.js';
import * as lookupRows from './lookup-rows.js';
import * as messages from './messages.js';
import * as nodes from './nodes.js';
import * as outputs from './outputs.js';
import * as patterns from './patterns.js';
import * as pipelines from './pipelines.js';
import * as provisioning from './provisioning.js';
import * as publicNotifications from './public-notifications.js';
import * as roles from './roles.js';
import * as ruleTests from './rule-tests.js';
import * as ruleWorkbench from './rule-workbench.js';
import * as scripting from './scripting.js';
import * as searchHistory from './search-history.js';
import * as searches from './searches.js';
import * as serverRoot from './server-root.js';
import * as sessions from './sessions.js';
import * as shares from './shares.js';
import * as sidecars from './sidecars.js';
import * as signIn from './sign-in.js';
import * as snapshots from './snapshots.js';
import * as startPage from './start-page.js';
import * as streamAdministration from './stream-administration.js';
import * as streams from './streams.js';
import * as supportBundle from './support-bundle.js';
import * as system from './system.js';
import * as systemOverview from './system-overview.js';
import * as testers from './testers.js';
import * as tools from './tools.js';
import * as universal from './universal.js';
import * as urlAllowList from './url-allow-list.js';
import * as users from './users.js';
import * as views from './views.js';

/** Modules with endpoints; the module of a new resource must be added here. */
const resources: readonly Readonly<Record<string, unknown>>[] = [
  alarmCallbacks,
  apiDocs,
  alerts,
  authentication,
  catalogue,
  chartMarks,
  clusterConfig,
  computedFields,
  contentPacks,
  currentUser,
  decorators,
  embedTokens,
  eventDefinitions,
  events,
  eventNotifications,
  exports,
  extractors,
  grok,
  indexSets,
  indices,
  inputs,
  loggers,
  lookup,
  lookupRows,
  messages,
  nodes,
  outputs,
  differences,
  patterns,
  pipelines,
  provisioning,
  publicNotifications,
  roles,
  ruleTests,
  ruleWorkbench,
  scripting,
  searchHistory,
  searches,
  serverRoot,
  sessions,
  shares,
  sidecars,
  signIn,
  snapshots,
  startPage,
  streamAdministration,
  streams,
  supportBundle,
  system,
  systemOverview,
  testers,
  tools,
  universal,
  urlAllowList,
  users,
  views,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value;

export const endpoints: readonly Endpoint[] = resources
  .flatMap((resource) => Object.values(resource))
  .filter(isEndpoint);
