/**
 * The declarations of `$name$` parameters are part of a search. Content that is copied to another search must bring
 * along the declarations of the parameters that it uses.
 */
import { findParameters } from '../../api/language/parameters.js';
import type { ViewDocument } from './document.js';

/** Returns the names of parameters in all texts within a value. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return findParameters(value).map(({ name }) => name);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/**
 * Adds to the target those declarations of the source whose parameters `copied` uses. Declarations of the target stay.
 * @param copied queries, widgets or states of the source
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
