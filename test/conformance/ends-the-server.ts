import type { Endpoint } from '../../api/contract/endpoint.js';

/**
 * Endpoints that end the server are excluded here: test/host/server/routes/nodes.test.ts tests them on servers of its
 * own.
 */
export const endsTheServer = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('/shutdown');
