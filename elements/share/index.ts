/** Sharing of entities: who may, and the dialog. The dialog and everything that it needs load when it is opened. */

export { ShareDialog } from './lazy-share-dialog.js';
export { refusalText, shareTexts } from './button-texts.js';
export { whyNotShared } from './share-right.js';
export { useRowSharing } from './use-row-sharing.js';
