/** Recognises queries for one trace, `trace_id:"…"`, also if they are narrowed to a span. The functions are pure. */

export interface TraceQuery {
  readonly field: string;
  readonly id: string;
  /** Span to which the query is narrowed; absent: the query finds the whole trace. */
  readonly span?: { readonly field: string; readonly id: string };
}

const traceName = String.raw`(?:trace|dd(?:\\?[._])trace)(?:\\?[._])?id`;
const spanName = String.raw`(?:span|dd(?:\\?[._])span)(?:\\?[._])?id`;
const value = String.raw`(?:"([^"\\]{1,128})"|([\w-]{1,128}))`;
const shape = new RegExp(String.raw`^\(?(${traceName}):${value}\)?(?:\s+AND\s+(${spanName}):${value})?$`, 'i');

/** Parses the query for one trace; returns undefined for other queries. */
export function traceQueryOf(query: string): TraceQuery | undefined {
  const found = shape.exec(query.trim());
  if (!found) return undefined;
  const [, field = '', quoted, plain, spanField, quotedSpan, plainSpan] = found;
  const spanId = quotedSpan ?? plainSpan;
  return {
    field: field.replaceAll('\\', ''),
    id: quoted ?? plain ?? '',
    ...(spanField !== undefined &&
      spanId !== undefined && { span: { field: spanField.replaceAll('\\', ''), id: spanId } }),
  };
}
