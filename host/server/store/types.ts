/** Interfaces of the message store and of the documents. */
export type * from './index-changes.js';
export type * from './types/messages.js';
export type * from './types/indices.js';
export type * from './types/failures.js';
export type * from './types/journal.js';
export type * from './types/statements.js';
export type * from './types/store.js';
export type * from './types/documents.js';
