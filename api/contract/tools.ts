/** Endpoints that help the console's forms (contract search tools.naturalDate). */
import { endpoint } from './endpoint.js';
import type { GrokTesterBody } from './grok.schema.js';

export interface NaturalDate {
  /** Start of the range as an instant with the offset of the time zone; `to` is the end in the same form. */
  from: string;
  to: string;
  timezone: string;
}
/**
 * Parses a time range in words, for example "last week", relative to the present (contract search T5). The answer is
 * 422 for unknown words and 400 for an unknown time zone.
 */
export const naturalDate = endpoint<{ query: { string: string; timezone: string }; answer: NaturalDate }>()(
  'GET',
  '/tools/natural_date_tester',
  'session',
);

export interface GrokTestResult {
  matched: boolean;
  /** Captures of the pattern in order; typed values are converted to text. */
  matches: { name: string; match: string }[];
  pattern: string;
  string: string;
  /** Reason why the pattern is invalid; absent when it is valid. */
  error_message?: string;
}
/** Tests a grok pattern on a text (contract data-intake tools.grok); the answer also reports invalid patterns. */
export const testGrok = endpoint<{ body: GrokTesterBody; answer: GrokTestResult }>()(
  'POST',
  '/tools/grok_tester',
  'session',
);
export const tryGrok = endpoint<{ query: GrokTesterBody; answer: GrokTestResult }>()(
  'GET',
  '/tools/grok_tester',
  'session',
);
