/** Calls of the endpoints for embed tokens, which the contract lacks, in addition to those in `calls.ts`. */
import type { EmbedToken } from '../../api/contract/embed-tokens.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const of = (kind: Rule['kind'], ...permissions: string[]): Rule => ({ kind, permissions });

export const embedRules: Readonly<Record<string, Rule>> = {
  'POST /embed/tokens': of('each', 'streams:read:{streamId}'),
  'GET /embed/tokens': of('filtered', 'users:tokenlist:{username}'),
  'POST /embed/tokens/{tokenId}/renew': of('each', 'users:tokencreate:{username}'),
  'DELETE /embed/tokens/{tokenId}': of('each', 'users:tokenremove:{username}'),
};

const request = ({ known }: World) => ({ guest: 'conformance', streams: [known['streamId']] });
const made = async (world: World): Promise<string> =>
  (await world.ask<EmbedToken>('POST', '/embed/tokens', request(world))).id;
const ofToken = async (world: World) => ({ params: { username: 'admin', tokenId: await made(world) } });

export const embedCalls: Readonly<Record<string, Maker>> = {
  'POST /embed/tokens': (world) => ({ json: request(world) }),
  'GET /embed/tokens': async (world) => ({ params: { username: 'admin' }, shows: await made(world) }),
  'POST /embed/tokens/{tokenId}/renew': async (world) => ({ ...(await ofToken(world)), json: {} }),
  'DELETE /embed/tokens/{tokenId}': ofToken,
};
