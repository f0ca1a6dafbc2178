import type { Endpoint } from '../../api/contract/endpoint.js';

/**
 * Returns whether an endpoint ends the server. The tests in this folder never call such an endpoint as a user who is
 * allowed to end the server. test/host/server/routes/nodes.test.ts tests it on servers of its own.
 */
export const endsTheServer = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('/shutdown');
