/**
 * Lists all permissions of the contract, and the built-in roles (contract administration, types Permissions and
 * BuiltinRoles).
 */
import { isPermissionPart } from './names.js';

/** Actions by resource; a permission is `resource:action`. */
export const permissionActions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    authhttpheaderconfig: 'edit,read',
    authservicebackend: 'create,delete,edit,read',
    authserviceglobalconfig: 'read,edit',
    authservicetestbackend: 'execute',
    buffers: 'read',
    catalog: 'list,resolve',
    clusterconfigentry: 'create,delete,edit,read',
    contentpack: 'create,delete,read,install,uninstall',
    dashboards: 'create,edit,read',
    decorators: 'create,edit,read',
    'default-view': 'set',
    deflector: 'cycle,read',
    entity: 'own',
    eventdefinitions: 'create,delete,edit,execute,read',
    eventnotifications: 'create,delete,edit,read',
    fieldnames: 'read',
    grantsoverview: 'read',
    indexercluster: 'read',
    indexranges: 'read,rebuild',
    indexsets: 'create,delete,edit,read',
    indices: 'changestate,delete,failures,read',
    inputs: 'changestate,create,edit,read,terminate',
    journal: 'edit,read',
    jvmstats: 'read',
    lbstatus: 'change',
    licenseinfos: 'read',
    loggers: 'edit,editsubsystem,read,readsubsystem',
    loggersmessages: 'read',
    lookuptables: 'create,delete,edit,read',
    messagecount: 'read',
    messages: 'analyze,read',
    metrics: 'allkeys,read,readall,readhistory',
    node: 'shutdown',
    notifications: 'delete,read',
    outputs: 'create,edit,read,terminate',
    pipeline: 'create,read,edit,delete',
    pipeline_connection: 'read,edit',
    pipeline_rule: 'create,read,edit,delete',
    processbuffer: 'dump',
    processing: 'changestate',
    roles: 'create,delete,edit,read',
    search_filters: 'read,edit,delete',
    searches: 'absolute,keyword,relative',
    sidecar_collector_configurations: 'read,create,update,delete',
    sidecar_collectors: 'read,create,update,delete',
    sidecars: 'read,create,update,delete',
    sources: 'read',
    stream_outputs: 'create,delete,read',
    streams: 'changestate,create,edit,read',
    supportbundle: 'read,create',
    system: 'read',
    systemjobs: 'create,delete,read',
    systemmessages: 'read',
    threads: 'dump',
    throughput: 'read',
    urlwhitelist: 'read,write',
    users: 'create,edit,list,passwordchange,permissionsedit,read,rolesedit,tokencreate,tokenlist,tokenremove',
    view: 'read,edit,delete',
  }).map(([resource, actions]) => [resource, actions.split(',')]),
);

const all = (resource: string, actions: string) => actions.split(' ').map((action) => `${resource}:${action}`);

export interface BuiltinRole {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

export const adminRole = 'Admin';
export const readerRole = 'Reader';

export const builtinRoles: readonly BuiltinRole[] = [
  { name: adminRole, description: 'May do and see everything (built-in)', permissions: ['*'] },
  {
    name: readerRole,
    description: 'May do what every person who signs in needs to look around (built-in)',
    permissions: [
      'buffers:read',
      'clusterconfigentry:read',
      'decorators:read',
      'fieldnames:read',
      'indexercluster:read',
      'inputs:read',
      'journal:read',
      'jvmstats:read',
      'messagecount:read',
      'messages:analyze',
      'messages:read',
      'metrics:read',
      'system:read',
      'throughput:read',
    ],
  },
  {
    name: 'Dashboard Creator',
    description: 'May create dashboards (built-in)',
    permissions: ['dashboards:create'],
  },
  {
    name: 'Event Definition Creator',
    description: 'May create event definitions (built-in)',
    permissions: ['eventdefinitions:create'],
  },
  {
    name: 'Event Notification Creator',
    description: 'May create event notifications (built-in)',
    permissions: ['eventnotifications:create'],
  },
  {
    name: 'User Inspector',
    description: 'May list and look at user accounts (built-in)',
    permissions: ['users:read', 'users:list'],
  },
  {
    name: 'Pipelines Manager',
    description: 'May manage pipelines, their rules and connections (built-in)',
    permissions: [
      ...all('pipeline', 'create read edit delete'),
      ...all('pipeline_rule', 'create read edit delete'),
      ...all('pipeline_connection', 'read edit'),
    ],
  },
  {
    name: 'Alerts Manager',
    description: 'May manage every event definition and notification (built-in)',
    permissions: [
      ...all('eventdefinitions', 'create delete edit execute read'),
      ...all('eventnotifications', 'create delete edit read'),
    ],
  },
  {
    name: 'Views Manager',
    description: 'May read and edit every view (built-in)',
    permissions: ['view:read', 'view:edit'],
  },
  {
    name: 'Sidecar Manager',
    description: 'May manage sidecars, collectors and their configurations (built-in)',
    permissions: [
      ...all('sidecar_collectors', 'read create update delete'),
      ...all('sidecar_collector_configurations', 'read create update delete'),
      ...all('sidecars', 'read create update delete'),
    ],
  },
  {
    name: 'Sidecar Reader',
    description: 'May look at sidecars, collectors and their configurations (built-in)',
    permissions: ['sidecar_collectors:read', 'sidecar_collector_configurations:read', 'sidecars:read'],
  },
  {
    name: 'Sidecar System (Internal)',
    description: 'May do what a registered sidecar needs; not for people (built-in)',
    permissions: ['sidecar_collectors:read', 'sidecar_collector_configurations:read', 'sidecars:update'],
  },
];

/**
 * Returns the permissions that every user except a service account has on the own account; they are never stored. A
 * user whose name cannot be part of a permission, for instance because earlier versions allowed `*` in it, gets no
 * permissions, because these permissions would match other accounts.
 */
export function selfPermissions(username: string): string[] {
  if (!isPermissionPart(username)) return [];
  return ['edit', 'passwordchange', 'tokencreate', 'tokenlist', 'tokenremove'].map(
    (action) => `users:${action}:${username}`,
  );
}
