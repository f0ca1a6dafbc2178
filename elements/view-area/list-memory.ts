/**
 * Remembers in this browser how the user last set up the message list of a new search, separately for each set of
 * searched streams.
 */
import {
  readListMemory,
  rememberedList,
  withRemembered,
  type RememberedList,
} from '../../machines/view/list-memory.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

const keyOf = (server: string, username: string | null): string =>
  `log-console.message-lists ${server} ${username ?? ''}`;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

export const listOf = (
  server: string,
  username: string | null,
  streams: readonly string[],
): RememberedList | undefined => rememberedList(readListMemory(readLocal(keyOf(server, username), isList)), streams);

export function rememberList(
  server: string,
  username: string | null,
  streams: readonly string[],
  list: RememberedList,
): void {
  const key = keyOf(server, username);
  writeLocal(key, withRemembered(readListMemory(readLocal(key, isList)), streams, list));
}
