/**
 * Processing pipelines, their rules, stream connections and simulation (contract/administration.json
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
 * A syntax error in a source. The 400 answer of saving, parsing and simulating has a bare array of these as its body.
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
  /** Titles of the rules in order. */
  rules: string[];
}

export interface PipelineSource {
  /** Id; null in the answer of `parse`. */
  id: string | null;
  title: string | null;
  description: string | null;
  source: string;
  /** Creation time, ISO 8601. */
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
  /** Full Java name; the console shows the part after the last dot. */
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
  /** True for a function that only this server or a later reference version has. */
  extension?: true;
}

export interface PipelineConnection {
  id: string | null;
  stream_id: string;
  pipeline_ids: string[];
}

/** A message in the format of `rule/simulate`. */
export interface SimulatedMessage {
  id: string;
  message: string;
  source: string;
  timestamp: string;
  fields: Record<string, unknown>;
  streams: string[];
  field_names: string[];
  /** True when a rule dropped the message, so that it would not be stored. */
  dropped: boolean;
  /** Further messages created by the rule; only this server returns them. */
  created_messages: Record<string, unknown>[];
}

export interface SimulatedResult {
  message: Record<string, unknown>;
  /** Member of the contract; always empty on this server. */
  index: string;
  highlight_ranges: null;
  decoration_stats: {
    added_fields: Record<string, unknown>;
    /** Previous values of the changed fields. */
    changed_fields: Record<string, unknown>;
    removed_fields: Record<string, unknown>;
  };
}

export interface SimulationResponse {
  /** Processed messages without dropped ones, followed by messages that rules created. */
  messages: SimulatedResult[];
  simulation_trace: { /** Microseconds since the start. */ time: number; message: string }[];
  took_microseconds: number;
}

/** An error of a rule at run time; only this server stores them. */
export interface RuleRunError {
  /** Time of the error, ISO 8601. */
  time: string;
  /** Pipeline in which the rule ran; null outside of a pipeline. */
  pipeline: { id: string; title: string } | null;
  stage: number | null;
  /** Part of the rule that failed. */
  phase: 'condition' | 'action';
  /** Full text of the error, as in `gl2_processing_error`. */
  text: string;
  /** Name of the failed function; null: an operator failed. */
  function: string | null;
  line: number;
  position_in_line: number;
  /** Values of the arguments or operands as text, shortened. */
  values: { name: string; value: string }[];
  /** Fields of the message before the rule ran, with `_id` and `streams`, so that it can be simulated. */
  message: Record<string, unknown>;
}

export interface RuleRunErrors {
  /** Number of errors since the server started. */
  total: number;
  /** Latest errors, newest first, at most 100. */
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
/** Parses a source without storing it. */
export const parsePipeline = endpoint<{ body: PipelineSourceInput; answer: PipelineSource }>()(
  'POST',
  '/system/pipelines/pipeline/parse',
  'session',
);

export const listRules = endpoint<{ answer: RuleSource[] }>()('GET', '/system/pipelines/rule', reading);
export interface RulePage extends PagedBody {
  rules: RuleSource[];
  /** Pipelines that use a rule, by rule id. */
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
/** Returns rules by title; unknown and unreadable ones are left out. */
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
/** Runs one rule on a message with this text; nothing is stored. */
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
/** Lists the latest errors of a rule. The reference server does not have this. */
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
/** Replaces the pipelines of a stream. */
export const connectToStream = endpoint<{ body: ConnectToStreamBody; answer: PipelineConnection }>()(
  'POST',
  '/system/pipelines/connections/to_stream',
  { handler: 'pipeline_connection:edit, streams:read of the stream and pipeline:read of each pipeline' },
);
/** Replaces the streams of a pipeline; returns the changed records. */
export const connectToPipeline = endpoint<{ body: ConnectToPipelineBody; answer: PipelineConnection[] }>()(
  'POST',
  '/system/pipelines/connections/to_pipeline',
  { handler: 'pipeline_connection:edit, pipeline:read of the pipeline and streams:read of each stream' },
);
/** Runs the pipelines of a stream on a message; nothing is stored. */
export const simulatePipelines = endpoint<{ body: SimulationRequest; answer: SimulationResponse }>()(
  'POST',
  '/system/pipelines/simulate',
  { handler: 'pipeline_rule:read and streams:read:{stream_id}' },
);
