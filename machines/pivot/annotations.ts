/** Events as marks on a time axis (screens/search.md §10 "Event annotations"). */
import type { EventsResult } from '../../api/contract/searches.js';
import { instantOfWire } from '../time-range/local-time.js';

export interface Annotation {
  /** Time of the events in epoch milliseconds. */
  readonly at: number;
  readonly count: number;
  /** Message of the event; if several events have the same time, their number. */
  readonly text: string;
}

/** Returns one mark per instant, in time order; events outside the axis or with unreadable times are left out. */
export function annotations(
  events: EventsResult['events'] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Annotation[] {
  const messages = new Map<number, string[]>();
  for (const { timestamp, message } of events ?? []) {
    const at = instantOfWire(timestamp);
    if (at === undefined || at < from || at > to) continue;
    const known = messages.get(at);
    if (known) known.push(message);
    else messages.set(at, [message]);
  }
  return [...messages]
    .sort(([left], [right]) => left - right)
    .map(([at, all]) => ({
      at,
      count: all.length,
      text: all.length === 1 ? (all[0] ?? '') : `${all.length} alerts occurred.`,
    }));
}

/** Display name of the chart series that contains the events (spec 2 §9). */
export const alertsSeriesName = 'Alerts';
