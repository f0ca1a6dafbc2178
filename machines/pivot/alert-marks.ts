/**
 * Alerts, events and marks made by hand, as marks on the time axes of charts. The module computes the facts about each
 * mark, and groups of marks that are too close together to be drawn apart. The functions are pure.
 */
import type { ChartMark } from '../../api/contract/chart-marks.js';
import type { EventsSearchResult } from '../../api/contract/events.js';

export interface AlertMark {
  readonly id: string;
  /** Time of the alert in epoch milliseconds. */
  readonly at: number;
  /**
   * Title of the event definition if it is known, otherwise the message of the event. For a mark made by hand it is the
   * text of the mark.
   */
  readonly title: string;
  readonly key: string | null;
  /** Priority from 1 (low) to 3 (high). */
  readonly priority: number;
  /** True if the search that led to the event is known, so that it can be executed again. */
  readonly replayable: boolean;
  /** The stored mark that a user made by hand; absent for alerts and events. */
  readonly hand?: ChartMark;
}

/** Time span; both ends are in epoch milliseconds. */
export interface MarkedSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the marks for found events in time order; events with unreadable times are left out. */
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

/** Converts marks that users made by hand to marks of charts. Marks with unreadable times are left out. */
export const handMarks = (marks: readonly ChartMark[]): readonly AlertMark[] =>
  marks.flatMap((hand): AlertMark[] => {
    const at = Date.parse(hand.timestamp);
    if (Number.isNaN(at)) return [];
    return [{ id: hand.id, at, title: hand.text, key: null, priority: 1, replayable: false, hand }];
  });

export const sameMarks = (left: readonly AlertMark[], right: readonly AlertMark[]): boolean =>
  left.length === right.length &&
  left.every(({ id, hand }, index) => id === right[index]?.id && hand?.version === right[index]?.hand?.version);

export interface MarkGroup {
  /** Position of the group in epoch milliseconds: the middle between its first and its last alert. */
  readonly at: number;
  /** The alerts of the group in time order, at least one. */
  readonly alerts: readonly AlertMark[];
  /** Highest priority of the group's alerts. */
  readonly priority: number;
}

/**
 * Groups the alerts of a time span into at most `places` groups whose marks do not overlap.
 * @param alerts alerts in time order
 * @param shareOf returns the position of an instant on the chart, from 0 to 1. A chart that leaves out times without
 * buckets gives all instants of such a gap one position.
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
    // Marks of neighbouring places overlap when they are both near the edge between the places; such groups are merged.
    if (before && Math.abs(shareOf(group.at) - shareOf(before.at)) * places < closest)
      apart[apart.length - 1] = groupOf([...before.alerts, ...own]);
    else apart.push(group);
  }
  return apart;
}

/** Smallest distance between the centres of two marks, measured in places. */
const closest = 0.9;

function groupOf(alerts: readonly AlertMark[]): MarkGroup {
  const [first, last] = [alerts[0]?.at ?? 0, alerts.at(-1)?.at ?? 0];
  return { at: (first + last) / 2, alerts, priority: Math.max(...alerts.map(({ priority }) => priority)) };
}
