/**
 * Shapes of sidecars, collectors, configurations and variables (contract administration sidecars to
 * sidecarVariables).
 */
import { Type, type Static } from '@sinclair/typebox';
import { PageQuery } from './list.schema.js';
import { optionalText } from './nullable.schema.js';
import type { OperatingSystem } from './sidecar-systems.js';

export type { OperatingSystem } from './sidecar-systems.js';

/** Maximum number of characters of a template, and of the content of a variable. */
const longestTemplate = 200_000;
export const longestName = 255;
const longestTag = 100;
const mostTags = 100;
/** Maximum number of characters of an assignment rule, such as `tag:web AND NOT os:windows`. */
const longestAssignmentRule = 2000;

/** Status of a collector or node as a number: 0 running, 1 unknown, 2 failing, 3 stopped. */
export type StatusCode = 0 | 1 | 2 | 3;

/**
 * Body that an agent sends periodically. The server reads `node_details` leniently: it ignores unknown properties and
 * cuts long lists.
 */
export const RegistrationRequest = Type.Object({
  node_name: Type.String({ minLength: 1, maxLength: longestName }),
  node_details: Type.Record(Type.String(), Type.Unknown()),
});
export type RegistrationRequest = Static<typeof RegistrationRequest>;

const NodeAssignment = Type.Object({
  collector_id: Type.String({ maxLength: longestName }),
  configuration_id: Type.String({ maxLength: longestName }),
});
export const AssignRequest = Type.Object({
  nodes: Type.Array(
    Type.Object({
      node_id: Type.String({ maxLength: longestName }),
      assignments: Type.Array(NodeAssignment, { maxItems: 100 }),
    }),
    { maxItems: 1000 },
  ),
});
export type AssignRequest = Static<typeof AssignRequest>;

export const CollectorAction = Type.Object({
  collector_id: Type.String({ maxLength: longestName }),
  properties: Type.Record(Type.String(), Type.Unknown()),
});
export type CollectorAction = Static<typeof CollectorAction>;
export const CollectorActions = Type.Array(CollectorAction, { maxItems: 100 });

export const ActionRequest = Type.Object({
  action: Type.Union([Type.Literal('start'), Type.Literal('restart'), Type.Literal('stop')]),
  collectors: Type.Array(
    Type.Object({
      sidecar_id: Type.String({ maxLength: longestName }),
      collector_ids: Type.Array(Type.String({ maxLength: longestName }), { maxItems: 100 }),
    }),
    { maxItems: 1000 },
  ),
});
export type ActionRequest = Static<typeof ActionRequest>;

export const SidecarQuery = Type.Composite([
  Type.Omit(PageQuery, ['filters']),
  Type.Object({ only_active: Type.Optional(Type.Boolean()) }),
]);
export type SidecarQuery = Static<typeof SidecarQuery>;

export const AdministrationRequest = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: -1, maximum: 10_000 })),
  query: Type.Optional(Type.String({ maxLength: 2000 })),
  filters: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.String({ maxLength: longestName })), Type.Null()]),
  ),
});
export type AdministrationRequest = Static<typeof AdministrationRequest>;

/** Body for storing or validating a collector. All members are optional, because the server reports errors by field. */
export const CollectorBody = Type.Object({
  id: optionalText(longestName),
  name: optionalText(longestName),
  service_type: optionalText(longestName),
  node_operating_system: optionalText(longestName),
  executable_path: optionalText(4096),
  execute_parameters: optionalText(4096),
  validation_parameters: optionalText(4096),
  default_template: optionalText(longestTemplate),
});
export type CollectorBody = Static<typeof CollectorBody>;

export const ConfigurationBody = Type.Object({
  id: optionalText(longestName),
  name: optionalText(longestName),
  collector_id: optionalText(longestName),
  color: optionalText(100),
  template: optionalText(longestTemplate),
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: longestTag }), { maxItems: mostTags }), Type.Null()]),
  ),
  /** Rule that selects the nodes that receive the configuration; empty: none. Embedded server only. */
  assignment_rule: optionalText(longestAssignmentRule),
  /** True rolls a change of the template out to the nodes in stages instead of to all at once. Embedded server only. */
  staged: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});
export type ConfigurationBody = Static<typeof ConfigurationBody>;

export const VariableBody = Type.Object({
  id: optionalText(longestName),
  name: optionalText(longestName),
  description: optionalText(2000),
  content: optionalText(longestTemplate),
});
export type VariableBody = Static<typeof VariableBody>;

/**
 * Request to render a template. With `node_id` the embedded server fills in the values of that node, and fills in
 * `configuration_id` where the template contains the id of the configuration. A request with `node_id` needs
 * `sidecars:read` too.
 */
export const PreviewRequest = Type.Object({
  template: Type.String({ maxLength: longestTemplate }),
  node_id: optionalText(longestName),
  configuration_id: optionalText(longestName),
});
export type PreviewRequest = Static<typeof PreviewRequest>;

export const UploadsQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) });
export type UploadsQuery = Static<typeof UploadsQuery>;

/** Request for the nodes that an unsaved assignment rule matches. Embedded server only. */
export const RuleRequest = Type.Object({
  assignment_rule: Type.String({ maxLength: longestAssignmentRule }),
  collector_id: optionalText(longestName),
});
export type RuleRequest = Static<typeof RuleRequest>;

export interface NodeMetrics {
  disks_75: string[];
  cpu_idle: number;
  load_1: number;
}
export interface NodeLogFile {
  path: string;
  /** Time of the last modification, RFC 3339. */
  mod_time: string;
  /** Size of the file in bytes. */
  size: number;
  is_dir: boolean;
}
export interface CollectorStatus {
  collector_id: string;
  status: StatusCode;
  message: string;
  verbose_message: string;
  configuration_id: string | null;
}
export interface CollectorStatusList {
  status: StatusCode;
  message: string;
  collectors: CollectorStatus[];
}
export interface NodeDetails {
  operating_system: string;
  ip: string | null;
  metrics: NodeMetrics | null;
  /** Log files on the node. The embedded server returns them only for a single node; in lists they are null. */
  log_file_list: NodeLogFile[] | null;
  status: CollectorStatusList | null;
  tags: string[];
  collector_configuration_directory: string | null;
}
export interface Assignment {
  collector_id: string;
  configuration_id: string;
  assigned_from_tags: string[];
  /** True if the node has the configuration because the assignment rule matched it. Embedded server only. */
  assigned_from_rule?: boolean;
}

/** Members of a sidecar that only the embedded server sends. */
interface SidecarExtras {
  protocol?: 'sidecar' | 'opamp';
  /**
   * Current state of the node: a node that no longer reports is unknown, regardless of its last report. `flaps` counts
   * how often the node began to fail or returned from silence in the last 24 hours.
   */
  state?: { code: StatusCode; since: string; flaps: number };
  /** Last status that a node sent before it went silent; null while the node reports. */
  last_word?: { code: StatusCode; message: string; at: string } | null;
  /**
   * States of the last 24 hours in 48 intervals of 30 minutes, oldest first. Each letter is the worst state in its
   * interval: `r` running, `f` failing, `u` unknown or silent, `s` stopped, `-` no data.
   */
  history?: string;
  /** Version of each configuration that the node has fetched, by configuration id. */
  delivered?: Record<string, number>;
  /** Facts about an OpAMP agent; only the endpoint for a single node returns them. */
  opamp?: OpampFacts | null;
}

export interface ComponentHealth {
  name: string;
  healthy: boolean;
  status: string;
  last_error: string;
  components: ComponentHealth[];
}
export interface OpampFacts {
  service: string;
  attributes: Record<string, string>;
  health: ComponentHealth | null;
  effective_configuration: { name: string; body: string }[];
  configuration_status: { status: 'unset' | 'applied' | 'applying' | 'failed'; message: string } | null;
  can_restart: boolean;
  accepts_configuration: boolean;
}

export interface SidecarSummary extends SidecarExtras {
  node_id: string;
  node_name: string;
  node_details: NodeDetails;
  assignments: Assignment[];
  last_seen: string;
  sidecar_version: string;
  active: boolean;
  /**
   * Ids of the collectors for the node's operating system that match the filters of the request; only the
   * administration list contains them.
   */
  collectors: string[] | null;
}

export interface SidecarList {
  query: string | null;
  pagination: {
    total: number;
    count: number;
    page: number;
    per_page: number;
  };
  /** Number of all sidecars, including those that the query does not match. */
  total: number;
  only_active: boolean;
  sort: string | null;
  order: string | null;
  sidecars: SidecarSummary[];
  filters?: Record<string, string> | null;
}
export interface RegistrationResponse {
  configuration: {
    /** Interval in seconds at which the agent contacts the server. */
    update_interval: number;
    send_status: boolean;
  };
  configuration_override: boolean;
  actions: CollectorAction[] | null;
  assignments: Assignment[];
}

export interface Collector {
  id: string;
  name: string;
  service_type: 'exec' | 'svc';
  node_operating_system: OperatingSystem;
  executable_path: string;
  execute_parameters: string | null;
  validation_parameters: string | null;
  default_template: string;
}
export type CollectorSummary = Pick<Collector, 'id' | 'name' | 'service_type' | 'node_operating_system'>;
interface SummaryList {
  query: string;
  pagination: {
    total: number;
    count: number;
    page: number;
    per_page: number;
  };
  /** Number of all entities, including those that the query does not match. */
  total: number;
  sort: string;
  order: string;
}
export interface CollectorSummaries extends SummaryList {
  collectors: CollectorSummary[];
}

export interface SidecarConfiguration {
  id: string;
  name: string;
  collector_id: string;
  color: string;
  template: string;
  tags: string[];
  assignment_rule?: string;
  version?: number;
}
export type ConfigurationSummary = Omit<SidecarConfiguration, 'template'>;
export interface ConfigurationSummaries extends SummaryList {
  configurations: ConfigurationSummary[];
}
export interface CollectorUpload {
  id: string;
  collector_id: string;
  node_id: string;
  collector_name: string;
  rendered_configuration: string;
  created: string;
}
export interface ConfigurationVariable {
  id: string;
  name: string;
  description: string | null;
  content: string;
}
export interface SidecarValidation {
  failed: boolean;
  errors: Record<string, string[]>;
  error_context: Record<string, string[]>;
}

/** Counts of all sidecars for the overview, with the nodes that need attention. Embedded server only. */
export interface SidecarFigures {
  running: number;
  failing: number;
  unknown: number;
  stopped: number;
  /** Number of nodes by version of the agent: the ten newest versions, newest first. */
  versions: { version: string; nodes: number }[];
  /**
   * Number of nodes with at least one configuration from tags or a rule. `by_hand`: number of nodes whose
   * configurations were all assigned by hand.
   */
  by_tags_or_rule: number;
  by_hand: number;
  without_configuration: number;
  /** The twenty nodes whose problem began last, latest first. */
  attention: {
    node_id: string;
    node_name: string;
    kind: 'silent' | 'failing' | 'flapping';
    message: string;
    since: string;
  }[];
}
/** Address of this server for agents, and the user whose token an agent can use. Embedded server only. */
export interface SidecarEnrolment {
  server_url: string;
  user_id: string;
  username: string;
}
