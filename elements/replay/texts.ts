/** Contains the texts of the replay of events (screens/dashboards-sharing-alerts.md §11). */
import { quantityOf } from '../../machines/time-range/units.js';
import { formatNumber } from '../kit/format.js';
import { isolated } from '../kit/isolated.js';

export type ReplayedKind = 'event definition' | 'alert' | 'event';

export const texts = {
  eventTitle: 'Replay search',
  alertsCrumb: 'Alerts & Events',
  definitionsCrumb: 'Event definitions',
  show: (kind: ReplayedKind): string => `Show ${kind} details`,
  hide: (kind: ReplayedKind): string => `Hide ${kind} details`,
  label: (kind: ReplayedKind): string => `Details of the ${kind}`,
  none: 'none',
  timestamp: 'Timestamp',
  definition: 'Event definition',
  priority: 'Priority',
  priorities: { 1: 'Low', 2: 'Normal', 3: 'High' } as Readonly<Record<number, string>>,
  every: 'Execute search every',
  within: 'Search within',
  description: 'Description',
  notifications: 'Notifications',
  conditions: 'Aggregation conditions',
  /** @param ms duration in ms; it is rounded to seconds, at least 1 second */
  duration(ms: number): string {
    const { value, unit } = quantityOf(Math.max(1, Math.round(ms / 1000)));
    return `${formatNumber(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
  },
  color: (condition: string): string => `Color of ${condition}`,
  changed: 'The event definition was changed after this event was created. The replay uses the present definition.',
  changedAt: 'Changed at',
  gone: 'The event definition is not there any more: the search shows the messages without the conditions.',
  denied: 'You may not see the event definition: the search shows the messages without the conditions.',
  eventMissingTitle: 'Could not find the event',
  eventMissing: (id: string): string => `There is no event ${isolated(id)}, or you may not see it.`,
  definitionMissingTitle: 'Could not find the event definition',
  definitionMissing: (id: string): string => `There is no event definition ${isolated(id)}.`,
  nothingTitle: 'There is nothing to replay',
  nothingOfEvent: 'This event does not come from a search; it may be a system event.',
  nothingOfDefinition: 'The event definition does not search: its events are about the system itself.',
} as const;
