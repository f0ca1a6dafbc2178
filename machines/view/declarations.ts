/**
 * Declarations of `$name$` parameters belong to a search: content copied to another search must bring the declarations
 * it uses.
 */
import { findParameters } from '../../api/language/parameters.js';
import type { ViewDocument } from './document.js';

/** Returns the parameter names in any text inside the value. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return findParameters(value).map(({ name }) => name);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/**
 * Adds the source's declarations of the parameters used in `copied` to the target; the target's own declarations stay.
 * @param copied queries, widgets or states from the source
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
