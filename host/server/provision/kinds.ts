/**
 * Kinds of objects in a provisioning directory, in the order in which they are created: an object comes after the
 * objects to which it refers.
 */
import type { Client } from '../../../api/client.js';
import { deleteClusterConfig, listClusterConfigs } from '../../../api/contract/cluster-config.js';
import { listIndexSets } from '../../../api/contract/index-sets.js';
import { deleteRole } from '../../../api/contract/roles.js';
import { updateStream } from '../../../api/contract/stream-administration.js';
import { getStream } from '../../../api/contract/streams.js';
import { changePassword, deleteUserById } from '../../../api/contract/users.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { contentKinds } from '../content-packs/kinds/index.js';
import { orRemoved } from '../content-packs/kinds/missing.js';
import { configurationKind } from '../content-packs/kinds/sidecar.js';
import { streamKind } from '../content-packs/kinds/stream.js';
import type { Api, ContentKind } from '../content-packs/kind.js';
import { textIn, type PlainData } from '../content-packs/values.js';
import { configKind, roleKind, userKind } from '../move/content-kinds.js';
import { indexSetKind } from '../move/intake-kinds.js';
import type { Kind } from '../move/kind.js';
import { provisionedConfigurationKind, sidecarVariableKind } from './sidecar-kinds.js';
import type { JsonObject } from '../move/values.js';

export interface ProvisionKind extends ContentKind {
  /** True: an object stays when its file is removed, because deleting it would delete data (index sets). */
  readonly stays?: true;
}

/**
 * Returns an API as a client. This is safe, because the code that moves objects uses only the member `call` of a
 * client, which `Api` also has.
 */
const clientOf = (api: Api): Client => api as unknown as Client;

/**
 * Converts a kind of entity that the commands `import` and `export` move between servers to a kind of provisioned
 * object.
 */
function movedKind(
  type: string,
  title: string,
  needs: Endpoint,
  kind: Kind,
  remove?: (api: Api, id: string) => Promise<unknown>,
): ProvisionKind {
  const all = async (api: Api) => (await kind.list(clientOf(api))).filter(({ left }) => left === undefined);
  const plainKey = (data: PlainData): string => kind.keyOf(data as JsonObject, '');
  return {
    type,
    version: '1',
    title,
    needs,
    list: async (api) =>
      (await all(api)).map(({ id, title: name, body }) => ({ id, title: name, key: plainKey(body) })),
    read: async (api, id) => {
      const found = (await all(api)).find((one) => one.id === id);
      return found && { title: found.title, references: [], data: () => found.body };
    },
    wrap: (data) => data,
    titleOf: plainKey,
    references: () => [],
    matching: { keyOf: plainKey, renamed: (data) => data },
    create: (api, data) => kind.create(clientOf(api), data as JsonObject),
    update: async (api, id, data) => {
      const there = (await all(api)).find((one) => one.id === id);
      if (there) await kind.change(clientOf(api), there, { ...there.body, ...(data as JsonObject) });
    },
    remove: async (api, id) => {
      await remove?.(api, id);
    },
    ...(!remove && { stays: true as const }),
  };
}

const clusterConfigKind = movedKind(
  'cluster_config',
  'Configuration',
  listClusterConfigs,
  configKind,
  (api, className) => api.call(deleteClusterConfig, { params: { className } }),
);
const indexSets = movedKind('index_set', 'Index set', listIndexSets, indexSetKind);
const roles = movedKind('role', 'Role', deleteRole, roleKind, (api, id) =>
  api.call(deleteRole, { params: { roleName: id.replace(/^role /, '') } }),
);
const movedUsers = movedKind('user', 'User', deleteUserById, userKind, (api, userId) =>
  api.call(deleteUserById, { params: { userId }, query: {} }),
);

/** Sets the password of a user if the file contains one; passwords are never exported. */
async function setPassword(api: Api, userId: string, password: unknown): Promise<void> {
  if (typeof password !== 'string') return;
  await api.call(changePassword, { params: { userId }, body: { password } });
}

const users: ProvisionKind = {
  ...movedUsers,
  create: async (api, { password, ...data }, idOf) => {
    const id = await movedUsers.create(api, data, idOf);
    return orRemoved(api, movedUsers, id, () => setPassword(api, id, password));
  },
  update: async (api, id, { password, ...data }, idOf) => {
    await movedUsers.update(api, id, data, idOf);
    await setPassword(api, id, password);
  },
};

async function setIdOf(api: Api, prefix: string): Promise<string | undefined> {
  const { index_sets: sets } = await api.call(listIndexSets, { query: { skip: 0, limit: 0, stats: false } });
  return sets.find((one) => one.index_prefix === prefix)?.id;
}

async function setIndexSet(api: Api, streamId: string, data: PlainData): Promise<void> {
  const prefix = textIn(data, 'index_set');
  if (prefix === '') return;
  const index_set_id = await setIdOf(api, prefix);
  if (index_set_id === undefined)
    throw new Error(`index_set: there is no index set with the prefix ${JSON.stringify(prefix)}.`);
  await api.call(updateStream, { params: { streamId }, body: { index_set_id } });
}

/** Kind of streams: files name the index set of a stream by its prefix, which content packs do not contain. */
const streams: ProvisionKind = {
  ...streamKind,
  read: async (api, id) => {
    const read = await streamKind.read(api, id);
    if (!read) return undefined;
    const { index_set_id } = await api.call(getStream, { params: { streamId: id } });
    const { index_sets: sets } = await api.call(listIndexSets, { query: { skip: 0, limit: 0, stats: false } });
    const index_set = sets.find((one) => one.id === index_set_id)?.index_prefix ?? '';
    return { ...read, data: (idOf) => ({ ...read.data(idOf), index_set }) };
  },
  create: async (api, data, idOf) => {
    const id = await streamKind.create(api, data, idOf);
    return orRemoved(api, streamKind, id, () => setIndexSet(api, id, data));
  },
  update: async (api, id, data, idOf) => {
    await streamKind.update(api, id, data, idOf);
    await setIndexSet(api, id, data);
  },
};

/** Kinds of content packs that are not provisioned; entries of the URL whitelist are part of a configuration. */
const left = new Set(['url_whitelist_entry', 'stream_title']);

/** Kinds whose files contain more than content packs. */
const replaced = new Map<ContentKind, ProvisionKind>([
  [streamKind, streams],
  [configurationKind, provisionedConfigurationKind],
]);

export const provisionKinds: readonly ProvisionKind[] = [
  clusterConfigKind,
  indexSets,
  // Templates of collectors and configurations refer to variables.
  sidecarVariableKind,
  ...contentKinds.flatMap((kind): ProvisionKind[] => (left.has(kind.type) ? [] : [replaced.get(kind) ?? kind])),
  roles,
  users,
];
