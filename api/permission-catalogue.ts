/** Describes permissions for the people who grant them, because `/system/permissions` returns only their names. */

interface PermissionInfo {
  /** Permission without the id of an entity, for example `streams:read`. */
  readonly permission: string;
  readonly action: string;
  readonly description: string;
}
export interface PermissionGroup {
  readonly resource: string;
  readonly title: string;
  readonly permissions: readonly PermissionInfo[];
}

interface Texts {
  readonly title: string;
  /** Text about what the action allows, by the name of the action. */
  readonly [action: string]: string;
}

const texts: Readonly<Record<string, Texts>> = {
  authhttpheaderconfig: {
    title: 'Sign-in by trusted header',
    edit: 'Change how a trusted proxy signs people in',
    read: 'See how a trusted proxy signs people in',
  },
  authservicebackend: {
    title: 'Authentication services',
    create: 'Add authentication services',
    delete: 'Delete authentication services',
    edit: 'Change authentication services',
    read: 'See authentication services and their settings',
  },
  authserviceglobalconfig: {
    title: 'Active authentication service',
    edit: 'Choose which authentication service is active',
    read: 'See which authentication service is active',
  },
  authservicetestbackend: { title: 'Test of authentication services', execute: 'Try connections and logins' },
  buffers: { title: 'Buffers', read: 'See how full the processing buffers are' },
  catalog: {
    title: 'Entity catalogue',
    list: 'List everything that content packs can hold',
    resolve: 'Collect entities with what they depend on for a content pack',
  },
  clusterconfigentry: {
    title: 'Configurations',
    create: 'Save configurations that were never saved before',
    delete: 'Set configurations back to their defaults',
    edit: 'Change configurations',
    read: 'See configurations',
  },
  contentpack: {
    title: 'Content packs',
    create: 'Create and upload content packs',
    delete: 'Delete content packs',
    install: 'Install content packs',
    read: 'See content packs',
    uninstall: 'Remove what content packs have installed',
  },
  dashboards: {
    title: 'Dashboards',
    create: 'Create dashboards',
    edit: 'Change every dashboard',
    read: 'See every dashboard',
  },
  decorators: {
    title: 'Decorators',
    create: 'Add and change decorators',
    edit: 'Delete decorators',
    read: 'See decorators',
  },
  'default-view': { title: 'Default view', set: 'Choose the view that opens for everybody' },
  deflector: {
    title: 'Active write index',
    cycle: 'Begin a new index to write into',
    read: 'See which index is written into',
  },
  entity: { title: 'Ownership', own: 'Share entities and choose their owners' },
  eventdefinitions: {
    title: 'Event definitions',
    create: 'Create event definitions',
    delete: 'Delete every event definition',
    edit: 'Change every event definition',
    execute: 'Run every event definition on demand',
    read: 'See every event definition',
  },
  eventnotifications: {
    title: 'Event notifications',
    create: 'Create event notifications',
    delete: 'Delete every event notification',
    edit: 'Change every event notification',
    read: 'See every event notification',
  },
  fieldnames: { title: 'Field names', read: 'See the names of the fields that messages have' },
  grantsoverview: { title: 'Grants overview', read: 'See everything that is shared, and with whom' },
  indexercluster: { title: 'Message store', read: 'See the health of the message store' },
  indexranges: {
    title: 'Index ranges',
    read: 'See which time each index covers',
    rebuild: 'Recalculate which time each index covers',
  },
  indexsets: {
    title: 'Index sets',
    create: 'Create index sets',
    delete: 'Delete index sets with their messages',
    edit: 'Change index sets, how they rotate and what they keep',
    read: 'See index sets',
  },
  indices: {
    title: 'Indices',
    changestate: 'Open and close indices',
    delete: 'Delete indices with their messages',
    failures: 'See which messages could not be indexed',
    read: 'See indices',
  },
  inputs: {
    title: 'Inputs and Grok patterns',
    changestate: 'Start and stop inputs',
    create: 'Create inputs and Grok patterns',
    edit: 'Change inputs, their static fields and extractors, and Grok patterns',
    read: 'See inputs and Grok patterns',
    terminate: 'Delete inputs',
  },
  journal: { title: 'Journal', edit: 'Change the journal', read: 'See what waits in the journal' },
  jvmstats: { title: 'Memory of the server', read: 'See how much memory the server uses' },
  lbstatus: { title: 'Load balancer status', change: 'Say whether load balancers may send to a node' },
  licenseinfos: { title: 'Licences', read: 'See licences' },
  loggers: {
    title: 'Loggers',
    edit: 'Change how much single loggers write',
    editsubsystem: 'Change how much parts of the server write',
    read: 'See single loggers',
    readsubsystem: 'See the parts of the server that write logs',
  },
  loggersmessages: { title: "The server's own log", read: 'See what the server has logged lately' },
  lookuptables: {
    title: 'Lookup tables',
    create: 'Create lookup tables, caches and adapters',
    delete: 'Delete lookup tables, caches and adapters',
    edit: 'Change lookup tables, caches and adapters',
    read: 'See lookup tables, caches and adapters, and ask them',
  },
  messagecount: { title: 'Message counts', read: 'See how many messages are stored' },
  messages: {
    title: 'Messages',
    analyze: 'See how a text is split into words',
    read: 'Open single messages of streams that one may read',
  },
  metrics: {
    title: 'Metrics',
    allkeys: 'See the names of all metrics',
    read: 'See metrics',
    readall: 'See all metrics at once',
    readhistory: 'See what metrics were in the past',
  },
  node: { title: 'Nodes', shutdown: 'Shut nodes down' },
  notifications: {
    title: 'System notifications',
    delete: 'Dismiss system notifications',
    read: 'See system notifications',
  },
  outputs: {
    title: 'Outputs',
    create: 'Create outputs',
    edit: 'Change outputs',
    read: 'See outputs',
    terminate: 'Delete outputs',
  },
  pipeline: {
    title: 'Pipelines',
    create: 'Create pipelines',
    delete: 'Delete pipelines',
    edit: 'Change pipelines',
    read: 'See pipelines',
  },
  pipeline_connection: {
    title: 'Connections of pipelines',
    edit: 'Connect pipelines with streams',
    read: 'See which pipelines run on which streams',
  },
  pipeline_rule: {
    title: 'Pipeline rules',
    create: 'Create pipeline rules',
    delete: 'Delete pipeline rules',
    edit: 'Change pipeline rules',
    read: 'See pipeline rules',
  },
  processbuffer: { title: 'Process buffer', dump: 'See which messages are being processed right now' },
  processing: { title: 'Message processing', changestate: 'Pause and resume the processing of messages' },
  roles: {
    title: 'Roles',
    create: 'Create roles from permissions that one holds',
    delete: 'Delete roles',
    edit: 'Change roles',
    read: 'See roles and who holds them',
  },
  search_filters: {
    title: 'Search filters',
    delete: 'Delete every search filter',
    edit: 'Change every search filter',
    read: 'See every search filter',
  },
  searches: {
    title: 'Searches by script',
    absolute: 'Search between two instants through the search interface for scripts',
    keyword: 'Search by words such as "last hour" through the search interface for scripts',
    relative: 'Search the latest messages through the search interface for scripts',
  },
  sidecar_collector_configurations: {
    title: 'Collector configurations',
    create: 'Create configurations of collectors',
    delete: 'Delete configurations of collectors',
    read: 'See configurations of collectors',
    update: 'Change configurations of collectors and assign them',
  },
  sidecar_collectors: {
    title: 'Collectors',
    create: 'Add kinds of collectors',
    delete: 'Delete kinds of collectors',
    read: 'See kinds of collectors',
    update: 'Change kinds of collectors',
  },
  sidecars: {
    title: 'Sidecars',
    create: 'Register sidecars',
    delete: 'Remove sidecars',
    read: 'See sidecars and their state',
    update: 'Change sidecars and report their state',
  },
  sources: { title: 'Sources', read: 'See where messages come from' },
  stream_outputs: {
    title: 'Outputs of streams',
    create: 'Connect outputs with streams',
    delete: 'Disconnect outputs from streams',
    read: 'See the outputs of streams',
  },
  streams: {
    title: 'Streams',
    changestate: 'Pause and resume every stream',
    create: 'Create streams',
    edit: 'Change and delete every stream',
    read: 'See every stream and search its messages',
  },
  supportbundle: {
    title: 'Support bundles',
    create: 'Make support bundles',
    read: 'See and download support bundles',
  },
  system: { title: 'System', read: 'See the overview of the server' },
  systemjobs: {
    title: 'System jobs',
    create: 'Start system jobs',
    delete: 'Cancel system jobs',
    read: 'See running system jobs',
  },
  systemmessages: { title: 'System messages', read: 'See what the server has done lately' },
  threads: { title: 'Threads', dump: 'See what the threads of the server do' },
  throughput: { title: 'Throughput', read: 'See how many messages come in and go out' },
  urlwhitelist: {
    title: 'URL allow list',
    read: 'See which addresses the server may call',
    write: 'Change which addresses the server may call',
  },
  users: {
    title: 'Users',
    create: 'Create users',
    edit: 'Change, disable and delete every user, and end their sessions',
    list: 'List all users',
    passwordchange: "Change everybody's password",
    permissionsedit: "See and change everybody's own permissions",
    read: 'See every user, so that things can be shared with them',
    rolesedit: "Change everybody's roles",
    tokencreate: 'Create access tokens for everybody',
    tokenlist: "List everybody's access tokens",
    tokenremove: "Delete everybody's access tokens",
  },
  view: {
    title: 'Saved searches and dashboards',
    delete: 'Delete every saved search and dashboard',
    edit: 'Change every saved search and dashboard',
    read: 'See every saved search and dashboard',
  },
};

/**
 * Returns a text about a permission that this module does not know, because it comes from another version of the server
 * or from an add-on.
 */
const unknownText = (resource: string, action: string): string => `The action "${action}" on "${resource}"`;

function textsOf(resource: string): Texts | undefined {
  return Object.hasOwn(texts, resource) ? texts[resource] : undefined;
}

/** Describes a permission without regard to its entity: `streams:read:65e1…` like `streams:read`. */
export function permissionText(permission: string): string {
  if (permission === '*') return 'Everything';
  const [resource = '', action = ''] = permission.split(':');
  const known = textsOf(resource);
  if (action === '' || action === '*') return `Everything about: ${known?.title ?? resource}`;
  return known && action !== 'title' && Object.hasOwn(known, action)
    ? (known[action] ?? '')
    : unknownText(resource, action);
}

/**
 * Returns all permissions of a server with descriptions, sorted by the title of the resource.
 * @param known actions by resource, as the server returns them
 */
export function permissionCatalogue(known: Readonly<Record<string, readonly string[]>>): PermissionGroup[] {
  return Object.entries(known)
    .map(([resource, actions]) => ({
      resource,
      title: textsOf(resource)?.title ?? resource,
      permissions: [...actions].sort().map((action) => {
        const permission = `${resource}:${action}`;
        return { permission, action, description: permissionText(permission) };
      }),
    }))
    .sort((left, right) => left.title.localeCompare(right.title, 'en'));
}
