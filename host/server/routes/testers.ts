/** Routes that test extractors and their conditions with the code of the intake (contract data-intake tools.*). */
import { testContains } from '../../../api/contract/testers.js';
import { ContainsTestBody } from '../../../api/contract/testers.schema.js';
import type { Registry } from '../http/registry.js';
import { typesAtWork } from '../intake/extractors/types/index.js';
import type { Lookup } from '../lookup/lookup.js';
import { testTable } from '../lookup/test-table.js';

export function registerTesters(registry: Registry, lookup: Pick<Lookup, 'has' | 'lookup'>): void {
  for (const { serveTesters } of typesAtWork.values())
    serveTesters?.(registry, { testTable: (body) => testTable(lookup, body) });
  registry.serve(testContains, { body: ContainsTestBody }, ({ body: { search_string, string } }) => {
    const start = string.indexOf(search_string);
    const match = start < 0 ? undefined : { start, end: start + search_string.length };
    return { matched: match !== undefined, ...(match && { match }), search_string, string };
  });
}
