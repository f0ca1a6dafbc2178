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

/** Source to open. */
export type ViewSource =
  | { readonly kind: 'new' }
  | { readonly kind: 'stored'; readonly viewId: string }
  /** A document made by the caller, such as a replay of an event. */
  | { readonly kind: 'given'; readonly document: ViewDocument };

export interface ViewContext {
  readonly replyTo: AnyActorRef | undefined;
  readonly source: ViewSource;
  readonly address: AddressState;
  readonly ids: Ids;
  readonly clock: () => number;
  /** Restored unsaved changes, until they are on screen. */
  readonly draft: ViewDraft | undefined;
  readonly document: ViewDocument | undefined;
  readonly activeQuery: string;
  /** The server's version as far as known; undefined for a view that was never saved. */
  readonly stored: ViewDocument | undefined;
  /** The server's answer to the last save; it may contain more than was sent, such as defaults. */
  readonly answered: View | undefined;
  /** The server's version if it had changed when the view was about to be saved. */
  readonly theirs: StoredView | undefined;
  /** The server's refusal of the last update (409); reading the view again decides whether there is a conflict. */
  readonly refusal: unknown;
  /** Steps for undo and redo. */
  readonly history: ViewHistory;
  /** Reason why the view is not shown. */
  readonly failure: unknown;
  /** The document that a running save sends, and the displayed document when the save started. */
  readonly sent: ViewDocument | undefined;
  readonly sentFrom: ViewDocument | undefined;
}

export type ViewEvent =
  | ViewEdit
  | { type: 'page.selected'; queryId: string }
  | { type: 'save.requested' }
  /** The user's decision in a conflict: keep the own version, cancel, or take the server's version. */
  | { type: 'save.overwritten' }
  | { type: 'save.abandoned' }
  | { type: 'theirs.taken' }
  /** One step of undo; `history.redone` is one of redo. */
  | { type: 'history.undone' }
  | { type: 'history.redone' }
  /** Restores the stored document. */
  | { type: 'changes.discarded' }
  /** The favourite flag was changed elsewhere, which is no change of the view. */
  | { type: 'favorite.changed'; favorite: boolean }
  | { type: 'saveAs.requested'; metadata: ViewMetadata }
  | { type: 'retry' }
  /** Raised by the machine itself: the document now differs from the stored one, equals it again, or was saved. */
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
  /** A widget was added to be edited; `positions` are those before it was added. */
  | { type: 'widgetEditWanted'; widget: Widget; positions: Positions };
