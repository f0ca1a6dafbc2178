/** Queries and routes that lead to the messages of a trace; apart from reading such queries, because they need the query language. */
import { escapeField, quote } from '../../api/language/index.js';
import type { TraceQuery } from '../view/trace-query.js';

/** Ids as the W3C recommendation writes them: 16 bytes in hexadecimal digits (https://www.w3.org/TR/trace-context/#trace-id). */
const wellKnownTrace = /^(?!0{32}$)[0-9a-f]{32}$/i;

export function traceQuery({ field, id, span }: TraceQuery): string {
  const whole = `${escapeField(field)}:${quote(id)}`;
  return span ? `${whole} AND ${escapeField(span.field)}:${quote(span.id)}` : whole;
}

/** Shorter texts say too little, longer ones are no ids and no phrases. */
const shortestPhrase = 3;
const longestPhrase = 200;
const phraseSeconds = 86_400;

/**
 * The route of a search for a pasted text: the messages of a trace of any age for the id of one, else the messages of the last day
 * that hold the text as a phrase.
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
