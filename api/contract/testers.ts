/** Endpoints that apply extractors and conditions to a text before they are saved (contract data-intake tools.*). */
import { endpoint } from './endpoint.js';
import type {
  ContainsTestBody,
  JsonTestBody,
  LookupTestBody,
  RegexQuery,
  RegexReplaceTestBody,
  RegexTestBody,
  SplitTestBody,
  SubstringTestBody,
} from './testers.schema.js';

export interface RegexTestResult {
  matched: boolean;
  /** First capture group of the first match; absent when the expression has no capture group. */
  match?: { match: string | null; start: number; end: number };
  regex: string;
  string: string;
}
/** Tests whether a regular expression matches anywhere in a text; the answer is 400 for an invalid expression. */
export const testRegex = endpoint<{ body: RegexTestBody; answer: RegexTestResult }>()(
  'POST',
  '/tools/regex_tester',
  'session',
);

export interface RegexValidation {
  regex: string;
  is_valid: boolean;
  validation_message: string | null;
}
export const validateRegex = endpoint<{ query: RegexQuery; answer: RegexValidation }>()(
  'GET',
  '/tools/regex_tester/validate',
  'session',
);

export interface RegexReplaceTestResult {
  matched: boolean;
  /** Text after the replacement; `start` and `end` are the bounds of the first group in the given text, or -1. */
  match?: { match: string; start: number; end: number };
  regex: string;
  replacement: string;
  replace_all: boolean;
  string: string;
}
export const testRegexReplace = endpoint<{ body: RegexReplaceTestBody; answer: RegexReplaceTestResult }>()(
  'POST',
  '/tools/regex_replace_tester',
  'session',
);

export interface JsonTestResult {
  matches: Record<string, unknown>;
  flatten: boolean;
  /** Separator between list items; requests call this member `list_separator`. */
  line_separator: string;
  key_separator: string;
  kv_separator: string;
  string: string;
}
/** Tests the JSON extractor on a text; the answer is 400 when the text is not a JSON object. */
export const testJson = endpoint<{ body: JsonTestBody; answer: JsonTestResult }>()(
  'POST',
  '/tools/json_tester',
  'session',
);

export interface CutTestResult {
  successful: boolean;
  cut: string | null;
  begin_index: number;
  end_index: number;
}
export const testSplit = endpoint<{ body: SplitTestBody; answer: CutTestResult }>()(
  'POST',
  '/tools/split_and_index_tester',
  'session',
);
export const testSubstring = endpoint<{ body: SubstringTestBody; answer: CutTestResult }>()(
  'POST',
  '/tools/substring_tester',
  'session',
);

export interface ContainsTestResult {
  matched: boolean;
  match?: { start: number; end: number };
  search_string: string;
  string: string;
}
export const testContains = endpoint<{ body: ContainsTestBody; answer: ContainsTestResult }>()(
  'POST',
  '/tools/contains_string_tester',
  'session',
);

export interface LookupTestResult {
  empty: boolean;
  /** True when the lookup table does not exist or the lookup failed. */
  error: boolean;
  error_message: string;
  key: unknown;
  value: unknown;
}
export const testLookup = endpoint<{ body: LookupTestBody; answer: LookupTestResult }>()(
  'POST',
  '/tools/lookup_table_tester',
  { needs: 'lookuptables:read' },
);
