/**
 * Context in which rules run. A received message and all messages that rules create from it share one evaluation. It
 * contains their budget, the variables of the running rule, and awaited results.
 */
import type { Expression } from '../../../api/pipeline-language/index.js';
import { BudgetError, EvaluationError, type CallContext } from './function.js';
import { Message } from './message.js';
import { Pending } from './run-error.js';
import type { Services } from './services.js';
import { beginWork, workedMs } from './thread-cpu.js';
import type { DateTime, Value } from './values.js';

/** Largest number of messages that rules may create for one received message. */
const mostCreated = 1000;
/** Largest number of times that a rule may copy its own copies, unless the call sets `preventLoops`. */
const mostCopiesOfCopies = 100;
/** Largest amount of memory, in UTF-16 units or elements, that functions may use for one received message. */
const memoryUnits = 32 * 1024 * 1024;
/** Largest amount of memory that one condition or one action of a rule may use for one message. */
const memoryUnitsOfRule = 8 * 1024 * 1024;
/** Limit of the CPU time of all rules for one received message in milliseconds. */
const longestRunMs = 500;
/** Number of conditions and statements between two checks of the clock. */
const stepsPerLook = 16;
/**
 * Elapsed time in milliseconds above which the CPU time is used instead of the elapsed time, because other work may
 * have interrupted the rules.
 */
const exactFromMs = 20;
/** Largest waiting time of one asynchronous operation in milliseconds. */
const longestWaitMs = 10_000;
/** Largest waiting time of all rules for one received message in milliseconds. */
const longestWaitsMs = 30_000;

type Settled = { readonly value: unknown } | { readonly error: unknown };

/** Called with the value of each expression that a traced rule evaluates. */
export type Observe = (expression: Expression, value: Value) => void;

export interface RuleIdentity {
  readonly id: string;
  readonly title: string;
}

export interface EvaluationRooms {
  readonly services: Services;
  readonly newId: () => string;
  readonly now: () => number;
}

export class Evaluation implements CallContext {
  rule: RuleIdentity = { id: '', title: '' };
  readonly variables: Value[] = [];
  /** Messages that rules created and that are not processed yet. */
  readonly created: Message[] = [];
  observe: Observe | undefined;
  #createdCount = 0;
  #units = memoryUnits;
  #unitsOfRule = memoryUnitsOfRule;
  #settled: Map<string, Settled> | undefined;
  #waitedMs = 0;
  #steps = 0;
  #ranMs = 0;
  #resumedAt = 0;
  #isOver = false;

  constructor(
    public message: Message,
    readonly rooms: EvaluationRooms,
  ) {}

  get services(): Services {
    return this.rooms.services;
  }

  now(): number {
    return this.rooms.now();
  }

  /** Begins to measure the time of the rules. */
  resume(): void {
    this.#resumedAt = beginWork();
  }

  /** Ends a measurement and adds it to the time of the rules. */
  pause(): void {
    const ms = performance.now() - this.#resumedAt;
    this.#ranMs += ms > exactFromMs ? workedMs(this.#resumedAt) : ms;
    this.#isOver = this.#ranMs > longestRunMs;
  }

  /** Tells whether the rules that run now have used up the time of this message. */
  #look(): boolean {
    const left = longestRunMs - this.#ranMs;
    return performance.now() - this.#resumedAt > left && workedMs(this.#resumedAt) > left;
  }

  /**
   * Begins the next condition or action of a rule.
   * @throws EvaluationError when earlier rules have used up the time of this message
   */
  begin(rule: RuleIdentity): void {
    if (this.#isOver) throw new EvaluationError('Earlier rules have used up the time of this message.');
    this.rule = rule;
    this.#unitsOfRule = memoryUnitsOfRule;
  }

  spend(units: number): void {
    this.#units -= units;
    this.#unitsOfRule -= units;
    if (this.#unitsOfRule < 0) throw new BudgetError('The rule makes values that are too large.');
    if (this.#units < 0) throw new BudgetError('The rules of this message make values that are too large together.');
  }

  createMessage(text: string, source: string, timestamp: DateTime): Message {
    const fields = new Map<string, Value>([
      ['message', text],
      ['source', source],
      ['timestamp', timestamp],
    ]);
    return this.#add(new Message(this.rooms.newId, fields, [], undefined));
  }

  cloneMessage(message: Message, preventLoops: boolean | undefined): Message | null {
    const depth = message.clonesByRule.get(this.rule.id) ?? 0;
    if (preventLoops === true && depth > 0) return null;
    if (preventLoops === undefined && depth >= mostCopiesOfCopies)
      throw new EvaluationError(
        `The rule has copied its own copies ${mostCopiesOfCopies} times, which would never end. Set preventLoops: true.`,
      );
    const depths = new Map(message.clonesByRule).set(this.rule.id, depth + 1);
    return this.#add(message.copy(this.rooms.newId, depths));
  }

  #add(message: Message): Message {
    if ((this.#createdCount += 1) > mostCreated)
      throw new EvaluationError(`Rules may make ${mostCreated} messages of one at most.`);
    this.created.push(message);
    return message;
  }

  waitFor<T>(key: string, start: () => Promise<T>): T {
    const known = this.#settled?.get(key);
    if (known) {
      if ('error' in known) throw known.error;
      return known.value as T;
    }
    if (this.#waitedMs > longestWaitsMs) throw new EvaluationError('The rules of this message have waited too long.');
    const settled = (this.#settled ??= new Map<string, Settled>());
    const begun = performance.now();
    const limit = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new EvaluationError('The answer took more than 10 seconds.')), longestWaitMs).unref();
    });
    throw new Pending(
      Promise.race([start(), limit])
        .then(
          (value) => void settled.set(key, { value }),
          (error: unknown) => void settled.set(key, { error }),
        )
        .finally(() => (this.#waitedMs += performance.now() - begun)),
    );
  }

  /** Forgets awaited results. */
  forget(): void {
    if (this.#settled) this.#settled = undefined;
  }

  /**
   * Ends a condition or statement: its awaited results are forgotten, so that the next statement requests them again.
   * @throws BudgetError when the time of this message is used up
   */
  done(): void {
    this.forget();
    if ((this.#steps += 1) % stepsPerLook !== 0 || this.#isOver || !this.#look()) return;
    this.#isOver = true;
    throw new BudgetError('The rules of this message take too long.');
  }
}
