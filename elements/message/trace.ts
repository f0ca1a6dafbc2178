/** Links from a message to the other messages of its trace or span. The functions are pure. */
import { escapeField, quote } from '../../api/language/escape.js';
import type { ResultMessage } from '../../api/contract/searches.js';
import { instantOf } from '../widgets/time/format-instant.js';
import { texts } from './texts.js';

const traceField = /^(?:trace|dd[._]trace)[._]?id$/i;
const spanField = /^(?:span|dd[._]span)[._]?id$/i;
/** Time in ms before and after the message: clocks of services differ, and a trace lasts a while. */
const aroundMs = 3_600_000;
/** Maximum number of characters of an id; longer texts are not treated as ids. */
const longestId = 128;

/**
 * Returns the label and the route of the search for the messages with the same id in this field, up to an hour before
 * and after the message; undefined when the field holds no trace or span id. The route has no time range if the message
 * has no valid timestamp.
 */
export function traceLink(
  field: string,
  value: unknown,
  { message }: ResultMessage,
): { readonly words: string; readonly route: string } | undefined {
  const words = traceField.test(field) ? texts.ofThisTrace : spanField.test(field) ? texts.ofThisSpan : undefined;
  if (words === undefined || !['string', 'number', 'bigint'].includes(typeof value)) return undefined;
  const id = String(value).trim();
  if (id === '' || id.length > longestId || /^0+$/.test(id)) return undefined;
  const instant = instantOf(message['timestamp']);
  const parameters = new URLSearchParams({
    q: `${escapeField(field)}:${quote(id)}`,
    ...(instant !== undefined && {
      rangetype: 'absolute',
      from: new Date(instant - aroundMs).toISOString(),
      to: new Date(instant + aroundMs).toISOString(),
    }),
  });
  return { words, route: `/search?${parameters.toString()}` };
}
