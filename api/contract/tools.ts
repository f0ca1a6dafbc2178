/** Helper endpoints for the console's forms (contract/search.json tools.naturalDate). */
import { endpoint } from './endpoint.js';
import type { GrokTesterBody } from './grok.schema.js';

export interface NaturalDate {
  /** Start as an instant with the offset of the time zone; `to` likewise. */
  from: string;
  to: string;
  timezone: string;
}
/**
 * Parses a range in words such as "last week" relative to now (contract search T5). 422 for unknown words, 400 for an
 * unknown time zone.
 */
export const naturalDate = endpoint<{ query: { string: string; timezone: string }; answer: NaturalDate }>()(
  'GET',
  '/tools/natural_date_tester',
  'session',
);

export interface GrokTestResult {
  matched: boolean;
  /** Captures in order; typed values as text. */
  matches: { name: string; match: string }[];
  pattern: string;
  string: string;
  /** Reason why the pattern is invalid. */
  error_message?: string;
}
/** Tests a pattern on a text (contract data-intake tools.grok); an invalid pattern is reported in the answer. */
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
