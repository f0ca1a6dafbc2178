/** Contains the texts of the list of event definitions (screens/dashboards-sharing-alerts.md §9.1). */
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';
import { quantityOf } from '../../../machines/time-range/units.js';

const definitions = (count: number): string =>
  `${formatNumber(count)} event ${count === 1 ? 'definition' : 'definitions'}`;

/**
 * Returns a duration as text in its largest unit.
 * @param ms duration in ms; it is rounded to seconds, at least 1 second
 */
export function durationText(ms: number): string {
  const { value, unit } = quantityOf(Math.max(1, Math.round(ms / 1000)));
  return `${formatNumber(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

const oneChange = (verb: 'Enable' | 'Disable' | 'Copy' | 'Delete', done: string, text: string) => ({
  title: `${verb} event definition?`,
  text: (title: string): string => `${verb} the event definition ${isolated(title)}? ${text}`,
  action: verb,
  done: (title: string): string => `Event definition "${isolated(title)}" was ${done} successfully.`,
  failedTitle: `Could not ${verb.toLowerCase()} event definition`,
  failed: (reason: string): string => `${verb} failed with status: ${reason}`,
});
const manyChanged = (verb: 'Enable' | 'Disable' | 'Delete', done: string, text: string) => ({
  title: (count: number): string => `${verb} ${definitions(count)}?`,
  text,
  action: verb,
  done: (count: number): string => `${definitions(count)} ${count === 1 ? 'was' : 'were'} ${done} successfully.`,
  partly: (failed: number, count: number): string =>
    `${formatNumber(failed)} out of ${formatNumber(count)} selected event definitions could not be ${done}.`,
  failedTitle: `Could not ${verb.toLowerCase()} event definitions`,
});

const enabling = 'It looks at messages from now on.';
const disabling = 'It creates no events until it is enabled again, and waiting notifications are not sent.';
const deleting = 'Events that it has made stay.';

export const texts = {
  success: 'Success!',
  error: 'Error!',
  list: {
    page: 'Event Definitions',
    description: 'Event definitions look for messages again and again, and make events of what they find.',
    search: 'Search for event definitions',
    none: 'No event definitions have been found',
    noneHelp: 'There is none yet that you may see.',
    found: 'No event definitions have been found.',
    failedTitle: 'Could not load event definitions',
    failed: (reason: string): string => `Fetching event definitions failed with status: ${reason}`,
  },
  create: 'Create event definition',
  scheduling: 'Scheduling',
  enabled: 'enabled',
  disabled: 'disabled',
  failing: 'failing',
  priorities: { 1: 'Low', 2: 'Normal', 3: 'High' } as Readonly<Record<number, string>>,
  notScheduled: 'Not scheduled.',
  bySystem: 'It runs with each notification of the system.',
  runs: (every: number, within: number): string =>
    `Runs every ${durationText(every)}, searching within the last ${durationText(within)}.`,
  details: 'Details',
  schedule: {
    interval: 'Interval',
    status: 'Status',
    states: {
      runnable: 'Waits for its next run',
      running: 'Runs',
      complete: 'Complete',
      paused: 'Paused',
      error: 'Fails, is tried again',
      cancelled: 'Cancelled',
    },
    none: 'Not scheduled',
    last: 'Last execution',
    next: 'Next execution',
    range: 'Next time range',
    queued: 'Queued notifications',
    never: 'Never',
    error: 'It fails',
    since: (attempts: number): string => `${formatNumber(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}, since`,
    clear: 'clear',
    clearNamed: (title: string): string => `Clear queued notifications of ${isolated(title)}`,
    clearTitle: 'Clear queued notifications?',
    clearText: (title: string): string =>
      `Events of the event definition ${isolated(title)} that wait for a notification are dropped from the queue.`,
    clearAction: 'Clear',
    cleared: 'Queued notifications were cleared.',
    clearFailed: 'Could not clear queued notifications',
  },
  actions: {
    edit: 'Edit',
    replay: 'Replay search',
    duplicate: 'Duplicate',
    enable: 'Enable',
    disable: 'Disable',
    delete: 'Delete',
  },
  one: {
    duplicate: oneChange('Copy', 'copied', 'The copy is disabled.'),
    enable: oneChange('Enable', 'enabled', enabling),
    disable: oneChange('Disable', 'disabled', disabling),
    delete: oneChange('Delete', 'deleted', deleting),
  },
  many: {
    enable: manyChanged('Enable', 'enabled', 'They look at messages from now on.'),
    disable: manyChanged('Disable', 'disabled', 'They make no events until they are enabled again.'),
    delete: manyChanged('Delete', 'deleted', 'Events that they have made stay.'),
  },
} as const;
