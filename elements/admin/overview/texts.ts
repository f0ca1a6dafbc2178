/** Contains the texts of the system overview (screens/administration.md C1). */
import { formatBytes, formatNumber } from '../../kit/format.js';

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more);

export const texts = {
  page: 'System overview',
  notifications: {
    title: 'Notifications',
    heading: (count: number): string =>
      count === 0
        ? 'No notifications'
        : many(count, 'There is one notification', `There are ${formatNumber(count)} notifications`),
    none: 'Nothing needs your attention.',
    triggered: 'triggered',
    failed: 'Could not load notifications',
    textFailed: 'Could not load the text of the notification',
    close: 'Delete notification',
    ask: 'Really delete this notification?',
    confirm: 'Delete',
    closeFailed: 'Could not delete the notification',
    toInputs: 'Open inputs',
    toOutputs: 'Open outputs',
    toIndices: 'Open indices',
    toAuthentication: 'Open authentication',
  },
  cluster: {
    title: 'Log Console cluster',
    id: 'Cluster ID',
    copyId: 'Copy the cluster ID',
    nodes: 'Number of nodes',
    failed: 'Could not load the nodes',
    traffic: 'Outgoing traffic',
    days: 'Days',
    total: (days: number, bytes: number): string => `Last ${days} days: ${formatBytes(bytes)}`,
    trafficFailed: 'Could not load the traffic',
    chart: (from: string, to: string): string => `Outgoing traffic by day, from ${from} to ${to}`,
    noDays: 'No day has been counted yet.',
    day: (date: string, bytes: number): string => `${date}: ${formatBytes(bytes)}`,
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    date: 'Day',
    bytes: 'Outgoing',
  },
  indexer: { title: 'Search cluster' },
  failures: {
    title: 'Indexer failures',
    none: 'No failed indexing attempts in the last 24 hours.',
    some: (count: number): string =>
      many(
        count,
        'There was one failed indexing attempt in the last 24 hours.',
        `There were ${formatNumber(count)} failed indexing attempts in the last 24 hours.`,
      ),
    show: 'Show errors',
    failed: 'Could not count indexer failures',
  },
  time: {
    title: 'Time configuration',
    intro: 'These time zones are in use, with the current time in each.',
    user: (name: string): string => `User ${name}:`,
    browser: 'Your web browser:',
    server: 'Server:',
  },
  messages: {
    title: 'System messages',
    intro: 'This list shows messages from the nodes, newest first.',
    none: 'No system messages.',
    failed: 'Could not load system messages',
    columns: ['Timestamp', 'Node', 'Message'],
  },
} as const;
