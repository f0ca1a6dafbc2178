/**
 * Describes guests of pages that embed elements, in the form that authentication uses: an embed token names the
 * permitted objects, and the account that created the token is responsible for it.
 */
import type { EmbedAllowance, EmbedTokenRequest } from '../../../api/contract/embed-tokens.schema.js';

type Scope = Pick<
  EmbedTokenRequest,
  'view' | 'widget' | 'message' | 'streams' | 'filter' | 'range' | 'longest_seconds'
>;

export interface Guest extends Scope {
  readonly tokenId: string;
  /**
   * Identifier of the guest for elements. All tokens that one account creates for the same guest with equal terms have
   * the same identifier. A page may replace a token by another one at any time, and the elements request their data
   * again only if the identifier changes.
   */
  readonly identity: string;
  /** Display name. */
  readonly name: string;
  readonly allow: readonly EmbedAllowance[];
  /** Tells whether the account that created the token may read a stream at present. */
  readonly issuerMayRead: (streamId: string) => boolean;
}
