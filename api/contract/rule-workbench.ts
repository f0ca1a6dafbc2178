/** Workbench of rules: runs an unsaved rule on sample messages and tells the value of every expression; only this server has it. */
import { endpoint } from './endpoint.js';
import type { ParseError } from './pipelines.js';
import type { HitsRequest, PathRequest, SampleSetBody, WorkbenchRequest } from './rule-workbench.schema.js';

export type * from './rule-workbench.schema.js';

/** The value of one expression for one message. */
export interface ExpressionValue {
  /** Offsets in the source, UTF-16 units. */
  from: number;
  to: number;
  /** Cut after 200 characters. */
  text: string;
}

export interface WorkbenchError {
  /** Text of the error without its place. */
  reason: string;
  /** Line number, counted from 1. */
  line: number;
  /** Position in the line, counted from 0. */
  position_in_line: number;
  /** Offsets of the failing expression in the source; null: it failed in another rule of the pipeline. */
  from: number | null;
  to: number | null;
}

/** Result of one message. Values longer than 2,000 characters are cut. */
export interface WorkbenchResult {
  /** Null when the condition was not evaluated, as behind a stage that stopped the pipeline. */
  matched: boolean | null;
  /** In the order of evaluation. */
  values: ExpressionValue[];
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Ids. */
  streams_added: string[];
  streams_removed: string[];
  dropped: boolean;
  /** Messages that rules made beside it. */
  created: number;
  error: WorkbenchError | null;
  micros: number;
}

export interface WorkbenchAnswer {
  /** Errors of parsing; when there are any, no message was processed. */
  errors: ParseError[];
  /** One for each message, in their order; fewer when the time was used up. */
  results: WorkbenchResult[];
  matched: number;
  failed: number;
  /** Median. */
  micros_per_message: number;
}

/** Counts the tried messages that one rule changed. */
export interface RuleHits {
  /** Not empty: the rule does not parse, and did not run. */
  errors: ParseError[];
  /** Messages on which the rule ran; fewer than there are when the time was used up. */
  tried: number;
  /** Messages of these in which the rule added or changed a field. */
  hits: number;
  /** Messages of these on which the rule failed. */
  failed: number;
  /** Fields that the rule set in the newest message that it changed, by name. */
  example: Record<string, unknown>;
}

export interface SampleSet extends SampleSetBody {
  id: string;
  /** Name of the user who stored it. */
  owner: string;
  created_at: string;
}

const reading = { needs: 'pipeline_rule:read' } as const;
const editing = { needs: 'pipeline_rule:edit' } as const;

/** Runs an unsaved rule on samples. With a pipeline it also needs `pipeline:read` of that pipeline. */
export const runWorkbench = endpoint<{ body: WorkbenchRequest; answer: WorkbenchAnswer }>()(
  'POST',
  '/system/pipelines/rule/workbench',
  reading,
);
/** Runs unsaved rules on the newest messages and counts the messages that each of them changes. With a stream also `streams:read` of it. */
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

/** The message after one step of its way. */
export interface PathStep {
  kind: 'codec' | 'geo' | 'filters' | 'streams' | 'pipelines' | 'index_sets';
  /** Name of the processor. */
  name: string;
  /** True when the step is switched off and did nothing. */
  off: boolean;
  added: Record<string, unknown>;
  changed: Record<string, { before: unknown; after: unknown }>;
  removed: Record<string, unknown>;
  /** Titles of streams, as far as the user may read them. */
  streams_added: string[];
  streams_removed: string[];
  /** Remarks beside the changes, such as errors of rules. */
  notes: string[];
  micros: number;
}

export interface PathResult {
  /** In the configured order. */
  steps: PathStep[];
  /** Why the text is no message; then there are no steps. */
  error: string | null;
  dropped: boolean;
  /** Messages that rules made beside it. */
  created: number;
  /** At the end, also of a dropped one; null: it was not read. */
  message: Record<string, unknown> | null;
}

/** Sends raw texts the whole way: codec, then the message processors in their configured order, then the index sets. Nothing is stored. */
export const simulatePath = endpoint<{ body: PathRequest; answer: { results: PathResult[] } }>()(
  'POST',
  '/system/pipelines/simulate/path',
  reading,
);
