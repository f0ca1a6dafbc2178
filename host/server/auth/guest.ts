/** Guests of pages that embed elements, as the sign-in sees them: a token names what they may look at, an account answers for them. */
import type { EmbedAllowance, EmbedTokenRequest } from '../../../api/contract/embed-tokens.schema.js';

type Scope = Pick<
  EmbedTokenRequest,
  'view' | 'widget' | 'message' | 'streams' | 'filter' | 'range' | 'longest_seconds'
>;

export interface Guest extends Scope {
  readonly tokenId: string;
  /** Shown name. */
  readonly name: string;
  readonly allow: readonly EmbedAllowance[];
  /** Tells whether the account that made the token may read a stream, now. */
  readonly issuerMayRead: (streamId: string) => boolean;
}
