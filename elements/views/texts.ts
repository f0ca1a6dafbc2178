/**
 * Contains the texts for managing saved searches and dashboards (spec 2 §2, §6, §8; spec 1 §8). Texts quoted by the
 * specs are exact.
 */
import type { View } from '../../api/contract/views.js';
import { isolated } from '../kit/isolated.js';

type ViewType = View['type'];

export const texts = {
  success: 'Success!',
  error: 'Error!',
  typeName: (type: ViewType): string => (type === 'DASHBOARD' ? 'dashboard' : 'search'),

  save: {
    unsavedChanges: 'Unsaved changes',
    saved: 'Saved search',
    notSaved: 'Save search',
    button: 'Save',
    action: 'Save this search',
    popover: 'Name of search',
    succeeded: (title: string): string => `Saving view "${isolated(title)}" was successful!`,
    failed: (reason: string): string => `Saving view failed: ${reason}`,
  },
  load: {
    button: 'Load',
    action: 'Load a saved search',
    title: 'Saved searches',
  },
  alertMarks: 'Show alerts in charts',
  marks: 'Marks in charts',
  computed: 'Fields at query time',
  compare: 'Compare with an earlier range…',
  menu: {
    label: 'Search actions',
    editMetadata: 'Edit metadata',
    notEditable: 'You may not change this search.',
    notSaved: 'Only saved searches have metadata of their own.',
    exportToDashboard: 'Export to dashboard',
    export: 'Export',
    discard: 'Discard changes',
    nothingToDiscard: 'There are no unsaved changes.',
    reset: 'Reset search',
    startPage: 'Use as start page',
    clearStartPage: 'Do not use as start page',
  },
  discard: {
    title: 'Discard changes?',
    text: (type: ViewType): string => `The ${texts.typeName(type)} goes back to what was saved last.`,
    confirm: 'Discard',
  },
  leave: 'Are you sure you want to leave the page? Any unsaved changes will be lost.',
  favorite: {
    add: 'Add to favorites',
    remove: 'Remove from favorites',
    addFailed: 'Could not add item to favorites',
    removeFailed: 'Could not delete item from favorites',
  },
  metadata: {
    editing: (type: ViewType): string => `Editing saved ${texts.typeName(type)}`,
    save: (type: ViewType): string => `Save ${texts.typeName(type)}`,
    update: (type: ViewType): string => `Update ${texts.typeName(type)}`,
    pen: 'Edit metadata',
  },
} as const;
