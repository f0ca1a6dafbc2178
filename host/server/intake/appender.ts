/**
 * Appends messages of all inputs to the store. All messages submitted in one turn of the event loop form one group. The
 * appender counts the bytes that are not yet durable and reports backpressure, so that receivers pause or refuse
 * messages before memory runs out.
 */
import { Pacing, type PacingLimits } from './pacing.js';
import type { RunPipelines } from './processing.js';
import type { IncomingMessage, MessageSink, Pressure } from '../store/types.js';

export interface AppendLimits {
  /** Number of bytes not yet durable from which on `pressure` is `slow`: senders have to wait. */
  readonly slowBytes: number;
  /** Number of bytes not yet durable from which on `pressure` is `full`: receivers must not submit messages. */
  readonly fullBytes: number;
  /** Delays of requests while the store is behind; undefined: the default delays of `Pacing`. */
  readonly pacing?: PacingLimits;
}

const defaultAppendLimits: AppendLimits = { slowBytes: 16 * 1024 * 1024, fullBytes: 64 * 1024 * 1024 };

/** Estimated memory of a message in bytes, in addition to its bytes as received: objects, names, the journal record. */
const overheadBytes = 512;

interface Group {
  readonly messages: IncomingMessage[];
  /** Sum of `received` and the overhead of each message, in bytes. */
  bytes: number;
  /** Sum of the sizes of the group's messages as received, in bytes. */
  received: number;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function newGroup(): Group {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { messages: [], bytes: 0, received: 0, done, resolve, reject };
}

export class Appender {
  /** Delays HTTP requests while the store is behind. */
  readonly pacing: Pacing;
  #group: Group | undefined;
  #waitingBytes = 0;
  #waitingMessages = 0;
  #receivedBytes = 0;
  #underway = 0;
  /** Groups that are not stored yet, including the group that still collects messages. */
  readonly #unstored = new Set<Group>();
  #waiters: (() => void)[] = [];
  #idle: (() => void)[] = [];

  constructor(
    private readonly sink: MessageSink,
    private readonly limits: AppendLimits = defaultAppendLimits,
    private readonly onAppended: (messages: readonly IncomingMessage[]) => void = () => undefined,
    private readonly process: RunPipelines = (messages) => messages,
  ) {
    this.pacing = new Pacing(sink, () => this.#receivedBytes, limits.pacing);
  }

  /** Number of bytes of messages that were submitted and are not yet durable, including an overhead per message. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Number of messages that were submitted and are not yet durable, their bytes, and the limit of these bytes. */
  get load(): { readonly messages: number; readonly bytes: number; readonly limitBytes: number } {
    return { messages: this.#waitingMessages, bytes: this.#waitingBytes, limitBytes: this.limits.fullBytes };
  }

  /**
   * Size as received, in bytes, of all messages that were processed without an error since the start, including
   * messages that pipelines dropped.
   */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get pressure(): Pressure {
    const own = this.#ownPressure();
    if (own === 'full' || this.sink.pressure === 'full') return 'full';
    return this.sink.pressure === 'open' ? own : this.sink.pressure;
  }

  /**
   * Processes and stores messages; resolves when all messages that the pipelines kept are durable.
   * @param bytes size of the messages as received, in bytes
   * @throws an error of the store; then the receiver must not acknowledge any of the messages
   */
  submit(messages: readonly IncomingMessage[], bytes: number): Promise<void> {
    if (messages.length === 0) return Promise.resolve();
    let group = this.#group;
    if (!group) {
      group = newGroup();
      this.#group = group;
      this.#unstored.add(group);
      setImmediate(() => void this.#flush());
    }
    const cost = bytes + messages.length * overheadBytes;
    for (const message of messages) group.messages.push(message);
    group.bytes += cost;
    group.received += bytes;
    this.#waitingBytes += cost;
    this.#waitingMessages += messages.length;
    return group.done;
  }

  /** Resolves when the backpressure has ended. */
  async whenOpen(): Promise<void> {
    while (this.pressure !== 'open') {
      if (this.#ownPressure() === 'open') await this.sink.whenOpen();
      else await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Resolves when no message is being stored any more. */
  async drained(): Promise<void> {
    while (this.#underway > 0 || this.#group) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Resolves when the messages that were submitted before the call are durable, or were refused. */
  async submitted(): Promise<void> {
    await Promise.allSettled(Array.from(this.#unstored, ({ done }) => done));
  }

  #ownPressure(): Pressure {
    if (this.#waitingBytes >= this.limits.fullBytes) return 'full';
    return this.#waitingBytes >= this.limits.slowBytes ? 'slow' : 'open';
  }

  async #flush(): Promise<void> {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    this.#underway += 1;
    try {
      const processing = this.process(group.messages);
      const messages = processing instanceof Promise ? await processing : processing;
      if (messages.length > 0) await this.sink.append(messages);
      this.onAppended(messages);
      this.#receivedBytes += group.received;
      group.resolve();
    } catch (error) {
      group.reject(error);
    } finally {
      this.#underway -= 1;
      this.#unstored.delete(group);
      this.#waitingBytes -= group.bytes;
      this.#waitingMessages -= group.messages.length;
      if (this.#ownPressure() === 'open') wake(this.#waiters);
      if (this.#underway === 0) wake(this.#idle);
    }
  }
}

function wake(sleepers: (() => void)[]): void {
  for (const resolve of sleepers.splice(0)) resolve();
}
