/**
 * Tests rules and pipelines on messages that are not stored, and reports all intermediate results. The simulator, the
 * workbench and the decorator use it. Metrics and error statistics are not changed, and rules have no effects outside
 * of the messages, except entries in the server's log.
 */
import { Evaluation, type EvaluationRooms, type Observe } from './evaluation.js';
import type { RuleFailure } from './execution.js';
import { Family, type FamilyObserver } from './family.js';
import { PipelineFigures } from './figures.js';
import { addProcessingError } from './incoming.js';
import type { LookupAccess } from './lookup-access.js';
import type { Message } from './message.js';
import { courseOf, planPipeline, type Course, type PlannedPipeline, type RunnableRule } from './plan.js';
import type { Services } from './services.js';
import { compileRule } from './compile.js';

import type { ParsedRule } from './sources.js';
import type { Value } from './values.js';

/**
 * Wraps lookup tables so that they are read-only: functions that write only return the present value, and `clearKey`
 * does nothing.
 */
function readOnly(lookups: LookupAccess): LookupAccess {
  const read = (table: string, key: string) => lookups.lookup(table, key);
  return {
    lookup: read,
    setValue: read,
    clearKey: () => undefined,
    setStringList: read,
    addStringList: read,
    removeStringList: read,
    assignTtl: read,
  };
}

/** Returns services for testing rules: lookup tables are read-only, and metrics are not counted. */
export const trialRooms = (rooms: EvaluationRooms): EvaluationRooms => ({
  ...rooms,
  services: { ...rooms.services, lookups: readOnly(rooms.services.lookups), count: () => undefined } satisfies Services,
});

export interface TrialOptions {
  readonly rooms: EvaluationRooms;
  readonly observer?: FamilyObserver;
  /** The pipelines of streams, or a single course that runs once on the message. */
  readonly course:
    { readonly ofStreams: (streams: readonly string[]) => Course | undefined } | { readonly only: Course };
  /** Called with the value of each evaluated expression, for rules that were compiled with a trace. */
  readonly observe?: Observe;
}

export interface TrialRun {
  /** The message and the messages that rules created from it, including dropped messages. */
  readonly messages: readonly Message[];
  readonly failures: readonly RuleFailure[];
  /** Running time in microseconds, without the time of waiting. */
  readonly micros: number;
}

/** Runs a message through pipelines, which change it, and returns the results and errors. */
export async function tryMessage(message: Message, options: TrialOptions): Promise<TrialRun> {
  const failures: RuleFailure[] = [];
  const evaluation = new Evaluation(message, options.rooms);
  evaluation.observe = options.observe;
  const family = new Family(
    message,
    evaluation,
    {
      ...('only' in options.course
        ? { only: options.course.only, courseOf: () => undefined }
        : { courseOf: options.course.ofStreams }),
      isSuspended: () => false,
      onFailure: (failure, { message: failed }) => {
        failures.push(failure);
        addProcessingError(failed, failure.text);
      },
    },
    options.observer,
  );
  let ms = 0;
  for (;;) {
    const begun = performance.now();
    const wait = family.run();
    ms += performance.now() - begun;
    if (!wait) break;
    await wait;
  }
  return { messages: family.results, failures, micros: Math.round(ms * 1000) };
}

/** Returns a course that consists of one stage with one rule. */
export function courseOfRule(rule: RunnableRule): Course {
  const pipeline: PlannedPipeline = planPipeline(
    { id: '', title: 'simulation', stages: [{ stage: 0, match: 'pass', rules: [rule.title] }] },
    () => rule,
    new PipelineFigures(),
  );
  return courseOf([pipeline]);
}

/** Compiles a rule with tracing; undefined: its source has errors. */
export function tracedRule(parsed: ParsedRule, id: string): RunnableRule | undefined {
  const { checked, compiled } = parsed;
  return checked && compiled && { ...compileRule(checked, true), id };
}

interface TracedValue {
  /** Offsets of the expression in the source. */
  readonly from: number;
  readonly to: number;
  readonly value: Value;
}

export interface RuleTrial {
  readonly matched: boolean;
  /** Values of the evaluated expressions in the order of evaluation, at most `mostTracedValues`. */
  readonly values: readonly TracedValue[];
  /** The first error of the rule; undefined: the rule ran without errors. */
  readonly failure: RuleFailure | undefined;
  readonly messages: readonly Message[];
  readonly micros: number;
}

const mostTracedValues = 5000;

/**
 * Runs one rule on a message and records the values of the expressions that are evaluated.
 * @param rule result of `tracedRule`
 */
export async function tryRule(rule: RunnableRule, message: Message, rooms: EvaluationRooms): Promise<RuleTrial> {
  const values: TracedValue[] = [];
  let matched = false;
  const { messages, failures, micros } = await tryMessage(message, {
    rooms,
    course: { only: courseOfRule(rule) },
    observe: ({ from, to }, value) => {
      if (values.length < mostTracedValues) values.push({ from, to, value });
    },
    observer: { evaluated: (_place, _planned, isMatch) => void (matched = isMatch) },
  });
  return { matched, values, failure: failures[0], messages, micros };
}
