/** The public face of the message details. */
export { LogMessage, type LogMessageProps } from './log-message.js';
export { MessageDetail, type MessageDetailProps } from './message-detail-loader.js';
