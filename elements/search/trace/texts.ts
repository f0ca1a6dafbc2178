/** Contains the texts of the trace waterfall. */
export const traceTexts = {
  title: 'Trace',
  total: 'from first to last',
  spans: (count: number): string => (count === 1 ? 'span' : 'spans'),
  services: (count: number): string => (count === 1 ? 'service' : 'services'),
  messages: (count: number): string => (count === 1 ? 'message' : 'messages'),
  failed: (count: number): string => (count === 1 ? 'failed span' : 'failed spans'),
  timeWent: 'Where the time went',
  span: 'service and span',
  duration: 'duration',
  rows: 'Waterfall',
  /** Returns what the bar of a row shows, for screen readers. */
  spoken: (start: string, failed: boolean): string => `, begins after ${start}${failed ? ', failed' : ''}`,
  source:
    'Spans come from the ids of spans and of their parents. Without a duration a span lasts from its first message to its last.',
  noSpans: 'No message has the id of a span: each message is drawn at its time since the first one.',
  more: (shown: string, total: string): string => `The first ${shown} of ${total} messages are drawn.`,
  showAll: (count: string): string => `Show all ${count} rows`,
  onlyThese: 'Show only these messages',
  whole: 'Show the whole trace',
  fold: 'Fold the trace',
  unfold: 'Unfold the trace',
  failedSign: 'failed',
  warnedSign: 'warning',
  reading: 'Reading the trace…',
  refused: (reason: string): string => `The trace cannot be read: ${reason}`,
} as const;
