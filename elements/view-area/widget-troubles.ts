/** Reports to the host page which widgets fail, and which work again. Searches load it only after an error. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { sharedError } from '../../machines/search-execution/shared-error.js';
import { asksForResult } from '../../machines/view/search-types.js';
import { stateOf } from '../../machines/view/document.js';
import { ElementFailure } from '../element/element-failure.js';
import type { ElementHealth } from '../element/element-health.js';
import { useHostElement } from '../element/host-context.js';
import { rangeCheckOf } from '../element/range-words.js';
import { queryErrorText } from './query-error-text.js';
import { texts } from './texts.js';
import type { ViewPageActor } from './view-page.js';
import { errorsOfWidget } from './widget/widget-result.js';

/** Key of the error that all widgets have, for example because the query is wrong. */
const all = 'widgets';

const wrong = (description: string): ElementFailure => new ElementFailure('bad-request', queryErrorText(description));

export interface TroubleOptions {
  /** Id of the only widget that is shown; absent: all widgets are shown. */
  readonly only?: string | undefined;
  /**
   * True also reports the error after which no widget of a search has a result. On a search page
   * elements/search/page/wrong-query.ts reports it.
   */
  readonly reportsQuery?: boolean | undefined;
}

/**
 * Returns the failures by the id of the widget; null means that the widget works. If all widgets have the same error,
 * the error is returned once, under the key `all`. Widgets without a new answer yet are left out.
 */
function failuresOf(page: ViewPageActor, { only, reportsQuery }: TroubleOptions): ReadonlyMap<string, unknown> {
  const state = page.getSnapshot().context.execution.getSnapshot();
  const { parts, request, shown } = state.context;
  if (!reportsQuery && !request?.apart && Object.keys(shown?.result?.search_types ?? {}).length === 0)
    return new Map(Object.keys(shown?.widgetMapping ?? {}).map((id) => [id, null]));
  const shared = sharedError(state.context, state.matches({ run: 'running' }));
  const answered = ([id, result]: readonly [string, typeof shown]): [string, unknown][] => {
    const errors = errorsOfWidget(result, id).filter(({ description }) => description !== shared);
    const [error] = errors;
    // The first error is held back, until the answer for a second widget shows whether all widgets have this error.
    if (error && shared === undefined) return [];
    return [[id, error ? wrong(error.description) : null]];
  };
  const failures = request?.apart
    ? Object.entries(parts).flatMap(([id, part]): [string, unknown][] => {
        if (part.status === 'failed') return [[id, part.failure]];
        return part.status === 'shown' ? answered([id, part.shown]) : [];
      })
    : Object.keys(shown?.widgetMapping ?? {}).flatMap((id) => answered([id, shown]));
  return new Map([
    ...(shared === undefined ? [] : ([[all, shared === null ? null : wrong(shared)]] as const)),
    ...failures,
    ...notRequested(page, only).map((id): [string, unknown] => [id, wrong(texts.notRequested(id))]),
  ]);
}

/** Returns the ids of the widgets that need a result, but that the stored search does not contain. */
function notRequested(page: ViewPageActor, only: string | undefined): readonly string[] {
  const { view, execution } = page.getSnapshot().context;
  const { document, activeQuery } = view.getSnapshot().context;
  const { request } = execution.getSnapshot().context;
  // The request of an older search says nothing about the widgets of the present one.
  if (!document || request?.search.id !== document.search.id || request.queryId !== activeQuery) return [];
  return stateOf(document, activeQuery)
    .widgets.filter(({ id }) => only === undefined || id === only)
    .filter((widget) => asksForResult(widget) && (request.widgetMapping[widget.id] ?? []).length === 0)
    .map(({ id }) => id);
}

/** Reports failures and recoveries of the widgets of a page, until the returned function is called. */
export function followWidgets(page: ViewPageActor, health: ElementHealth, options: TroubleOptions = {}): () => void {
  const { execution } = page.getSnapshot().context;
  const failing = new Set<string>();
  const works = (id: string): void => {
    if (failing.delete(id)) health.works(id);
  };
  let isStopped = false;
  let awaited: Promise<boolean> | undefined;
  const follow = (): void => {
    const check = rangeCheckOf(health);
    if (check) return followAfter(check);
    const { parts, request, shown } = execution.getSnapshot().context;
    const failures = failuresOf(page, options);
    for (const [id, failure] of failures) {
      if (failure === null) works(id);
      else {
        failing.add(id);
        health.fails(failure, id, id === all ? undefined : id);
      }
    }
    const there = request?.apart ? parts : (shown?.widgetMapping ?? {});
    for (const id of failing) if (id !== all && !(id in there) && !failures.has(id)) works(id);
  };
  /**
   * Waits for the check of the range. If the server cannot read the range, all widgets fail, but only the range is
   * reported; the last valid range is then restored and searched.
   */
  const followAfter = (check: Promise<boolean>): void => {
    if (awaited === check) return;
    awaited = check;
    void check.then((isReadable) => {
      if (isReadable && !isStopped) follow();
    });
  };
  follow();
  const changes = execution.subscribe(follow);
  return () => {
    isStopped = true;
    changes.unsubscribe();
    for (const id of failing) works(id);
  };
}

export function useWidgetTroubles(page: ViewPageActor, { only, reportsQuery }: TroubleOptions = {}): void {
  const { health } = useHostElement();
  const execution = useSelector(page, ({ context }) => context.execution);
  useEffect(() => followWidgets(page, health, { only, reportsQuery }), [page, execution, health, only, reportsQuery]);
}
