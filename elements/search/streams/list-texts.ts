/** Contains the texts of the list of streams, which is loaded when it is opened. */
import { count } from '../texts.js';

export const listTexts = {
  filter: 'Filter streams',
  clear: 'Search in all streams',
  none: 'No streams match this filter.',
  chosen: (chosen: number): string => count(chosen, 'stream chosen', 'streams chosen'),
} as const;
