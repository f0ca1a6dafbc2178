/** The store's public face. */
export { openDocuments, type DocumentsOptions } from './documents.js';
export { DataDirectoryError, DiskFullError, isDiskFull, StoreClosedError, StoreFullError } from './errors.js';
export { defaultIndexSetId, indexSets, type IndexSetDocument } from './index-set.js';
export { type UnreadableIndex } from './index-family.js';
export { isoInstant, reconstruct } from './reconstruct.js';
export { openStore, type StoreOptions } from './store.js';
export type { StoreLimits } from './store-limits.js';
export { tokenize, tokenText } from './tokenize.js';
export type * from './types.js';
