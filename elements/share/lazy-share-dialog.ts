import { lazyPart } from '../kit/lazy-part.js';

/** Wrap it in `<Suspense fallback={null}>`; it is open as long as it is there. */
export const ShareDialog = lazyPart(() => import('./share-dialog.js'), 'ShareDialog');
