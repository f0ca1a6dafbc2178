/** Exports the public interface of the message details. */
import { lazyPart } from '../kit/lazy-part.js';

export { LogMessage, type LogMessageProps } from './log-message.js';
export { MessageDetail, type MessageDetailProps } from './message-detail-loader.js';
export type { CompareDialogProps } from './compare-dialog.js';
export const CompareDialog = lazyPart(() => import('./compare-dialog.js'), 'CompareDialog');
