/**
 * Contains the texts of the message table that are not needed at first; they are loaded with the parts that show them.
 */
export const laterTableTexts = {
  // Texts of the panel with the details of a message.
  panel: 'Message details',
  panelWidth: 'Width of the message details',
  panelWidthHint: 'Drag to resize, double-click for the usual width',
  gone: 'This message is no longer among those in the list.',

  // Texts of the comparison of selected messages.
  selectedMessages: (count: string) => `${count} selected`,
  selectOneMore: 'Select at least one more message to compare.',
  compare: 'Compare',
  clear: 'Clear',
  clearSelection: 'Clear selection',

  // Texts of the live tail.
  pauseLiveTail: 'Pause live tail',
  resumeLiveTail: 'Resume live tail',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  liveStopped: 'Stopped',
  showResults: 'Show results',
  live: 'Live',
  livePaused: 'Paused',
  liveResting: 'Resting',
  liveWaiting: 'Waiting for messages…',
  liveWaitingHint: 'New messages appear here as they arrive.',
  liveFailed: (reason: string) => `Trying again: ${reason}`,
  liveFull: (count: string) => `Resting at ${count} messages. Go to the end to continue.`,
  liveNew: (count: string) => `${count} new`,
  liveNewSince: (count: string, many: boolean) => `${count} new ${many ? 'messages' : 'message'}`,
  liveSampledAt: (time: string) => `last sample ${time}`,
  liveLeftOut: (count: string) => `sampled: ${count} left out`,
  liveLeftOutHint: 'More messages arrived than one sample holds; a line in the list says where and when.',
  tailGap: (count: string, time: string) => `${count} messages left out, sampled at ${time}`,
} as const;
