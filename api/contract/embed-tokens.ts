/** Endpoints of tokens for guests of pages that embed elements; the reference server has none of these endpoints. */
import type { EmbedToken, EmbedTokenRenewal, EmbedTokenRequest } from './embed-tokens.schema.js';
import { endpoint } from './endpoint.js';

export type * from './embed-tokens.schema.js';

/** Permission rule: the creator of the token, and users with a permission to manage other users' access tokens. */
const own = (permission: string) => ({ handler: `whoever made it, or users:${permission}` }) as const;

/**
 * Creates an embed token; only this answer contains its secret. A token never has more permissions than its creator.
 */
export const createEmbedToken = endpoint<{ body: EmbedTokenRequest; answer: EmbedToken & { token: string } }>()(
  'POST',
  '/embed/tokens',
  { handler: 'any account; what the token names must be readable by whoever makes it' },
  { status: 201 },
);
/** Lists the embed tokens that have not expired. */
export const listEmbedTokens = endpoint<{ answer: { tokens: EmbedToken[] } }>()(
  'GET',
  '/embed/tokens',
  own('tokenlist'),
);
/**
 * Makes a token expire a number of minutes from now. The number is that of the request, otherwise the number with which
 * the token was created. An expired token cannot be renewed.
 */
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
