/**
 * Manages the open messages of a table: any number of them with details below their rows, or, with a panel, only the
 * message that was opened last. The functions have no effect but calling the host's handler.
 */
import type { MessageOpenHandler, ResultMessage } from '../faces.js';
import { messageKey } from './columns.js';

/** Open messages by key, in the order in which they were opened. */
export type OpenMessages = ReadonlyMap<string, ResultMessage>;

/** Returns the key of the message that was opened last, which the panel shows; undefined when none is open. */
export const shownKey = (open: OpenMessages): string | undefined => [...open.keys()].at(-1);

export const isOpen = (open: OpenMessages, key: string, beside: boolean): boolean =>
  beside ? shownKey(open) === key : open.has(key);

/**
 * Returns the open messages after a closed message was opened or an open message was closed.
 *
 * @param beside true if a panel shows the details
 * @param tell reports the change to the host, which may keep the message closed
 */
export function toggled(
  open: OpenMessages,
  message: ResultMessage,
  beside: boolean,
  tell: MessageOpenHandler | undefined,
): OpenMessages {
  const key = messageKey(message);
  if (isOpen(open, key, beside)) return beside ? closed(open, tell) : without(open, key, tell);
  if (!open.has(key) && tell?.(message, true) === false) return open;
  return beside ? alone(new Map(open).set(key, message), key, tell) : new Map(open).set(key, message);
}

/** Returns only the message with this key, because the panel shows one message; reports the others as closed. */
export function alone(open: OpenMessages, key: string, tell: MessageOpenHandler | undefined): OpenMessages {
  for (const [other, message] of open) if (other !== key) tell?.(message, false);
  const message = open.get(key);
  return new Map(message && [[key, message]]);
}

export function closed(open: OpenMessages, tell: MessageOpenHandler | undefined): OpenMessages {
  for (const message of open.values()) tell?.(message, false);
  return new Map();
}

/** Returns the open messages without the message with this key, which is reported as closed. */
export function without(open: OpenMessages, key: string, tell: MessageOpenHandler | undefined): OpenMessages {
  const message = open.get(key);
  if (message) tell?.(message, false);
  return new Map([...open].filter(([other]) => other !== key));
}
