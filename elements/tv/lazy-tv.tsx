/** The display, loaded behind the element so that it can ask for the session first. */
import { lazyPart } from '../kit/lazy-part.js';

export const LogTv = lazyPart(() => import('./log-tv.js'), 'LogTv');
