/** Every endpoint of the contract, for the server and the conformance tests. The client imports the resources it calls, never this list. */
import type { Endpoint } from './endpoint.js';
import * as searches from './searches.js';

const resources: readonly Readonly<Record<string, unknown>>[] = [searches];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value;

export const endpoints: readonly Endpoint[] = resources
  .flatMap((resource) => Object.values(resource))
  .filter(isEndpoint);
