/**
 * Contains the texts of the message table's tools; the texts of rows, pages and states are in the common texts of the
 * widgets.
 */
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

  // Texts of the search within the loaded messages.
  findInMessages: 'Find in loaded messages',
  findPlaceholder: 'Find in loaded messages',
  findNext: 'Next match',
  findPrevious: 'Previous match',
  findClose: 'Close find',
  findNone: 'No match',
  findCount: (at: string, count: string) => `${at} of ${count}`,
  findCounting: (count: string) => `${count} …`,

  liveTail: 'Live tail',
  stopLiveTail: 'Stop live tail',
} as const;
