/** Which addresses the server may call for its users. */
import type { Client } from '../client.js';
import { checkUrl } from '../contract/url-allow-list.js';

export async function isUrlAllowed(client: Client, url: string, signal: AbortSignal): Promise<boolean> {
  return (await client.call(checkUrl, { body: { url }, signal })).is_whitelisted;
}
