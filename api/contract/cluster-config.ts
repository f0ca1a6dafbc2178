/** Endpoints of the stored configurations by class (contract administration clusterConfig.*). */
import type { ClusterConfigBody, MessageProcessorsConfig } from './cluster-config.schema.js';
import { endpoint } from './endpoint.js';

export {
  allowListClass,
  indexSetDefaultsClass,
  searchesConfigClass,
  sharingConfigClass,
  userConfigClass,
} from './cluster-config-names.js';
export type * from './cluster-config.schema.js';

export const listClusterConfigs = endpoint<{ answer: { total: number; classes: string[] } }>()(
  'GET',
  '/system/cluster_config',
  { needs: 'clusterconfigentry:read' },
);
/**
 * Returns a configuration; the answer is 204 without content while the class has no stored value and no default. With
 * the header `Accept: application/schema+json` the embedded server returns the JSON schema of the class.
 */
export const getClusterConfig = endpoint<{ answer: ClusterConfigBody | undefined }>()(
  'GET',
  '/system/cluster_config/{className}',
  {
    needs: 'clusterconfigentry:read:{className}',
    also: 'the permissions to read the class',
  },
);
export const saveClusterConfig = endpoint<{ body: ClusterConfigBody; answer: ClusterConfigBody }>()(
  'PUT',
  '/system/cluster_config/{className}',
  { handler: 'clusterconfigentry:create, clusterconfigentry:edit and the permissions to edit the class' },
  { status: 202 },
);
export const deleteClusterConfig = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/cluster_config/{className}',
  { needs: 'clusterconfigentry:delete', also: 'the permissions to edit the class' },
  { produces: 'nothing' },
);

export const getMessageProcessors = endpoint<{ answer: MessageProcessorsConfig }>()(
  'GET',
  '/system/messageprocessors/config',
  { needs: 'clusterconfigentry:read' },
);
export const saveMessageProcessors = endpoint<{ body: MessageProcessorsConfig; answer: MessageProcessorsConfig }>()(
  'PUT',
  '/system/messageprocessors/config',
  { needs: 'clusterconfigentry:edit' },
);
