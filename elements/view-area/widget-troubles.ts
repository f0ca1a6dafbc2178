/** Reports to the host page which widgets fail, and which work again. Searches load it only after an error. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { searchExecutionMachine } from '../../machines/search-execution/machine.js';
import { ElementFailure } from '../element/element-failure.js';
import type { ElementHealth } from '../element/element-health.js';
import { useHostElement } from '../element/host-context.js';
import type { ViewPageActor } from './view-page.js';
import { errorsOfWidget } from './widget/widget-result.js';

type Execution = ActorRefFrom<typeof searchExecutionMachine>;

/** Returns the failure of each widget by id; `null`: the widget works. Widgets without a new answer yet are left out. */
function failuresOf(execution: Execution): ReadonlyMap<string, unknown> {
  const { parts, request, shown } = execution.getSnapshot().context;
  const textOf = (result: typeof shown, id: string): ElementFailure | null => {
    const [error] = errorsOfWidget(result, id);
    return error ? new ElementFailure('bad-request', error.description) : null;
  };
  if (!request?.apart) {
    // Where no widget has a result, for example after an error in the query, the page itself tells why.
    const some = Object.keys(shown?.result?.search_types ?? {}).length > 0;
    return new Map(Object.keys(shown?.widgetMapping ?? {}).map((id) => [id, some ? textOf(shown, id) : null]));
  }
  return new Map(
    Object.entries(parts).flatMap(([id, part]): [string, unknown][] => {
      if (part.status === 'failed') return [[id, part.failure]];
      return part.status === 'shown' ? [[id, textOf(part.shown, id)]] : [];
    }),
  );
}

/** Follows all widgets of a page, until the returned function is called. */
export function followWidgets(execution: Execution, health: ElementHealth): () => void {
  const failing = new Set<string>();
  const works = (id: string): void => {
    if (failing.delete(id)) health.works(id);
  };
  const follow = (): void => {
    const { parts, request, shown } = execution.getSnapshot().context;
    for (const [id, failure] of failuresOf(execution)) {
      if (failure === null) works(id);
      else {
        failing.add(id);
        health.fails(failure, id, id);
      }
    }
    const there = request?.apart ? parts : (shown?.widgetMapping ?? {});
    for (const id of failing) if (!(id in there)) works(id);
  };
  follow();
  const changes = execution.subscribe(follow);
  return () => {
    changes.unsubscribe();
    for (const id of failing) works(id);
  };
}

export function useWidgetTroubles(page: ViewPageActor): void {
  const { health } = useHostElement();
  const execution = useSelector(page, ({ context }) => context.execution);
  useEffect(() => followWidgets(execution, health), [execution, health]);
}
