/**
 * Exports the sharing of entities: permission check, buttons and dialog. The dialog and its dependencies load when it
 * is opened.
 */

export { ShareDialog } from './lazy-share-dialog.js';
export { refusalText, shareTexts } from './button-texts.js';
export { whyNotShared } from './share-right.js';
export { useRowSharing } from './use-row-sharing.js';
