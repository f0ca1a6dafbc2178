/** Loads a stored message for testing stream rules, extractors and pipelines. */
export { MessageLoader, type MessageLoaderProps } from './message-loader.js';
