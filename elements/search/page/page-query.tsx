/**
 * Renders a query input with validation, for the query of a search and the query that a dashboard applies to all its
 * widgets.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { isOutage } from '../../../api/failures.js';
import type { Explanation } from '../../../api/contract/searches.js';
import { useToasts } from '../../kit/feedback.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import type { ViewPageActor } from '../../view-area/index.js';
import { QueryBox, type QueryBoxProps, type QueryValidation } from '../query/query-box.js';
import type { useCompletion } from '../query/use-completion.js';
import { texts } from '../texts.js';
import type { SearchMemory } from './use-search-memory.js';
import type { SearchPageActor } from './use-search-page.js';

const UndoQuery = lazyPart(() => import('./undo-query.js'), 'UndoQuery');

const unchanged = (text: string): string => text;

export function PageQuery({
  page,
  idle,
  onTyped = unchanged,
  ...rest
}: {
  readonly page: ViewPageActor;
  readonly idle: boolean;
  readonly narrow: boolean;
  readonly readOnly: boolean;
  readonly complete: ReturnType<typeof useCompletion>;
  readonly history: SearchMemory['queries'];
  readonly onRun: QueryBoxProps['onRun'];
  readonly repeats?: boolean;
  /** Returns the query without the question that the page handles itself: `level:3 | count by host` → `level:3`. */
  readonly onTyped?: ((text: string) => string) | undefined;
  /** Placeholder of the empty input; absent: the placeholder of the search page. */
  readonly placeholder?: string | undefined;
}) {
  const { toast } = useToasts();
  const text = useSelector(page, ({ context }) => context.draft.queryString);
  const actor = useSelector(page, ({ context }) => context.validation);
  const state = useSelector(actor, (snapshot) => snapshot);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    // Cast: both kinds of pages emit this event, but a union of their types has no common signature.
    const rejected = (page as Pick<SearchPageActor, 'on'>).on('submitRejected', () =>
      setRefusals((count) => count + 1),
    );
    const failed = actor.on('validationFailed', ({ failure }) => {
      // The page itself reports a missing session or an unreachable server.
      if (isOutage(failure)) return;
      const status = String((failure as { status?: unknown } | null)?.status ?? '');
      toast('error', texts.query.validationFailed(status), texts.query.validationTitle);
    });
    return () => {
      rejected.unsubscribe();
      failed.unsubscribe();
    };
  }, [page, actor, toast]);

  const { explanations, rangeError, input } = state.context;
  const validation = useMemo((): QueryValidation => {
    const all: readonly Explanation[] =
      rangeError === undefined
        ? explanations
        : [{ error_type: 'TIME_RANGE', error_title: texts.timeRange.button, error_message: rangeError }];
    if (all.length === 0) return { status: 'ok', explanations: all, of: input.queryString };
    const rejected = state.matches({ settled: 'rejected' });
    return { status: rejected ? 'error' : 'warning', explanations: all, of: input.queryString };
  }, [explanations, rangeError, input.queryString, state]);

  return (
    <>
      <QueryBox
        {...rest}
        value={text}
        onChange={(typed) => {
          const queryString = onTyped(typed);
          // The input resets its text only when its value changes, so it must first have the typed text as its value.
          if (queryString !== typed)
            flushSync(() => page.send({ type: 'draft.changed', draft: { queryString: typed } }));
          page.send({ type: 'draft.changed', draft: { queryString } });
        }}
        onSubmit={() => page.send({ type: 'submitted' })}
        upgrade={idle}
        validation={validation}
        refusals={refusals}
      />
      {rest.readOnly && (
        <Part>
          <UndoQuery page={page} text={text} onUndo={(queryString) => rest.onRun({ queryString })} />
        </Part>
      )}
    </>
  );
}
