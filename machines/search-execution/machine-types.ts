/** What the execution machine knows, takes and tells. */
import type { AnyActorRef } from 'xstate';
import type { SearchError, SearchMetadata } from '../../api/contract/searches.js';
import type { JobFollowed, JobOutcome, JobSettled } from './job.js';
import type { Parts } from './parts.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';

export interface PageState extends PageRequest {
  readonly status: 'loading' | 'shown' | 'failed';
  /** Of the page; shown in place of the table. */
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
  /** By search type id. */
  readonly pages: Readonly<Record<string, PageState>>;
  readonly metadata: SearchMetadata | undefined;
  /** Whether the search was stored again after the server had forgotten it. */
  readonly storedAgain: boolean;
  /** Widget by widget, where they are executed on their own. */
  readonly parts: Parts;
  /** Widgets that are near the viewport; undefined until it was told. */
  readonly near: readonly string[] | undefined;
  readonly clock: () => number;
}

export type SearchExecutionEvent =
  | { type: 'execute'; request: ExecutionRequest }
  | { type: 'cancel' }
  | ({ type: 'page.requested' } & PageRequest)
  /** What is near the viewport now; only where widgets are executed on their own. */
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
