/** Texts of the components in `kit` that no page needs for its first content (spec 1 §4, §8). */
import { isolated } from './isolated.js';

export const laterKitTexts = {
  provisioned: {
    mark: 'Provisioned',
    by: (file: string): string => `Provisioned by the file ${file}. Change the file instead.`,
  },
  move: (what: string) => `Move ${what}`,
  moveHelp: 'Arrow up and arrow down move it.',
  movedTo: (what: string, place: number, all: number) => `${isolated(what)} is now ${place} of ${all}.`,
  number: {
    none: 'Must be a number.',
    whole: 'Must be a whole number.',
    atLeast: (least: number | string): string => `Must be at least ${least}.`,
    atMost: (most: number | string): string => `Must be at most ${most}.`,
    between: (least: number | string, most: number | string): string => `Must be between ${least} and ${most}.`,
  },
  chooseFile: 'Choose file',
  noFile: 'No file chosen',
  removeFile: 'Remove',
  denied: 'Missing Permissions',
  deniedGuest: 'This page may not show this.',
  deniedHelp: 'You do not have the permissions that this page needs. An administrator can grant them.',
  stepFaulty: 'Something here is not right',
  breadcrumbs: 'Breadcrumbs',
  pages: 'Related pages',
  copied: 'Copied!',
  copyByHand: (isMac: boolean) => `Press ${isMac ? 'Cmd' : 'Ctrl'}+C to copy`,
  noOptions: 'No Options',
  addField: 'Add a field',
  select: 'Select...',
  areYouSure: 'Are you sure?',
  leave: 'Leave',
  stay: 'Stay',
  moreActions: 'More actions',
} as const;
