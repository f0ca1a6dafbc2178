/** Reads alerts for the marks in charts, with one call for all charts, and new alerts for wall displays. */
import { inBackground, type Client } from '../client.js';
import { searchEvents, type EventsSearchResult } from '../contract/events.js';
import type { TimeRange } from '../contract/searches.js';
import { hasList } from './has-list.js';

/** Maximum number of alerts that are read for a chart, the newest ones; a chart cannot show more marks. */
const mostMarks = 200;

/**
 * Reads the alerts of a time span without prolonging the session.
 * @param span start and end in epoch milliseconds
 * @param events true to include events that are no alerts
 */
export function askAlerts(
  client: Client,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
  events = false,
): Promise<EventsSearchResult> {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return ask(client, { type: 'absolute', ...range }, '', mostMarks, signal, events);
}

/** Reads the alerts of the last seconds, without silenced and muted ones. */
export const askNewAlerts = (client: Client, seconds: number, most: number): Promise<EventsSearchResult> =>
  ask(client, { type: 'relative', range: seconds }, 'NOT silenced:true', most, undefined);

function ask(
  client: Client,
  timerange: TimeRange,
  query: string,
  most: number,
  signal: AbortSignal | undefined,
  events = false,
): Promise<EventsSearchResult> {
  const body = {
    page: 1,
    per_page: most,
    timerange,
    query,
    filter: { alerts: events ? ('include' as const) : ('only' as const), event_definitions: [] },
    sort_by: 'timestamp',
    sort_direction: 'desc' as const,
  };
  return inBackground(client).call(searchEvents, { body, check: hasList('events'), ...(signal && { signal }) });
}
