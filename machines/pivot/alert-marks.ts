/**
 * Alerts as marks on the time axes of charts: facts of each alert, and groups of alerts that are too close together.
 * The functions are pure.
 */
import type { EventsSearchResult } from '../../api/contract/events.js';

export interface AlertMark {
  readonly id: string;
  /** Time of the alert in ms since 1970. */
  readonly at: number;
  /** Title of the definition if it is known, else the message of the event. */
  readonly title: string;
  readonly key: string | null;
  /** Priority from 1 (low) to 3 (high). */
  readonly priority: number;
  /** True if the event came from a search that can be replayed. */
  readonly replayable: boolean;
}

/** Time span with both ends in epoch ms. */
export interface MarkedSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the marks of a result in time order; events with unreadable times are left out. */
export function marksOf({ events, context }: Pick<EventsSearchResult, 'events' | 'context'>): readonly AlertMark[] {
  return events
    .flatMap(({ event }): AlertMark[] => {
      const at = Date.parse(event.timestamp);
      if (Number.isNaN(at)) return [];
      const { id, key, message, priority, replay_info: info, event_definition_id: definitionId } = event;
      const title = context?.event_definitions?.[definitionId]?.title || message;
      return [{ id, at, title, key: key || null, priority, replayable: Boolean(info) }];
    })
    .sort((left, right) => left.at - right.at);
}

export const sameMarks = (left: readonly AlertMark[], right: readonly AlertMark[]): boolean =>
  left.length === right.length && left.every(({ id }, index) => id === right[index]?.id);

export interface MarkGroup {
  /** Position in ms: the middle of the grouped alerts. */
  readonly at: number;
  /** The grouped alerts in time order, at least one. */
  readonly alerts: readonly AlertMark[];
  /** Highest priority of the group. */
  readonly priority: number;
}

/**
 * Groups the alerts of a span into at most `places` groups that do not overlap.
 * @param alerts in order of time
 * @param shareOf position of an instant on the chart, 0 to 1; a chart without room for times without buckets draws all
 * instants of such a gap at one position
 */
export function groupedMarks(
  alerts: readonly AlertMark[],
  { from, to }: MarkedSpan,
  places: number,
  shareOf = (instant: number): number => (instant - from) / Math.max(1, to - from),
): readonly MarkGroup[] {
  const groups = new Map<number, AlertMark[]>();
  for (const alert of alerts) {
    if (alert.at < from || alert.at > to) continue;
    const place = Math.min(Math.floor(shareOf(alert.at) * Math.max(1, places)), Math.max(0, places - 1));
    const known = groups.get(place);
    if (known) known.push(alert);
    else groups.set(place, [alert]);
  }
  const apart: MarkGroup[] = [];
  for (const own of groups.values()) {
    const group = groupOf(own);
    const before = apart.at(-1);
    // Two alerts on both sides of a place's edge would overlap, so they are merged.
    if (before && Math.abs(shareOf(group.at) - shareOf(before.at)) * places < closest)
      apart[apart.length - 1] = groupOf([...before.alerts, ...own]);
    else apart.push(group);
  }
  return apart;
}

/** Smallest distance between the centres of two marks, in places. */
const closest = 0.9;

function groupOf(alerts: readonly AlertMark[]): MarkGroup {
  const [first, last] = [alerts[0]?.at ?? 0, alerts.at(-1)?.at ?? 0];
  return { at: (first + last) / 2, alerts, priority: Math.max(...alerts.map(({ priority }) => priority)) };
}
