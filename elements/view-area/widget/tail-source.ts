import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { inBackground } from '../../../api/client.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { messagesOf, tailSearch, tailTemplate, type TailTemplate } from '../../../machines/live-tail/search.js';
import { appliedOverride } from '../../../machines/page-parts.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { queryOf } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import type { LiveTailSource, PatternsSource } from '../../widgets/index.js';
import { useView, type ViewPageActor } from '../view-page.js';

/** Serialised search of one message table, without display settings; undefined for other widgets. */
function useFollowed(page: ViewPageActor, widget: Widget): string | undefined {
  const { document, queryId } = useView(page);
  const override = useSelector(page, ({ context }) => appliedOverride(context), sameWire);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const template = useMemo(
    () => document && tailTemplate({ document, queryId, widget, override, bindings }),
    [document, queryId, widget, override, bindings],
  );
  // Titles, widths and colours change the document, but not the search that the live tail follows.
  return template && stringifyJson(template);
}

/** Shortest time in ms between two searches of the page that follow the live tail. */
const followMs = 5_000;

/**
 * Live tail of one message table: it runs separate small searches, which never prolong a session. On a search page,
 * histogram, counts and shares of fields follow: while messages arrive, the page searches again.
 */
export function useTailSource(page: ViewPageActor, widget: Widget): LiveTailSource | undefined {
  const { client } = useConnection();
  const followed = useFollowed(page, widget);
  return useMemo((): LiveTailSource | undefined => {
    if (followed === undefined) return undefined;
    const known = parseJson(followed) as TailTemplate;
    let followedAt = Date.now();
    return {
      sample: async (request, signal) => {
        const found = messagesOf(await syncSearch(inBackground(client), tailSearch(known, request, randomIds), signal));
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
 * Patterns of the messages in one message table of a search; dashboards have none. A manual search finds the patterns
 * again.
 */
export function usePatternsSource(page: ViewPageActor, widget: Widget): PatternsSource | undefined {
  const { client } = useConnection();
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
    };
  }, [client, followed, timerange, request, execution, widget.id]);
}
