/**
 * Endpoints of processing pipelines, their rules, stream connections and simulation (contract administration
 * system.pipelines.*).
 */
import { endpoint } from './endpoint.js';
import type { PagedBody, PageQuery } from './list.schema.js';
import type {
  ConnectToPipelineBody,
  ConnectToStreamBody,
  MultipleRulesBody,
  PipelineSourceInput,
  RuleMetricsConfig,
  RuleSourceInput,
  SimulateRuleBody,
  SimulationRequest,
} from './pipelines.schema.js';

export type * from './pipelines.schema.js';

export const ruleErrorTypes = [
  'syntax_error',
  'undeclared_function',
  'undeclared_variable',
  'incompatible_argument_type',
  'incompatible_type',
  'incompatible_types',
  'incompatible_index_type',
  'non_indexable',
  'invalid_function_argument',
  'invalid_operation',
  'missing_required_param',
  'must_name_optional_params',
  'wrong_number_of_arguments',
] as const;
export type RuleErrorType = (typeof ruleErrorTypes)[number];

/**
 * A syntax error in the source of a rule or pipeline. Saving, parsing and simulating answer 400 with an array of these
 * errors as the whole body.
 */
export interface ParseError {
  type: RuleErrorType;
  /** Line number, counted from 1. */
  line: number;
  /** Position in the line in UTF-16 units, counted from 0. */
  position_in_line: number;
  reason: string;
}

export type StageMatch = 'ALL' | 'EITHER' | 'PASS';

export interface StageSource {
  stage: number;
  match: StageMatch;
  /** Titles of the stage's rules in their order in the source. */
  rules: string[];
}

export interface PipelineSource {
  /** Id of the pipeline; null in the answer of `parsePipeline`, which stores nothing. */
  id: string | null;
  title: string | null;
  description: string | null;
  source: string;
  /** Creation time, ISO 8601; `modified_at` is the time of the last change. */
  created_at: string | null;
  modified_at: string | null;
  /** Stages in ascending order; empty when the source does not parse. */
  stages: StageSource[];
  errors: ParseError[] | null;
}

export interface RuleSource {
  id: string | null;
  title: string | null;
  description: string | null;
  source: string;
  created_at: string | null;
  modified_at: string | null;
  errors: ParseError[] | null;
}

export interface FunctionParameter {
  /** Java class name with its package; the console shows the part after the last dot. */
  type: string;
  transformed_type: string;
  name: string;
  optional: boolean;
  description: string | null;
}

export interface FunctionDescriptor {
  name: string;
  pure: boolean;
  return_type: string;
  params: FunctionParameter[];
  description: string | null;
  /** True for a function that only the embedded server or a later version of the reference server has. */
  extension?: true;
}

export interface PipelineConnection {
  id: string | null;
  stream_id: string;
  pipeline_ids: string[];
}

/** A message in the format that `simulateRule` returns. */
export interface SimulatedMessage {
  id: string;
  message: string;
  source: string;
  timestamp: string;
  fields: Record<string, unknown>;
  streams: string[];
  field_names: string[];
  /** True when the rule dropped the message, so that the server would not store it. */
  dropped: boolean;
  /** Further messages that the rule created; only the embedded server returns them. */
  created_messages: Record<string, unknown>[];
}

export interface SimulatedResult {
  message: Record<string, unknown>;
  /** Index of the message; always empty on the embedded server, because nothing is stored. */
  index: string;
  highlight_ranges: null;
  decoration_stats: {
    added_fields: Record<string, unknown>;
    /** Values of the changed fields before the simulation. */
    changed_fields: Record<string, unknown>;
    removed_fields: Record<string, unknown>;
  };
}

export interface SimulationResponse {
  /** Processed messages except the dropped ones, followed by the messages that rules created. */
  messages: SimulatedResult[];
  simulation_trace: { /** Microseconds since the start of the simulation. */ time: number; message: string }[];
  took_microseconds: number;
}

/** An error that a rule had at run time; only the embedded server records such errors. */
export interface RuleRunError {
  /** Time of the error, ISO 8601. */
  time: string;
  /** Pipeline in which the rule ran; null when it ran outside of a pipeline. */
  pipeline: { id: string; title: string } | null;
  stage: number | null;
  /** Part of the rule that failed: the condition after `when`, or an action after `then`. */
  phase: 'condition' | 'action';
  /** Full text of the error, as stored in the message's field `gl2_processing_error`. */
  text: string;
  /** Name of the function that failed; null: an operator failed. */
  function: string | null;
  line: number;
  position_in_line: number;
  /** Arguments of the function, or operands, as text; long values are shortened. */
  values: { name: string; value: string }[];
  /**
   * Fields of the message before the rule ran, with `_id` and `streams`, so that the message can be simulated again.
   */
  message: Record<string, unknown>;
}

export interface RuleRunErrors {
  /** Number of errors of the rule since the server started. */
  total: number;
  /** The latest 100 errors of the rule, newest first; errors with messages that the user may not read are left out. */
  errors: RuleRunError[];
}

const reading = { needs: 'pipeline_rule:read' } as const;

export const listPipelines = endpoint<{ answer: PipelineSource[] }>()('GET', '/system/pipelines/pipeline', {
  handler: 'only those with pipeline:read:{id}',
});
export const pagedPipelines = endpoint<{ query: PageQuery; answer: PagedBody & { pipelines: PipelineSource[] } }>()(
  'GET',
  '/system/pipelines/pipeline/paginated',
  { handler: 'only those with pipeline:read:{id}' },
);
export const getPipeline = endpoint<{ answer: PipelineSource }>()('GET', '/system/pipelines/pipeline/{pipelineId}', {
  needs: 'pipeline:read:{pipelineId}',
});
export const createPipeline = endpoint<{ body: PipelineSourceInput; answer: PipelineSource }>()(
  'POST',
  '/system/pipelines/pipeline',
  { needs: 'pipeline:create' },
);
export const updatePipeline = endpoint<{ body: PipelineSourceInput; answer: PipelineSource }>()(
  'PUT',
  '/system/pipelines/pipeline/{pipelineId}',
  { needs: 'pipeline:edit:{pipelineId}' },
);
export const deletePipeline = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/pipelines/pipeline/{pipelineId}',
  { needs: 'pipeline:delete:{pipelineId}' },
  { produces: 'nothing' },
);
/** Parses the source of a pipeline and reports its errors; nothing is stored. */
export const parsePipeline = endpoint<{ body: PipelineSourceInput; answer: PipelineSource }>()(
  'POST',
  '/system/pipelines/pipeline/parse',
  'session',
);

export const listRules = endpoint<{ answer: RuleSource[] }>()('GET', '/system/pipelines/rule', reading);
export interface RulePage extends PagedBody {
  rules: RuleSource[];
  /** Pipelines that use each rule, by rule id. */
  context: { used_in_pipelines: Record<string, { id: string; title: string }[]> };
}
export const pagedRules = endpoint<{ query: PageQuery; answer: RulePage }>()(
  'GET',
  '/system/pipelines/rule/paginated',
  reading,
);
export const getRule = endpoint<{ answer: RuleSource }>()('GET', '/system/pipelines/rule/{ruleId}', {
  needs: 'pipeline_rule:read:{ruleId}',
});
export const createRule = endpoint<{ body: RuleSourceInput; answer: RuleSource }>()('POST', '/system/pipelines/rule', {
  needs: 'pipeline_rule:create',
});
export const updateRule = endpoint<{ body: RuleSourceInput; answer: RuleSource }>()(
  'PUT',
  '/system/pipelines/rule/{ruleId}',
  { needs: 'pipeline_rule:edit:{ruleId}' },
);
export const deleteRule = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/pipelines/rule/{ruleId}',
  { needs: 'pipeline_rule:delete:{ruleId}' },
  { produces: 'nothing' },
);
export const parseRule = endpoint<{ body: RuleSourceInput; answer: RuleSource }>()(
  'POST',
  '/system/pipelines/rule/parse',
  'session',
);
/** Returns the rules with the given titles; rules that do not exist or that the user may not read are left out. */
export const multipleRules = endpoint<{ body: MultipleRulesBody; answer: RuleSource[] }>()(
  'POST',
  '/system/pipelines/rule/multiple',
  { handler: 'only those with pipeline_rule:read:{id}' },
);
export const ruleFunctions = endpoint<{ answer: FunctionDescriptor[] }>()(
  'GET',
  '/system/pipelines/rule/functions',
  'session',
);
/** Runs an unsaved rule on a message with the given text; nothing is stored. */
export const simulateRule = endpoint<{ body: SimulateRuleBody; answer: SimulatedMessage }>()(
  'POST',
  '/system/pipelines/rule/simulate',
  'session',
);
export const getRuleMetricsConfig = endpoint<{ answer: RuleMetricsConfig }>()(
  'GET',
  '/system/pipelines/rule/config/metrics',
  'session',
);
export const updateRuleMetricsConfig = endpoint<{ body: RuleMetricsConfig; answer: RuleMetricsConfig }>()(
  'PUT',
  '/system/pipelines/rule/config/metrics',
  'session',
);
/** Lists the latest errors of a rule. The reference server does not have this endpoint. */
export const ruleErrors = endpoint<{ answer: RuleRunErrors }>()('GET', '/system/pipelines/rule/{ruleId}/errors', {
  handler: 'pipeline_rule:read:{ruleId}; of messages only those on streams with streams:read',
});
export const clearRuleErrors = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/pipelines/rule/{ruleId}/errors',
  { needs: 'pipeline_rule:edit:{ruleId}' },
  { produces: 'nothing' },
);

export const listConnections = endpoint<{ answer: PipelineConnection[] }>()('GET', '/system/pipelines/connections', {
  handler: 'pipeline_connection:read; only streams with streams:read and pipelines with pipeline:read',
});
export const streamConnections = endpoint<{ answer: PipelineConnection }>()(
  'GET',
  '/system/pipelines/connections/{streamId}',
  { handler: 'pipeline_connection:read and streams:read:{streamId}; only pipelines with pipeline:read' },
);
/**
 * Connects a stream to the given pipelines. The stream loses its other pipelines, except those that the user may not
 * read.
 */
export const connectToStream = endpoint<{ body: ConnectToStreamBody; answer: PipelineConnection }>()(
  'POST',
  '/system/pipelines/connections/to_stream',
  { handler: 'pipeline_connection:edit, streams:read of the stream and pipeline:read of each pipeline' },
);
/**
 * Connects a pipeline to the given streams and returns the connections of the changed streams. The pipeline loses its
 * other streams, except those that the user may not read.
 */
export const connectToPipeline = endpoint<{ body: ConnectToPipelineBody; answer: PipelineConnection[] }>()(
  'POST',
  '/system/pipelines/connections/to_pipeline',
  { handler: 'pipeline_connection:edit, pipeline:read of the pipeline and streams:read of each stream' },
);
/** Runs all pipelines of a stream on a message; nothing is stored. */
export const simulatePipelines = endpoint<{ body: SimulationRequest; answer: SimulationResponse }>()(
  'POST',
  '/system/pipelines/simulate',
  { handler: 'pipeline_rule:read and streams:read:{stream_id}' },
);
