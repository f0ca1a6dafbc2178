/** Small services of the server for the console's forms (contract/search.json tools.naturalDate). */
import { endpoint } from './endpoint.js';

export interface NaturalDate {
  /** Instants with the offset of the time zone. */
  from: string;
  to: string;
  timezone: string;
}
/** What words such as "last week" mean now (contract search T5); 422 when nothing is recognised, 400 for an unknown time zone. */
export const naturalDate = endpoint<{ query: { string: string; timezone: string }; answer: NaturalDate }>()(
  'GET',
  '/tools/natural_date_tester',
  'session',
);
