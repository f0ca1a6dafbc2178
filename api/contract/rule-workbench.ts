/**
 * Rule workbench: runs an unsaved rule on sample messages and returns the value of every expression. Embedded server
 * only.
 */
import { endpoint } from './endpoint.js';
import type { ParseError } from './pipelines.js';
import type { HitsRequest, PathRequest, SampleSetBody, WorkbenchRequest } from './rule-workbench.schema.js';

export type * from './rule-workbench.schema.js';

/** Value of one expression for one message. */
export interface ExpressionValue {
  /** Start of the expression in the source in UTF-16 units; `to` is its end. */
  from: number;
  to: number;
  /** Value as text, cut after 200 characters. */
  text: string;
}

export interface WorkbenchError {
  /** Text of the error without its position. */
  reason: string;
  /** Line number, counted from 1. */
  line: number;
  /** Position in the line, counted from 0. */
  position_in_line: number;
  /** Start of the failed expression in the source; null: the error occurred in another rule of the pipeline. */
  from: number | null;
  to: number | null;
}

/** Result for one message. Values are cut after 2,000 characters. */
export interface WorkbenchResult {
  /** True when the condition held; null when it was not evaluated, for example because an earlier stage stopped the pipeline. */
  matched: boolean | null;
  /** Values in order of evaluation. */
  values: ExpressionValue[];
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Ids of the added streams. */
  streams_added: string[];
  streams_removed: string[];
  dropped: boolean;
  /** Number of messages that rules created. */
  created: number;
  error: WorkbenchError | null;
  micros: number;
}

export interface WorkbenchAnswer {
  /** Parse errors; if there are any, no message was processed. */
  errors: ParseError[];
  /** Results in the order of the messages; fewer when the time limit was reached. */
  results: WorkbenchResult[];
  matched: number;
  failed: number;
  /** Median processing time per message in microseconds. */
  micros_per_message: number;
}

/** Number of messages that one rule changed. */
export interface RuleHits {
  /** Parse errors; if there are any, the rule did not run. */
  errors: ParseError[];
  /** Number of messages on which the rule ran; fewer when the time limit was reached. */
  tried: number;
  /** Number of messages in which the rule added or changed a field. */
  hits: number;
  /** Number of messages on which the rule failed. */
  failed: number;
  /** Fields that the rule set in the newest changed message. */
  example: Record<string, unknown>;
}

export interface SampleSet extends SampleSetBody {
  id: string;
  /** Username of the creator. */
  owner: string;
  created_at: string;
}

const reading = { needs: 'pipeline_rule:read' } as const;
const editing = { needs: 'pipeline_rule:edit' } as const;

/** Runs an unsaved rule on sample messages. With a pipeline the call also needs `pipeline:read` for it. */
export const runWorkbench = endpoint<{ body: WorkbenchRequest; answer: WorkbenchAnswer }>()(
  'POST',
  '/system/pipelines/rule/workbench',
  reading,
);
/**
 * Runs unsaved rules on the newest messages and counts the changed messages per rule. With a stream the call also needs
 * `streams:read` for it.
 */
export const countRuleHits = endpoint<{ body: HitsRequest; answer: { messages: number; rules: RuleHits[] } }>()(
  'POST',
  '/system/pipelines/rule/workbench/hits',
  reading,
);
export const listSampleSets = endpoint<{ answer: { sample_sets: SampleSet[] } }>()(
  'GET',
  '/system/pipelines/rule/workbench/samples',
  reading,
);
export const createSampleSet = endpoint<{ body: SampleSetBody; answer: SampleSet }>()(
  'POST',
  '/system/pipelines/rule/workbench/samples',
  editing,
);
export const deleteSampleSet = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/pipelines/rule/workbench/samples/{sampleSetId}',
  editing,
  { produces: 'nothing' },
);

/** State of the message after one processing step. */
export interface PathStep {
  kind: 'codec' | 'geo' | 'filters' | 'streams' | 'pipelines' | 'index_sets';
  /** Name of the message processor. */
  name: string;
  /** True when the step is disabled. */
  off: boolean;
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Titles of added streams that the user may read. */
  streams_added: string[];
  streams_removed: string[];
  /** Notes about the step, such as errors of rules. */
  notes: string[];
  micros: number;
}

export interface PathResult {
  /** Steps in the configured order. */
  steps: PathStep[];
  /** Reason why the text could not be decoded; then there are no steps. */
  error: string | null;
  dropped: boolean;
  /** Number of messages that rules created. */
  created: number;
  /** Fields of the message at the end, also if it was dropped; null: it could not be decoded. */
  message: Record<string, unknown> | null;
}

/**
 * Processes raw texts completely: codec, message processors in their configured order, index sets. Nothing is stored.
 */
export const simulatePath = endpoint<{ body: PathRequest; answer: { results: PathResult[] } }>()(
  'POST',
  '/system/pipelines/simulate/path',
  reading,
);
