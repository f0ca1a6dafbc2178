/**
 * Builds queries and routes for the messages of a trace. Such queries are parsed in another module,
 * `../view/trace-query.ts`. So a page that only parses them does not load the query language, which this module needs.
 */
import { escapeField, quote } from '../../api/language/index.js';
import type { TraceQuery } from '../view/trace-query.js';

/**
 * Matches trace ids of the W3C recommendation: 16 bytes in hexadecimal (https://www.w3.org/TR/trace-context/#trace-id).
 */
const wellKnownTrace = /^(?!0{32}$)[0-9a-f]{32}$/i;

export function traceQuery({ field, id, span }: TraceQuery): string {
  const whole = `${escapeField(field)}:${quote(id)}`;
  return span ? `${whole} AND ${escapeField(span.field)}:${quote(span.id)}` : whole;
}

/** Length limits in characters of a text to search: shorter texts are not specific, longer texts are no phrases. */
const shortestPhrase = 3;
const longestPhrase = 200;
const phraseSeconds = 86_400;

/**
 * Returns the route that searches for a pasted text. A trace id finds all messages of its trace. Any other text finds
 * the messages of the last day that contain it as a phrase. Returns undefined for a text that is too short or too long.
 */
export function searchRouteFor(text: string): string | undefined {
  const wanted = text.trim();
  if (wanted.length < shortestPhrase || wanted.length > longestPhrase) return undefined;
  const isTrace = wellKnownTrace.test(wanted);
  const parameters = new URLSearchParams({
    q: isTrace ? traceQuery({ field: 'trace_id', id: wanted.toLowerCase() }) : quote(wanted),
    rangetype: 'relative',
    relative: String(isTrace ? 0 : phraseSeconds),
  });
  return `/search?${parameters.toString()}`;
}
