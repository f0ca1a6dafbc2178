/**
 * Runs one window of one definition, from the search to the notifications. When a window runs again after an
 * interruption, completed steps are not repeated.
 */
import type { BacklogMessage, EventDefinition } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import type { Match } from '../search/match.js';
import { countMatches } from '../search/message-rows.js';
import type { MessageReader, MessageStore } from '../store/types.js';
import type { DefinitionDocument } from './definition-input.js';
import { matchOfDefinition } from './definition-match.js';
import { EventStore } from './event-store.js';
import { findEvents } from './found-events.js';
import type { GracePeriods } from './grace-periods.js';
import { boundQuery } from './bound-query.js';
import type { AggregationDefinition, LookUp, Made } from './make-events.js';
import { backlogOf } from './message-pages.js';
import type { NotificationJob, NotificationQueue } from './notifications/types.js';
import type { Suppression } from './states/suppression.js';
import type { Window } from './windows.js';

export interface RunRooms {
  readonly store: MessageReader & Pick<MessageStore, 'append' | 'settled'>;
  readonly queue: () => NotificationQueue;
  readonly grace: GracePeriods;
  readonly suppression: Pick<Suppression, 'marked'>;
  /** Returns the ids of all streams that contain no events. */
  readonly allStreams: () => readonly string[];
  readonly source: string;
  /** Looks up values in lookup tables; absent: no tables exist. */
  readonly lookUp?: LookUp;
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
}

export interface RunResult {
  /** Number of events that were found, including events that an earlier run has stored. */
  readonly events: number;
}

/**
 * Largest number of events per window whose notifications contain messages, because each of these events needs a
 * search. Notifications of further events contain no messages.
 */
export const mostWithBacklog = 500;

export const isAggregation = (definition: DefinitionDocument): definition is AggregationDefinition =>
  definition.config.type === 'aggregation-v1';

/** Returns a definition in the form of the API, which notifications include, too. */
export function shownDefinition({ isScheduled: _isScheduled, ...definition }: DefinitionDocument): EventDefinition {
  return { ...definition, scheduler: null };
}

export class WindowRun {
  readonly #rooms: RunRooms;
  readonly #events: EventStore;
  /** Ids of definitions whose last events may not be searchable yet. */
  readonly #unsettled = new Set<string>();
  /** Maps each definition id to the promise of the definition's current run. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(rooms: RunRooms) {
    this.#rooms = rooms;
    this.#events = new EventStore(rooms.store);
  }

  /**
   * Runs one window. All messages of the window must be searchable. The windows of one definition run one after
   * another, because two concurrent windows would not see each other's events and would store them twice.
   * @param position end of the last completed window, epoch milliseconds; events after it may not have been notified
   * @param streams replaces the streams of the definition
   * @param onProgress called when some events are stored and notified
   * @throws SearchTypeError for an impossible search, errors of the store and the queue, the signal's reason
   */
  async run(
    definition: AggregationDefinition,
    window: Window,
    signal: AbortSignal,
    position = -Infinity,
    streams?: readonly string[],
    onProgress?: () => void,
  ): Promise<RunResult> {
    const { id } = definition;
    const before = this.#turns.get(id) ?? Promise.resolve();
    const run = before.then(() => this.#run(definition, window, signal, position, streams, onProgress));
    const turn = run.catch(() => undefined);
    this.#turns.set(id, turn);
    try {
      return await run;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  async #run(
    definition: AggregationDefinition,
    window: Window,
    signal: AbortSignal,
    position: number,
    streams: readonly string[] | undefined,
    onProgress: (() => void) | undefined,
  ): Promise<RunResult> {
    signal.throwIfAborted();
    const { config, id } = definition;
    const { allStreams, store } = this.#rooms;
    // This window may find messages that the window before has found. The events of the window before must be
    // searchable, so that they are not created again.
    if (this.#unsettled.has(id)) await store.settled();
    this.#unsettled.delete(id);
    const all = allStreams();
    const { source, lookUp } = this.#rooms;
    const query = await boundQuery(config, lookUp);
    const match = matchOfDefinition(id, { ...config, query, streams: [...(streams ?? config.streams)] }, window, all);
    const made: Made = { source, now: this.#rooms.now(), ...(lookUp && { lookUp }) };
    let events = 0;
    let notified = 0;
    const grace = this.#rooms.grace.of(id, definition.notification_settings.grace_period_ms);
    for await (const batch of findEvents(definition, { store, match, window, made, allStreams: all }, signal)) {
      events += batch.length;
      this.#unsettled.add(id);
      const marked = await this.#rooms.suppression.marked(batch, this.#rooms.now(), signal);
      const kept = await this.#events.keep(marked, signal);
      const unreported = kept.filter(
        ({ event, isKnown }) =>
          !event.silenced && (!isKnown || Date.parse(event.replay_info?.timerange_end ?? '') > position),
      );
      const withBacklog = Math.max(0, mostWithBacklog - notified);
      notified += await this.#tell(
        definition,
        unreported.map(({ event }) => event),
        withBacklog,
        match,
        grace,
        signal,
      );
      onProgress?.();
    }
    await this.#rooms.grace.save(id, grace, window.to);
    return { events };
  }

  /**
   * Returns the time of the first message that a definition examines, epoch milliseconds; the end of the range if there
   * is no such message.
   */
  async firstMessage({ config, id }: AggregationDefinition, time: Window, signal: AbortSignal): Promise<number> {
    const match = matchOfDefinition(id, config, time, this.#rooms.allStreams());
    return (await countMatches(this.#rooms.store, match, signal)).first ?? time.to;
  }

  /** Sends the notifications of an event that no message caused, unless it is silenced or in a grace period. */
  async tell(definition: DefinitionDocument, event: Event): Promise<void> {
    if (event.silenced) return;
    const grace = this.#rooms.grace.of(definition.id, definition.notification_settings.grace_period_ms);
    const eventDefinition = shownDefinition(definition);
    for (const { notification_id: notificationId } of definition.notifications)
      if (grace.tell(notificationId, event))
        await this.#rooms.queue().enqueue({ notificationId, event, eventDefinition, backlog: [] });
    await this.#rooms.grace.save(definition.id, grace, Date.parse(event.timestamp));
  }

  /**
   * Sends the notifications of events, except in grace periods.
   * @param withBacklog largest number of events that are notified with their messages
   * @returns number of notified events
   */
  async #tell(
    definition: AggregationDefinition,
    events: readonly Event[],
    withBacklog: number,
    match: Match,
    grace: ReturnType<GracePeriods['of']>,
    signal: AbortSignal,
  ): Promise<number> {
    const { notifications, notification_settings: settings, config } = definition;
    if (notifications.length === 0) return 0;
    const { store, queue } = this.#rooms;
    const eventDefinition = shownDefinition(definition);
    const enqueue = (jobs: readonly NotificationJob[]) => Promise.all(jobs.map((job) => queue().enqueue(job)));
    /** Small jobs, collected so that one write stores many of them. */
    const small: NotificationJob[] = [];
    let notified = 0;
    for (const event of events) {
      const those = notifications.filter(({ notification_id: id }) => grace.tell(id, event));
      if (those.length === 0) continue;
      const most = notified < withBacklog ? settings.backlog_size : 0;
      notified += 1;
      const backlog: readonly BacklogMessage[] = await backlogOf(store, event, config, match, most, signal);
      const jobs = those.map(({ notification_id: notificationId }) => ({
        notificationId,
        event,
        eventDefinition,
        backlog,
      }));
      if (backlog.length === 0) small.push(...jobs);
      else await enqueue(jobs);
    }
    await enqueue(small);
    return notified;
  }
}
