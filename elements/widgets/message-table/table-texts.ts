/** Texts of the message table's tools; the texts of rows, pages and states are in the common texts of the widgets. */
export const tableTexts = {
  selectColumn: 'Selected',
  numberColumn: 'Number',
  selectMessage: (number: number) => `Select message ${number}`,
  columnHint: (field: string) => `${field}: drag to move (Alt + arrow keys), Alt + Shift + arrow keys resize`,
  resizeColumn: (field: string) => `Width of ${field}`,
  resizeHint: 'Drag to resize, double-click to fit',

  tableView: 'View options',
  rowNumbers: 'Row numbers',
  wrapLines: 'Wrap lines',
  density: { line: 'One line', compact: 'Compact', full: 'Full' },
  endlessScrolling: 'Endless scrolling',
  selectToCompare: 'Select messages to compare',
  usualWidths: 'Reset column widths',

  // Texts of the panel with the details of a message.
  panel: 'Message details',
  panelWidth: 'Width of the message details',
  panelWidthHint: 'Drag to resize, double-click for the usual width',
  gone: 'This message is no longer among those in the list.',

  // Texts of the search within the loaded messages.
  findInMessages: 'Find in loaded messages',
  findPlaceholder: 'Find in loaded messages',
  findNext: 'Next match',
  findPrevious: 'Previous match',
  findClose: 'Close find',
  findNone: 'No match',
  findCount: (at: string, count: string) => `${at} of ${count}`,
  findCounting: (count: string) => `${count} …`,

  // Texts of the comparison of selected messages.
  selectedMessages: (count: string) => `${count} selected`,
  selectOneMore: 'Select at least one more message to compare.',
  compare: 'Compare',
  clear: 'Clear',
  clearSelection: 'Clear selection',

  // Texts of the live tail.
  liveTail: 'Live tail',
  stopLiveTail: 'Stop live tail',
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
  liveFailed: (reason: string) => `No answer, trying again: ${reason}`,
  liveFull: (count: string) => `Resting at ${count} messages. Go to the end to continue.`,
  liveNew: (count: string) => `${count} new`,
  liveNewSince: (count: string, many: boolean) => `${count} new ${many ? 'messages' : 'message'}`,
  liveSampledAt: (time: string) => `last sample ${time}`,
  liveLeftOut: (count: string) => `sampled: ${count} left out`,
  liveLeftOutHint: 'More messages arrived than one sample holds; a line in the list says where and when.',
  tailGap: (count: string, time: string) => `${count} messages left out, sampled at ${time}`,
} as const;
