/**
 * Remembers how the user last set up the message list of a new search, separately for each set of searched streams: in
 * this browser, and with the account if the server stores its preferences.
 */
import type { Client } from '../../api/client.js';
import type { User } from '../../api/contract/users.js';
import type { QueryClient } from '@tanstack/react-query';
import { currentUserKey } from '../../api/queries/current-user.js';
import {
  readListMemory,
  rememberedList,
  withRemembered,
  type RememberedList,
} from '../../machines/view/list-memory.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

export interface ListOwner {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly server: string;
  readonly username: string | null;
}

const keyOf = ({ server, username }: ListOwner): string => `log-console.message-lists ${server} ${username ?? ''}`;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/**
 * Returns the list that the account remembers for the streams, else the list that this browser remembers; undefined:
 * neither remembers one.
 */
export function listOf(owner: ListOwner, streams: readonly string[]): RememberedList | undefined {
  const user = owner.queryClient.getQueryData<User>(currentUserKey(owner.username ?? ''));
  return (
    rememberedList(readListMemory(user?.preferences?.messageLists), streams) ??
    rememberedList(readListMemory(readLocal(keyOf(owner), isList)), streams)
  );
}

/** Remembers the list in this browser at once, and then with the account if the server stores preferences. */
export async function rememberList(owner: ListOwner, streams: readonly string[], list: RememberedList): Promise<void> {
  const key = keyOf(owner);
  writeLocal(key, withRemembered(readListMemory(readLocal(key, isList)), streams, list));
  try {
    const { saveToAccount } = await import('./account-lists.js');
    await saveToAccount(owner, streams, list);
  } catch {
    // The list could not be stored with the account, but this browser remembers it.
  }
}
