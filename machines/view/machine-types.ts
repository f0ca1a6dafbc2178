/** Context and events of the view machine. */
import type { AnyActorRef } from 'xstate';
import type { View, Widget } from '../../api/contract/views.schema.js';
import type { AddressState } from './address.js';
import type { ViewDocument, ViewMetadata } from './document.js';
import type { ViewEdit } from './edits.js';
import type { ViewHistory } from './history.js';
import type { Ids } from './ids.js';
import type { Positions } from './positions.js';
import type { StoredView } from './stored.js';
import type { ViewDraft } from './view-draft.js';

/** Names the view that a view machine opens. */
export type ViewSource =
  | { readonly kind: 'new' }
  | { readonly kind: 'stored'; readonly viewId: string }
  /** A document that the caller has built, for example the replay of an event. */
  | { readonly kind: 'given'; readonly document: ViewDocument };

export interface ViewContext {
  readonly replyTo: AnyActorRef | undefined;
  readonly source: ViewSource;
  readonly address: AddressState;
  readonly ids: Ids;
  readonly clock: () => number;
  /** Unsaved changes with which the view is opened. undefined: there are none, or they do not fit the view. */
  readonly draft: ViewDraft | undefined;
  readonly document: ViewDocument | undefined;
  readonly activeQuery: string;
  /** The view as this page last read it from the server or saved it. undefined: the view was never saved. */
  readonly stored: ViewDocument | undefined;
  /** Answer of the server to the last save; it may contain more than was sent, for example defaults. */
  readonly answered: View | undefined;
  /** The view on the server, as read before a save. It is set while somebody else has changed the view. */
  readonly theirs: StoredView | undefined;
  /** Refusal of the last update by the server (409); reading the view again decides whether there is a conflict. */
  readonly refusal: unknown;
  /** Steps for undo and redo. */
  readonly history: ViewHistory;
  /** Reason why the view cannot be shown. */
  readonly failure: unknown;
  /** Document that a running save sends; `sentFrom` is the document that was displayed when the save started. */
  readonly sent: ViewDocument | undefined;
  readonly sentFrom: ViewDocument | undefined;
}

export type ViewEvent =
  | ViewEdit
  | { type: 'page.selected'; queryId: string }
  | { type: 'save.requested' }
  /** Decisions of the user in a conflict: overwrite the server's version, cancel the save, or take that version. */
  | { type: 'save.overwritten' }
  | { type: 'save.abandoned' }
  | { type: 'theirs.taken' }
  /** The user undoes one change; with `history.redone` the user redoes one. */
  | { type: 'history.undone' }
  | { type: 'history.redone' }
  /** The user discards all unsaved changes. */
  | { type: 'changes.discarded' }
  /** The view became a favourite elsewhere, or is no favourite any more; this is no change of the view. */
  | { type: 'favorite.changed'; favorite: boolean }
  | { type: 'saveAs.requested'; metadata: ViewMetadata }
  | { type: 'retry' }
  /** The machine raises these events itself: the document now differs from the stored one, equals it, or was saved. */
  | { type: 'document.changed' }
  | { type: 'document.restored' }
  | { type: 'document.stored'; untouched: boolean };

export type ExecutionCause = 'opened' | 'submitted' | 'edited' | 'page';
export type ViewReply =
  | { type: 'view.opened'; document: ViewDocument; activeQuery: string }
  | { type: 'view.executionWanted'; cause: ExecutionCause; document: ViewDocument; activeQuery: string };

export type ViewEmitted =
  | { type: 'viewSaved'; title: string }
  | { type: 'viewCreated'; id: string; title: string }
  | { type: 'viewSaveFailed'; failure: unknown }
  | { type: 'viewSaveConflicted' }
  /** A widget was added in order to be edited; `positions` are the positions before it was added. */
  | { type: 'widgetEditWanted'; widget: Widget; positions: Positions };
