/** What the first search after a start would wait for is done before: parts of files are read, statements and code made ready. */
import { instantText } from '../../../api/instant-text.js';
import type { Log } from '../log.js';
import type { MessageStore, StoredIndex } from '../store/types.js';
import { executeQuery, type ExecutionContext } from './execution.js';
import { planQuery } from './query-plan.js';
import { readerFor } from './reader.js';
import type { ResultMeter } from './result-size.js';
import type { SearchSettings } from './settings.js';

/** Blocks of the word index that it looks at: the work is small however much there is. */
const blocks = 4;

/** Nothing is kept of what it finds. */
const meter: ResultMeter = { taken: 0, take: () => {}, giveBack: () => {}, assertRoom: () => {} };

/** The index that the newest messages are in, if it need not be scanned. */
function newestOf(store: MessageStore): StoredIndex | undefined {
  const newest = store.indices().findLast(({ messages }) => messages > 0);
  return newest?.words?.covered === newest?.messages ? newest : undefined;
}

/** A search of the newest messages for nobody: anybody's comes before it. */
export async function warmUp(
  store: MessageStore,
  log: Log,
  settings: SearchSettings,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const index = newestOf(store);
  const last = index?.words?.blocks.slice(-blocks) ?? [];
  if (!index || last.length === 0) return;
  const [from, to] = [
    last.reduce((least, { head }) => Math.min(least, head.minTime), Infinity),
    last.reduce((most, { head }) => Math.max(most, head.maxTime), -Infinity),
  ];
  const planned = planQuery(
    {
      id: 'q',
      timerange: { type: 'absolute', from: instantText(Math.floor(from)), to: instantText(Math.floor(to) + 1) },
      query: { type: 'elasticsearch', query_string: 'message:a OR NOT message:a' },
      filter: { type: 'or', filters: [...(index.knownStreams ?? [])].map((id) => ({ type: 'stream', id })) },
      search_types: [
        {
          id: 'histogram',
          type: 'pivot',
          row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
          series: [{ id: 'count()', type: 'count' }],
          rollup: true,
        },
        { id: 'messages', type: 'messages', limit: 150, sort: [{ field: 'timestamp', order: 'DESC' }] },
      ],
    },
    now,
  );
  const context: ExecutionContext = {
    store: readerFor(store, { username: '', rank: 'background' }),
    log,
    settings,
    decorators: new Map(),
    bindings: new Map(),
    now,
    signal,
    meter,
  };
  await executeQuery(planned, context, new Map());
}
