/**
 * Reads the message that the address of the page names, if the message list lacks it. The module is loaded only in this
 * case.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../../api/client.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { Forbidden, NotFound } from '../../../api/failures.js';
import { messageQuery } from '../../../api/queries/messages.js';

/**
 * Returns the message; undefined: it no longer exists, or the user may not read it.
 * @throws any other failure, after which the message may still be found later
 */
export async function linkedMessage(
  { client, queryClient }: { readonly client: Client; readonly queryClient: QueryClient },
  index: string,
  id: string,
): Promise<ResultMessage | undefined> {
  try {
    return await queryClient.fetchQuery(messageQuery(client, index, id));
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return undefined;
    throw error;
  }
}
