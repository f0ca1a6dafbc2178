/** Lazy wrapper of the wall display: the element requests the session first. */
import { lazyPart } from '../kit/lazy-part.js';

export const LogTv = lazyPart(() => import('./log-tv.js'), 'LogTv');
