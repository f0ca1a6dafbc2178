/** Contains the texts of the marks that people set by hand in charts. */
import type { ChartMarkKind } from '../../../api/contract/chart-marks.schema.js';

const kinds: Readonly<Record<ChartMarkKind, string>> = { deploy: 'Deploy', incident: 'Incident', note: 'Note' };

export const markTexts = {
  kinds,
  title: 'Marks in charts',
  intro: 'Marks stand on the time axes of all charts, also on walls, and everybody who signs in sees them.',
  byMouse:
    'A click on a bucket of a chart offers to add one there; hold Ctrl or Cmd while you drag over a chart to mark the span.',
  byTouch:
    'A tap on a bucket of a chart offers to add one there; to mark a span, enter its end in the form of the mark.',
  referenceServer:
    'Marks by hand are stored by the server of this product; with a reference server charts show its alerts and events only.',
  events: 'Show events that are no alerts in charts, too',
  eventsHelp: 'An event definition without notifications marks every message that its query finds, such as deploys.',
  add: 'Add mark',
  edit: 'Edit mark',
  none: 'There are no marks yet.',
  notAll: (shown: number, total: number): string => `The newest ${shown} of ${total} marks are listed.`,
  editOne: (text: string): string => `Edit mark ${text}`,
  deleteOne: (text: string): string => `Delete mark ${text}`,
  notYours: 'Another person made this mark.',
  deleteTitle: 'Delete mark',
  deleteText: (text: string): string => `"${text}" disappears from all charts.`,
  by: (name: string, changed: string): string =>
    changed === name ? `by ${name}` : `by ${name}, changed by ${changed}`,
  close: 'Close',
  success: 'Success',
  form: {
    kind: 'Kind',
    text: 'What happened',
    textMissing: 'Say what happened.',
    from: 'Time',
    until: 'Until',
    untilHelp: 'Marks a span, such as the length of an incident.',
    badTime: 'Write a date and time, such as 2026-11-20 18:44:51.',
    notLater: 'The end must be later than the start.',
    save: 'Save mark',
    saved: 'The mark was saved.',
    failed: 'The mark was not saved.',
  },
  deleted: 'The mark was deleted.',
  notDeleted: 'The mark was not deleted.',
} as const;

/** Explains marks and how they are set: by touch (`touch` true) or with a mouse. */
export const marksHelp = (touch: boolean): string =>
  `${markTexts.intro} ${touch ? markTexts.byTouch : markTexts.byMouse}`;
