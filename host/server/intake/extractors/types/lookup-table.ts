import { testLookupByQuery } from '../../../../../api/contract/lookup.js';
import { TestQuery } from '../../../../../api/contract/lookup.schema.js';
import { testLookup } from '../../../../../api/contract/testers.js';
import { LookupTestBody } from '../../../../../api/contract/testers.schema.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { tableOf } from '../lookup-table.js';

export const lookupTableType: ExtractorTypeAtWork = {
  type: 'lookup_table',
  make: (config, { tables }) => {
    const { name, value } = tableOf(config, tables);
    return (text) => {
      const found = value(name, text);
      return found === undefined ? [] : [{ value: found }];
    };
  },
  serveTesters: (registry, { testTable }) => {
    registry.serve(testLookup, { body: LookupTestBody }, ({ body }) => testTable(body));
    registry.serve(testLookupByQuery, { query: TestQuery }, ({ query }) => testTable(query));
  },
};
