/** Declarations of `$name$` parameters belong to a search: what is copied to another one takes along those that it uses. */
import { findParameters } from '../../api/language/parameters.js';
import type { ViewDocument } from './document.js';

/** Names in any text within. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return findParameters(value).map(({ name }) => name);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/**
 * The target with the source's declarations of the parameters that `copied` uses; what it declares itself stays.
 * @param copied queries, widgets, states: whatever came from the source
 */
export function withDeclarationsFor(copied: unknown, source: ViewDocument, target: ViewDocument): ViewDocument {
  const declared = target.search.parameters ?? [];
  const used = new Set(namesIn(copied));
  const missing = (source.search.parameters ?? []).filter(
    ({ name }) => used.has(name) && !declared.some((own) => own.name === name),
  );
  if (missing.length === 0) return target;
  return { ...target, search: { ...target.search, parameters: [...declared, ...missing] } };
}
