/** Contains the texts of the node pages (screens/administration.md C2, C3, C6). */
import { formatDuration, formatNumber, formatPercent } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const count = (value: number, one: string, more: string): string =>
  value === 1 ? `one ${one}` : `${formatNumber(value)} ${more}`;

export const texts = {
  page: 'Nodes',
  globalApiBrowser: 'Cluster Global API browser',
  description: 'This page provides a real-time overview of the nodes in your cluster.',
  active: (nodes: number): string =>
    nodes === 1 ? 'There is 1 active node' : `There are ${formatNumber(nodes)} active nodes`,
  none: 'There are no active nodes.',
  loadingFailed: 'Could not load the nodes',
  leader: 'Leader',
  throughput: (input: number, output: number): string =>
    `In ${formatNumber(input)} / Out ${formatNumber(output)} msg/s`,
  journalUnavailable: 'Journal metrics unavailable.',
  journalLoading: 'Loading journal metrics...',
  journal: (waiting: number, segments: number): string =>
    `The journal contains ${count(waiting, 'unprocessed message', 'unprocessed messages')} in ${count(segments, 'segment', 'segments')}.`,
  journalRates: (appended: number, read: number): string =>
    `${formatNumber(appended)} messages appended, ${formatNumber(read)} messages read in the last second.`,
  /** @param seconds time since the receipt of the oldest message that is not searchable */
  lag: (seconds: number): string =>
    seconds < 1
      ? 'Everything received is searchable.'
      : `Everything received until ${formatDuration(Math.floor(seconds) * 1000)} ago is searchable.`,
  stateUnavailable: 'System information is currently unavailable.',
  lifecycle: 'Current lifecycle state',
  processing: 'Message processing',
  enabled: 'Enabled',
  disabled: 'Disabled',
  loadBalancer: 'Load balancer indication',
  heap: 'Heap usage',
  heapOf: (used: string, committed: string, max: string): string =>
    `${used} used, ${committed} committed, ${max} at most`,
  actions: {
    details: 'Details',
    detailsOf: (name: string): string => `Details of ${isolated(name)}`,
    metrics: 'Metrics',
    apiBrowser: 'API browser',
    apiBrowserEntry: 'API Browser',
    apiBrowserOf: (name: string): string => `API browser of ${isolated(name)}`,
    more: 'More actions',
    moreOf: (name: string): string => `More actions on ${isolated(name)}`,
    all: 'Actions',
    pause: 'Pause message processing',
    resume: 'Resume message processing',
    override: 'Override LB status',
    inputs: 'Local message inputs',
    threadDump: 'Get thread dump',
    bufferDump: 'Get process-buffer dump',
    logging: 'Configure internal logging',
    askPause: (name: string): string =>
      `You are about to pause message processing on node ${isolated(name)}. Messages are taken in and wait in the journal. Are you sure?`,
    askResume: (name: string): string =>
      `You are about to resume message processing on node ${isolated(name)}. Are you sure?`,
    askOverride: (status: string, name: string): string =>
      `You are about to change the load balancer status of node ${isolated(name)} to ${status}. It stays until you choose another one or the node restarts. Are you sure?`,
    confirmPause: 'Pause',
    confirmResume: 'Resume',
    confirmOverride: 'Change status',
    success: 'Success!',
    paused: (name: string): string => `Message processing paused on ${isolated(name)}.`,
    resumed: (name: string): string => `Message processing resumed on ${isolated(name)}.`,
    overridden: (status: string, name: string): string =>
      `Load balancer status of ${isolated(name)} changed to ${status}.`,
    pauseFailed: 'Could not pause message processing',
    resumeFailed: 'Could not resume message processing',
    overrideFailed: 'Could not change the load balancer status',
  },
  node: {
    leader: 'This node is the leader of the cluster.',
    notLeader: 'This node is not the leader of the cluster.',
    about: 'State',
    stateIs: (state: string): string => `Lifecycle state: ${state}`,
    loadBalancerIs: (status: string): string => `Load balancer status: ${status}`,
    isProcessing: (input: number, output: number): string =>
      `Processing ${formatNumber(input)} incoming and ${formatNumber(output)} outgoing msg/s.`,
    isPaused: 'Message processing is paused. Incoming messages wait in the journal.',
    pause: 'Pause processing',
    resume: 'Resume processing',
    memory: 'Memory/Heap usage',
    eventLoop: 'Event loop',
    eventLoopIs: (mean: number, p99: number, max: number): string =>
      `Held up ${formatNumber(mean)} ms on average, ${formatNumber(p99)} ms in 99 of 100 cases, ${formatNumber(max)} ms at most in the last seconds.`,
    buffers: 'Buffers',
    buffer: { input: 'Input buffer', process: 'Process buffer', output: 'Output buffer' },
    inBuffer: (messages: number, name: string, ratio: number): string =>
      `${count(messages, 'message', 'messages')} in the ${name.toLowerCase()}, ${formatPercent(ratio)} utilized.`,
    bufferUnknown: 'Loading buffer metrics...',
    bufferUntold: 'The node does not report its fill level.',
    metricsOf: (name: string): string => `Metrics of the ${name.toLowerCase()}`,
    journal: 'Disk Journal',
    journalIntro:
      'Received messages are written to disk before they are acknowledged, and stay there until they are searchable.',
    journalDisabled: 'The disk journal is disabled.',
    journalFailed: 'Could not load the journal',
    path: 'Path',
    earliest: 'Earliest entry',
    maxSize: 'Maximum size',
    maxAge: 'Maximum age',
    noAge: 'Until it is processed',
    flush: 'Flush policy',
    flushAlways: 'Every message, before it is acknowledged',
    flushPolicy: (messages: number, age: string): string => `Every ${count(messages, 'message', 'messages')} or ${age}`,
    utilization: (ratio: number, used: string, limit: string): string =>
      `${formatPercent(ratio)} of the journal is in use: ${used} of ${limit}.`,
    journalFull: 'The journal is full: nothing more is taken in until there is space.',
    system: 'System',
    hostname: 'Hostname',
    id: 'Node ID',
    version: 'Version',
    runtime: 'Runtime',
    pid: (pid: string, info: string): string => `PID ${pid}, ${info}`,
    time: 'Time',
    api: 'REST API',
    address: 'Transport address',
    seen: 'Last seen',
    plugins: (total: number): string => `Installed plugins: ${formatNumber(total)}`,
    noPlugins: 'No plugins are installed.',
    pluginColumns: ['Name', 'Version', 'Author', 'Description'],
    website: 'Website',
    types: 'Available input types',
    running: (inputs: number): string =>
      inputs === 1 ? 'One input is running on this node.' : `${formatNumber(inputs)} inputs are running on this node.`,
    manageInputs: 'Manage inputs',
    typeColumns: ['Name', 'Type', 'Documentation'],
    documentation: 'Documentation',
    unknown: 'Unknown Node',
    all: 'All nodes',
    loadingFailed: 'Error getting data',
  },
  dump: {
    thread: (name: string): string => `Thread dump of node ${name}`,
    buffer: (name: string): string => `Process-buffer dump of node ${name}`,
    threadTitle: 'Thread dump',
    bufferTitle: 'Process-buffer dump',
    takenAt: 'Taken at',
    again: 'Take another',
    copy: 'Copy',
    failed: 'Could not take the dump',
    idle: 'Nothing is being processed.',
  },
} as const;
