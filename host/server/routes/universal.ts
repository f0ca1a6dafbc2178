/** Routes that run a search in a single request (contract search universal.*). */
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredDecorator } from '../../../api/contract/decorators.js';
import type { ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import * as endpoints from '../../../api/contract/universal.js';
import {
  AbsoluteSearch,
  KeywordSearch,
  RelativeSearch,
  type UniversalAnswer,
} from '../../../api/contract/universal.schema.js';
import { authorize, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { entityCollection } from '../documents/kinds.js';
import { searchCaller } from '../entities/searches.js';
import { BadRequestError, ForbiddenError } from '../foundation/errors.js';
import { Yielder } from '../foundation/yielding.js';
import type { StreamedAnswer } from '../http/registry.js';
import { type Registry, type ServedRequest } from '../http/registry.js';
import {
  clippedRange,
  completeSearch,
  resolveRange,
  wireRange,
  type CompleteSearch,
  type SearchCaller,
} from '../search/index.js';
import { exportAnswer } from './exports.js';

type Kind = 'absolute' | 'relative' | 'keyword';
type UniversalQuery = Omit<RelativeSearch, 'range'>;
type Served = Pick<ServedRequest<typeof endpoints.searchRelative>, 'user' | 'raw' | 'signal'>;

const defaultLimit = 150;
/** Longest time in milliseconds for which a search waits for messages that were received before it. */
const mostWaitMs = 250;
const queryId = 'universal';
const searchTypeId = 'messages';

/**
 * Returns the streams that a filter such as `streams:ID` names; undefined: it names none, so all streams are searched.
 * @throws ForbiddenError when the filter has another form, or when the caller may not read one of the streams or may
 * not search without a filter
 */
function streamsOf(kind: Kind, filter: string | undefined, user: Caller, caller: SearchCaller): string[] | undefined {
  const text = filter?.trim() ?? '';
  if (text === '' || text === '*') {
    authorize(user, `searches:${kind}`);
    return undefined;
  }
  const ids = text.startsWith('streams:') ? text.slice('streams:'.length).split(',') : [];
  const streams = ids.map((id) => id.trim()).filter((id) => id !== '');
  if (streams.length === 0 || !streams.every(caller.mayReadStream)) {
    throw new ForbiddenError('Not authorized to search with this filter.');
  }
  return streams;
}

/** Returns the fields that a request names, `timestamp` first; empty: all fields. */
function fieldsOf({ fields }: UniversalQuery): string[] {
  const named = (fields ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '*');
  return named.length === 0 ? [] : [...new Set(['timestamp', ...named])];
}

function sortOf({ sort }: UniversalQuery): { field: string; order: 'ASC' | 'DESC' }[] {
  if (sort === undefined || sort === '') return [{ field: 'timestamp', order: 'DESC' }];
  const [, field, order] = /^(.+):(asc|desc)$/i.exec(sort) ?? [];
  if (field === undefined || order === undefined) {
    throw new BadRequestError(`"sort" must be a field and its order, such as "timestamp:desc", got ${sort}.`);
  }
  return [{ field, order: order.toLowerCase() === 'asc' ? 'ASC' : 'DESC' }];
}

export function registerUniversal(
  registry: Registry,
  { documents, config, search, intake, store }: Needs<'documents' | 'config' | 'search' | 'intake' | 'store'>,
): void {
  const stored = entityCollection<StoredDecorator>(documents, 'decorator');

  /**
   * Waits until messages that were received before the request can be found, because scripts send messages and search
   * for them at once. The function gives up after `mostWaitMs`. It does not wait while more messages arrive than can be
   * stored.
   */
  async function whenFound(): Promise<void> {
    if (store.pressure !== 'open') return;
    const found = intake.submitted().then(() => store.settled());
    // If loading has failed or is paused, the search finds only the messages that are loaded.
    await Promise.race([found.catch(() => {}), delay(mostWaitMs, undefined, { ref: false })]);
  }

  /**
   * Returns the decorators of the streams. If `streams` is undefined, it returns the decorators of searches without a
   * stream (contract search D1).
   */
  function decoratorsFor(streams: readonly string[] | undefined): StoredDecorator[] {
    return stored
      .all()
      .filter(({ stream }) => (streams ? stream !== null && streams.includes(stream) : stream === null))
      .sort((left, right) => left.order - right.order);
  }

  function searchOf(kind: Kind, query: UniversalQuery, range: TimeRange, user: Caller, caller: SearchCaller) {
    const streams = streamsOf(kind, query.filter, user, caller);
    const clipped = clippedRange(resolveRange(range, Date.now()), config.get('searches').query_time_range_limit);
    const complete: CompleteSearch = completeSearch({
      queries: [
        {
          id: queryId,
          query: { type: 'elasticsearch', query_string: query.query === '*' ? '' : query.query },
          timerange: wireRange(clipped),
          filter: streams ? { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } : null,
          search_types: [
            {
              id: searchTypeId,
              type: 'messages',
              limit: query.limit || defaultLimit,
              offset: query.offset ?? 0,
              sort: sortOf(query),
              fields: fieldsOf(query),
              decorators: query.decorate === false ? [] : decoratorsFor(streams),
            },
          ],
        },
      ],
    });
    return { complete, range: wireRange(clipped) };
  }

  async function found(kind: Kind, query: UniversalQuery, range: TimeRange, request: Served): Promise<UniversalAnswer> {
    const caller = searchCaller(documents, request.user);
    const started = performance.now();
    const { complete, range: searched } = searchOf(kind, query, range, request.user, caller);
    await whenFound();
    const job = await search.execute(complete, {}, caller, { signal: request.signal });
    const result = job.results[queryId]?.search_types[searchTypeId];
    if (result?.type !== 'messages') throw new BadRequestError(job.errors?.[0]?.description ?? 'The search failed.');
    const { messages } = result;
    return {
      query: query.query,
      built_query: query.query,
      used_indices: [],
      messages,
      fields: await fieldNames(messages, request.signal),
      time: Math.round(performance.now() - started),
      total_results: result.total_results,
      from: searched.from,
      to: searched.to,
      decoration_stats: decorationNames(messages),
    };
  }

  function csv(kind: Kind, query: UniversalQuery, range: TimeRange, { user, signal, raw }: Served): StreamedAnswer {
    const fields = fieldsOf(query);
    if (fields.length === 0)
      throw new BadRequestError('"fields" is required: the names of the columns, comma separated.');
    const caller = searchCaller(documents, user);
    const { complete } = searchOf(kind, query, range, user, caller);
    const plan = search.planExport({ search: complete, state: {}, searchTypeId, caller });
    const timezone = user.timezone ?? 'UTC';
    const wanted = {
      ...plan,
      fields,
      timezone,
      format: 'csv' as const,
      limit: query.limit || undefined,
      offset: query.offset ?? 0,
    };
    return exportAnswer(search.exportText(wanted, signal), 'csv', raw, {
      'Content-Disposition': `attachment; filename=search-result-${kind}.csv`,
    });
  }

  const rangeOfRelative = ({ range }: RelativeSearch): TimeRange => ({ type: 'relative', range });
  const rangeOfAbsolute = ({ from, to }: AbsoluteSearch): TimeRange => ({ type: 'absolute', from, to });
  const rangeOfKeyword = ({ keyword, timezone }: KeywordSearch): TimeRange => ({
    type: 'keyword',
    keyword,
    ...(timezone !== undefined && { timezone }),
  });
  const wantsCsv = ({ raw }: Served): boolean => /\btext\/csv\b/.test(raw.headers.accept ?? '');
  const answer = async (kind: Kind, query: UniversalQuery, range: TimeRange, request: Served) =>
    wantsCsv(request) ? csv(kind, query, range, request) : found(kind, query, range, request);

  registry.serve(endpoints.searchAbsolute, { query: AbsoluteSearch }, (request) =>
    answer('absolute', request.query, rangeOfAbsolute(request.query), request),
  );
  registry.serve(endpoints.searchRelative, { query: RelativeSearch }, (request) =>
    answer('relative', request.query, rangeOfRelative(request.query), request),
  );
  registry.serve(endpoints.searchKeyword, { query: KeywordSearch }, (request) =>
    answer('keyword', request.query, rangeOfKeyword(request.query), request),
  );
  registry.serve(endpoints.exportAbsolute, { query: AbsoluteSearch }, (request) =>
    csv('absolute', request.query, rangeOfAbsolute(request.query), request),
  );
  registry.serve(endpoints.exportRelative, { query: RelativeSearch }, (request) =>
    csv('relative', request.query, rangeOfRelative(request.query), request),
  );
  registry.serve(endpoints.exportKeyword, { query: KeywordSearch }, (request) =>
    csv('keyword', request.query, rangeOfKeyword(request.query), request),
  );
}

/** Returns the field names of the messages, without internal fields. */
async function fieldNames(messages: readonly ResultMessage[], signal: AbortSignal): Promise<string[]> {
  const names = new Set<string>();
  const yielder = new Yielder(signal);
  for (const { message } of messages) {
    for (const name in message) names.add(name);
    if (yielder.isOver) await yielder.pause();
  }
  return [...names].filter((name) => !/^(_id|streams|gl2_.*)$/.test(name)).sort();
}

function decorationNames(messages: readonly ResultMessage[]): UniversalAnswer['decoration_stats'] {
  const stats = messages.flatMap(({ decoration_stats: own }) => own ?? []);
  if (stats.length === 0) return null;
  const names = (kind: keyof (typeof stats)[number]): string[] => [
    ...new Set(stats.flatMap((own) => Object.keys(own[kind]))),
  ];
  return {
    added_fields: names('added_fields'),
    changed_fields: names('changed_fields'),
    removed_fields: names('removed_fields'),
  };
}
