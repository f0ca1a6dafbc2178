/** Contains the texts of the sidecar pages (screens/administration.md Part F). */
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const several = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const texts = {
  success: 'Success!',
  error: 'Error',
  cancel: 'Cancel',
  close: 'Close',
  edit: 'Edit',
  clone: 'Clone',
  delete: 'Delete',
  notAvailable: 'Not available',
  search: 'Find sidecars',
  loadingFailed: 'Could not load sidecars',
  failedWith: (reason: string): string => `Loading sidecars failed with status: ${reason}`,
  tabs: {
    overview: 'Overview',
    administration: 'Administration',
    configuration: 'Configuration',
    failures: 'Failure Tracking',
  },
  history: {
    r: 'running',
    f: 'failing',
    u: 'unknown',
    s: 'stopped',
    nothing: 'Nothing is known of the last 24 hours',
    part: (word: string, count: number): string => `${word} in ${several(count, 'half hour', 'half hours')}`,
    piece: 'each piece is 30 minutes',
  },
  overview: {
    page: 'Sidecars Overview',
    partsFailed: 'Could not load all parts of the overview',
    description:
      'Sidecars are the agents that collect logs on your machines. This page shows what they run and how they are doing.',
    heading: 'Sidecars',
    total: (count: number): string => `Sidecars ${formatNumber(count)} total`,
    token: 'Create or reuse a token',
    install: 'Copy install line',
    include: 'Include inactive sidecars',
    hide: 'Hide inactive sidecars',
    none: 'There are no sidecars configured.',
    noneHelp: 'Install an agent on a machine, and give it a token: it appears here when it first reports.',
    noneActive: 'There are no active sidecars.',
    found: 'No sidecar matches.',
    inactive: 'Inactive',
    manage: 'Manage sidecar',
    messages: 'Show messages',
    forget: 'Delete',
    silentSince: 'since',
    wasWord: (word: string): string => `was ${word.toLowerCase()}`,
    flapping: (times: number): string => `Flapping, ${several(times, 'time', 'times')}`,
    more: (name: string, more: number): string => (more === 0 ? name : `${name}, ${more} more`),
    version: (version: number): string => `version ${version}`,
    removal: {
      title: 'Delete sidecar?',
      text: (name: string): string =>
        `Really delete the sidecar ${isolated(name)}? Manual assignments are lost. The sidecar reappears when its agent reports again.`,
      done: (name: string): string => `Sidecar "${isolated(name)}" was deleted.`,
      failedTitle: 'Could not delete sidecar',
    },
  },
  figures: {
    label: 'States of all sidecars',
    running: 'Running',
    failing: 'Failing',
    unknown: 'Unknown, silent',
    stopped: 'Stopped',
    versions: 'Versions',
    // Some OpAMP agents report no version.
    ofVersion: (nodes: number, version: string): string =>
      version === ''
        ? `${formatNumber(nodes)} of unknown version`
        : `${formatNumber(nodes)} on agent ${isolated(version)}`,
  },
  rollout: {
    title: 'Rollout',
    states: { running: 'Running', paused: 'Paused', done: 'Done', rolled_back: 'Rolled back' },
    versions: (from: number, to: number): string => `version ${from} to ${to}`,
    started: (username: string): string => `Started by ${isolated(username)}`,
    reached: (reached: number, total: number, version: number): string =>
      `${formatNumber(reached)} of ${formatNumber(total)} have version ${version}`,
    stages: {
      one: (nodes: number): string => several(nodes, 'sidecar', 'sidecars'),
      tenth: (nodes: number): string => `10 %, ${several(nodes, 'sidecar', 'sidecars')}`,
      all: (nodes: number): string => `All ${several(nodes, 'sidecar', 'sidecars')}`,
    },
    stageStates: { waiting: 'Waiting', running: 'Running', paused: 'Paused', done: 'Done' },
    running: (count: number): string => `${formatNumber(count)} running`,
    failing: (count: number): string => `${formatNumber(count)} failing: `,
    next: 'The next stage starts',
    rollBack: 'Roll back',
    difference: 'Show difference',
    goOn: 'Go on',
    advance: 'Next stage now',
    pause: 'Pause',
    question: {
      title: 'Roll back?',
      text: (version: number): string => `Every sidecar gets version ${version} again, at its next round.`,
    },
    failed: 'Could not steer the rollout',
  },
  attention: {
    title: 'Needs attention',
    none: 'Nothing is wrong.',
    silent: (name: string): string => `${isolated(name)} is silent`,
    failing: (name: string): string => `${isolated(name)} is failing`,
    flapping: (name: string): string => `${isolated(name)} is flapping`,
    details: 'Details',
  },
  assignment: {
    title: 'Assignment',
    summary: (automatic: number, byHand: number): string =>
      `${formatNumber(automatic)} by tags or rule, ${formatNumber(byHand)} by hand`,
    without: (count: number): string => `${several(count, 'sidecar', 'sidecars')} without configuration`,
    edit: 'Edit assignments',
  },
  install: {
    title: 'Install an agent',
    intro:
      'The agent needs the address of this server and a token of the sidecar system user. The token is shown once.',
    name: 'Token Name',
    create: 'Create Token',
    creating: 'Creating...',
    created: (name: string): string => `Token ${isolated(name)} created!`,
    linux: 'Linux: the settings of the agent',
    windows: 'Windows: the call of the installer',
    opamp: 'OpenTelemetry Collector: the OpAMP extension',
    copy: 'Copy',
    failed: 'Could not create the token',
  },
} as const;
