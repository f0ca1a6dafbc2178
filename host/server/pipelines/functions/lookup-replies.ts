/** Asks lookup tables for one message: what takes time is asked once, and the rule is evaluated anew when the answer is there. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../function.js';
import type { LookupAccess, LookupAnswer, LookupReply } from '../lookup-access.js';
import type { Message } from '../message.js';
import { taggedValue } from '../plain-values.js';
import { textOf } from '../value-text.js';
import { isMap, type MapValue, type Value } from '../values.js';

/** An answer with tagged values; what is undefined is not there. */
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

/** Replies that a message waits for or has waited for, by what was asked. */
const waiting = new WeakMap<Message, Map<string, Promise<unknown>>>();

/** Short, also for long keys of hostile messages. */
const shortKey = (parts: readonly (Value | undefined)[]): string => {
  const [operation, ...more] = parts.map((part) => (part === null || part === undefined ? null : textOf(part)));
  const text = JSON.stringify(more);
  return `${operation} ${text.length <= 200 ? text : createHash('sha256').update(text).digest('base64')}`;
};

/**
 * The answer of a table. A table that answers at once costs nothing; for others `CallContext.waitFor` ends the evaluation, and the call
 * that is evaluated anew finds the same promise instead of asking again.
 */
function replyFor<T>(context: CallContext, asked: readonly (Value | undefined)[], ask: () => T | Promise<T>): T {
  const known = waiting.get(context.message);
  const key = known === undefined ? undefined : shortKey(asked);
  const earlier = key === undefined ? undefined : (known?.get(key) as Promise<T> | undefined);
  if (earlier !== undefined && key !== undefined) return context.waitFor(key, () => earlier);
  const reply = ask();
  if (!(reply instanceof Promise)) return reply;
  const name = key ?? shortKey(asked);
  const replies = known ?? new Map<string, Promise<unknown>>();
  replies.set(name, reply);
  waiting.set(context.message, replies);
  return context.waitFor(name, () => reply);
}

/** After a table was written, earlier answers of it no longer hold for the message. */
function forgetReplies(context: CallContext): void {
  const known = waiting.get(context.message);
  for (const name of known?.keys() ?? []) if (name.startsWith('lookup ')) known?.delete(name);
}

/** Keys of tables are texts. */
const keyText = (key: Value): string => (key === null ? '' : (textOf(key) ?? ''));

/** Undefined when table or key are null, or the table is unknown or fails. */
export function lookedUp(context: CallContext, table: string | null, key: Value): LookupResult | undefined {
  if (table === null || key === null) return undefined;
  const asked = keyText(key);
  const answer = replyFor(context, ['lookup', table, asked], () => context.services.lookups.lookup(table, asked));
  return answer.has_error ? undefined : resultOf(answer);
}

/** The result of a change of a table; undefined for what `lookedUp` gives undefined for, and for tables that cannot be written. */
export function changed(
  context: CallContext,
  asked: readonly [operation: string, table: string | null, key: Value, ...more: (Value | undefined)[]],
  change: (lookups: LookupAccess, table: string, key: string) => LookupReply,
): LookupResult | undefined {
  const [, table, key] = asked;
  if (table === null || key === null) return undefined;
  const answer = replyFor(context, asked, () => change(context.services.lookups, table, keyText(key)));
  forgetReplies(context);
  return answer.has_error ? undefined : resultOf(answer);
}

export function cleared(context: CallContext, table: string | null, key: Value): void {
  if (table === null || key === null) return;
  context.services.lookups.clearKey(table, keyText(key));
  forgetReplies(context);
}
