/** Reads the messages of a definition's window page by page, and the messages that caused an event. */
import type { AggregationConfig, BacklogMessage } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import type { Match } from '../search/match.js';
import type { FoundMessage } from '../search/found-message.js';
import { readPage } from '../search/message-rows.js';
import { readMessage } from '../search/read-message.js';
import { emptyKey } from '../search/pivot-rows.js';
import type { ResultMeter } from '../search/result-size.js';
import { SearchTypeError } from '../search/index.js';
import type { MessageReader } from '../store/types.js';
import { batchSize } from './aggregation-search.js';
import { fieldIs } from './definition-match.js';

/** Memory limit in bytes for one page, and for the messages of one event. */
const mostBytes = 64 * 1024 * 1024;

function meter(): ResultMeter {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take: (bytes) => {
      taken += bytes;
      if (taken > mostBytes)
        throw new SearchTypeError(`The messages take more than ${mostBytes / 1024 / 1024} MB of memory at once.`);
    },
    giveBack: (bytes) => (taken -= bytes),
    assertRoom: () => undefined,
  };
}

const timeOf = ({ message }: FoundMessage): number => Date.parse(String(message['timestamp']));

/**
 * Yields pages of the messages that match, oldest first, each message once.
 * @param fields fields that are read in addition to id, time and streams
 */
export async function* pagesOf(
  store: MessageReader,
  match: Match,
  fields: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FoundMessage[]> {
  const sort = [{ field: 'timestamp', order: 'ASC' as const }];
  let { from } = match.range;
  /** Number of messages already seen with the timestamp at which the page begins. */
  let seen = 0;
  for (;;) {
    const range = { from, to: match.range.to };
    const request = { match: { ...match, range }, sort, offset: seen, limit: batchSize, fields };
    const page = await readPage(store, request, meter(), signal);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < batchSize) return;
    const at = timeOf(last);
    const ofInstant = page.filter((found) => timeOf(found) === at).length;
    seen = at === from ? seen + ofInstant : ofInstant;
    from = at;
  }
}

const namedApart = new Set(['_id', 'source', 'message', 'timestamp', 'streams']);

function backlogMessage({ index, message }: FoundMessage): BacklogMessage {
  const streams = message['streams'];
  return {
    id: String(message['_id']),
    index: index.name,
    source: String(message['source'] ?? ''),
    message: String(message['message'] ?? ''),
    timestamp: String(message['timestamp']),
    stream_ids: Array.isArray(streams) ? streams.map(String) : [],
    fields: Object.fromEntries(Object.entries(message).filter(([name]) => !namedApart.has(name))),
  };
}

/** Returns the messages that caused an event, newest first. @param most largest number of messages */
export async function backlogOf(
  store: MessageReader,
  event: Event,
  config: AggregationConfig,
  match: Match,
  most: number,
  signal: AbortSignal,
): Promise<BacklogMessage[]> {
  if (most <= 0) return [];
  const origin = /^urn:graylog:(?:message|event):es:([^:]+):(.+)$/.exec(event.origin_context ?? '');
  if (origin) {
    const [, index = '', id = ''] = origin;
    const found = await readMessage(store, index, id, signal);
    return found ? [backlogMessage(found)] : [];
  }
  const groups = config.group_by.flatMap((name) => {
    const value = event.group_by_fields[name];
    return value === undefined || value === emptyKey ? [] : [fieldIs(name, value)];
  });
  const sort = [{ field: 'timestamp', order: 'DESC' as const }];
  const request = {
    match: { ...match, queries: [...match.queries, ...groups] },
    sort,
    offset: 0,
    limit: most,
    fields: [],
  };
  return (await readPage(store, request, meter(), signal)).map(backlogMessage);
}
