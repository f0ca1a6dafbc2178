/** The wall display of a dashboard, and the dialog that starts it. */
import { lazyPart } from '../kit/lazy-part.js';

export type { LogTvProps } from './log-tv.js';
export const TvSettingsDialog = lazyPart(() => import('./tv-settings-dialog.js'), 'TvSettingsDialog');
