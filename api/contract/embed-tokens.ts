/** Tokens for guests of pages that embed elements; the reference server does not have them. */
import type { EmbedToken, EmbedTokenRenewal, EmbedTokenRequest } from './embed-tokens.schema.js';
import { endpoint } from './endpoint.js';

export type * from './embed-tokens.schema.js';

/** Permission of the token's creator, and of users who may manage access tokens of others. */
const own = (permission: string) => ({ handler: `whoever made it, or users:${permission}` }) as const;

/** Creates an embed token; only this answer contains its secret. The token never has more rights than its creator. */
export const createEmbedToken = endpoint<{ body: EmbedTokenRequest; answer: EmbedToken & { token: string } }>()(
  'POST',
  '/embed/tokens',
  { handler: 'any account; what the token names must be readable by whoever makes it' },
  { status: 201 },
);
/** Lists the valid embed tokens. */
export const listEmbedTokens = endpoint<{ answer: { tokens: EmbedToken[] } }>()(
  'GET',
  '/embed/tokens',
  own('tokenlist'),
);
/** Extends a token by a number of minutes from now. An expired token cannot be renewed. */
export const renewEmbedToken = endpoint<{ body: EmbedTokenRenewal | undefined; answer: EmbedToken }>()(
  'POST',
  '/embed/tokens/{tokenId}/renew',
  own('tokencreate'),
);
export const revokeEmbedToken = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/embed/tokens/{tokenId}',
  own('tokenremove'),
  { produces: 'nothing' },
);
