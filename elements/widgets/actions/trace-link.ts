/** Links from a message or value to the other messages of its trace or span. The functions are pure. */
import { escapeField, quote } from '../../../api/language/escape.js';
import type { ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import { writeRange } from '../../../machines/view/address.js';
import { instantOf } from '../time/format-instant.js';
import { menuTexts } from './menu-texts.js';

const traceField = /^(?:trace|dd[._]trace)[._]?id$/i;
const spanField = /^(?:span|dd[._]span)[._]?id$/i;
/** Time in ms before and after the message: clocks of services differ, and a trace lasts a while. */
const aroundMs = 3_600_000;
/** Maximum number of characters of an id; longer texts are not treated as ids. */
const longestId = 128;

export interface TraceLink {
  readonly id: 'traceMessages' | 'spanMessages';
  readonly label: string;
  readonly route: string;
}

/**
 * Returns the route of the search for the messages with the same id in this field; undefined when the field holds no
 * trace or span id.
 *
 * @param timestamp `timestamp` of the message; the search covers an hour before and after it
 * @param otherwise range of the search if there is no valid timestamp; absent: the route has no range
 */
export function traceLink(
  field: string,
  value: unknown,
  timestamp: unknown,
  otherwise?: TimeRange,
): TraceLink | undefined {
  const id = traceField.test(field) ? 'traceMessages' : spanField.test(field) ? 'spanMessages' : undefined;
  if (id === undefined || !['string', 'number', 'bigint'].includes(typeof value)) return undefined;
  const text = String(value).trim();
  if (text === '' || text.length > longestId || /^0+$/.test(text)) return undefined;
  const parameters = new URLSearchParams({ q: `${escapeField(field)}:${quote(text)}` });
  const instant = instantOf(timestamp);
  const at = (ms: number): string => new Date(ms).toISOString();
  writeRange(
    parameters,
    instant === undefined ? otherwise : { type: 'absolute', from: at(instant - aroundMs), to: at(instant + aroundMs) },
  );
  return { id, label: menuTexts.action[id], route: `/search?${parameters.toString()}` };
}

/** Returns the link to the trace of a message, with the name of the field that holds its id. */
export function traceOf({ message }: ResultMessage): (TraceLink & { readonly field: string }) | undefined {
  for (const [field, value] of Object.entries(message)) {
    const link = traceLink(field, value, message['timestamp']);
    if (link?.id === 'traceMessages') return { ...link, field };
  }
  return undefined;
}
