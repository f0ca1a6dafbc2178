/**
 * Endpoints of sidecars: agents that run log collectors with configurations fetched from the server
 * (contract administration sidecars.*, sidecarActions.*, sidecarAdmin.*, collectors.*, sidecarConfigs.*,
 * sidecarVariables.*). Reference servers do not have the endpoints marked "Extension".
 */
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';
import type {
  ActionRequest,
  AdministrationRequest,
  AssignRequest,
  Collector,
  CollectorAction,
  CollectorBody,
  CollectorSummaries,
  CollectorUpload,
  ConfigurationBody,
  ConfigurationSummaries,
  ConfigurationVariable,
  PreviewRequest,
  RegistrationRequest,
  RegistrationResponse,
  RuleRequest,
  SidecarConfiguration,
  SidecarEnrolment,
  SidecarFigures,
  SidecarList,
  SidecarQuery,
  SidecarSummary,
  SidecarValidation,
  UploadsQuery,
  VariableBody,
} from './sidecars.schema.js';
import type { ConfigurationVersion, Rollout, RolloutRequest } from './sidecar-versions.schema.js';

const readNodes = { needs: 'sidecars:read' } as const;
const changeNodes = { needs: 'sidecars:update' } as const;
const readCollectors = { needs: 'sidecar_collectors:read' } as const;
const readConfigurations = { needs: 'sidecar_collector_configurations:read' } as const;
const createConfigurations = { needs: 'sidecar_collector_configurations:create' } as const;
const changeConfigurations = { needs: 'sidecar_collector_configurations:update' } as const;
const all = (...permissions: string[]) => ({ handler: permissions.join(' and ') });
const accepted = { produces: 'nothing', status: 202 } as const;

export const listSidecars = endpoint<{ query: SidecarQuery; answer: SidecarList }>()('GET', '/sidecars', readNodes);
export const allSidecars = endpoint<{ answer: SidecarList }>()('GET', '/sidecars/all', readNodes);
export const getSidecar = endpoint<{ answer: SidecarSummary }>()('GET', '/sidecars/{sidecarId}', readNodes);
/** Extension: removes a sidecar from the list, for example after its host was removed. */
export const deleteSidecar = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/sidecars/{sidecarId}',
  { needs: 'sidecars:delete' },
  { produces: 'nothing' },
);
/**
 * Registers a sidecar; agents call this endpoint periodically. The answer is 304 when nothing has changed since the
 * ETag in `If-None-Match`.
 */
export const registerSidecar = endpoint<{ body: RegistrationRequest; answer: RegistrationResponse | undefined }>()(
  'PUT',
  '/sidecars/{sidecarId}',
  changeNodes,
  { status: 202 },
);
export const assignConfigurations = endpoint<{ body: AssignRequest; answer: undefined }>()(
  'PUT',
  '/sidecars/configurations',
  all('sidecars:read', 'sidecars:update'),
  accepted,
);
/** Extension: returns counts of states and versions, and the sidecars that need attention, for the overview. */
export const sidecarFigures = endpoint<{ answer: SidecarFigures }>()('GET', '/sidecar/overview/figures', readNodes);
/** Extension: returns the data with which the console builds the install command of an agent. */
export const sidecarEnrolment = endpoint<{ answer: SidecarEnrolment }>()(
  'GET',
  '/sidecar/overview/enrolment',
  readNodes,
);

export const getActions = endpoint<{ answer: CollectorAction[] }>()('GET', '/sidecar/action/{sidecarId}', readNodes);
export const setActions = endpoint<{ body: CollectorAction[]; answer: undefined }>()(
  'PUT',
  '/sidecar/action/{sidecarId}',
  changeNodes,
  accepted,
);
export const administerSidecars = endpoint<{ body: AdministrationRequest; answer: SidecarList }>()(
  'POST',
  '/sidecar/administration',
  all('sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'),
);
export const actOnCollectors = endpoint<{ body: ActionRequest; answer: undefined }>()(
  'PUT',
  '/sidecar/administration/action',
  changeNodes,
  accepted,
);

/** Lists all collectors; the answer is 304 when nothing has changed since the ETag in `If-None-Match`. */
export const listCollectors = endpoint<{ answer: { total: number; collectors: Collector[] } | undefined }>()(
  'GET',
  '/sidecar/collectors',
  readCollectors,
);
export const collectorSummaries = endpoint<{ query: PageQuery; answer: CollectorSummaries }>()(
  'GET',
  '/sidecar/collectors/summary',
  readCollectors,
);
export const getCollector = endpoint<{ answer: Collector }>()('GET', '/sidecar/collectors/{id}', readCollectors);
export const createCollector = endpoint<{ body: CollectorBody; answer: Collector }>()('POST', '/sidecar/collectors', {
  needs: 'sidecar_collectors:create',
});
export const updateCollector = endpoint<{ body: CollectorBody; answer: Collector }>()(
  'PUT',
  '/sidecar/collectors/{id}',
  { needs: 'sidecar_collectors:update' },
);
export const copyCollector = endpoint<{ answer: undefined }>()(
  'POST',
  '/sidecar/collectors/{id}/{name}',
  all('sidecar_collectors:read', 'sidecar_collectors:create'),
  accepted,
);
/** Deletes a collector; the answer is 304 when no collector has the id. */
export const deleteCollector = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/sidecar/collectors/{id}',
  { needs: 'sidecar_collectors:delete' },
  accepted,
);
export const validateCollector = endpoint<{ body: CollectorBody; answer: SidecarValidation }>()(
  'POST',
  '/sidecar/collectors/validate',
  readCollectors,
);

export const listConfigurations = endpoint<{ query: PageQuery; answer: ConfigurationSummaries }>()(
  'GET',
  '/sidecar/configurations',
  readConfigurations,
);
export const listUploads = endpoint<{
  query: UploadsQuery;
  answer: {
    pagination: { total: number; count: number; page: number; per_page: number };
    total: number;
    uploads: CollectorUpload[];
  };
}>()('GET', '/sidecar/configurations/uploads', readConfigurations);
export const getConfiguration = endpoint<{ answer: SidecarConfiguration }>()(
  'GET',
  '/sidecar/configurations/{id}',
  readConfigurations,
);
export const sidecarsOfConfiguration = endpoint<{ answer: { configuration_id: string; sidecar_ids: string[] } }>()(
  'GET',
  '/sidecar/configurations/{id}/sidecars',
  all('sidecar_collector_configurations:read', 'sidecars:read'),
);
export const createConfiguration = endpoint<{ body: ConfigurationBody; answer: SidecarConfiguration }>()(
  'POST',
  '/sidecar/configurations',
  createConfigurations,
);
export const updateConfiguration = endpoint<{ body: ConfigurationBody; answer: SidecarConfiguration }>()(
  'PUT',
  '/sidecar/configurations/{id}',
  changeConfigurations,
);
export const copyConfiguration = endpoint<{ answer: undefined }>()(
  'POST',
  '/sidecar/configurations/{id}/{name}',
  all('sidecar_collector_configurations:read', 'sidecar_collector_configurations:create'),
  accepted,
);
/** Deletes a configuration; the answer is 304 when no configuration has the id. */
export const deleteConfiguration = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/sidecar/configurations/{id}',
  { needs: 'sidecar_collector_configurations:delete' },
  accepted,
);
export const validateConfiguration = endpoint<{ body: ConfigurationBody; answer: SidecarValidation }>()(
  'POST',
  '/sidecar/configurations/validate',
  readConfigurations,
);
/**
 * Renders a configuration for a sidecar; the answer is 304 when nothing has changed since the ETag in `If-None-Match`.
 */
export const renderConfiguration = endpoint<{ answer: SidecarConfiguration | undefined }>()(
  'GET',
  '/sidecar/configurations/render/{sidecarId}/{configurationId}',
  readConfigurations,
);
export const previewConfiguration = endpoint<{ body: PreviewRequest; answer: { preview: string } }>()(
  'POST',
  '/sidecar/configurations/render/preview',
  readConfigurations,
);
/** Extension: returns the first 100 nodes that an assignment rule matches before it is saved, and the number of all. */
export const matchAssignmentRule = endpoint<{
  body: RuleRequest;
  answer: { total: number; nodes: { node_id: string; node_name: string; operating_system: string }[] };
}>()('POST', '/sidecar/assignment/match', all('sidecar_collector_configurations:read', 'sidecars:read'));
/** Extension: lists the stored versions of a configuration, newest first. */
export const configurationVersions = endpoint<{ answer: { versions: ConfigurationVersion[] } }>()(
  'GET',
  '/sidecar/configurations/{id}/versions',
  readConfigurations,
);
/** Extension: restores an older version of a configuration by storing it as the newest version. */
export const restoreConfiguration = endpoint<{ answer: SidecarConfiguration }>()(
  'PUT',
  '/sidecar/configurations/{id}/versions/{version}',
  changeConfigurations,
);
/** Extension: lists the staged rollouts under way, then the newest ended ones until the list has ten rollouts. */
export const listRollouts = endpoint<{ answer: { rollouts: Rollout[] } }>()(
  'GET',
  '/sidecar/rollouts',
  all('sidecar_collector_configurations:read', 'sidecars:read'),
);
/** Extension: pauses, continues or rolls back a staged rollout, or begins its next stage. */
export const steerRollout = endpoint<{ body: RolloutRequest; answer: Rollout }>()(
  'PUT',
  '/sidecar/rollouts/{rolloutId}',
  changeConfigurations,
);

export const listVariables = endpoint<{ answer: ConfigurationVariable[] }>()(
  'GET',
  '/sidecar/configuration_variables',
  readConfigurations,
);
export const configurationsOfVariable = endpoint<{ answer: SidecarConfiguration[] }>()(
  'GET',
  '/sidecar/configuration_variables/{id}/configurations',
  readConfigurations,
);
export const createVariable = endpoint<{ body: VariableBody; answer: ConfigurationVariable }>()(
  'POST',
  '/sidecar/configuration_variables',
  createConfigurations,
);
export const updateVariable = endpoint<{ body: VariableBody; answer: ConfigurationVariable }>()(
  'PUT',
  '/sidecar/configuration_variables/{id}',
  changeConfigurations,
);
export const deleteVariable = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/sidecar/configuration_variables/{id}',
  changeConfigurations,
  accepted,
);
export const validateVariable = endpoint<{ body: VariableBody; answer: SidecarValidation }>()(
  'POST',
  '/sidecar/configuration_variables/validate',
  readConfigurations,
);
