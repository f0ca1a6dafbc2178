/** Contains the texts of the logging page (screens/administration.md C5). */
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const lines = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'line' : 'lines'}`;

export const texts = {
  page: 'Logging',
  description:
    'The level decides how much each part of the server writes to its log. A changed level takes effect at once and lasts until the server restarts.',
  loadingFailed: 'Could not load the loggers',
  unanswered: 'This node did not answer.',
  none: 'You may not see any subsystem of this node.',
  total: (count: number): string => `Has written a total of ${formatNumber(count)} internal log messages.`,
  metrics: {
    show: 'Show log level metrics',
    hide: 'Hide log level metrics',
    caption: 'Log level metrics',
    level: 'Level',
    total: 'Total written',
    mean: 'Mean rate',
    minute: '1 min rate',
    perSecond: (rate: number): string => `${rate < 10 ? rate.toFixed(2) : formatNumber(Math.round(rate))} / s`,
  },
  subsystem: (title: string): string => `Subsystem: ${isolated(title)}`,
  levelOf: (title: string): string => `Log level of ${isolated(title)}`,
  levels: { fatal: 'Fatal', error: 'Error', warn: 'Warn', info: 'Info', debug: 'Debug', trace: 'Trace' },
  otherLevels: { off: 'Off', all: 'All' },
  changeFailed: 'Could not change the level',
  lines: {
    title: 'Log messages',
    intro: (limit: number): string =>
      `The last ${formatNumber(limit)} lines of the server’s own log are shown, the newest at the end.`,
    filter: 'Filter lines',
    level: 'Lowest level shown',
    allLevels: 'All levels',
    andAbove: (level: string): string => `${level} and above`,
    follow: 'Follow',
    refresh: 'Refresh',
    download: 'Download',
    label: 'Lines of the log',
    count: (shown: number, total: number): string =>
      shown === total ? lines(total) : `${formatNumber(shown)} of ${lines(total)}`,
    none: 'Nothing has been written yet.',
    noMatch: 'No line matches.',
    notKept: 'This server keeps no log lines in memory.',
    failed: 'Could not load the lines',
  },
  bundle: {
    title: 'Cluster Support Bundle',
    intro:
      'A support bundle contains the facts needed for support: version, machine and options of the server, its metrics, and the last lines of its log.',
    warning:
      'Passwords, tokens and secrets are left out. Host names, names of inputs and indices, addresses and whatever the log says are in it: look at it before you give it away.',
    create: 'Create Support Bundle',
    download: 'Download',
    downloadNamed: (name: string): string => `Download ${name}`,
    delete: 'Delete',
    deleteNamed: (name: string): string => `Delete ${name}`,
    none: 'No Support Bundles have been found.',
    loadingFailed: 'Could not load the Support Bundles',
    created: 'The Support Bundle was created.',
    failed: (what: 'Creating' | 'Deleting' | 'Downloading', status: string): string =>
      `${what} the Support Bundle failed with status: ${status}`,
    failedTitle: 'Error',
    success: 'Success!',
    removal: {
      title: 'Delete Support Bundle',
      text: (name: string): string => `Are you sure you want to delete ${isolated(name)}?`,
      action: 'Delete',
      done: 'The Support Bundle was deleted.',
    },
  },
} as const;
