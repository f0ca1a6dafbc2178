/**
 * A search with its unsaved changes, which is kept while the user leaves or reloads its page or has no session. The
 * storage may return anything, for example a draft of an older version. A draft that does not fit is ignored.
 */
import type { View } from '../../api/contract/views.schema.js';
import type { ViewDocument } from './document.js';
import type { ViewContext, ViewSource } from './machine-types.js';
import { repairedView } from './repair.js';
import { sameStoredView } from './stored.js';
import { isObject } from '../../api/is-object.js';

export interface ViewDraft {
  readonly document: ViewDocument;
  readonly activeQuery: string;
  /**
   * False for a new search without changes. Such a search is kept because the address may contain the ids of its
   * widgets.
   */
  readonly changed: boolean;
  /** The stored view that the user has edited. Absent for a search that was never saved. */
  readonly basis?: View;
}

type Shown = Pick<ViewContext, 'document' | 'activeQuery' | 'stored'>;

/** Returns the draft of the displayed view to keep; undefined if there is nothing to keep. */
export function draftOfView({ document, activeQuery, stored }: Shown, changed: boolean): ViewDraft | undefined {
  if (!document || document.view.type !== 'SEARCH' || (stored && !changed)) return undefined;
  return { document, activeQuery, changed, ...(stored && { basis: stored.view }) };
}

/**
 * Returns the draft if it belongs to the view that was opened: to a new search, or to this version of the stored view.
 * A draft of an older version is not returned, because it would silently overwrite newer changes.
 */
export function fittingDraft(
  draft: ViewDraft | undefined,
  source: ViewSource,
  opened: ViewDocument,
): ViewDraft | undefined {
  if (!draft) return undefined;
  const { document, basis } = draft;
  const fits =
    source.kind === 'new'
      ? basis === undefined
      : source.kind === 'stored' && basis?.id === opened.view.id && sameStoredView(basis, opened.view);
  return fits ? { ...draft, document: { ...document, view: repairedView(document.view) } } : undefined;
}

/** Tells whether a value from the storage has the form of a draft. */
export function isViewDraft(value: unknown): value is ViewDraft {
  if (!isObject(value) || typeof value['activeQuery'] !== 'string' || typeof value['changed'] !== 'boolean')
    return false;
  const { document, basis } = value;
  if (!isObject(document) || (basis !== undefined && !isObject(basis))) return false;
  const { view, search } = document;
  return (
    isObject(view) &&
    isObject(view['state']) &&
    typeof view['id'] === 'string' &&
    isObject(search) &&
    typeof search['id'] === 'string' &&
    Array.isArray(search['queries'])
  );
}
