import { defaultIndexSetId, type IndexSetDocument } from '../store/index.js';

/**
 * Returns the title of an index set; without one, "Default index set" for the built-in index set, otherwise the prefix.
 */
export function indexSetTitle(set: IndexSetDocument & { readonly title?: string }): string {
  return set.title ?? (set.id === defaultIndexSetId ? 'Default index set' : set.prefix);
}
