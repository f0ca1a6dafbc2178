/** Context and events of the execution machine. */
import type { AnyActorRef } from 'xstate';
import type { SearchError, SearchMetadata } from '../../api/contract/searches.js';
import type { JobFollowed, JobOutcome, JobSettled } from './job.js';
import type { Parts } from './parts.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';

export interface PageState extends PageRequest {
  readonly status: 'loading' | 'shown' | 'failed';
  /** Errors of the page; shown instead of the table. */
  readonly errors: readonly SearchError[];
  /** The call itself failed. */
  readonly failure: unknown;
}

export interface SearchExecutionContext {
  readonly replyTo: AnyActorRef | undefined;
  /** The last one asked for. */
  readonly request: ExecutionRequest | undefined;
  readonly shown: ShownResult | undefined;
  readonly failure: unknown;
  /** Pages by search type id. */
  readonly pages: Readonly<Record<string, PageState>>;
  readonly metadata: SearchMetadata | undefined;
  /** True if the search was stored again after the server had removed it. */
  readonly storedAgain: boolean;
  /** Widget by widget, where they are executed on their own. */
  readonly parts: Parts;
  /** Widgets near the viewport; undefined until they are reported. */
  readonly near: readonly string[] | undefined;
  readonly clock: () => number;
}

export type SearchExecutionEvent =
  | { type: 'execute'; request: ExecutionRequest }
  | { type: 'cancel' }
  | ({ type: 'page.requested' } & PageRequest)
  /** Widgets near the viewport; only if widgets are executed separately. */
  | { type: 'widgets.near'; widgetIds: readonly string[] }
  /** These once more, whatever is known of them. */
  | { type: 'widgets.again'; widgetIds: readonly string[] }
  /** To itself: there may be room for those that wait. */
  | { type: 'widgets.due' }
  | JobFollowed
  | JobSettled;

export type ExecutionOutcome = JobOutcome | { readonly kind: 'cancelled' };
export type ExecutionReply =
  { type: 'execution.started'; request: ExecutionRequest } | { type: 'execution.settled'; outcome: ExecutionOutcome };
