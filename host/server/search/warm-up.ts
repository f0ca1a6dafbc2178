/** What the first search after a start would wait for is done before: parts of files are read, statements and code made ready. */
import type { MessagesResult, QueryResult, SearchType } from '../../../api/contract/searches.js';
import { instantText } from '../../../api/instant-text.js';
import { escapeTerm, quote } from '../../../api/language/index.js';
import { jsonPieces } from '../json-pieces.js';
import type { Log } from '../log.js';
import { tokenize } from '../store/tokenize.js';
import type { MessageStore, StoredIndex } from '../store/types.js';
import { executeQuery, type ExecutionContext } from './execution.js';
import { planQuery } from './query-plan.js';
import { readerFor } from './reader.js';
import type { ResultMeter } from './result-size.js';
import type { SearchSettings } from './settings.js';

/** Blocks of the word index that it looks at: the work is small however much there is. */
const blocks = 16;
/** How often it asks the same: code is made fast only when it has run a few times. */
const rounds = 2;

const page: readonly SearchType[] = [
  {
    id: 'histogram',
    type: 'pivot',
    row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
    series: [{ id: 'count()', type: 'count' }],
    rollup: true,
  },
  { id: 'messages', type: 'messages', limit: 150, sort: [{ field: 'timestamp', order: 'DESC' }] },
];
const figures: readonly SearchType[] = [
  {
    id: 'figures',
    type: 'pivot',
    row_groups: [{ type: 'values', fields: ['source'], limit: 10 }],
    series: [
      { id: 'count()', type: 'count' },
      { id: 'avg', type: 'avg', field: 'gl2_accounted_message_size' },
    ],
    rollup: true,
  },
];

/** Nothing is kept of what it finds. */
const meter: ResultMeter = { taken: 0, take: () => {}, giveBack: () => {}, assertRoom: () => {} };

/** The index that the newest messages are in, if it need not be scanned. */
function newestOf(store: MessageStore): StoredIndex | undefined {
  const newest = store.indices().findLast(({ messages }) => messages > 0);
  return newest?.words?.covered === newest?.messages ? newest : undefined;
}

/** What is often asked, of two words that a message has. */
function queriesOf({ search_types: types }: QueryResult): string[] {
  const page = types['messages'] as MessagesResult | undefined;
  for (const { message } of page?.messages ?? []) {
    const words = tokenize(String(message['message']).slice(0, 1000));
    const [first, second] = words;
    if (first === undefined || second === undefined) continue;
    const [one, other] = [escapeTerm(first), escapeTerm(second)];
    return [
      one,
      `${one} AND ${other}`,
      quote(`${first} ${second}`),
      `NOT ${other}`,
      `${escapeTerm(first.slice(0, 4))}*`,
    ];
  }
  return [];
}

/** Searches of the newest messages for nobody: anybody's comes before them. */
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
  const ask = async (text: string, searchTypes = page): Promise<QueryResult> => {
    const planned = planQuery(
      {
        id: 'q',
        timerange: { type: 'absolute', from: instantText(Math.floor(from)), to: instantText(Math.floor(to) + 1) },
        query: { type: 'elasticsearch', query_string: text },
        filter: { type: 'or', filters: [...(index.knownStreams ?? [])].map((id) => ({ type: 'stream', id })) },
        search_types: [...searchTypes],
      },
      now,
    );
    const result = await executeQuery(planned, context, new Map());
    // As it would be sent.
    for await (const _piece of jsonPieces(result)) signal.throwIfAborted();
    return result;
  };
  const queries = queriesOf(await ask(''));
  for (let round = 0; round < rounds; round += 1) for (const text of queries) await ask(text);
  await ask(queries[0] ?? '', figures);
}
