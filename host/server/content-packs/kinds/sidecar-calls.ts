/** The calls of sidecars that content packs make (contract administration collectors.*, sidecarConfigs.*). */
import { endpoint } from '../../../../api/contract/endpoint.js';

export interface Collector {
  id: string;
  name: string;
  service_type: string;
  node_operating_system: string;
  executable_path: string;
  execute_parameters: string | null;
  validation_parameters: string | null;
  default_template: string;
}
export interface Configuration {
  id: string;
  collector_id: string;
  name: string;
  color: string;
  template: string;
  tags: string[];
}

const permission = { handler: 'of collectors and their configurations' } as const;
const byId = '/sidecar/collectors/{id}';
const byIdOfConfiguration = '/sidecar/configurations/{id}';
export const listCollectors = endpoint<{ answer: { collectors: Collector[] } | undefined }>()(
  'GET',
  '/sidecar/collectors',
  permission,
);
export const getCollector = endpoint<{ answer: Collector | undefined }>()('GET', byId, permission);
export const createCollector = endpoint<{ body: object; answer: Collector }>()(
  'POST',
  '/sidecar/collectors',
  permission,
);
export const updateCollector = endpoint<{ body: object; answer: Collector }>()('PUT', byId, permission);
export const deleteCollector = endpoint<{ answer: undefined }>()('DELETE', byId, permission);
export const listConfigurations = endpoint<{
  query: { page?: number; per_page?: number };
  answer: { configurations: Pick<Configuration, 'id' | 'name'>[] };
}>()('GET', '/sidecar/configurations', permission);
export const getConfiguration = endpoint<{ answer: Configuration | undefined }>()(
  'GET',
  byIdOfConfiguration,
  permission,
);
export const createConfiguration = endpoint<{ body: object; answer: Configuration }>()(
  'POST',
  '/sidecar/configurations',
  permission,
);
export const updateConfiguration = endpoint<{ body: object; answer: Configuration }>()(
  'PUT',
  byIdOfConfiguration,
  permission,
);
export const deleteConfiguration = endpoint<{ answer: undefined }>()('DELETE', byIdOfConfiguration, permission);
