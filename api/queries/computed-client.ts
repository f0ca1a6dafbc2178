/** Client for the searches of a view with computed fields (machines/computed-fields.ts). */
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { ComputedDefinitions } from '../contract/searches.js';

export interface ComputingServer {
  readonly client: Client;
  readonly queryClient: QueryClient;
}

/**
 * Returns a client that sends the computed fields of a view with searches, suggestions, patterns and differences; all
 * other calls are unchanged.
 * @param definitions definitions as JSON texts by the name of the field
 */
export function computingClient(server: ComputingServer, definitions: ComputedDefinitions): Client {
  const { client } = server;
  return {
    baseUrl: client.baseUrl,
    computed: definitions,
    call: async (endpoint, ...options) =>
      (await import('./computed-call.js')).callComputing(server, definitions, endpoint, ...options),
    open: (endpoint, ...options) => client.open(endpoint, ...options),
    url: (endpoint, options) => client.url(endpoint, options),
    holdToken: (token) => client.holdToken(token),
    onFailure: (listener) => client.onFailure(listener),
  };
}
