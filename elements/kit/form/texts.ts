/** Contains the texts of forms and their fields, kept apart from `kitTexts`, which every page loads (spec 1 §4, §5). */
import { isolated } from '../isolated.js';

export const formTexts = {
  readonly: 'This element is read-only: nothing can be saved here.',
  resetSecret: (what: string) => `Reset ${what}`,
  undoReset: 'Undo Reset',
  secretSet: 'A value is stored; it is never shown.',
  noAmount: 'Must be a number or a duration such as 5 minutes or PT5M.',
  key: 'Key',
  value: 'Value',
  keyOf: (what: string) => `Key of ${what}`,
  valueOf: (what: string) => `Value of ${what}`,
  add: 'Add',
  bothNeeded: 'Fill in key and value first.',
  removeText: (name: string) => `Do you really want to remove "${isolated(name)}"?`,
  unsavedText: 'What you have changed is not stored yet.',
  changedMeanwhile: 'Changed meanwhile',
  changedMeanwhileText:
    'Somebody else has changed this since you opened it. Storing replaces what they have changed by what you see here.',
  overwrite: 'Overwrite',
  urlNotAllowed: (url: string) => `URL ${isolated(url)} is not whitelisted`,
  urlNotValid: (url: string) => `URL ${isolated(url)} is not a valid URL.`,
  urlAllowHere: 'Add to URL Whitelist',
  urlAskToAllow: 'An administrator can add it to the URL Whitelist.',
  urlUnchecked: (reason: string) => `Could not check whether this address is allowed: ${reason}`,
} as const;
