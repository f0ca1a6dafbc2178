/** Sharing of entities: who may, and the dialog. The dialog and everything that it needs load when it is opened. */

export type { ShareDialogProps } from './share-dialog.js';
export { ShareDialog } from './lazy-share-dialog.js';
export { refusalText, shareTexts } from './button-texts.js';
export { whyNotShared } from './share-right.js';
export { useRowSharing, type RowSharing } from './use-row-sharing.js';
