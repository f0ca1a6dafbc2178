/**
 * Contains the texts of the widget area; texts of lazy parts are in later-texts.ts. Texts quoted by spec 2 are exact.
 */
import { isolated } from '../kit/isolated.js';

export const texts = {
  orderOf: (order: number, count: number) => `${order} of ${count}`,
  editorFailed: 'The editor failed',
  actions: {
    replay: 'Replay search',
    stretch: 'Stretch width',
    compress: 'Compress width',
    focus: 'Focus this widget',
    unfocus: 'Un-focus widget',
    edit: 'Edit',
    more: 'More actions',
    menuOf: (title: string): string => `Actions of ${title}`,
    duplicate: 'Duplicate',
    copyToDashboard: 'Copy to Dashboard',
    export: 'Export',
    moveToPage: 'Move to Page',
    delete: 'Delete',
    deleteTitle: 'Delete widget',
    deleteConfirm: (title: string): string => `Are you sure you want to remove the widget "${isolated(title)}"?`,
  },
  grid: {
    move: (title: string): string => `Move ${title}`,
    moveHint: 'Drag to move this widget',
    keys: 'Arrow keys move the widget, Shift and arrow keys change its size.',
    movedTo: (column: number, row: number): string => `Moved to column ${column}, row ${row}`,
    resizedTo: (columns: number, rows: number): string => `${columns} columns wide, ${rows} rows high`,
  },
  error: 'Error!',
  notRequested: (id: string): string => `Search type for widget with id ${id} does not exist`,
} as const;
