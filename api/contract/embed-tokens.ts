/** Tokens for guests of pages that embed elements: beyond the contract, no reference server has any of it. */
import type { EmbedToken, EmbedTokenRenewal, EmbedTokenRequest } from './embed-tokens.schema.js';
import { endpoint } from './endpoint.js';

export type * from './embed-tokens.schema.js';

/** Allowed for the maker of the token, and for people who may do the same with the access tokens of others. */
const own = (permission: string) => ({ handler: `whoever made it, or users:${permission}` }) as const;

/** Creates an embed token, which is returned once. It gives no more rights than its maker has, whatever it names. */
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
/** Counts the minutes from now. One that has expired cannot be renewed. */
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
