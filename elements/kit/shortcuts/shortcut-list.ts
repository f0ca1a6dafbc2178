/**
 * Lists the keyboard shortcuts of all pages, as the shortcut sheet shows them: keys, effect, and the part of a page in
 * which they work.
 */
import { shortcuts } from './shortcuts.js';

export interface Shortcut {
  /** Alternative key combinations; keys that are pressed together are joined by `+`. */
  readonly keys: readonly string[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  /** CSS selector of the part of a page where the shortcuts work; undefined if they work on every page. */
  readonly where?: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Shortcut that opens the quick jump, on pages that have a quick jump. */
export const paletteShortcut: Shortcut = {
  keys: [shortcuts.palette],
  does: 'Go to something, or do something, by its name',
};

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [shortcuts.sheet], does: 'Show the shortcuts of this page' },
      { keys: ['Esc'], does: 'Close what lies on top' },
    ],
  },
  {
    title: 'Query',
    where: '[data-query]',
    shortcuts: [
      { keys: [shortcuts.query], does: 'Go to the query' },
      { keys: ['Enter'], does: 'Search' },
      { keys: ['Shift+Enter'], does: 'New line' },
      { keys: ['↑', '↓'], does: 'Earlier and later queries' },
      { keys: ['Alt+↓'], does: 'List of earlier queries' },
      { keys: ['Tab'], does: 'Accept the suggestion' },
    ],
  },
  {
    title: 'Messages',
    where: '[role=treegrid]',
    shortcuts: [
      { keys: ['J', '↓'], does: 'Next message' },
      { keys: ['K', '↑'], does: 'Previous message' },
      { keys: ['Home', 'End'], does: 'First and last message' },
      { keys: ['Page up', 'Page down'], does: 'One view up or down, within an open message first' },
      { keys: ['Enter', 'Space'], does: 'Open or close the message' },
      { keys: ['→', '←'], does: 'Visit the values of the message' },
      { keys: ['X'], does: 'Select the message for comparing' },
      { keys: [shortcuts.find], does: 'Find in the messages' },
      { keys: ['N', 'Shift+N'], does: 'Next and previous match' },
    ],
  },
  {
    title: 'Details of a message',
    where: '[role=treegrid]',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Go on to the next message, or back' },
      { keys: ['Shift+J', 'Shift+K'], does: 'The same from its row' },
      { keys: ['→', '←'], does: 'Visit the filters of a field' },
      { keys: ['Esc'], does: 'Close the details' },
    ],
  },
  {
    title: 'Dashboard',
    where: '[data-dashboard-actions]',
    shortcuts: [
      { keys: [shortcuts.fullScreen], does: 'Show the dashboard in full screen' },
      { keys: ['F2'], does: 'Rename the page whose tab has the focus' },
      { keys: ['Mod+Z', 'Mod+Shift+Z'], does: 'Undo and redo a change' },
    ],
  },
  {
    title: 'Data tables',
    where: 'td[data-column]',
    shortcuts: [
      { keys: ['↓', '↑'], does: 'Visit the rows' },
      { keys: ['→', '←'], does: 'Visit the values of the row' },
      { keys: ['Enter'], does: 'Filters and actions of the value' },
    ],
  },
  {
    title: 'Charts',
    where: 'canvas',
    shortcuts: [
      { keys: ['→', '←'], does: 'Visit the values' },
      { keys: ['↑', '↓'], does: 'Single out a series' },
      { keys: ['Space'], does: 'Filters and actions of the value' },
      { keys: ['Shift+→', 'Shift+←'], does: 'Mark a range of time' },
      { keys: ['Enter'], does: 'Zoom to the selection' },
    ],
  },
];
