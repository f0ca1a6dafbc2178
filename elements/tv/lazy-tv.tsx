/**
 * Renders the wall display as a lazy component, so that the element validates the session without waiting for its
 * script.
 */
import { lazyPart } from '../kit/lazy-part.js';

export const LogTv = lazyPart(() => import('./log-tv.js'), 'LogTv');
