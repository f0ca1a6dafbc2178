/** Loads a stored message to try something on: rules of streams, extractors, pipelines. */
export { MessageLoader, type MessageLoaderProps } from './message-loader.js';
