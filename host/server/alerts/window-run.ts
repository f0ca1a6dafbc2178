/** One window of one definition from the search to what people are told of: whatever was done of it before is not done twice. */
import type { BacklogMessage, EventDefinition } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import type { Match } from '../search/match.js';
import { countMatches } from '../search/message-rows.js';
import type { MessageReader, MessageStore } from '../store/types.js';
import { findGroups } from './aggregation-search.js';
import type { DefinitionDocument } from './definition-input.js';
import { matchOfDefinition } from './definition-match.js';
import { EventStore } from './event-store.js';
import type { GracePeriods } from './grace-periods.js';
import { eventOfGroup, eventOfMessage, templateFields, type AggregationDefinition, type Made } from './make-events.js';
import { backlogOf, pagesOf } from './message-pages.js';
import { eventField } from '../events/event-documents.js';
import type { NotificationQueue } from './notifications/types.js';
import type { Window } from './windows.js';

export interface RunRooms {
  readonly store: MessageReader & Pick<MessageStore, 'append' | 'settled'>;
  readonly queue: () => NotificationQueue;
  readonly grace: GracePeriods;
  /** Ids of the streams that have no events. */
  readonly allStreams: () => readonly string[];
  readonly source: string;
  /** Epoch ms. */
  readonly now: () => number;
}

export interface RunResult {
  /** Those that were found, stored before or not. */
  readonly events: number;
}

export const isAggregation = (definition: DefinitionDocument): definition is AggregationDefinition =>
  definition.config.type === 'aggregation-v1';

/** As notifications get it. */
export function shownDefinition({ isScheduled: _isScheduled, ...definition }: DefinitionDocument): EventDefinition {
  return { ...definition, scheduler: null };
}

export class WindowRun {
  readonly #rooms: RunRooms;
  readonly #events: EventStore;
  /** Definitions whose last events may not be searchable yet. */
  readonly #unsettled = new Set<string>();

  constructor(rooms: RunRooms) {
    this.#rooms = rooms;
    this.#events = new EventStore(rooms.store);
  }

  /**
   * Messages that are to be found must be searchable by now.
   * @param position end of the window that was done last: what is told of events that were made since may not have been told
   * @param streams instead of those of the definition
   * @throws SearchTypeError for what cannot be searched for, what the store and the queue throw, the signal's reason
   */
  async run(
    definition: AggregationDefinition,
    window: Window,
    signal: AbortSignal,
    position = -Infinity,
    streams?: readonly string[],
  ): Promise<RunResult> {
    const { config, id } = definition;
    const { allStreams, store } = this.#rooms;
    // The next window may find the same messages.
    if (this.#unsettled.has(id)) await store.settled();
    this.#unsettled.delete(id);
    const all = allStreams();
    const match = matchOfDefinition(id, { ...config, streams: [...(streams ?? config.streams)] }, window, all);
    const made: Made = { source: this.#rooms.source, now: this.#rooms.now() };
    const limit = config.event_limit ?? Infinity;
    let events = 0;
    const isFilter = config.conditions.expression === null;
    const parts = isFilter
      ? pagesOf(store, match, ['timestamp', eventField, ...templateFields(definition)], signal)
      : findGroups(store, match, config, signal);
    const grace = this.#rooms.grace.of(id, definition.notification_settings.grace_period_ms);
    for await (const part of parts) {
      const batch = part
        .slice(0, Math.max(0, limit - events))
        .map((found) =>
          'message' in found
            ? eventOfMessage(definition, window, found, made)
            : eventOfGroup(definition, window, found, made, all),
        );
      if (batch.length === 0) break;
      events += batch.length;
      this.#unsettled.add(id);
      const kept = await this.#events.keep(batch, signal);
      const untold = kept.filter(
        ({ event, isKnown }) => !isKnown || Date.parse(event.replay_info?.timerange_end ?? '') > position,
      );
      await this.#tell(
        definition,
        untold.map(({ event }) => event),
        match,
        grace,
        signal,
      );
      if (events >= limit) break;
    }
    await this.#rooms.grace.save(id, grace, window.to);
    return { events };
  }

  /** Of those that a definition looks at, epoch ms; the end of the time if there is none. */
  async firstMessage({ config, id }: AggregationDefinition, time: Window, signal: AbortSignal): Promise<number> {
    const match = matchOfDefinition(id, config, time, this.#rooms.allStreams());
    return (await countMatches(this.#rooms.store, match, signal)).first ?? time.to;
  }

  /** Of an event that was found in no message. */
  async tell(definition: DefinitionDocument, event: Event): Promise<void> {
    const grace = this.#rooms.grace.of(definition.id, definition.notification_settings.grace_period_ms);
    const eventDefinition = shownDefinition(definition);
    for (const { notification_id: notificationId } of definition.notifications)
      if (grace.tell(notificationId, event))
        await this.#rooms.queue().enqueue({ notificationId, event, eventDefinition, backlog: [] });
    await this.#rooms.grace.save(definition.id, grace, Date.parse(event.timestamp));
  }

  async #tell(
    definition: AggregationDefinition,
    events: readonly Event[],
    match: Match,
    grace: ReturnType<GracePeriods['of']>,
    signal: AbortSignal,
  ): Promise<void> {
    const { notifications, notification_settings: settings, config } = definition;
    if (notifications.length === 0) return;
    const eventDefinition = shownDefinition(definition);
    for (const event of events) {
      const told = notifications.filter(({ notification_id: id }) => grace.tell(id, event));
      if (told.length === 0) continue;
      const backlog: readonly BacklogMessage[] = await backlogOf(
        this.#rooms.store,
        event,
        config,
        match,
        settings.backlog_size,
        signal,
      );
      const queue = this.#rooms.queue();
      await Promise.all(
        told.map(({ notification_id: notificationId }) =>
          queue.enqueue({ notificationId, event, eventDefinition, backlog }),
        ),
      );
    }
  }
}
