/**
 * Contains the texts of the scratchpad, which is loaded on demand (spec 3 §8; screens/dashboards-sharing-alerts.md
 * §13).
 */
export const texts = {
  title: 'Scratchpad',
  text: 'Notes',
  placeholder: 'Keep notes for yourself: queries, ids, findings.',
  warning:
    'Your notes stay in this browser, where its other users can read them. Do not keep passwords or other secrets here.',
  confirm: 'Got It!',
  help: 'Your notes are stored in this browser only, not on the server. They are here again when you return.',
  move: 'Move',
  moveHelp: 'Drag it, or use the arrow keys',
  resize: 'Resize',
  resizeHelp: 'Drag it, or use the arrow keys; Enter for the usual size',
  close: 'Close',
  hints: { saved: 'Auto saved.', copied: 'Copied!', cleared: 'Cleared.' },
  unkept: 'This browser does not keep it.',
  copy: 'Copy',
  clear: 'Clear',
  nothing: 'There are no notes.',
  clearTitle: 'Are you sure?',
  clearText: 'This will clear out your Scratchpad content, do you wish to proceed?',
} as const;
