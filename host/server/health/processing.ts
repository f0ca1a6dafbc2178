/**
 * Provides the state of message processing and the status for load balancers (contract administration processing.*,
 * lbstatus.*). A pause and a status set by an administrator last only as long as this process: a new process processes
 * messages and reports its real status.
 */
import type { Lifecycle, LoadBalancerStatus, ProcessingStatus } from '../../../api/contract/system.schema.js';
import type { Collection, Documents, MessageStore } from '../store/types.js';
import type { SystemMessages } from '../system-notifications/system-messages.js';

interface StatusRecord extends ProcessingStatus {
  id: string;
}

export interface ProcessingOptions {
  readonly documents: Documents;
  readonly store: Pick<MessageStore, 'hold' | 'isHeld' | 'journal' | 'pressure' | 'failure'>;
  readonly nodeId: string;
  readonly systemMessages: SystemMessages;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two writes of the progress; a killed server loses at most the progress of this time. */
const storingMs = 10_000;

const instant = (time: number): string => new Date(time).toISOString();

export class Processing {
  readonly #options: ProcessingOptions;
  readonly #stored: Collection<StatusRecord>;
  readonly #timer: NodeJS.Timeout;
  #override: LoadBalancerStatus | undefined;
  #isEnding = false;

  constructor(options: ProcessingOptions) {
    this.#options = options;
    this.#stored = options.documents.collection<StatusRecord>('processing_status');
    this.#timer = setInterval(() => void this.store(), storingMs).unref();
  }

  get isProcessing(): boolean {
    return !this.#options.store.isHeld;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Returns the status for load balancers: `dead` while the server ends, otherwise that which an administrator has set,
   * otherwise the real status.
   */
  get loadBalancer(): LoadBalancerStatus {
    if (this.#isEnding) return 'dead';
    return this.#override ?? this.#ownLoadBalancer();
  }

  /** Returns the real status. A server whose processing is paused still accepts messages until its journal is full. */
  #ownLoadBalancer(): LoadBalancerStatus {
    return this.#options.store.pressure === 'full' ? 'throttled' : 'alive';
  }

  get lifecycle(): Lifecycle {
    if (this.#isEnding) return 'halting';
    if (this.#override !== undefined) return `override lb:${this.#override}`;
    if (!this.isProcessing) return 'paused';
    if (this.#options.store.failure) return 'failed';
    return this.#ownLoadBalancer() === 'throttled' ? 'throttled' : 'running';
  }

  /** Pauses the processing of messages, unless it is paused already. @param by name of the user */
  pause(by: string): void {
    if (!this.isProcessing) return;
    this.#options.store.hold(true);
    void this.#options.systemMessages.say('Processing', `Message processing was paused by ${by}.`);
  }

  resume(by: string): void {
    if (this.isProcessing) return;
    this.#options.store.hold(false);
    void this.#options.systemMessages.say('Processing', `Message processing was resumed by ${by}.`);
  }

  override(status: LoadBalancerStatus, by: string): void {
    this.#override = status;
    void this.#options.systemMessages.say(
      'Load balancer',
      `The load balancer status of this server is ${status.toUpperCase()}, says ${by}.`,
    );
  }

  /** Records that the server is about to stop, so that load balancers send no further messages. */
  ending(): void {
    this.#isEnding = true;
  }

  /**
   * Returns the time of receipt of the newest message after each step. `ingest` and `post_processing` have the same
   * time, because streams and extractors run before a message is in the journal.
   */
  status(): ProcessingStatus {
    const { newestAppended, newestLoaded } = this.#options.store.journal;
    const before = this.persisted()?.receive_times;
    const later = (time: number, known: string | undefined): string =>
      known !== undefined && Date.parse(known) > time ? known : instant(time);
    return {
      receive_times: {
        ingest: later(newestAppended, before?.ingest),
        post_processing: later(newestAppended, before?.post_processing),
        post_indexing: later(newestLoaded, before?.post_indexing),
      },
    };
  }

  persisted(): ProcessingStatus | undefined {
    const stored = this.#stored.get(this.#options.nodeId);
    return stored && { receive_times: stored.receive_times };
  }

  async store(): Promise<void> {
    const now = this.status();
    if (JSON.stringify(now) === JSON.stringify(this.persisted())) return;
    await this.#stored.put({ id: this.#options.nodeId, ...now }).catch(this.#options.onError);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.store();
  }
}
