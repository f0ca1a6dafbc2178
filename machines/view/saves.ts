/**
 * The documents before and after a save: the copy that "save as" sends, and the document after the server has stored
 * it. The functions are pure.
 */
import type { View } from '../../api/contract/views.schema.js';
import * as edit from './document.js';
import type { ViewMetadata } from './document.js';
import type { ViewContext } from './machine-types.js';
import { repairedView } from './repair.js';

/**
 * Returns the members of the context for "save as": a copy of the displayed document. The copy has a new id, and the
 * title, summary and description that the user has entered. Returns no members while there is no document.
 */
export function copyToCreate(
  { document, ids, clock }: ViewContext,
  metadata: ViewMetadata,
): Partial<Pick<ViewContext, 'sent' | 'sentFrom'>> {
  if (!document) return {};
  const named = edit.withMetadata(document, metadata);
  const view = { ...named.view, id: ids.objectId(), created_at: new Date(clock()).toISOString() };
  return { sent: { ...named, view }, sentFrom: document };
}

/**
 * Returns the members of the context after a save. Values that the server has determined are merged into the document.
 * Edits that were made during the save are kept.
 * @param answer answer of the server, which may be empty
 */
export function afterSave(
  { document, sent }: ViewContext,
  answer: View | undefined,
): Partial<Pick<ViewContext, 'document' | 'stored' | 'answered'>> {
  if (!document || !sent) return {};
  const known = { ...sent.view, ...(answer?.id === undefined ? {} : answer) };
  const { id, created_at, owner, favorite, requires, last_updated_at } = known;
  const { title, summary, description } = sent.view;
  const facts = {
    id,
    created_at,
    owner,
    // The answer may be older than a mark as favourite that the user has set or removed during the save.
    favorite: id === document.view.id ? document.view.favorite : favorite,
    requires,
    ...(last_updated_at !== undefined && { last_updated_at }),
  };
  const named = id === document.view.id ? {} : { title, summary, description };
  return {
    document: { ...document, view: { ...document.view, ...facts, ...named } },
    stored: { ...sent, view: { ...sent.view, ...facts } },
    answered: answer?.state == null ? undefined : repairedView(answer),
  };
}

export const savedEvent = ({ sent }: ViewContext) => ({ type: 'viewSaved' as const, title: sent?.view.title ?? '' });

export const createdEvent = ({ sent }: ViewContext, stored: View | undefined) => ({
  type: 'viewCreated' as const,
  id: stored?.id ?? sent?.view.id ?? '',
  title: sent?.view.title ?? '',
});
