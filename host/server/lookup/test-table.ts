/**
 * Looks up a text without its surrounding white space and returns the result for the tester (contract data-intake
 * tools.lookup_table_tester). If the data adapter has to send a request, the function waits for it.
 */
import type { LookupTestResult } from '../../../api/contract/testers.js';
import type { LookupTestBody } from '../../../api/contract/testers.schema.js';
import type { Lookup } from './lookup.js';
import { isEmpty } from './result.js';

export async function testTable(
  lookup: Pick<Lookup, 'has' | 'lookup'>,
  { lookup_table_name: name, string }: LookupTestBody,
): Promise<LookupTestResult> {
  const key = string.trim();
  if (!lookup.has(name))
    return { empty: true, error: true, error_message: `Lookup table <${name}> doesn't exist`, key: null, value: null };
  const result = await lookup.lookup(name, key);
  const { single_value: value, has_error: error } = result;
  return { empty: isEmpty(result), error, error_message: error ? 'The lookup failed.' : '', key, value };
}
