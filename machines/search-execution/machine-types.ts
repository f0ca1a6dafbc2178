/** Context and events of the execution machine. */
import type { AnyActorRef } from 'xstate';
import type { SearchError, SearchMetadata } from '../../api/contract/searches.js';
import type { JobFollowed, JobOutcome, JobSettled } from './job.js';
import type { Parts } from './parts.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';

export interface PageState extends PageRequest {
  readonly status: 'loading' | 'shown' | 'failed';
  /** Errors of a table page, shown instead of the table. */
  readonly errors: readonly SearchError[];
  /** Failure of the page's call. */
  readonly failure: unknown;
}

export interface SearchExecutionContext {
  readonly replyTo: AnyActorRef | undefined;
  /** The latest requested execution. */
  readonly request: ExecutionRequest | undefined;
  readonly shown: ShownResult | undefined;
  readonly failure: unknown;
  /** State of table pages by search type id. */
  readonly pages: Readonly<Record<string, PageState>>;
  readonly metadata: SearchMetadata | undefined;
  /** True after a search that the server had removed was stored again. */
  readonly storedAgain: boolean;
  /** State by widget when widgets are executed separately. */
  readonly parts: Parts;
  /** Widgets near the viewport; undefined until reported. */
  readonly near: readonly string[] | undefined;
  readonly clock: () => number;
}

export type SearchExecutionEvent =
  | { type: 'execute'; request: ExecutionRequest }
  | { type: 'cancel' }
  | ({ type: 'page.requested' } & PageRequest)
  /** Reports the widgets near the viewport; sent only if widgets are executed separately. */
  | { type: 'widgets.near'; widgetIds: readonly string[] }
  /** Requests another execution of these widgets even if they have results. */
  | { type: 'widgets.again'; widgetIds: readonly string[] }
  /** Sent by the machine to itself when waiting widgets may start. */
  | { type: 'widgets.due' }
  | JobFollowed
  | JobSettled;

export type ExecutionOutcome = JobOutcome | { readonly kind: 'cancelled' };
export type ExecutionReply =
  { type: 'execution.started'; request: ExecutionRequest } | { type: 'execution.settled'; outcome: ExecutionOutcome };
