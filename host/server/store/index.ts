/** Exports the public interface of the store. */
export { fixedFieldNames } from './columns.js';
export { quoteName as quotedIndex } from './database.js';
export { openDocuments } from './documents.js';
export { DataDirectoryError, isDiskFull, StoreClosedError, StoreFullError } from './errors.js';
export { StillRemovedError } from './index-families.js';
export type { IndexReads } from './index-reads.js';
export { defaultIndexSetId, indexNumber, isEventIndexSet, indexSets, type IndexSetDocument } from './index-set.js';
export { type UnreadableIndex } from './put-index-aside.js';
export { reconstruct } from './reconstruct.js';
export { openStore } from './open-store.js';
export { type StoreOptions } from './store-options.js';
export type { WideMessage } from './load-plan.js';
export type { StoreLimits } from './store-limits.js';
export type * from './types.js';
