/**
 * Processes a received message and all messages that rules create from it, one after another. Each message runs through
 * the pipelines of its streams, and then through the pipelines of streams that rules have added to it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Yielder } from '../foundation/yielding.js';
import type { Evaluation } from './evaluation.js';
import { Execution, type ExecutionObserver, type ExecutionRooms } from './execution.js';
import type { Message } from './message.js';
import type { Course } from './plan.js';

export interface FamilyObserver extends ExecutionObserver {
  begin?(message: Message, course: Course, streams: readonly string[]): void;
}

export interface FamilyRooms extends ExecutionRooms {
  /** Course that runs once on the received message, instead of the courses of its streams. */
  readonly only?: Course | undefined;
  /** Returns the course of streams; undefined: none of the streams has a pipeline. */
  readonly courseOf: (streams: readonly string[]) => Course | undefined;
}

export class Family {
  readonly #waiting: Message[];
  /** All processed messages, including dropped messages. */
  readonly results: Message[] = [];
  #execution: Execution | undefined;
  #only: Course | undefined;
  /** Streams of the current message whose pipelines have begun. */
  #handled = new Set<string>();

  constructor(
    message: Message,
    private readonly evaluation: Evaluation,
    private readonly rooms: FamilyRooms,
    private readonly observer?: FamilyObserver,
  ) {
    this.#waiting = [message];
    this.#only = rooms.only;
  }

  /**
   * Runs the pipelines, or continues them.
   * @returns undefined: all runs are complete; a promise: `run` must be called again after it has resolved
   */
  run(): Promise<void> | undefined {
    this.evaluation.resume();
    const wait = this.#run();
    this.evaluation.pause();
    return wait;
  }

  #run(): Promise<void> | undefined {
    let yielder: Yielder | undefined;
    for (;;) {
      // A rule may have created hundreds of messages, so the loop yields. For a single message the clock is not read.
      if (this.#waiting.length > 0 && this.results.length > 0 && (yielder ??= new Yielder()).isOver) return nextTurn();
      if (this.#execution) {
        const waiting = this.#execution.run();
        if (waiting) return waiting;
        this.#execution = undefined;
        if (this.#again(this.evaluation.message)) continue;
        this.#through(this.evaluation.message);
      }
      const next = this.#waiting.shift();
      if (!next) return undefined;
      this.#handled = new Set();
      this.evaluation.message = next;
      if (!this.#again(next)) this.#through(next);
    }
  }

  #through(message: Message): void {
    this.results.push(message);
    if (this.evaluation.created.length > 0) this.#waiting.push(...this.evaluation.created.splice(0));
  }

  /**
   * Begins the pipelines of the message's streams that have not run yet.
   * @returns false: there are no such pipelines
   */
  #again(message: Message): boolean {
    if (message.isDropped) return false;
    if (this.rooms.only) return this.#onlyOnce(message);
    const fresh = [...message.streams].filter((id) => !this.#handled.has(id));
    for (const id of fresh) this.#handled.add(id);
    const course = fresh.length === 0 ? undefined : this.rooms.courseOf(fresh);
    if (!course) return false;
    this.#begin(message, course, fresh);
    return true;
  }

  #onlyOnce(message: Message): boolean {
    const course = this.#only;
    this.#only = undefined;
    if (course) this.#begin(message, course, [...message.streams]);
    return course !== undefined;
  }

  #begin(message: Message, course: Course, streams: readonly string[]): void {
    this.observer?.begin?.(message, course, streams);
    this.#execution = new Execution(course, this.evaluation, this.rooms, this.observer);
  }
}
