/** Sharing of entities: who may, and the dialog. The dialog and everything that it needs load when it is opened. */
import { lazyPart } from '../kit/lazy-part.js';

export type { ShareDialogProps } from './share-dialog.js';
export { refusalText, shareTexts } from './button-texts.js';
export { whyNotShared } from './share-right.js';

/** Wrap it in `<Suspense fallback={null}>`; it is open as long as it is there. */
export const ShareDialog = lazyPart(() => import('./share-dialog.js'), 'ShareDialog');
