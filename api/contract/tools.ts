/** Small services of the server for the console's forms (contract/search.json tools.naturalDate). */
import { endpoint } from './endpoint.js';
import type { GrokTesterBody } from './grok.schema.js';

export interface NaturalDate {
  /** Instants with the offset of the time zone. */
  from: string;
  to: string;
  timezone: string;
}
/**
 * Reads a range in words such as "last week" relative to now (contract search T5). Answers 422 when it recognises nothing and 400 for an
 * unknown time zone.
 */
export const naturalDate = endpoint<{ query: { string: string; timezone: string }; answer: NaturalDate }>()(
  'GET',
  '/tools/natural_date_tester',
  'session',
);

export interface GrokTestResult {
  matched: boolean;
  /** One for each capture; the value of a typed one as text. */
  matches: { name: string; match: string }[];
  pattern: string;
  string: string;
  /** Why the pattern cannot be used. */
  error_message?: string;
}
/** Tries a pattern on a text (contract data-intake tools.grok); an unusable pattern is reported in the answer. */
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
