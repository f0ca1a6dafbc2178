/** Builds the console's address of a search, for links out of embeds. */
import { searchLink } from '../../../machines/view/address.js';
import type { QueryDraft } from '../../../machines/view/document.js';

export function consoleSearchRoute(draft: QueryDraft): string {
  return `/search?${searchLink(draft).toString()}`;
}
