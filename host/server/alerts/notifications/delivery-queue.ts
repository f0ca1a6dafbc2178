/**
 * Keeps the queue on disk for the events of one notification, which are sent one after another. Each result is written
 * into the history before the event leaves the queue, so that no event is sent twice if the server crashes between the
 * two steps.
 */
import { join } from 'node:path';
import type { DeliveryResult } from '../../../../api/contract/event-notifications.schema.js';
import type { Log } from '../../log/log.js';
import { OutputQueue } from '../../outputs/output-queue.js';
import { RunningOutput } from '../../outputs/running-output.js';
import { makeDirectory, syncDirectory } from '../../store/data-directory.js';
import type { JournalThread } from '../../store/journal-writer.js';
import { DeliveryHistory, type HistoryEntry } from './history.js';
import { NeverError } from './delivery-errors.js';
import type { Delivery } from './kind.js';
import { boundedJob } from './model.js';
import type { NotificationJob } from './types.js';
import { errorOf } from '../../foundation/caught.js';

export interface QueuedJob {
  /** Time at which the event was queued, epoch milliseconds; unique. */
  readonly stamp: number;
  readonly job: NotificationJob;
}

export interface DeliveryOptions {
  readonly id: string;
  /** Directory of this queue, below the directory of all notifications. */
  readonly directory: string;
  readonly thread: JournalThread;
  readonly log: Log;
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
  /**
   * Sends an event. Messages of errors must contain no secrets.
   * @throws NeverError when the attempt must not be repeated; LaterError or another error when it is to be repeated
   */
  readonly tell: (
    job: NotificationJob,
    done: ReadonlySet<string>,
    report: (delivery: Delivery) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Returns the pause before the second attempt, and the longest pause, in milliseconds. */
  readonly retry: () => { readonly first: number; readonly longest: number };
  /**
   * Tells whether a queued event is not to be sent any more, because a user has emptied the queue of its definition, or
   * has muted the alert.
   */
  readonly isCleared: (queued: QueuedJob) => boolean;
  /**
   * Called with `waits` true when a job enters the queue or is found on disk, and with `waits` false when the job
   * leaves the queue.
   */
  readonly onWaiting: (job: NotificationJob, waits: boolean) => void;
}

const limits = { messages: 10_000, bytes: 64 * 1024 * 1024 };
/** Milliseconds since queueing after which an event is dropped as outdated if it was tried at least once. */
export const longestWaitMs = 24 * 3_600_000;
/** Number of sent events that are remembered, so that no event is sent twice. */
const mostKnown = 10_000;
/**
 * Largest number of dropped events that the history lists each time the queue is full; thousands of them would displace
 * all other entries.
 */
const mostDropsReported = 100;

/** State of the attempts to deliver the event that is being sent. */
interface Trial {
  readonly eventId: string;
  attempts: number;
  readonly done: Set<string>;
  readonly deliveries: Delivery[];
  /** Receivers that had not accepted the event after the last attempt. */
  untaken: Delivery[];
  lastError: string;
}

/** Decodes a job from a line of the queue. @throws SyntaxError when the line contains no job */
function decodeJob(line: string): QueuedJob {
  const read = JSON.parse(line) as Partial<QueuedJob> | null;
  const { event, eventDefinition, notificationId, backlog } = Object(read?.job) as Partial<NotificationJob>;
  const isJob =
    Number.isFinite(read?.stamp) &&
    typeof notificationId === 'string' &&
    typeof event?.id === 'string' &&
    Array.isArray(event.source_streams) &&
    typeof eventDefinition?.id === 'string' &&
    typeof Object(eventDefinition.config).type === 'string' &&
    Array.isArray(backlog);
  if (!isJob) throw new SyntaxError('A line of the queue file of a notification does not contain a waiting event.');
  return read as QueuedJob;
}

export class DeliveryQueue {
  readonly #options: DeliveryOptions;
  readonly #queue: OutputQueue<QueuedJob>;
  readonly #running: RunningOutput<QueuedJob>;
  readonly history: DeliveryHistory;
  /** Maps the ids of waiting and finished events, oldest first, to promises that resolve when the event is on disk. */
  readonly #known: Map<string, Promise<void>>;
  readonly #delivered: Set<string>;
  #trial: Trial | undefined;
  #isFull = false;
  #drops = 0;
  #isRefused = false;

  private constructor(
    options: DeliveryOptions,
    queue: OutputQueue<QueuedJob>,
    history: DeliveryHistory,
    delivered: readonly string[],
  ) {
    this.#options = options;
    this.#queue = queue;
    this.history = history;
    this.#delivered = new Set(delivered);
    this.#known = new Map(delivered.map((id) => [id, Promise.resolve()]));
    const { id, now, log } = options;
    this.#running = new RunningOutput(
      {
        id,
        queue,
        now,
        onState: (state, detail) => {
          // A failing notification is logged once instead of at each attempt: an alert about this log line would
          // otherwise repeat for ever.
          if (state === 'FAILING') log.warn('A notification cannot be sent and is tried again', { reason: detail });
          else log.info('A notification is sent again');
        },
      },
      this.#settings(),
    );
  }

  static async open(options: DeliveryOptions): Promise<DeliveryQueue> {
    const { directory, thread, log, onWaiting, isCleared } = options;
    await makeDirectory(directory);
    await syncDirectory(join(directory, '..'));
    const history = new DeliveryHistory(directory);
    const ended = (await history.read()).filter(({ result }) => result !== 'retrying');
    const deliveredIds = ended.map(({ event_id: id }) => id).reverse();
    const found: QueuedJob[] = [];
    const queue = await OutputQueue.open({
      directory: join(directory, 'queue'),
      limits,
      thread,
      decode: decodeJob,
      onFound: (queued) => found.push(queued),
      onDamage: (path, offset) => log.warn('The queue of a notification has a torn record', { path, offset }),
      onFailure: (error) =>
        error
          ? log.error('The queue of a notification cannot be written', { error })
          : log.info('The queue of a notification can be written again'),
    });
    const opened = new DeliveryQueue(options, queue, history, deliveredIds);
    for (const queued of found) {
      opened.#known.set(queued.job.event.id, Promise.resolve());
      if (!opened.#delivered.has(queued.job.event.id) && !isCleared(queued)) onWaiting(queued.job, true);
    }
    opened.#running.start();
    return opened;
  }

  get waitingBytes(): number {
    return this.#queue.waitingBytes;
  }

  /** Returns the present state of the queue. Times are epoch milliseconds. */
  get state() {
    const { oldest, retryAt, lastError, sent, retries } = this.#running;
    return { waiting: this.#queue.waitingMessages, oldest, retryAt, lastError, sent, retries };
  }

  /**
   * Queues an event. Resolves when the event is on disk, or when it is dropped because the queue is full; the history
   * records the drop. An event is queued only once.
   * @param stamp unique time of the call, epoch milliseconds
   * @param room true: the queues of all notifications together may grow
   * @throws Error when the event could not be written
   */
  push(job: NotificationJob, stamp: number, room: boolean): Promise<void> {
    const { id } = job.event;
    const known = this.#known.get(id);
    if (known) return known;
    const pushed = this.#push(job, stamp, room);
    this.#known.set(id, pushed);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown + this.#queue.waitingMessages) break;
      this.#known.delete(oldest);
      this.#delivered.delete(oldest);
    }
    return pushed;
  }

  async #push(job: NotificationJob, stamp: number, room: boolean): Promise<void> {
    const { onWaiting, log } = this.#options;
    onWaiting(job, true);
    const outcome = room
      ? await this.#queue.push([JSON.stringify({ stamp, job: boundedJob(job) } satisfies QueuedJob)], stamp)
      : 'full';
    if (outcome === undefined) {
      // A queue counts as full until it has drained below half of its limit, because a slowly draining queue would be
      // full again immediately.
      if (this.#queue.waitingMessages < limits.messages / 2) {
        this.#isFull = false;
        this.#drops = 0;
      }
      return;
    }
    onWaiting(job, false);
    if (outcome === 'unwritten') {
      this.#known.delete(job.event.id);
      throw new Error('The queue file of a notification cannot be written; the log says why.');
    }
    if (!this.#isFull) log.warn('The queue of a notification is full: events are left out');
    this.#isFull = true;
    this.#drops += 1;
    if (this.#drops > mostDropsReported) return;
    const further = this.#drops < mostDropsReported ? '' : ' Further ones are dropped without another notification.';
    await this.#record(job, 'dropped', 0, [{ to: '', body: '', error: `The queue was full.${further}` }]);
  }

  /** Restarts sending immediately with the changed configuration, even during the pause between two attempts. */
  async restart(): Promise<void> {
    await this.#running.restart(this.#settings());
  }

  /** Stops sending and closes the files; waiting events stay on disk. */
  async close(): Promise<void> {
    await this.#running.stop();
    await this.#queue.close();
  }

  #settings() {
    const { first, longest } = this.#options.retry();
    return {
      sender: () => ({
        send: async (jobs: readonly QueuedJob[], refused: (reason: string) => void, signal: AbortSignal) => {
          for (const queued of jobs) await this.#send(queued, refused, signal);
        },
        close: () => undefined,
      }),
      retryMs: first,
      longestRetryMs: longest,
      limits,
      batchMessages: 1,
    };
  }

  async #send(queued: QueuedJob, refused: (reason: string) => void, signal: AbortSignal): Promise<void> {
    const { job, stamp } = queued;
    const { tell, isCleared, now, log } = this.#options;
    // The position behind the events that were delivered before this event is saved first.
    await this.#queue.save();
    if (this.#delivered.has(job.event.id) || isCleared(queued)) return this.#settled(job);
    if (this.#trial?.eventId !== job.event.id)
      this.#trial = { eventId: job.event.id, attempts: 0, done: new Set(), deliveries: [], untaken: [], lastError: '' };
    const trial = this.#trial;
    const end = async (result: DeliveryResult, error?: string): Promise<void> => {
      const untaken = error === undefined ? [] : trial.untaken.map((one) => ({ ...one, error }));
      const deliveries = [...trial.deliveries, ...untaken];
      const isReported = error === undefined || deliveries.some((one) => one.error !== undefined);
      if (!isReported) deliveries.push({ to: '', body: '', error });
      await this.#record(job, result, trial.attempts, deliveries);
      this.#delivered.add(job.event.id);
      this.#settled(job);
    };
    if (trial.attempts > 0 && now() - stamp > longestWaitMs) {
      refused(trial.lastError);
      return end('failed', `It was tried for a day. ${trial.lastError}`);
    }
    trial.attempts += 1;
    trial.untaken = [];
    const report = (delivery: Delivery): void => {
      if (delivery.isLater) {
        trial.untaken.push(delivery);
        return;
      }
      trial.done.add(delivery.to);
      trial.deliveries.push(delivery);
    };
    try {
      await tell(job, trial.done, report, signal);
    } catch (error) {
      const { message } = errorOf(error);
      if (error instanceof NeverError) {
        // Consecutive refusals are logged only once, because an alert about the log line would otherwise repeat for
        // ever.
        if (!this.#isRefused) log.warn('A notification was refused', { reason: message });
        this.#isRefused = true;
        refused(message);
        return end('failed', message);
      }
      if (!signal.aborted && trial.lastError !== message)
        await this.#record(job, 'retrying', trial.attempts, [
          ...trial.deliveries,
          ...(trial.untaken.length > 0 ? trial.untaken : [{ to: '', body: '', error: message }]),
        ]);
      trial.lastError = message;
      throw error;
    }
    this.#isRefused = false;
    await end('sent');
  }

  #settled(job: NotificationJob): void {
    this.#trial = undefined;
    this.#options.onWaiting(job, false);
  }

  async #record(
    { event, eventDefinition }: NotificationJob,
    result: DeliveryResult,
    attempts: number,
    deliveries: readonly Delivery[],
  ): Promise<void> {
    const entry: HistoryEntry = {
      time: new Date(this.#options.now()).toISOString(),
      event_id: event.id,
      event_definition_id: eventDefinition.id,
      event_definition_title: eventDefinition.title,
      result,
      attempts,
      deliveries: deliveries.map(({ to, error = null }) => ({ to, error })),
      body: deliveries.find(({ body }) => body !== '')?.body ?? '',
    };
    await this.history.add(entry).catch((error: unknown) => {
      this.#options.log.error('The history of a notification cannot be written', { error });
    });
  }
}
