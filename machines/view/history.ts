/** Undo and redo: the earlier and later documents of a view that is being edited. The functions are pure. */
import * as edit from './document.js';
import type { ViewDocument } from './document.js';
import type { ViewEdit } from './edits.js';
import type { Ids } from './ids.js';
import { sameContent } from './stored.js';

export interface ViewHistory {
  /** Documents before the present one, oldest first. */
  readonly past: readonly ViewDocument[];
  /** Documents that can be restored by redo; the next one is the last. */
  readonly future: readonly ViewDocument[];
}

export const noHistory: ViewHistory = { past: [], future: [] };

/** Maximum number of changes that can be undone; older changes are dropped. */
const mostSteps = 50;

/**
 * Edits that are no steps of their own: the display settings of charts, and edits for which the browser's history has
 * an entry. A step restores a whole document, so these edits are also made in the documents of the history; otherwise
 * a step would revert them.
 */
const noSteps: ReadonlySet<ViewEdit['type']> = new Set(['draft.submitted', 'widget.arranged', 'page.looked']);

/**
 * Returns the history after an edit. The first layout (`positions.synced`) does not change the history.
 * @param before document before the edit
 * @param made document after the edit, and a function that makes the edit in another document; needed only for edits
 * that are no steps
 */
export function historyAfter(
  history: ViewHistory,
  before: ViewDocument,
  edited: ViewEdit['type'],
  made?: { readonly after: ViewDocument; readonly again: (document: ViewDocument) => ViewDocument },
): ViewHistory {
  if (edited === 'positions.synced') return history;
  if (made && noSteps.has(edited)) {
    const remade = (documents: readonly ViewDocument[]): ViewDocument[] =>
      withoutRepeats(documents.map(made.again), made.after);
    return { past: remade(history.past), future: remade(history.future) };
  }
  return { past: [...history.past, before].slice(-mostSteps), future: [] };
}

/**
 * Returns the documents without those that have the same content as the next one: a step to them would change nothing.
 * @param documents documents of one direction, the next step last
 * @param present document that follows the last one
 */
function withoutRepeats(documents: readonly ViewDocument[], present: ViewDocument): ViewDocument[] {
  return documents.filter((document, at) => !sameContent(document, documents[at + 1] ?? present));
}

export type Step = 'undo' | 'redo';

/**
 * Returns the document after one undo or redo step, and the new history. Returns undefined when there is no step.
 * Members that the server determines, such as id and owner, keep their present values.
 */
export function stepped(
  { past, future }: ViewHistory,
  now: ViewDocument,
  step: Step,
  ids: Ids,
): { readonly document: ViewDocument; readonly history: ViewHistory } | undefined {
  const from = step === 'undo' ? past : future;
  const target = from.at(-1);
  if (!target) return undefined;
  const { id, search_id, created_at, owner, favorite, requires, last_updated_at } = now.view;
  const facts = { id, search_id, created_at, owner, favorite, requires, last_updated_at };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  const back: ViewDocument = { view: { ...target.view, ...known }, search: { ...target.search, id: now.search.id } };
  const rest = from.slice(0, -1);
  return {
    document: edit.needsNewSearch(now, back)
      ? edit.withFreshSearch(back, ids)
      : { view: { ...back.view, state: withMappingOf(back, now) }, search: now.search },
    history: step === 'undo' ? { past: rest, future: [...future, now] } : { past: [...past, now], future: rest },
  };
}

/**
 * Returns the document's states with the present widget mappings: the search is unchanged, so displayed results stay.
 */
function withMappingOf(document: ViewDocument, now: ViewDocument): ViewDocument['view']['state'] {
  return Object.fromEntries(
    Object.entries(document.view.state).map(([queryId, state]) => [
      queryId,
      { ...state, widget_mapping: now.view.state[queryId]?.widget_mapping ?? state.widget_mapping },
    ]),
  );
}
