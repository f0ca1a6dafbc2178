import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { tailTemplate, type TailTemplate } from '../../../machines/live-tail/template.js';
import { appliedOverride } from '../../../machines/page-parts.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { queryOf } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import type { LiveTailSource, PatternsSource } from '../../widgets/index.js';
import { useViewClient } from '../view-fields.js';
import { useView, type ViewPageActor } from '../view-page.js';

/**
 * Returns the search of a message table as JSON, without display settings; undefined for other widgets and until the
 * view is loaded.
 */
function useFollowed(page: ViewPageActor, widget: Widget): string | undefined {
  const { document, queryId } = useView(page);
  const override = useSelector(page, ({ context }) => appliedOverride(context), sameWire);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const template = useMemo(
    () => document && tailTemplate({ document, queryId, widget, override, bindings }),
    [document, queryId, widget, override, bindings],
  );
  // A changed title or width changes the document but not this text, so the live tail does not start again.
  return template && stringifyJson(template);
}

/** Minimum time in ms between two searches of the page that the live tail causes. */
const followMs = 5_000;

/**
 * Returns the live tail of a message table; undefined for other widgets. It runs separate small searches, which never
 * prolong the session. While messages arrive, it informs the page; a search page then searches again, so that the
 * histogram, counts and shares of fields stay current.
 */
export function useTailSource(page: ViewPageActor, widget: Widget): LiveTailSource | undefined {
  const client = useViewClient();
  const followed = useFollowed(page, widget);
  return useMemo((): LiveTailSource | undefined => {
    if (followed === undefined) return undefined;
    // Cast: `useFollowed` has serialised the text from a `TailTemplate`.
    const known = parseJson(followed) as TailTemplate;
    let followedAt = Date.now();
    return {
      sample: async (request, signal) => {
        const { sampleTail } = await import('./sample-tail.js');
        const found = await sampleTail(client, known, request, signal);
        if (found.messages.length > 0 && Date.now() - followedAt >= followMs) {
          followedAt = Date.now();
          page.send({ type: 'tail.moved' });
        }
        return found;
      },
    };
  }, [client, followed, page]);
}

/**
 * Returns the source of message patterns for a message table of a search; undefined on dashboards, for other widgets,
 * and before the first search. Each search that is not a background refresh yields a new source, so that the patterns
 * are found again.
 */
export function usePatternsSource(page: ViewPageActor, widget: Widget): PatternsSource | undefined {
  const client = useViewClient();
  const { document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const request = useSelector(
    execution,
    ({ context }) => context.request,
    (_before, now) => now?.background === true,
  );
  const followed = useFollowed(page, widget);
  const timerange = document?.view.type === 'SEARCH' ? stringifyJson(queryOf(document, queryId).timerange) : undefined;
  return useMemo((): PatternsSource | undefined => {
    if (followed === undefined || timerange === undefined || !request) return undefined;
    // Casts: both texts were serialised above, so their types are known.
    const template = parseJson(followed) as TailTemplate;
    const range = parseJson(timerange) as TimeRange;
    let find: PatternsSource['find'] | undefined;
    return {
      key: randomIds.uuid(),
      find: async (signal) => {
        const { patternsFinder, shownRange } = await import('./find-patterns.js');
        find ??= patternsFinder(client, template, range, () => shownRange(execution.getSnapshot(), widget.id));
        return find(signal);
      },
      findEarlier: async (comparison, now, signal) => {
        const { findEarlierPatterns, shownRange } = await import('./find-patterns.js');
        const shown = shownRange(execution.getSnapshot(), widget.id);
        return findEarlierPatterns(client, template, comparison, shown ?? now.effective_timerange, signal);
      },
    };
  }, [client, followed, timerange, request, execution, widget.id]);
}
