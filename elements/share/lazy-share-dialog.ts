import { lazyPart } from '../kit/lazy-part.js';

/** Wrap it in `<Suspense fallback={null}>`; the dialog is open while it is mounted. */
export const ShareDialog = lazyPart(() => import('./share-dialog.js'), 'ShareDialog');
