/** Executes the searches of a live tail. It is loaded when a live tail starts. */
import { inBackground, type Client } from '../../../api/client.js';
import type { MessagesResult } from '../../../api/contract/searches.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { messagesOf, tailSearch, type TailRequest } from '../../../machines/live-tail/search.js';
import type { TailTemplate } from '../../../machines/live-tail/template.js';
import { randomIds } from '../../../machines/view/ids.js';

/** Returns the newest messages of a range. @throws Error with the server's description when it answers no result */
export const sampleTail = async (
  client: Client,
  template: TailTemplate,
  request: TailRequest,
  signal: AbortSignal,
): Promise<MessagesResult> =>
  messagesOf(await syncSearch(inBackground(client), tailSearch(template, request, randomIds), signal));
