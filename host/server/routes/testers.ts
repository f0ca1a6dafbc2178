/** The testers of extractors (contract data-intake tools.*): they run what the intake runs. */
import * as endpoints from '../../../api/contract/testers.js';
import {
  ContainsTestBody,
  JsonTestBody,
  LookupTestBody,
  RegexQuery,
  RegexReplaceTestBody,
  RegexTestBody,
  SplitTestBody,
  SubstringTestBody,
} from '../../../api/contract/testers.schema.js';
import { testLookupByQuery } from '../../../api/contract/lookup.js';
import { TestQuery } from '../../../api/contract/lookup.schema.js';
import type { Lookup } from '../lookup/lookup.js';
import { isEmpty } from '../lookup/result.js';
import { PatternError, patternProblem, TextTooLongError } from '../regex/bounded-pattern.js';
import { BadRequestError } from '../foundation/errors.js';
import { ExtractionError } from '../intake/extractors/extraction.js';
import { jsonDefaults, jsonFields } from '../intake/extractors/json.js';
import { cutPart, cutRange, type Cut } from '../intake/extractors/parts.js';
import { regexMatcher, regexReplacer } from '../intake/extractors/regex.js';
import type { Registry } from '../http/registry.js';

/** Converts unusable configurations to API errors. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PatternError || error instanceof ExtractionError || error instanceof TextTooLongError)
      throw new BadRequestError(error.message);
    throw error;
  }
}

const cutResult = (cut: Cut | undefined, begin: number, end: number): endpoints.CutTestResult => ({
  successful: cut !== undefined,
  cut: cut?.text ?? null,
  begin_index: cut?.start ?? begin,
  end_index: cut?.end ?? end,
});

export function registerTesters(registry: Registry, lookup: Pick<Lookup, 'has' | 'lookup'>): void {
  registry.serve(endpoints.testRegex, { body: RegexTestBody }, ({ body }) => {
    const { matched, group } = told(() => regexMatcher(body.regex)(body.string));
    return { matched, ...(group && { match: group }), regex: body.regex, string: body.string };
  });
  registry.serve(endpoints.validateRegex, { query: RegexQuery }, ({ query: { regex } }) => {
    const problem = patternProblem(regex);
    return { regex, is_valid: problem === undefined, validation_message: problem ?? null };
  });
  registry.serve(endpoints.testRegexReplace, { body: RegexReplaceTestBody }, ({ body }) => {
    const { regex, replacement, replace_all, string } = body;
    const replaced = told(() => regexReplacer(regex, replacement, replace_all)(string));
    return {
      matched: replaced !== undefined,
      ...(replaced && { match: { match: replaced.text, ...replaced.span } }),
      regex,
      replacement,
      replace_all,
      string,
    };
  });
  registry.serve(endpoints.testJson, { body: JsonTestBody }, ({ body }) => {
    const fields = told(() =>
      jsonFields(body.string, {
        flatten: body.flatten,
        listSeparator: body.list_separator,
        keySeparator: body.key_separator,
        pairSeparator: body.kv_separator,
        keyPrefix: body.key_prefix ?? jsonDefaults.keyPrefix,
        replaceKeyWhitespace: body.replace_key_whitespace ?? jsonDefaults.replaceKeyWhitespace,
        keyWhitespaceReplacement: body.key_whitespace_replacement ?? jsonDefaults.keyWhitespaceReplacement,
      }),
    );
    return {
      matches: Object.fromEntries(fields),
      flatten: body.flatten,
      line_separator: body.list_separator,
      key_separator: body.key_separator,
      kv_separator: body.kv_separator,
      string: body.string,
    };
  });
  registry.serve(endpoints.testSplit, { body: SplitTestBody }, ({ body: { string, split_by, index } }) =>
    cutResult(cutPart(string, split_by, index), 0, 0),
  );
  registry.serve(endpoints.testSubstring, { body: SubstringTestBody }, ({ body: { string, start, end } }) =>
    cutResult(cutRange(string, start, end), start, end),
  );
  registry.serve(endpoints.testContains, { body: ContainsTestBody }, ({ body: { search_string, string } }) => {
    const start = string.indexOf(search_string);
    const match = start < 0 ? undefined : { start, end: start + search_string.length };
    return { matched: match !== undefined, ...(match && { match }), search_string, string };
  });
  const tested = async ({ lookup_table_name: name, string }: LookupTestBody): Promise<endpoints.LookupTestResult> => {
    const key = string.trim();
    if (!lookup.has(name))
      return {
        empty: true,
        error: true,
        error_message: `Lookup table <${name}> doesn't exist`,
        key: null,
        value: null,
      };
    const result = await lookup.lookup(name, key);
    const { single_value: value, has_error: error } = result;
    return { empty: isEmpty(result), error, error_message: error ? 'The lookup failed.' : '', key, value };
  };
  registry.serve(endpoints.testLookup, { body: LookupTestBody }, ({ body }) => tested(body));
  registry.serve(testLookupByQuery, { query: TestQuery }, ({ query }) => tested(query));
}
