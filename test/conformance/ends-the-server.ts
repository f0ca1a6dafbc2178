import type { Endpoint } from '../../api/contract/endpoint.js';

/** Whoever may call it has no server any more: tried in test/host/server/routes/nodes.test.ts, on servers of its own. */
export const endsTheServer = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('/shutdown');
