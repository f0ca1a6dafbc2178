/** The public face of the message details. */
export { MessageDetail, type MessageDetailProps } from './message-detail-loader.js';
