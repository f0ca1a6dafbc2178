/**
 * Creates six kinds of users with the permissions that the contract defines, independent of the server's own permission
 * code.
 */
import type { World } from './world.js';

const usersAdministrator = [
  'create',
  'edit',
  'list',
  'passwordchange',
  'read',
  'rolesedit',
  'tokencreate',
  'tokenlist',
  'tokenremove',
];
export const kinds = ['nobody', 'reader', 'viewer', 'owner', 'users administrator', 'administrator'] as const;
export type Kind = (typeof kinds)[number];

export interface Somebody {
  readonly kind: Kind;
  /** Id of the user; undefined for the kind `nobody`, which has no account. */
  readonly id: string | undefined;
  readonly username: string | undefined;
  readonly token: string | undefined;
  readonly held: readonly string[];
}

/** Permissions of the built-in roles (contract, BuiltinRoles). */
const rolePermissions: Readonly<Record<string, readonly string[]>> = {
  Admin: ['*'],
  Reader: [
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
};
/**
 * Returns the permissions that a capability on the saved search and the stream of the test world grants (contract,
 * CAPABILITIES).
 */
function granted({ known }: World, capability: 'view' | 'own'): string[] {
  const { viewId, viewGrn, streamId } = known;
  const view = [`view:read:${viewId}`, `streams:read:${streamId}`];
  if (capability === 'view') return view;
  const manage = [`view:edit:${viewId}`, `streams:edit:${streamId}`, `streams:changestate:${streamId}`];
  const own = [`view:delete:${viewId}`, `entity:own:${viewGrn}`, `entity:own:grn::::stream:${streamId}`];
  return [...view, ...manage, ...own];
}

async function make(
  world: World,
  kind: Kind,
  permissions: readonly string[],
  role: string,
  capability?: 'view' | 'own',
): Promise<Somebody> {
  const { id, username } = await world.person(permissions, [role]);
  for (const grn of capability ? [world.known['viewGrn'], `grn::::stream:${world.known['streamId']}`] : []) {
    const path = `/authz/shares/entities/${grn}`;
    const { selected_grantee_capabilities: selected } = await world.ask<{ selected_grantee_capabilities: object }>(
      'POST',
      `${path}/prepare`,
      {},
    );
    const all = { ...selected, [`grn::::user:${id}`]: capability };
    await world.ask('POST', path, { selected_grantee_capabilities: all });
  }
  const own = ['edit', 'passwordchange', 'tokencreate', 'tokenlist', 'tokenremove'].map(
    (action) => `users:${action}:${username}`,
  );
  const held = [
    ...own,
    ...permissions,
    ...(rolePermissions[role] ?? []),
    ...(capability ? granted(world, capability) : []),
  ];
  return { kind, id, username, token: await world.token(id), held };
}

/**
 * Returns one user of each kind, in the order of `kinds`. The saved search and the stream of the test world are shared
 * with the viewer and the owner.
 */
export async function sixKinds(world: World): Promise<readonly Somebody[]> {
  const all = usersAdministrator.map((action) => `users:${action}`);
  return [
    { kind: 'nobody', id: undefined, username: undefined, token: undefined, held: [] },
    await make(world, 'reader', [], 'Reader'),
    await make(world, 'viewer', [], 'Reader', 'view'),
    await make(world, 'owner', [], 'Reader', 'own'),
    await make(world, 'users administrator', all, 'Reader'),
    await make(world, 'administrator', [], 'Admin'),
  ];
}
