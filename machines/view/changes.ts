/**
 * Computes what an edit, an undo or a redo changes in an open view: the next documents, and the events to send. The
 * functions are pure.
 */
import { queryIds, widgetOf, type ViewDocument } from './document.js';
import { activeQueryAfter, documentAfter, pageWithin, withEdit, type ViewEdit } from './edits.js';
import { historyAfter, stepped, type Step } from './history.js';
import type { Ids } from './ids.js';
import type { ViewContext, ViewReply } from './machine-types.js';
import { sameContent } from './stored.js';

type ShownView = Pick<ViewContext, 'document' | 'activeQuery' | 'history'>;

interface ViewChange {
  /** Members of the context that change; empty for an edit without effect. */
  readonly view: Partial<ShownView>;
  /**
   * Tells whether the view now differs from the stored view, or equals it again. It is undefined for edits without
   * effect, and for changes that the user has not made.
   */
  readonly raised: 'document.changed' | 'document.restored' | undefined;
  /** Request to the owner to execute the search; undefined when the results on screen stay valid. */
  readonly reply: ViewReply | undefined;
}

type ViewBefore = ShownView & Pick<ViewContext, 'stored' | 'ids'>;

/** Returns what an edit changes; undefined while there is no document. */
export function afterEdit(before: ViewBefore, edited: ViewEdit): ViewChange | undefined {
  const { document, activeQuery: shown, history, ids } = before;
  if (!document) return undefined;
  const after = documentAfter(document, shown, edited, ids);
  const activeQuery = activeQueryAfter(document, after, shown, edited);
  const differs = after !== document;
  const again = (other: ViewDocument): ViewDocument => madeIn(other, document, shown, edited, ids);
  const isSubmitted = edited.type === 'draft.submitted';
  const executes = isSubmitted || after.search.id !== document.search.id;
  return {
    view: differs
      ? { document: after, activeQuery, history: historyAfter(history, document, edited.type, { after, again }) }
      : {},
    raised: differs && edited.type !== 'positions.synced' ? raisedFor(before, after) : undefined,
    reply: executes
      ? {
          type: 'view.executionWanted',
          cause: isSubmitted ? 'submitted' : activeQuery === shown ? 'edited' : 'page',
          document: after,
          activeQuery,
        }
      : undefined,
  };
}

/**
 * Makes an edit in a document of the history. An order by changes holds for one sort only, and a step may have changed
 * the sort: a chosen order is kept for the sort of that document, and an order is not removed from a document with
 * another sort, where it may still hold. Search types are not derived: a step derives those of its document.
 */
function madeIn(other: ViewDocument, present: ViewDocument, queryId: string, edited: ViewEdit, ids: Ids): ViewDocument {
  if (!queryIds(other).includes(queryId)) return other;
  if (edited.type !== 'widget.arranged' || !('changes' in edited.look)) return withEdit(other, queryId, edited, ids);
  const { widgetId, look } = edited;
  const sortIn = (document: ViewDocument): string =>
    JSON.stringify(widgetOf(document, queryId, widgetId)?.config['sort']);
  const sort = sortIn(other);
  if (!look.changes && sort !== sortIn(present)) return other;
  const changes = look.changes && { ...look.changes, sort };
  return withEdit(other, queryId, { ...edited, look: { ...look, changes } }, ids);
}

/** Returns what an undo or redo step changes; undefined when there is no step. */
export function afterStep(before: ViewBefore, step: Step): ViewChange | undefined {
  const { document: now, activeQuery: shown, history, ids } = before;
  const taken = now && stepped(history, now, step, ids);
  if (!taken) return undefined;
  const { document } = taken;
  const activeQuery = pageWithin(document, shown);
  const isOtherPage = activeQuery !== shown;
  const executes = isOtherPage || document.search.id !== now.search.id;
  return {
    view: { ...taken, activeQuery },
    raised: raisedFor(before, document),
    reply: executes
      ? { type: 'view.executionWanted', cause: isOtherPage ? 'page' : 'edited', document, activeQuery }
      : undefined,
  };
}

function raisedFor({ stored }: ViewBefore, after: ViewDocument): ViewChange['raised'] {
  return stored !== undefined && sameContent(after, stored) ? 'document.restored' : 'document.changed';
}
