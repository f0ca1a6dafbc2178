/** Combines storage, schedule and runs of event definitions, and handles their events and failures. */
import { hostname } from 'node:os';
import type {
  DefinitionTest,
  EventDefinition,
  SchedulerContext,
} from '../../../api/contract/event-definitions.schema.js';
import type { SystemNotification } from '../../../api/contract/system.schema.js';
import type { ClusterConfigs } from '../cluster-config.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError } from '../foundation/errors.js';
import { defaultStreamId, streamCollection } from '../intake/route/streams.js';
import type { Log } from '../log/log.js';
import type { SystemNotifications } from '../system-notifications/notifications.js';
import { eventMessage } from '../documents/event-documents.js';
import { readerFor } from '../search/reader.js';
import type { Collection, Documents, MessageStore } from '../store/types.js';
import type { LookUp } from './make-events.js';
import { hitOfNothing, withoutEvents } from './aggregation-search.js';
import type { DefinitionDocument } from './definition-input.js';
import { GracePeriods } from './grace-periods.js';
import type { NotificationQueue } from './notifications/types.js';
import { Schedule, type Failure, type ScheduleRecord, type Work } from './schedule.js';
import { EventStore } from './event-store.js';
import type { Suppression } from './states/suppression.js';
import { isSystem, systemDefinition, systemEvent } from './system-events.js';
import { testRun } from './test-run.js';
import { isAggregation, shownDefinition, WindowRun } from './window-run.js';
import type { Window } from './windows.js';

export interface AlertsOptions {
  readonly documents: Documents;
  readonly store: MessageStore;
  readonly config: ClusterConfigs;
  readonly notifications: SystemNotifications;
  readonly queue: NotificationQueue;
  /** States of alerts and silences, which can suppress notifications. */
  readonly suppression: Suppression;
  /**
   * Looks up values for fields and parameters of definitions in lookup tables; absent: the server has no lookup
   * tables.
   */
  readonly lookUp?: LookUp;
  readonly log: Log;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

/** Milliseconds between two deletions of the states of events that no longer exist. */
const sweepMs = 10 * 60_000;

/** Time limit of a definition's test in milliseconds, because a user waits for it. */
const longestTestMs = 20_000;

const failureKey = (id: string): string => `event_definition_${id}`;

export class Alerts {
  readonly #options: AlertsOptions;
  readonly #definitions: Collection<DefinitionDocument>;
  readonly #grace: GracePeriods;
  readonly #schedule: Schedule;
  readonly #run: WindowRun;
  readonly #now: () => number;
  /** Returns the ids of all streams that contain no events. */
  readonly #allStreams: () => string[];
  readonly #stopping = new AbortController();
  #sweeper: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: AlertsOptions) {
    const { documents, store, config, queue, suppression, log } = options;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#definitions = entityCollection<DefinitionDocument>(documents, 'event_definition');
    this.#grace = new GracePeriods(documents);
    const streams = streamCollection(documents);
    this.#allStreams = () => withoutEvents([...new Set([defaultStreamId, ...streams.all().map(({ id }) => id)])]);
    const reader = readerFor(store, { username: '', rank: 'export' });
    this.#run = new WindowRun({
      store: { ...reader, append: (messages) => store.append(messages), settled: () => store.settled() },
      queue: () => queue,
      grace: this.#grace,
      suppression,
      allStreams: this.#allStreams,
      source: hostname(),
      now: this.#now,
      ...(options.lookUp && { lookUp: options.lookUp }),
    });
    this.#schedule = new Schedule({
      stored: documents.collection<ScheduleRecord>('event_schedules'),
      work: (...requested) => this.#work(...requested),
      settled: () => store.settled(),
      // For a definition without a condition each message creates one event, whichever window the message is found in,
      // so windows may be joined.
      mayCatchUp: (id) => {
        const definition = this.#definitions.get(id);
        return (
          definition !== undefined && isAggregation(definition) && definition.config.conditions.expression === null
        );
      },
      nextMessage: (id, time, signal) => this.#nextMessage(id, time, signal),
      catchUpMs: () => config.get('events').events_catchup_window,
      timeoutMs: () => config.get('events').events_search_timeout,
      onFailure: (id, failure) => this.#noteFailure(id, failure),
      onClockSetBack: (byMs) => this.#noteClock(byMs),
      log,
      ...(options.now && { now: options.now }),
    });
  }

  #noteClock(byMs: number): void {
    const seconds = Math.round(byMs / 1000);
    this.#options.log.warn('The clock of the machine was set back; event definitions continue from now', { seconds });
    this.#options.notifications.raise({
      type: 'generic',
      key: 'clock_set_back',
      details: {
        title: 'The clock of the machine was set back',
        description: `It shows a time that is about ${seconds} seconds earlier than before. Event definitions continue from now; messages received in between have the time of the earlier clock. Synchronise the machine's clock by NTP.`,
      },
    });
  }

  /**
   * Resumes the schedules from before the restart, creates the definition of system events if it is missing, and begins
   * to create events from system notifications.
   */
  async start(): Promise<void> {
    for (const id of this.#schedule.ids())
      if (this.#definitions.get(id)?.isScheduled !== true) await this.#schedule.unschedule(id);
    for (const definition of this.#definitions.all()) if (definition.isScheduled) await this.apply(definition);
    if (!this.#definitions.find(isSystem)) await this.#definitions.put(systemDefinition());
    this.#schedule.start();
    this.#sweepStates();
    this.#sweeper = setInterval(() => this.#sweepStates(), sweepMs).unref();
    this.#options.notifications.on((notification) => {
      this.#noteSystem(notification).catch((error: unknown) =>
        this.#options.log.error('A system notification could not become an event', { type: notification.type, error }),
      );
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#stopping.abort();
    await this.#schedule.stop();
    await this.#sweeping;
  }

  /** Schedules or unschedules a definition according to its present state. Resolves when the change is durable. */
  async apply(definition: DefinitionDocument): Promise<void> {
    const { id, isScheduled } = definition;
    if (!isScheduled || !isAggregation(definition)) return this.#schedule.unschedule(id);
    const { search_within_ms: withinMs, execute_every_ms: everyMs } = definition.config;
    await this.#schedule.schedule(id, { withinMs, everyMs });
  }

  /** Removes the schedule, the grace periods and the queued notifications of a deleted definition. */
  async forget(id: string): Promise<void> {
    await this.#schedule.unschedule(id);
    await this.#grace.forget(id);
    await this.clearQueue(id);
  }

  clearQueue(id: string): Promise<void> {
    return this.#options.queue.clear(id);
  }

  context(id: string): SchedulerContext {
    return this.#schedule.context(id, this.#options.queue.waiting(id));
  }

  /** Returns the definition in the form of the API. */
  shown(definition: DefinitionDocument): EventDefinition {
    return shownDefinition(definition);
  }

  /**
   * Runs a definition once for a given window; does nothing for a definition that does not search messages.
   * @param streams streams to search; absent: the streams of the definition are searched
   */
  async execute(
    definition: DefinitionDocument,
    window: Window,
    signal: AbortSignal,
    streams?: readonly string[],
  ): Promise<void> {
    if (!isAggregation(definition)) return;
    await this.#options.store.settled();
    const timeout = AbortSignal.timeout(this.#options.config.get('events').events_search_timeout);
    await this.#run.run(definition, window, AbortSignal.any([signal, timeout]), undefined, streams);
  }

  /**
   * Computes the results that a definition's runs in a time range would have.
   * @param range time range in which the windows of the runs end
   * @throws BadRequestError for a definition that does not search messages; the errors of the search; the signal's
   * reason
   */
  async test(
    definition: DefinitionDocument,
    range: Window,
    username: string,
    signal: AbortSignal,
  ): Promise<DefinitionTest> {
    if (!isAggregation(definition))
      throw new BadRequestError('Only event definitions that search messages can be tested.');
    const { store, config, lookUp } = this.#options;
    const now = this.#now();
    const rooms = {
      store: readerFor(store, { username, rank: 'export' }),
      allStreams: this.#allStreams(),
      source: hostname(),
      now,
      ...(lookUp && { lookUp }),
      timeoutMs: Math.min(longestTestMs, config.get('events').events_search_timeout),
    };
    return testRun(definition, { from: range.from, to: Math.min(range.to, now) }, rooms, signal);
  }

  /** Deletes the states of events that no longer exist. */
  #sweepStates(): void {
    const { store, suppression, log } = this.#options;
    const events = new EventStore(store);
    const { signal } = this.#stopping;
    const sweep = async (): Promise<void> => {
      const indices = new Set(store.facts().map(({ name }) => name));
      await suppression.states.sweep(indices, (states) => {
        const times = states.map(({ eventAt }) => eventAt);
        const ids = states.map(({ id }) => id);
        return events.find(ids, Math.min(...times), Math.max(...times) + 1, signal);
      });
    };
    this.#sweeping = this.#sweeping.then(sweep).catch((error: unknown) => {
      if (!signal.aborted) log.error('States of alerts could not be looked through', { error });
    });
  }

  async #work(...[id, window, signal, position, onProgress]: Parameters<Work>): Promise<number | undefined> {
    const definition = this.#definitions.get(id);
    if (!definition?.isScheduled || !isAggregation(definition)) return undefined;
    const { events } = await this.#run.run(definition, window, signal, position, undefined, onProgress);
    return events;
  }

  /**
   * Creates an event of the server's own definition from a system notification (contract dashboards-sharing-alerts
   * SYSTEM EVENT DEFINITION).
   */
  async #noteSystem(notification: SystemNotification): Promise<void> {
    const definition = this.#definitions.find(isSystem);
    if (!definition) return;
    const made = systemEvent(definition, notification, { source: hostname(), now: this.#now() });
    for (const event of await this.#options.suppression.marked([made], this.#now())) {
      await this.#options.store.append([eventMessage(event)]);
      await this.#run.tell(definition, event);
    }
  }

  async #nextMessage(id: string, time: Window, signal: AbortSignal): Promise<number | undefined> {
    const definition = this.#definitions.get(id);
    if (!definition || !isAggregation(definition) || hitOfNothing(definition.config)) return undefined;
    // A definition with `by_receive_time` selects messages by the time of receipt. Therefore the timestamps of the
    // messages do not tell which of its windows are empty.
    if (definition.config.by_receive_time) return undefined;
    return this.#run.firstMessage(definition, time, signal);
  }

  #noteFailure(id: string, failure: Failure | undefined): void {
    const { notifications, log } = this.#options;
    const title = this.#definitions.get(id)?.title ?? id;
    const note = async (): Promise<void> => {
      if (!failure) await notifications.remove('generic', failureKey(id));
      else
        await notifications.publish({
          type: 'generic',
          key: failureKey(id),
          details: {
            title: `The event definition "${title}" cannot be run`,
            description: `It is tried again until it can, and no time is left out. Reason: ${failure.message}`,
          },
        });
    };
    note().catch((error: unknown) => log.error('A notification could not be stored', { error }));
  }
}
