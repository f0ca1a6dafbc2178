/** Undo and redo: earlier and later documents of a view that is being changed. The functions are pure. */
import * as edit from './document.js';
import type { ViewDocument } from './document.js';
import type { ViewEdit } from './edits.js';
import type { Ids } from './ids.js';

export interface ViewHistory {
  /** Oldest first. */
  readonly past: readonly ViewDocument[];
  /** The one that redo leads to is the last. */
  readonly future: readonly ViewDocument[];
}

export const noHistory: ViewHistory = { past: [], future: [] };

/** Older steps are forgotten. */
const mostSteps = 50;

/** Changes that nobody would call a step: a first layout, and a query, which has its own steps in the address. */
const noSteps: ReadonlySet<ViewEdit['type']> = new Set(['positions.synced', 'draft.submitted', 'widget.folded']);

/** The history after an edit. */
export function historyAfter(history: ViewHistory, before: ViewDocument, edited: ViewEdit['type']): ViewHistory {
  if (noSteps.has(edited)) return history;
  return { past: [...history.past, before].slice(-mostSteps), future: [] };
}

export type Step = 'undo' | 'redo';

/**
 * The document one step back or forth, and the history from there; undefined where there is no such step. What the server
 * knows of the view, such as its id and owner, stays as it is now.
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

/** Equal questions keep the search types that are known, so that the results on the screen stay. */
function withMappingOf(document: ViewDocument, now: ViewDocument): ViewDocument['view']['state'] {
  return Object.fromEntries(
    Object.entries(document.view.state).map(([queryId, state]) => [
      queryId,
      { ...state, widget_mapping: now.view.state[queryId]?.widget_mapping ?? state.widget_mapping },
    ]),
  );
}
