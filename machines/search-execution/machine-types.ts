/** Context and events of the machine that executes searches. */
import type { AnyActorRef } from 'xstate';
import type { SearchError, SearchMetadata } from '../../api/contract/searches.js';
import type { JobFollowed, JobOutcome, JobSettled } from './job.js';
import type { Parts } from './parts.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';

export interface PageState extends PageRequest {
  readonly status: 'loading' | 'shown' | 'failed';
  /** Errors of the page, which the message table shows instead of messages. */
  readonly errors: readonly SearchError[];
  /** Failure of the call for the page; undefined: it did not fail. */
  readonly failure: unknown;
}

export interface SearchExecutionContext {
  readonly replyTo: AnyActorRef | undefined;
  /** Request of the latest execution. */
  readonly request: ExecutionRequest | undefined;
  readonly shown: ShownResult | undefined;
  readonly failure: unknown;
  /** States of the pages of message tables, by search type id. */
  readonly pages: Readonly<Record<string, PageState>>;
  readonly metadata: SearchMetadata | undefined;
  /** True after the search was stored once more, because the server had forgotten it. */
  readonly storedAgain: boolean;
  /** States by widget id; empty unless widgets are executed separately. */
  readonly parts: Parts;
  /** Ids of the widgets near the viewport; undefined until the page has reported them. */
  readonly near: readonly string[] | undefined;
  readonly clock: () => number;
}

export type SearchExecutionEvent =
  | { type: 'execute'; request: ExecutionRequest }
  | { type: 'cancel' }
  | ({ type: 'page.requested' } & PageRequest)
  /** The page reports which widgets are near the viewport; only if widgets are executed separately. */
  | { type: 'widgets.near'; widgetIds: readonly string[] }
  /** The given widgets are to be executed again, even if they have results. */
  | { type: 'widgets.again'; widgetIds: readonly string[] }
  /** The machine raises this event itself when waiting widgets may start. */
  | { type: 'widgets.due' }
  | JobFollowed
  | JobSettled;

export type ExecutionOutcome = JobOutcome | { readonly kind: 'cancelled' };
export type ExecutionReply =
  { type: 'execution.started'; request: ExecutionRequest } | { type: 'execution.settled'; outcome: ExecutionOutcome };
