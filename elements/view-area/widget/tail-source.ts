import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { inBackground } from '../../../api/client.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { messagesOf, tailSearch, tailTemplate, type TailTemplate } from '../../../machines/live-tail/search.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import type { LiveTailSource } from '../../widgets/index.js';
import { useView, type ViewPageActor } from '../view-page.js';

/** Live tail of one message table: small searches of their own, which never prolong a session. */
export function useTailSource(page: ViewPageActor, widget: Widget): LiveTailSource | undefined {
  const { client } = useConnection();
  const { document, queryId } = useView(page);
  const override = useSelector(page, ({ context }) => context.override);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const template = useMemo(
    () => document && tailTemplate({ document, queryId, widget, override, bindings }),
    [document, queryId, widget, override, bindings],
  );
  // Titles, widths and colours change the document, not what is followed.
  const followed = template && stringifyJson(template);
  return useMemo((): LiveTailSource | undefined => {
    if (followed === undefined) return undefined;
    const known = parseJson(followed) as TailTemplate;
    return {
      sample: async (request, signal) =>
        messagesOf(await syncSearch(inBackground(client), tailSearch(known, request, randomIds), signal)),
    };
  }, [client, followed]);
}
