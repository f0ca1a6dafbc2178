import { lazyPart } from '../kit/lazy-part.js';

/** The sharing dialog, loaded on demand: wrap it in `<Suspense fallback={null}>`. It is open while it is mounted. */
export const ShareDialog = lazyPart(() => import('./share-dialog.js'), 'ShareDialog');
