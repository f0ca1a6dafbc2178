/**
 * Builds the waterfall of a trace from its messages: the spans in tree order with their times. The functions are pure.
 */
import type { ResultMessage } from '../../api/contract/searches.js';

export interface TraceSpan {
  /** Id of the span; a message without a span id gets its index, for example `#3`. */
  readonly id: string;
  /** Name of the field with the span's id; absent for a message without a span id. */
  readonly field?: string;
  readonly service: string;
  readonly name: string;
  /** Start of the span in ms since the start of the trace. */
  readonly start: number;
  /** Duration of the span in ms. It is 0 for a single message without a duration and without a start time. */
  readonly duration: number;
  /** Milliseconds of the span in which none of its children was running. */
  readonly own: number;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly failed: boolean;
  readonly warned: boolean;
  /** Indices of the span's messages in the result, oldest first. */
  readonly messages: readonly number[];
}

interface TraceService {
  readonly name: string;
  /** Milliseconds in which spans of the service were running while none of their children was. */
  readonly own: number;
}

export interface Waterfall {
  /** Spans in tree order; the children of a span are sorted by start. */
  readonly spans: readonly TraceSpan[];
  /** Services sorted by `own`, the largest first. */
  readonly services: readonly TraceService[];
  /** Start of the trace in epoch milliseconds. */
  readonly start: number;
  /** Duration of the trace in ms. */
  readonly duration: number;
  /** False if no message has a span id, so that each message is drawn as a span. */
  readonly hasSpans: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const spanField = /^(?:dd[._])?span[._]?id$/i;
const parentField = /^(?:parent[._]?span[._]?id|parent[._]?id|dd[._]parent[._]id)$/i;
const nameField = /^(?:attribute_)?(?:span[._]name|operation[._]?name|operation|http[._]route)$/i;
const serviceField = /^(?:service[._]name|service|dd[._]service|application_name|app_name|app)$/i;
const durationFields: readonly (readonly [name: RegExp, perMs: number])[] = [
  [/^(?:span[._])?(?:duration|elapsed|took)[._]?(?:ns|nanos|nano)$/i, 1e6],
  [/^(?:span[._])?(?:duration|elapsed|took)[._]?(?:us|micros)$/i, 1e3],
  [/^(?:span[._])?(?:duration|elapsed|took)[._]?(?:ms|millis)$/i, 1],
  [/^(?:span[._])?(?:duration|elapsed|took)[._]?(?:s|seconds)$/i, 1e-3],
];
const startField = /^(?:span[._])?start[._]?time(?:[._]?unix[._]?nano)?$/i;
/**
 * Maximum duration in ms that is taken from a message: a day. It is also the maximum distance between a message and the
 * start that it states, because a larger distance indicates a wrong clock.
 */
const longestMs = 86_400_000;
/** Highest level that counts as a failure (RFC 5424: emergency to error). The next level is warning. */
const lastFailure = 3;
const warning = 4;
const mostDepth = 100;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value).trim() : '';

function found(fields: Fields, name: RegExp): [field: string, value: string] | undefined {
  for (const field of Object.keys(fields)) {
    if (!name.test(field)) continue;
    const value = textOf(fields[field]);
    if (value !== '') return [field, value];
  }
  return undefined;
}

function durationOf(fields: Fields): number | undefined {
  for (const [name, perMs] of durationFields) {
    const value = Number(found(fields, name)?.[1] ?? Number.NaN);
    if (Number.isFinite(value) && value >= 0) return Math.min(value / perMs, longestMs);
  }
  return undefined;
}

/**
 * Returns the start of a span in epoch milliseconds; undefined if it is absent or unreadable. The field contains a date
 * as text, or the ms or ns since 1970 (OTLP).
 */
function startOf(fields: Fields): number | undefined {
  const value = found(fields, startField)?.[1];
  if (value === undefined) return undefined;
  if (/^\d{19}$/.test(value)) return Number(value) / 1e6;
  if (/^\d{13}$/.test(value)) return Number(value);
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : parsed;
}

interface Draft {
  id: string;
  field?: string;
  parent: string;
  service: string;
  name: string;
  from: number;
  to: number;
  failed: boolean;
  warned: boolean;
  messages: number[];
  children: Draft[];
}

/**
 * Builds the waterfall; messages with unreadable timestamps are left out.
 * @param messages messages of the trace, oldest first
 * @param levelOf returns the level of a message as a number (RFC 5424)
 */
export function waterfallOf(
  messages: readonly ResultMessage[],
  levelOf: (message: ResultMessage) => number | undefined,
): Waterfall {
  const spans = new Map<string, Draft>();
  messages.forEach((entry, index) => {
    const fields: Fields = entry.message;
    const at = Date.parse(textOf(fields['timestamp']));
    if (Number.isNaN(at)) return;
    const own = found(fields, spanField);
    const id = own?.[1] ?? `#${index}`;
    const duration = durationOf(fields);
    const started = startOf(fields);
    // A message with a duration but without a start time is usually logged at the end of the work.
    const from = started !== undefined && Math.abs(started - at) <= longestMs ? started : at - (duration ?? 0);
    const to = Math.max(at, from + (duration ?? 0));
    const level = levelOf(entry);
    const before = spans.get(id);
    const draft: Draft = before ?? {
      ...{ id, parent: '', service: '', name: '', from, to, failed: false, warned: false, messages: [], children: [] },
      ...(own && { field: own[0] }),
    };
    draft.from = Math.min(draft.from, from);
    draft.to = Math.max(draft.to, to);
    draft.parent ||= found(fields, parentField)?.[1] ?? '';
    draft.service ||= found(fields, serviceField)?.[1] ?? textOf(fields['source']);
    draft.name ||= found(fields, nameField)?.[1] ?? '';
    draft.failed ||= level !== undefined && level <= lastFailure;
    draft.warned ||= level === warning;
    draft.messages.push(index);
    spans.set(id, draft);
  });
  for (const span of spans.values()) {
    if (span.name === '') span.name = textOf(messages[span.messages[0] ?? 0]?.message['message']).slice(0, 200);
  }
  return arranged([...spans.values()], spans);
}

/**
 * Tells whether a span is drawn without a parent. This is the case if it has no parent in the trace, is its own
 * ancestor, or is nested too deeply.
 */
function isRoot(span: Draft, spans: ReadonlyMap<string, Draft>): boolean {
  let above = spans.get(span.parent);
  for (let steps = 0; above && steps < mostDepth; steps += 1) {
    if (above === span) return true;
    above = spans.get(above.parent);
  }
  // Deeply nested spans become roots, so that the indentation stays limited.
  return above !== undefined || !spans.has(span.parent);
}

function arranged(drafts: readonly Draft[], byId: ReadonlyMap<string, Draft>): Waterfall {
  const start = drafts.reduce((least, { from }) => Math.min(least, from), Infinity);
  const end = drafts.reduce((most, { to }) => Math.max(most, to), -Infinity);
  const inOrder = (one: Draft, other: Draft) => one.from - other.from || other.to - one.to;
  const roots: Draft[] = [];
  for (const span of drafts) {
    const parent = isRoot(span, byId) ? undefined : byId.get(span.parent);
    (parent ? parent.children : roots).push(span);
  }
  const rows: TraceSpan[] = [];
  const services = new Map<string, number>();
  // A stack is used instead of recursion, so that a malicious trace cannot overflow the call stack.
  const waiting = roots
    .sort(inOrder)
    .reverse()
    .map((span) => ({ span, depth: 0 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { span, depth } = next;
    const own = span.to - span.from - covered(span);
    services.set(span.service, (services.get(span.service) ?? 0) + own);
    const { id, service, name, failed, warned, messages } = span;
    rows.push({
      ...{ id, service, name, failed, warned, messages, own, depth },
      ...(span.field !== undefined && { field: span.field }),
      start: span.from - start,
      duration: span.to - span.from,
      hasChildren: span.children.length > 0,
    });
    for (const child of span.children.sort(inOrder).reverse()) waiting.push({ span: child, depth: depth + 1 });
  }
  return {
    spans: rows,
    services: [...services]
      .map(([name, own]) => ({ name, own }))
      .sort((one, other) => other.own - one.own || one.name.localeCompare(other.name)),
    start: drafts.length === 0 ? 0 : start,
    duration: drafts.length === 0 ? 0 : end - start,
    hasSpans: drafts.some(({ field }) => field !== undefined),
  };
}

/** Returns the milliseconds of a span in which at least one of its children was running. */
function covered({ from, to, children }: Draft): number {
  let until = from;
  let sum = 0;
  for (const child of [...children].sort((one, other) => one.from - other.from)) {
    const begin = Math.max(child.from, until);
    const end = Math.min(child.to, to);
    if (end > begin) {
      sum += end - begin;
      until = end;
    }
  }
  return sum;
}

/** Formats a duration, for example "9.01 s", "118 ms" or "2 min 5 s". */
export function traceTime(ms: number): string {
  if (ms >= 60_000) {
    const seconds = Math.round(ms / 1000);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms < 10 && ms % 1 !== 0 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/**
 * Returns the ticks of the time axis in ms from the start. Their distance is 1, 2 or 5 times a power of ten; there are
 * at most five ticks.
 */
export function traceTicks(duration: number): readonly number[] {
  if (duration <= 0) return [0];
  const rough = duration / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.floor(duration / step) + 1 }, (_, index) => index * step);
}
