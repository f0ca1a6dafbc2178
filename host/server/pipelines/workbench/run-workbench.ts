/**
 * Runs an unsaved rule on sample messages, alone or in a pipeline, and reports the values of its expressions and its
 * changes. Nothing is stored, and metrics are not changed.
 */
import type { WorkbenchAnswer, WorkbenchError, WorkbenchResult } from '../../../../api/contract/rule-workbench.js';
import { Yielder } from '../../foundation/yielding.js';
import type { PipelineEngine } from '../engine.js';
import { courseOfRule, tracedRule, trialRooms, tryMessage } from '../evaluator.js';
import type { RuleFailure } from '../execution.js';
import { PipelineFigures } from '../figures.js';
import { courseOf, type Course, type RunnableRule } from '../plan.js';
import { planStored } from '../planner.js';
import { RunError, shortText } from '../run-error.js';
import type { ParsedRule, SourceDocument } from '../sources.js';
import { fieldsOfMessage, fieldsToProcess, messageOfFields } from '../wire-message.js';
import { reportedChanges } from './field-changes.js';

/** Largest number of values of one message that are returned. */
const mostValues = 500;
/** Time limit in milliseconds for all messages of one request. */
const longestRunMs = 2000;

export interface WorkbenchRun {
  readonly parsed: ParsedRule;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** Pipeline around the rule; undefined: the rule runs alone. */
  readonly pipeline: SourceDocument | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

type Runs = Omit<WorkbenchAnswer, 'errors'>;

export async function runWorkbench(engine: PipelineEngine, run: WorkbenchRun): Promise<Runs> {
  const rule = tracedRule(run.parsed, 'workbench');
  const results: WorkbenchResult[] = [];
  const course = rule && courseOfRun(engine, rule, run.pipeline);
  const yielder = new Yielder();
  const [sample] = run.messages;
  // The first run is not measured, because it compiles patterns.
  if (rule && course && sample) await resultOf(engine, rule, course, sample);
  const begun = performance.now();
  for (const fields of course ? run.messages : []) {
    if (!rule || !course || run.signal.aborted || performance.now() - begun > longestRunMs) break;
    results.push(await resultOf(engine, rule, course, fields));
    if (yielder.isOver) await yielder.pause();
  }
  return {
    results,
    matched: results.filter(({ matched }) => matched === true).length,
    failed: results.filter(({ error }) => error !== null).length,
    micros_per_message: medianOf(results.map(({ micros }) => micros)),
  };
}

/**
 * Returns the median; the average would be too high, because the JavaScript engine optimises the rule after some
 * messages.
 */
function medianOf(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function courseOfRun(engine: PipelineEngine, rule: RunnableRule, pipeline: SourceDocument | undefined): Course {
  if (!pipeline) return courseOfRule(rule);
  const instead = new Map([[rule.title, rule]]);
  return courseOf([planStored(pipeline, { sources: engine.sources, figures: new PipelineFigures(), instead })]);
}

async function resultOf(
  engine: PipelineEngine,
  rule: RunnableRule,
  course: Course,
  fields: Readonly<Record<string, unknown>>,
): Promise<WorkbenchResult> {
  const message = messageOfFields(fieldsToProcess(fields), [], Date.now());
  const before = fieldsOfMessage(message);
  const streamsBefore = new Set(message.streams);
  const values: WorkbenchResult['values'] = [];
  let matched: boolean | null = null;
  const run = await tryMessage(message, {
    rooms: trialRooms(engine.rooms),
    course: { only: course },
    observe: ({ from, to }, value) => {
      if (values.length < mostValues) values.push({ from, to, text: shortText(value) });
    },
    observer: {
      evaluated: (_place, planned, isMatch) => {
        if (planned.rule === rule) matched = isMatch;
      },
    },
  });
  const after = fieldsOfMessage(message);
  return {
    matched,
    values,
    ...reportedChanges(before, after),
    streams_added: [...message.streams].filter((id) => !streamsBefore.has(id)),
    streams_removed: [...streamsBefore].filter((id) => !message.streams.has(id)),
    dropped: message.isDropped,
    created: run.messages.filter((one) => one !== message).length,
    error: run.failures[0] ? errorOf(run.failures[0], rule) : null,
    micros: run.micros,
  };
}

function errorOf({ error, planned, text }: RuleFailure, rule: RunnableRule): WorkbenchError {
  if (!(error instanceof RunError)) return { reason: text, line: 1, position_in_line: 0, from: null, to: null };
  const isOwn = planned.rule === rule;
  const { reason, functionName, at, position } = error;
  return {
    reason: functionName === undefined ? reason : `${functionName}: ${reason}`,
    line: position.line,
    position_in_line: position.column,
    from: isOwn ? at.from : null,
    to: isOwn ? at.to : null,
  };
}
