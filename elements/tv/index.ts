/** Exports the dialog that starts the wall display of a dashboard, and the types of the wall display. */
import { lazyPart } from '../kit/lazy-part.js';

export type { LogTvProps } from './log-tv.js';
export const TvSettingsDialog = lazyPart(() => import('./tv-settings-dialog.js'), 'TvSettingsDialog');
