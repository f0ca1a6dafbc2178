import { defaultIndexSetId, type IndexSetDocument } from '../store/index.js';

/** @returns the title that somebody gave the index set, else "Default index set" for the built-in one, else its prefix */
export function indexSetTitle(set: IndexSetDocument & { readonly title?: string }): string {
  return set.title ?? (set.id === defaultIndexSetId ? 'Default index set' : set.prefix);
}
