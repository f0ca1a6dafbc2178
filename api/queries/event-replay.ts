/** Reads an event, its definition and its notifications for a replay (screens/dashboards-sharing-alerts.md §11). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getEventDefinition, type EventDefinition } from '../contract/event-definitions.js';
import { listEventNotifications } from '../contract/event-notifications.js';
import { getEvent, type Event } from '../contract/events.js';
import { NotFound } from '../failures.js';
import { hasList } from './has-list.js';

const isEvent = (answer: unknown): boolean =>
  answer === undefined || typeof (answer as { event?: { id?: unknown } } | null)?.event?.id === 'string';
const isDefinition = (answer: unknown): boolean =>
  typeof (answer as { config?: { type?: unknown } } | null)?.config?.type === 'string';

/** Reads an event. @throws NotFound when it does not exist or the user may not see it */
export function replayedEventQuery(client: Client, eventId: string) {
  return queryOptions({
    queryKey: ['events', 'one', eventId],
    queryFn: async ({ signal }): Promise<Event> => {
      const found = await client.call(getEvent, { params: { eventId }, signal, check: isEvent });
      if (found) return found.event;
      throw new NotFound({ method: 'GET', url: `/events/${encodeURIComponent(eventId)}`, status: 204 });
    },
    // A cached answer is never read again, because past events do not change.
    staleTime: Infinity,
  });
}

export function replayedDefinitionQuery(client: Client, definitionId: string) {
  return queryOptions({
    queryKey: ['eventDefinitions', 'replayed', definitionId],
    queryFn: ({ signal }): Promise<EventDefinition> =>
      client.call(getEventDefinition, { params: { definitionId }, signal, check: isDefinition }),
    staleTime: 0,
  });
}

/** Reads the titles of the notifications that the user may see, by id. */
export function notificationTitlesQuery(client: Client) {
  return queryOptions({
    queryKey: ['eventNotifications', 'titles'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const query = { page: 1, per_page: 0 };
      const check = hasList('notifications');
      const { notifications } = await client.call(listEventNotifications, { query, signal, check });
      return new Map(notifications.map(({ id, title }) => [id, title]));
    },
  });
}
