/**
 * Registers the routes that store, execute, poll, cancel and validate searches, and that suggest values (contract
 * search search.*, validate.*, suggest.*).
 */
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { SuggestRequest, ValidateRequest } from '../../../api/contract/fields.schema.js';
import { ExecutionState, Search, UnstoredSearch } from '../../../api/contract/searches.schema.js';
import { differencesOfMessages } from '../../../api/contract/differences.js';
import { DifferencesRequest } from '../../../api/contract/differences.schema.js';
import { patternsOfMessages } from '../../../api/contract/patterns.js';
import type { Query } from '../../../api/contract/searches.js';
import * as endpoints from '../../../api/contract/searches.js';
import { previewComputedFields } from '../../../api/contract/computed-fields.js';
import { ComputedPreviewBody } from '../../../api/contract/computed-fields.schema.js';
import type { Needs } from '../context.js';
import { lockedQueries, searchCaller, type Searches } from '../entities/searches.js';
import { NotFoundError } from '../foundation/errors.js';
import { streamedList } from '../lists/streamed-list.js';
import type { Registry } from '../http/registry.js';
import {
  checkStreams,
  completeSearch,
  functionTitles,
  searchTexts,
  streamsFor,
  streamsOfSearch,
  usedParameters,
} from '../search/index.js';

const SyncQuery = Type.Object({ timeout: Type.Optional(Type.Integer({ minimum: 0 })) });
const longestWaitMs = 60_000;
/**
 * Milliseconds after which the request that executes a search is answered with the unfinished job (contract
 * search.execute: up to a minute). The client then polls the job. The time is short, because a browser has only six
 * connections to a server, and slow searches must leave some of them to other requests.
 */
const executionAnswerMs = 1_000;

function metadata({ queries, parameters }: Pick<Search, 'queries' | 'parameters'>): endpoints.SearchMetadata {
  const used = (query: Query): [string, { used_parameters_names: string[] }] => [
    query.id ?? '',
    { used_parameters_names: usedParameters(query) },
  ];
  return {
    query_metadata: Object.fromEntries(queries.map(used)),
    declared_parameters: Object.fromEntries((parameters ?? []).map((parameter) => [parameter.name, parameter])),
  };
}

/** Returns the execution state with the computed fields of a search that is not stored. */
const computedState = ({ computed_fields: computed }: UnstoredSearch): ExecutionState =>
  computed ? { additional_parameters: { computed_fields: computed } } : {};

const textOf = (query: string | { query_string: string } | null | undefined): string =>
  typeof query === 'string' ? query : (query?.query_string ?? '');

export function registerSearches(
  registry: Registry,
  { documents, search }: Needs<'documents' | 'search'>,
  searches: Searches,
): void {
  /** Returns a job as the response; its result stays in memory until the client has received the response. */
  function sent(job: endpoints.SearchJob, { raw }: FastifyReply): endpoints.SearchJob {
    raw.once('close', search.keep(job.id));
    return job;
  }

  registry.serve(endpoints.createSearch, { body: Search }, async ({ body, user, reply }) => {
    const complete = completeSearch(body);
    checkStreams(streamsOfSearch(complete), searchCaller(documents, user));
    const stored = await searches.put(complete, user);
    void reply.header('Location', stored.id);
    return stored;
  });
  registry.serve(endpoints.getSearch, {}, ({ params, user }) => searches.get(params.searchId, user));
  registry.serve(endpoints.listSearches, {}, ({ user }) => streamedList(searches.list(user)));
  registry.serve(endpoints.searchMetadata, { body: Search }, ({ body }) => metadata(body));
  registry.serve(endpoints.storedSearchMetadata, {}, async ({ params, user }) =>
    metadata(await searches.get(params.searchId, user)),
  );

  registry.serve(
    endpoints.executeSearch,
    { body: Type.Optional(ExecutionState) },
    async ({ params, body, user, signal, reply }) => {
      const stored = lockedQueries(await searches.get(params.searchId, user), user);
      const job = await search.execute(stored, body ?? {}, searchCaller(documents, user), {
        signal,
        waitMs: executionAnswerMs,
      });
      void reply.header('Location', `views/search/status/${job.id}`);
      return sent(job, reply);
    },
  );
  registry.serve(
    endpoints.executeSync,
    { body: UnstoredSearch, query: SyncQuery },
    async ({ body, query, user, signal, reply }) => {
      const job = await search.execute(completeSearch(body), computedState(body), searchCaller(documents, user), {
        signal,
        waitMs: Math.min(query.timeout ?? longestWaitMs, longestWaitMs),
      });
      return sent(job, reply);
    },
  );
  registry.serve(previewComputedFields, { body: ComputedPreviewBody }, ({ body, user, signal }) =>
    search.previewComputed(body, user.username, signal),
  );
  registry.serve(patternsOfMessages, { body: UnstoredSearch }, ({ body, user, signal }) =>
    search.patterns(
      { search: completeSearch(body), state: computedState(body), caller: searchCaller(documents, user) },
      signal,
    ),
  );
  registry.serve(differencesOfMessages, { body: DifferencesRequest }, ({ body, user, signal }) =>
    search.differences(
      {
        search: completeSearch(body.search),
        state: computedState(body.search),
        caller: searchCaller(documents, user),
      },
      body.selection,
      signal,
    ),
  );
  registry.serve(endpoints.searchJobStatus, {}, ({ params, user, reply }) => {
    const job = search.status(params.jobId, user.username);
    if (!job) throw new NotFoundError(searchTexts.noJob(params.jobId));
    return sent(job, reply);
  });
  registry.serve(endpoints.cancelSearchJob, {}, ({ params, user }) => {
    if (!search.cancel(params.jobId, user.username)) throw new NotFoundError(searchTexts.noJob(params.jobId));
    return undefined;
  });

  registry.serve(endpoints.aggregationFunctions, {}, () =>
    Object.fromEntries(Object.entries(functionTitles).map(([type, description]) => [type, { type, description }])),
  );

  registry.serve(endpoints.validateQuery, { body: ValidateRequest }, ({ body, user }) => {
    const streams = streamsFor(body.streams, searchCaller(documents, user));
    return search.validate({
      streams,
      queries: [textOf(body.query), textOf(body.filter)],
      ...(body.timerange && { timerange: body.timerange }),
      parameters: body.parameters ?? [],
      bindings: body.parameter_bindings ?? {},
    });
  });

  registry.serve(endpoints.suggestValues, { body: SuggestRequest }, ({ body, user, signal }) => {
    const caller = searchCaller(documents, user);
    const named = body.streams ?? [];
    const streams = named.length > 0 ? named.filter(caller.mayReadStream) : caller.readableStreams;
    const { field, input, size, timerange, computed_fields: computed } = body;
    if (streams.length === 0) return { field, input };
    return search.suggest(
      {
        field,
        input,
        size: size ?? 10,
        streams,
        username: user.username,
        ...(timerange && { timerange }),
        ...(computed && { computed }),
        ...(caller.restriction && { restriction: caller.restriction }),
      },
      signal,
    );
  });
}
