/** Stores the remembered message lists among the preferences of the signed-in user. */
import type { User } from '../../api/contract/users.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import { savePreferencesMutation, storesSettings } from '../../api/queries/preferences.js';
import { accountMemory, readListMemory, withRemembered, type RememberedList } from '../../machines/view/list-memory.js';
import type { ListOwner } from './list-memory.js';

/**
 * Stores a list in the user's preferences; does nothing if no user is signed in or loaded, or the server stores no
 * preferences. Rejects when the server refuses the preferences.
 */
export async function saveToAccount(
  { client, queryClient, username }: ListOwner,
  streams: readonly string[],
  list: RememberedList,
): Promise<void> {
  if (username === null) return;
  const user = queryClient.getQueryData<User>(currentUserKey(username));
  if (!user || !storesSettings(user)) return;
  const messageLists = accountMemory(withRemembered(readListMemory(user.preferences?.messageLists), streams, list));
  const saving = savePreferencesMutation(client, queryClient, username);
  await queryClient.getMutationCache().build(queryClient, saving).execute({ messageLists });
}
