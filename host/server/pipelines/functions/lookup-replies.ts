/**
 * Queries lookup tables for a message: an asynchronous lookup is started once, and the statement is evaluated again
 * when the result is available.
 */
import { createHash } from 'node:crypto';
import type { CallContext } from '../function.js';
import type { LookupAccess, LookupAnswer, LookupReply } from '../lookup-access.js';
import type { Message } from '../message.js';
import { taggedValue } from '../plain-values.js';
import { textOf } from '../value-text.js';
import { isMap, type MapValue, type Value } from '../values.js';

/** Result of a lookup as values of the rule language; undefined: the result lacks this member. */
export interface LookupResult {
  readonly single: Value | undefined;
  readonly multi: MapValue | undefined;
  readonly list: readonly string[] | undefined;
}

function resultOf({ single_value, multi_value, string_list_value }: LookupAnswer): LookupResult {
  const multi = taggedValue(multi_value);
  return {
    single: taggedValue(single_value) ?? undefined,
    multi: isMap(multi) ? multi : undefined,
    list: string_list_value ?? undefined,
  };
}

/** Pending and completed asynchronous lookups of each message, by `shortKey`. */
const waiting = new WeakMap<Message, Map<string, Promise<unknown>>>();

/** Returns the key of a lookup; long values are hashed, so that the key is short even for hostile messages. */
const shortKey = (parts: readonly (Value | undefined)[]): string => {
  const [operation, ...more] = parts.map((part) => (part === null || part === undefined ? null : textOf(part)));
  const text = JSON.stringify(more);
  return `${operation} ${text.length <= 200 ? text : createHash('sha256').update(text).digest('base64')}`;
};

/**
 * Returns the result of `ask`. If it is a promise, `CallContext.waitFor` interrupts the evaluation. The repeated call
 * uses the same promise instead of starting the lookup again.
 */
function replyFor<T>(context: CallContext, requested: readonly (Value | undefined)[], ask: () => T | Promise<T>): T {
  const known = waiting.get(context.message);
  const key = known === undefined ? undefined : shortKey(requested);
  const earlier = key === undefined ? undefined : (known?.get(key) as Promise<T> | undefined);
  if (earlier !== undefined && key !== undefined) return context.waitFor(key, () => earlier);
  const reply = ask();
  if (!(reply instanceof Promise)) return reply;
  const name = key ?? shortKey(requested);
  const replies = known ?? new Map<string, Promise<unknown>>();
  replies.set(name, reply);
  waiting.set(context.message, replies);
  return context.waitFor(name, () => reply);
}

/** Forgets the results of a message's earlier lookups, because a table was written. */
function forgetReplies(context: CallContext): void {
  const known = waiting.get(context.message);
  for (const name of known?.keys() ?? []) if (name.startsWith('lookup ')) known?.delete(name);
}

/** Converts a value to the key of a lookup, which is a text. */
const keyText = (key: Value): string => (key === null ? '' : (textOf(key) ?? ''));

/** Looks up a key. @returns undefined: table or key are null, or the table is unknown or has failed */
export function lookedUp(context: CallContext, table: string | null, key: Value): LookupResult | undefined {
  if (table === null || key === null) return undefined;
  const requested = keyText(key);
  const answer = replyFor(context, ['lookup', table, requested], () =>
    context.services.lookups.lookup(table, requested),
  );
  return answer.has_error ? undefined : resultOf(answer);
}

/** Changes a table. @returns undefined: table or key are null, or the table is unknown, read-only or has failed */
export function changed(
  context: CallContext,
  requested: readonly [operation: string, table: string | null, key: Value, ...more: (Value | undefined)[]],
  change: (lookups: LookupAccess, table: string, key: string) => LookupReply,
): LookupResult | undefined {
  const [, table, key] = requested;
  if (table === null || key === null) return undefined;
  const answer = replyFor(context, requested, () => change(context.services.lookups, table, keyText(key)));
  forgetReplies(context);
  return answer.has_error ? undefined : resultOf(answer);
}

export function cleared(context: CallContext, table: string | null, key: Value): void {
  if (table === null || key === null) return;
  context.services.lookups.clearKey(table, keyText(key));
  forgetReplies(context);
}
