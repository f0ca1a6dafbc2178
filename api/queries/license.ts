/** Reads whether an enterprise license is installed (contract administration enterprise.licenseInfo). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { licenseInfo } from '../contract/nodes.js';

export function licenseQuery(client: Client) {
  return queryOptions({
    queryKey: ['license'],
    queryFn: async ({ signal }) => (await client.call(licenseInfo, { signal })).license_info.license_status,
  });
}
