/**
 * Runs the pipelines of incoming messages (spec 3 §7). Pipelines, rules and connections are read
 * again after a change. An error of a rule never loses a message: it becomes the field `gl2_processing_error`.
 */
import { serverLogInputId } from '../../../api/contract/inputs.js';
import type { Metric } from '../../../api/contract/system.schema.js';
import { Yielder } from '../foundation/yielding.js';
import type { Log } from '../log/log.js';
import { createMessageIds } from '../store/message-id.js';
import type { Documents, IncomingMessage } from '../store/types.js';
import type { FunctionCatalogue } from './checked.js';
import { ErrorBook } from './error-book.js';
import { Evaluation, type EvaluationRooms } from './evaluation.js';
import { BudgetError } from './function.js';
import { isDefect, type RuleFailure } from './execution.js';
import { Family, type FamilyRooms } from './family.js';
import { PipelineFigures } from './figures.js';
import { addProcessingError, incomingOf, messageOf } from './incoming.js';
import type { Plan, PlannedRule } from './plan.js';
import { planAll } from './planner.js';
import { RunError } from './run-error.js';
import type { Services } from './services.js';
import { PipelineSources, type SourceDocument } from './sources.js';
import { slowMs, Suspensions, type Suspended } from './suspension.js';
import { threadCpuMs, workedMs } from './thread-cpu.js';

export interface PipelineEngineOptions {
  readonly documents: Documents;
  readonly functions: FunctionCatalogue;
  readonly services: Omit<Services, 'count'>;
  readonly nodeId: string;
  readonly log: Log;
  /** Tells whether rules are timed (contract administration rules.metricsConfig). */
  readonly isTimed: () => boolean;
  readonly onSuspended: (suspended: Suspended) => void;
  readonly onReleased: (ruleId: string) => void;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

/** CPU time in milliseconds for one message above which the rules of the next messages are timed. */
const watchFromMs = 50;
const watchedMessages = 500;
/** Least interval in milliseconds between two log entries about internal errors of the server. */
const defectLogMs = 60_000;

export class PipelineEngine {
  readonly sources: PipelineSources;
  readonly figures = new PipelineFigures();
  readonly errors = new ErrorBook();
  readonly suspensions: Suspensions;
  readonly rooms: EvaluationRooms;
  readonly #options: PipelineEngineOptions;
  readonly #now: () => number;
  #plan: Plan | undefined;
  #planning: Promise<Plan> | undefined;
  /** Lists from which the plan was created; storing or removing an entity creates a new list. */
  #planned: readonly (readonly unknown[])[] = [];
  #documents: ReadonlyMap<string, SourceDocument> = new Map();
  #watched = 0;
  #dropped = 0;
  #defectLoggedAt = 0;

  constructor(options: PipelineEngineOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.sources = new PipelineSources(options.documents, options.functions);
    const ids = createMessageIds();
    this.rooms = {
      services: { ...options.services, count: (name, by) => this.figures.count(name, by) },
      newId: () => ids(this.#now()),
      now: this.#now,
    };
    this.suspensions = new Suspensions(options.onSuspended);
  }

  /** Updates the rates; must be called once a second. */
  tick(): void {
    this.figures.tick();
  }

  *metrics(): Iterable<Metric> {
    yield* this.figures.metrics();
    yield {
      full_name: 'log-console.pipelines.dropped',
      name: 'dropped',
      type: 'counter',
      metric: { count: this.#dropped },
    };
  }

  /** Returns the current plan, or a promise of it while sources are being compiled. */
  plan(): Plan | Promise<Plan> {
    const { pipelines, rules, connections } = this.sources;
    const lists = [pipelines.all(), rules.all(), connections.all()];
    if (this.#plan && lists.every((list, index) => list === this.#planned[index])) return this.#plan;
    return (this.#planning ??= this.#replan(lists).finally(() => (this.#planning = undefined)));
  }

  async #replan(lists: readonly (readonly unknown[])[]): Promise<Plan> {
    const plan = await planAll({ sources: this.sources, figures: this.figures }, new Yielder());
    const documents = new Map(this.sources.rules.all().map((document) => [document.id, document]));
    for (const [id, before] of this.#documents) {
      const now = documents.get(id);
      if (now !== before && this.suspensions.release(id)) this.#options.onReleased(id);
      if (!now) this.errors.clear(id);
    }
    this.figures.keep(new Set(this.sources.pipelines.all().map(({ id }) => id)), new Set(documents.keys()));
    this.#documents = documents;
    this.#planned = lists;
    this.#plan = plan;
    return plan;
  }

  /**
   * Returns the messages after processing, in their order. Dropped messages are omitted. Messages that a rule created
   * follow the message from which it created them. The function neither throws nor rejects.
   */
  process(messages: readonly IncomingMessage[]): readonly IncomingMessage[] | Promise<readonly IncomingMessage[]> {
    const plan = this.plan();
    if (plan instanceof Promise)
      return plan.then(
        (made) => this.#process(messages, made),
        (error: unknown) => {
          this.#defect(error);
          return messages;
        },
      );
    return plan.isEmpty ? messages : this.#process(messages, plan);
  }

  async #process(messages: readonly IncomingMessage[], plan: Plan): Promise<readonly IncomingMessage[]> {
    const processed: (IncomingMessage | readonly IncomingMessage[])[] = [];
    const waiting: Promise<void>[] = [];
    const yielder = new Yielder();
    const untimed: FamilyRooms = {
      courseOf: (streams) => plan.course(streams),
      isSuspended: this.suspensions.isSuspended,
      onFailure: (failure, evaluation) => this.#failed(failure, evaluation),
    };
    const timed: FamilyRooms = { ...untimed, onTimed: (planned, phase, ms) => this.#timed(planned, phase, ms) };
    let begun = performance.now();
    let usedMs = threadCpuMs();
    for (const [index, message] of messages.entries()) {
      processed[index] = message;
      if (!plan.course(message.streams) || isOwnLog(message)) continue;
      try {
        const family = this.#family(message, this.#isTimed() ? timed : untimed);
        const wait = family.run();
        if (wait)
          waiting.push(
            settled(family, wait)
              .then(() => void (processed[index] = this.#results(family, message)))
              .catch((error: unknown) => this.#defect(error)),
          );
        else processed[index] = this.#results(family, message);
      } catch (error) {
        // After an internal error of the server, the message continues unprocessed instead of being lost.
        this.#defect(error);
      }
      const ended = performance.now();
      if (ended - begun > watchFromMs && threadCpuMs() - usedMs > watchFromMs) this.#watched = watchedMessages;
      begun = ended;
      if (!yielder.isOver) continue;
      await yielder.pause();
      begun = performance.now();
      usedMs = threadCpuMs();
    }
    await Promise.all(waiting);
    return processed.flat();
  }

  #isTimed(): boolean {
    if (this.#watched === 0) return this.#options.isTimed();
    this.#watched -= 1;
    return true;
  }

  #family(incoming: IncomingMessage, rooms: FamilyRooms): Family {
    const message = messageOf(incoming, this.rooms.newId, this.#options.nodeId);
    return new Family(message, new Evaluation(message, this.rooms), rooms);
  }

  #results({ results }: Family, original: IncomingMessage): readonly IncomingMessage[] | IncomingMessage {
    const [first, ...others] = results;
    if (first && others.length === 0 && !first.isDropped && !first.isChanged && isSame(first.streams, original.streams))
      return original;
    const kept = results.filter(({ isDropped }) => !isDropped);
    this.#dropped += results.length - kept.length;
    return kept.map((message) => {
      // A message without streams, for instance a newly created one, goes into the default stream.
      if (message.streams.size === 0) message.addStream(this.rooms.services.defaultStreamId);
      return incomingOf(message, original, this.#now());
    });
  }

  #timed({ rule, figures, wholeFigures }: PlannedRule, phase: 'condition' | 'action', ms: number): void {
    for (const one of [figures, wholeFigures]) (phase === 'condition' ? one?.evaluation : one?.execution)?.add(ms);
    if (ms <= slowMs || !rule) return;
    const worked = workedMs(performance.now() - ms);
    if (worked > slowMs)
      this.suspensions.strike(rule.id, rule.title, `It ran for ${Math.round(worked)} ms on one message.`, this.#now());
  }

  #failed(failure: RuleFailure, evaluation: Evaluation): void {
    const { error, planned, text } = failure;
    const now = this.#now();
    this.errors.add(failure, evaluation.message, now);
    addProcessingError(evaluation.message, text);
    const isOver = error instanceof BudgetError || (error instanceof RunError && error.isOverBudget);
    if (isOver && planned.rule) this.suspensions.strike(planned.rule.id, planned.rule.title, error.message, now);
    if (isDefect(error)) this.#defect(error);
  }

  #defect(error: unknown): void {
    const now = this.#now();
    if (now - this.#defectLoggedAt < defectLogMs) return;
    this.#defectLoggedAt = now;
    this.#options.log.error('Pipelines failed on a message for a reason of the server', { error });
  }
}

async function settled(family: Family, first: Promise<void>): Promise<void> {
  for (let wait: Promise<void> | undefined = first; wait; wait = family.run()) await wait;
}

const isSame = (left: ReadonlySet<string>, right: readonly string[]): boolean =>
  left.size === right.length && right.every((id) => left.has(id));

/**
 * Tells whether a message is a log entry about pipelines, which is not processed, because it could cause endless
 * entries.
 */
const isOwnLog = ({ inputId, fields }: IncomingMessage): boolean =>
  inputId === serverLogInputId && fields['room'] === 'pipelines';
