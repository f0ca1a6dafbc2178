/** Undo and redo: earlier and later documents of an edited view. The functions are pure. */
import * as edit from './document.js';
import type { ViewDocument } from './document.js';
import type { ViewEdit } from './edits.js';
import type { Ids } from './ids.js';

export interface ViewHistory {
  /** Documents before the current one, oldest first. */
  readonly past: readonly ViewDocument[];
  /** Documents to redo; the next one is last. */
  readonly future: readonly ViewDocument[];
}

export const noHistory: ViewHistory = { past: [], future: [] };

/** Maximum number of steps; older ones are dropped. */
const mostSteps = 50;

/**
 * Edits that are no undo steps: the first layout, folded charts, and what follows the browser's history, which has its
 * own steps.
 */
const noSteps: ReadonlySet<ViewEdit['type']> = new Set([
  'positions.synced',
  'draft.submitted',
  'widget.folded',
  'page.looked',
]);

/** Returns the history after an edit. */
export function historyAfter(history: ViewHistory, before: ViewDocument, edited: ViewEdit['type']): ViewHistory {
  if (noSteps.has(edited)) return history;
  return { past: [...history.past, before].slice(-mostSteps), future: [] };
}

export type Step = 'undo' | 'redo';

/**
 * Returns the document one step back or forward, and the new history; undefined when there is no step. Server data such
 * as id and owner stays current.
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

/** An equal search keeps the known search type ids, so that the displayed results stay valid. */
function withMappingOf(document: ViewDocument, now: ViewDocument): ViewDocument['view']['state'] {
  return Object.fromEntries(
    Object.entries(document.view.state).map(([queryId, state]) => [
      queryId,
      { ...state, widget_mapping: now.view.state[queryId]?.widget_mapping ?? state.widget_mapping },
    ]),
  );
}
