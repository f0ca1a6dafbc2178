/**
 * Runs all event notifications of the server: queues events on disk, and sends them in the way of each notification's
 * kind.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event } from '../../../../api/contract/events.js';
import type { Metric } from '../../../../api/contract/system.schema.js';
import type { SecretBox } from '../../auth/secret-box.js';
import { entityCollection } from '../../documents/kinds.js';
import { eventStreamIds } from '../../documents/event-documents.js';
import type { Log } from '../../log/log.js';
import { gauge } from '../../metrics/metrics.js';
import type { SystemNotifications } from '../../system-notifications/notifications.js';
import { makeDirectory } from '../../store/data-directory.js';
import { JournalThread } from '../../store/journal-writer.js';
import type { Collection, Documents } from '../../store/types.js';
import { DeliveryQueue, longestWaitMs, type QueuedJob } from './delivery-queue.js';
import { openedSecrets, type Fields, type StoredConfig } from './fields.js';
import { LaterError, NeverError } from './delivery-errors.js';
import type { Delivery, Means, NotificationKind, Secrets } from './kind.js';
import { kindOf } from './kinds/index.js';
import { NotAllowedError } from './kinds/post.js';
import { NoMailServerError } from './mail/mailer.js';
import { redactor } from './redact.js';
import type { NotificationJob, NotificationQueue } from './types.js';
import { errorOf } from '../../foundation/caught.js';

export interface NotificationDocument {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly config: StoredConfig;
}

/** Records that a user emptied the queue of an event definition. */
interface ClearedRecord {
  id: string;
  /** Time up to which queued events are dropped, epoch milliseconds. */
  until: number;
}

export interface EventNotificationsOptions {
  readonly documents: Documents;
  /** Path of the data directory. */
  readonly directory: string;
  readonly secrets: SecretBox;
  readonly means: Means;
  readonly notifications: SystemNotifications;
  readonly log: Log;
  /** Returns the longest time between two attempts in milliseconds. */
  readonly retryMs: () => number;
  /** Tells whether an event that waits in the queue has been muted meanwhile; absent: no event is muted. */
  readonly isMuted?: (event: Event) => boolean;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

export interface Told {
  readonly id: string;
  readonly title: string;
  readonly config: StoredConfig;
  readonly secrets: Secrets;
}

const firstRetryMs = 5_000;
/** Disk space for the queues of all notifications together, in bytes. */
const mostBytes = 512 * 1024 * 1024;

/** Returns an error of an equivalent class whose message contains no secrets. */
function redacted(error: unknown, redact: (text: string) => string): Error {
  const { message } = errorOf(error);
  const shown = redact(message);
  if (error instanceof NeverError) return new NeverError(shown);
  if (error instanceof NoMailServerError) return error;
  if (error instanceof NotAllowedError) return new NotAllowedError(shown);
  return new LaterError(shown);
}

function secretsIn(fields: Fields, config: StoredConfig, secrets: Secrets): string[] {
  const sensitive = Object.entries(fields).flatMap(([name, { isSensitive }]) => {
    const value = config[name];
    if (!isSensitive || typeof value !== 'string') return [];
    // Only the path and the query of an address are secret, not its host.
    if (!URL.canParse(value)) return [value];
    const { pathname, searchParams } = new URL(value);
    return [value, pathname, ...searchParams.values()];
  });
  return [...Object.values(secrets), ...sensitive];
}

/**
 * Tells whether an event is one of the server itself, or is derived from an event: events of the server come from no
 * stream, and derived events come from a stream of events.
 */
const isOfSystem = ({ source_streams: streams }: Event): boolean =>
  streams.length === 0 || streams.some((id) => eventStreamIds.includes(id));

/** Tells whether a notification sends e-mails, also in the old format of legacy alert callbacks. */
const sendsMail = ({ config }: Pick<NotificationDocument, 'config'>): boolean =>
  /email/i.test(`${config.type} ${String(config['callback_type'])}`);

export class EventNotifications implements NotificationQueue {
  readonly #options: EventNotificationsOptions;
  readonly #stored: Collection<NotificationDocument>;
  readonly #cleared: Collection<ClearedRecord>;
  readonly #queues = new Map<string, Promise<DeliveryQueue>>();
  readonly #opened = new Map<string, DeliveryQueue>();
  /** Maps each definition id to the ids of the definition's waiting jobs. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Ids of notifications whose failure to send was reported to administrators. */
  readonly #failing = new Set<string>();
  readonly #now: () => number;
  #thread: JournalThread | undefined;
  #lastStamp = 0;
  #isStopped = false;

  constructor(options: EventNotificationsOptions) {
    this.#options = options;
    this.#stored = entityCollection<NotificationDocument>(options.documents, 'notification');
    this.#cleared = options.documents.collection<ClearedRecord>('cleared_notification_queues');
    this.#now = options.now ?? Date.now;
  }

  get means(): Means {
    return this.#options.means;
  }

  get #directory(): string {
    return join(this.#options.directory, 'notifications');
  }

  /** Opens the queues and continues with the waiting events; queues of deleted notifications are removed. */
  async start(): Promise<void> {
    await makeDirectory(this.#directory);
    for (const { id, until } of this.#cleared.all()) {
      this.#lastStamp = Math.max(this.#lastStamp, until);
      if (until < this.#now() - 2 * longestWaitMs) await this.#cleared.delete(id);
    }
    for (const id of await readdir(this.#directory)) {
      if (!/^[0-9a-f]{24}$/.test(id)) continue;
      if (!this.#stored.get(id)) await this.#remove(id);
      else
        await this.#queueOf(id).catch((error: unknown) => {
          this.#options.log.error('The queue of a notification cannot be opened', { notification: id, error });
        });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const queues = await Promise.allSettled(this.#queues.values());
    this.#queues.clear();
    await Promise.all(queues.map((queue) => (queue.status === 'fulfilled' ? queue.value.close() : undefined)));
    await this.#thread?.close();
  }

  async enqueue(job: NotificationJob): Promise<void> {
    const { notificationId: id, event } = job;
    if (!this.#stored.get(id) || event.silenced) return;
    const queue = await this.#queueOf(id);
    const bytes = [...this.#opened.values()].reduce((sum, { waitingBytes }) => sum + waitingBytes, 0);
    await queue.push(job, this.#stamp(), bytes < mostBytes);
  }

  waiting(eventDefinitionId: string): number {
    return this.#waiting.get(eventDefinitionId)?.size ?? 0;
  }

  async clear(eventDefinitionId: string): Promise<void> {
    await this.#cleared.put({ id: eventDefinitionId, until: this.#stamp() });
    this.#waiting.delete(eventDefinitionId);
  }

  /** Applies a changed notification: waiting jobs are tried at once. */
  async changed(id: string): Promise<void> {
    await (await this.#queues.get(id))?.restart();
  }

  /** Handles the deletion of a notification: stops sending its events, and removes its queue and history. */
  async forget(id: string): Promise<void> {
    const queue = this.#queues.get(id);
    this.#queues.delete(id);
    const opened = await queue?.catch(() => undefined);
    // The entry in `#opened` is removed only here, because a queue that was still being opened has added it by now.
    this.#opened.delete(id);
    await opened?.close();
    // The attempt that was running may have published a system notification before it ended.
    await this.#succeeded(id, false);
    for (const waiting of this.#waiting.values()) {
      for (const key of waiting) if (key.startsWith(`${id}/`)) waiting.delete(key);
    }
    await this.#remove(id);
  }

  /**
   * Returns the queue and history of a notification; undefined: the notification has not received any event, or its
   * queue is not open.
   */
  queue(id: string): DeliveryQueue | undefined {
    return this.#opened.get(id);
  }

  /**
   * Makes one attempt to send an event: for the queue, or for a test, which bypasses the queue.
   * @throws LaterError or NeverError with the reason, without secrets
   */
  async tell(
    kind: NotificationKind,
    { id: _id, title, config, secrets }: Told,
    job: NotificationJob,
    signal: AbortSignal,
    report: (delivery: Delivery) => void,
    done: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const redact = redactor(secretsIn(kind.fields, config, secrets));
    const clean = ({ to, body, error, ...rest }: Delivery): Delivery => ({
      ...rest,
      to: redact(to),
      body: redact(body),
      ...(error !== undefined && { error: redact(error) }),
    });
    const { means } = this.#options;
    try {
      await kind.tell({
        config,
        secrets,
        title,
        job,
        means,
        signal,
        done,
        report: (delivery) => report(clean(delivery)),
      });
    } catch (error) {
      throw redacted(error, redact);
    }
  }

  *metrics(): Iterable<Metric> {
    let [waiting, bytes, sent] = [0, 0, 0];
    for (const { state, waitingBytes } of this.#opened.values()) {
      waiting += state.waiting;
      bytes += waitingBytes;
      sent += state.sent;
    }
    yield gauge('log-console.notifications.waiting', waiting);
    yield gauge('log-console.notifications.waiting-bytes', bytes);
    yield gauge('log-console.notifications.sent', sent);
  }

  /** Returns a unique time stamp, so that clearing a queue does not remove notifications queued afterwards. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, this.#now());
    return this.#lastStamp;
  }

  #queueOf(id: string): Promise<DeliveryQueue> {
    const known = this.#queues.get(id);
    if (known) return known;
    if (this.#isStopped) return Promise.reject(new Error('The server is shutting down.'));
    const opening = this.#open(id);
    this.#queues.set(id, opening);
    opening.catch(() => this.#queues.delete(id));
    return opening;
  }

  async #open(id: string): Promise<DeliveryQueue> {
    const { retryMs, log } = this.#options;
    const queue = await DeliveryQueue.open({
      id,
      directory: join(this.#directory, id),
      thread: (this.#thread ??= new JournalThread()),
      log: log.with({ notification: id }),
      now: this.#now,
      tell: (job, done, report, signal) => this.#tellStored(id, job, done, report, signal),
      retry: () => ({ first: Math.min(firstRetryMs, retryMs()), longest: Math.max(1, retryMs()) }),
      isCleared: ({ job, stamp }: QueuedJob) =>
        stamp <= (this.#cleared.get(job.eventDefinition.id)?.until ?? 0) || this.#options.isMuted?.(job.event) === true,
      onWaiting: ({ event, eventDefinition }, waits) => {
        const key = `${id}/${event.id}`;
        const waiting = this.#waiting.get(eventDefinition.id) ?? new Set();
        if (waits) this.#waiting.set(eventDefinition.id, waiting.add(key));
        else if (waiting.delete(key) && waiting.size === 0) this.#waiting.delete(eventDefinition.id);
      },
    });
    this.#opened.set(id, queue);
    return queue;
  }

  async #tellStored(
    id: string,
    job: NotificationJob,
    done: ReadonlySet<string>,
    report: (delivery: Delivery) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const document = this.#stored.get(id);
    const kind = document && kindOf(document.config.type);
    if (!document || !kind)
      throw new NeverError('The notification has been deleted, or this server does not have its type.');
    try {
      const secrets = await openedSecrets(this.#options.secrets, id, kind.fields, document.config);
      await this.tell(kind, { ...document, secrets }, job, signal, report, done);
      await this.#succeeded(id, sendsMail(document));
    } catch (error) {
      if (!signal.aborted) await this.#failed(document, job, errorOf(error));
      throw error;
    }
  }

  /**
   * Notifies administrators of a failed e-mail, or of an address that is not allowed. Failures to deliver the server's
   * own events, or events derived from them, are not reported, because such alerts would cause further alerts without
   * end.
   */
  async #failed({ id, title, config }: NotificationDocument, job: NotificationJob, error: Error): Promise<void> {
    if (isOfSystem(job.event)) return;
    const { notifications } = this.#options;
    const details = { exception: error.message };
    if (error instanceof NoMailServerError)
      await notifications.publish({ type: 'email_transport_configuration_invalid', details });
    else if (error instanceof NotAllowedError) {
      const description = `The notification ${JSON.stringify(title)} cannot be sent: ${error.message}`;
      await notifications.publish({
        type: 'generic',
        key: id,
        details: { title: 'A notification may not call its address', description },
      });
    } else if (sendsMail({ config })) await notifications.publish({ type: 'email_transport_failed', details });
    else return;
    this.#failing.add(id);
  }

  /**
   * Removes the system notifications about failures of an event notification, including those from before the start of
   * the server. All e-mail notifications share the system notifications about e-mail, which are removed when none of
   * them fails.
   *
   * @param provesMail true after an e-mail was sent
   */
  async #succeeded(id: string, provesMail: boolean): Promise<void> {
    const { notifications } = this.#options;
    await notifications.remove('generic', id);
    const hasFailed = this.#failing.delete(id);
    if (!(hasFailed || provesMail) || this.#failing.size > 0) return;
    await notifications.remove('email_transport_configuration_invalid');
    await notifications.remove('email_transport_failed');
  }

  async #remove(id: string): Promise<void> {
    await rm(join(this.#directory, id), { recursive: true, force: true });
  }
}
