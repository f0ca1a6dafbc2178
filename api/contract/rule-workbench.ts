/**
 * The rule workbench: runs an unsaved rule on sample messages and returns the value of every expression. Only the
 * embedded server has these endpoints.
 */
import { endpoint } from './endpoint.js';
import type { ParseError } from './pipelines.js';
import type { HitsRequest, PathRequest, SampleSetBody, WorkbenchRequest } from './rule-workbench.schema.js';

export type * from './rule-workbench.schema.js';

/** Value that one expression of the rule had for one message. */
export interface ExpressionValue {
  /** Start of the expression in the source, in UTF-16 units; `to` is the end of the expression. */
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
  /**
   * Start of the failed expression in the source; null: another rule of the pipeline failed, or the place is unknown.
   */
  from: number | null;
  to: number | null;
}

/** Result of the run for one message. Field values are cut after 2,000 characters. */
export interface WorkbenchResult {
  /**
   * True when the condition of the rule was true; null when it was not evaluated, for example because an earlier stage
   * stopped the pipeline.
   */
  matched: boolean | null;
  /** Values of the expressions in order of evaluation, at most the first 500. */
  values: ExpressionValue[];
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Ids of the streams that the run has added the message to. */
  streams_added: string[];
  streams_removed: string[];
  dropped: boolean;
  /** Number of further messages that the rules created. */
  created: number;
  error: WorkbenchError | null;
  micros: number;
}

export interface WorkbenchAnswer {
  /** Parse errors of the rule; if there are any, no message was processed. */
  errors: ParseError[];
  /** Results in the order of the messages; the last messages have none when the time limit was reached. */
  results: WorkbenchResult[];
  matched: number;
  failed: number;
  /** Median processing time per message in microseconds. */
  micros_per_message: number;
}

/** Result of counting the messages in which one rule sets a field. */
export interface RuleHits {
  /** Parse errors of the rule; if there are any, the rule did not run. */
  errors: ParseError[];
  /**
   * Number of messages on which the rule ran; it is lower than the number of messages if the time limit was reached.
   */
  tried: number;
  /** Number of messages in which the rule added or changed a field without failing. */
  hits: number;
  /** Number of messages on which the rule failed. */
  failed: number;
  /** Fields that the rule set in the first message that it changed, with their new values. */
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

/**
 * Runs an unsaved rule on sample messages. With a pipeline in the request the user also needs `pipeline:read` for it.
 */
export const runWorkbench = endpoint<{ body: WorkbenchRequest; answer: WorkbenchAnswer }>()(
  'POST',
  '/system/pipelines/rule/workbench',
  reading,
);
/**
 * Runs unsaved rules on the newest messages and counts the messages in which each rule sets a field. With a stream in
 * the request the user also needs `streams:read` for it.
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

/** Lists the changes that one processing step made to a message. */
export interface PathStep {
  kind: 'codec' | 'geo' | 'filters' | 'streams' | 'pipelines' | 'index_sets';
  /** Name of the message processor; `Codec` and `Index sets` for the first and the last step. */
  name: string;
  /** True when the step is disabled on this server. */
  off: boolean;
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Titles of the streams that the step added; streams that the user may not read are missing. */
  streams_added: string[];
  streams_removed: string[];
  /** Errors of the rules that ran in the step. For the last step, the titles of the message's index sets instead. */
  notes: string[];
  micros: number;
}

export interface PathResult {
  /** Steps in the order configured on the server. */
  steps: PathStep[];
  /** Reason why the text could not be decoded, in which case `steps` is empty; null: it was decoded. */
  error: string | null;
  dropped: boolean;
  /** Number of messages that rules created. */
  created: number;
  /**
   * Fields of the message after the last step, also when it was dropped; `streams` contains the titles of the streams
   * that the user may read. Null: the text could not be decoded.
   */
  message: Record<string, unknown> | null;
}

/**
 * Processes raw texts as if an input had received them: codec, message processors in their configured order, index
 * sets. Nothing is stored. With an input in the request the user also needs `inputs:read` for it.
 */
export const simulatePath = endpoint<{ body: PathRequest; answer: { results: PathResult[] } }>()(
  'POST',
  '/system/pipelines/simulate/path',
  reading,
);
