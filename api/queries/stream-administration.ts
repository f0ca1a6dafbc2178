/** Queries and mutations for the administration of streams. */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import type { CloneStreamRequest, StreamRuleRequest, UpdateStreamRequest } from '../contract/streams.js';
import {
  assignIndexSet,
  bulkDeleteStreams,
  bulkPauseStreams,
  bulkResumeStreams,
  cloneStream,
  createStream,
  createStreamRule,
  deleteStream,
  deleteStreamRule,
  pagedStreams,
  pauseStream,
  previewRouting,
  resumeStream,
  streamDependents,
  streamRuleInputs,
  streamRuleTypes,
  testStream,
  updateStream,
  updateStreamRule,
} from '../contract/stream-administration.js';
import { getStream } from '../contract/streams.js';
import type { ResultMessage } from '../contract/searches.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';
import { streamsKey, streamsStaleMs } from './streams.js';
import { gaugesQuery } from './system.js';

/** Columns of the overview that the server does not describe. */
const furtherAttributes: readonly EntityAttribute[] = [
  { id: 'index_set_title', title: 'Index Set', type: 'STRING', sortable: true },
  { id: 'rules', title: 'Rules', type: 'STRING' },
  { id: 'throughput', title: 'Throughput', type: 'STRING' },
];

/** Reads one page of streams in the format of the overview tables. */
export function streamsPageQuery(client: Client, query: PageQuery) {
  return queryOptions({
    queryKey: [...streamsKey, 'page', query],
    queryFn: async ({ signal }) => {
      const answer = await client.call(pagedStreams, {
        query,
        signal,
        check: hasList('elements'),
      });
      return { ...answer, attributes: [...answer.attributes, ...furtherAttributes] };
    },
    placeholderData: keepPreviousData,
  });
}

export function streamQuery(client: Client, streamId: string) {
  return queryOptions({
    queryKey: [...streamsKey, 'one', streamId],
    queryFn: ({ signal }) => client.call(getStream, { params: { streamId }, signal }),
    staleTime: 0,
  });
}

/** Reads the types of stream rules, which are the same for all streams. */
export function ruleTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['streamRuleTypes'],
    queryFn: ({ signal }) => client.call(streamRuleTypes, { params: { streamId: 'null' }, signal }),
    ...keptUntilInvalidated,
  });
}

/** Reads the inputs that a stream rule can name, sorted by title. */
export function ruleInputsQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs', 'ofRules'],
    queryFn: async ({ signal }) =>
      (await client.call(streamRuleInputs, { signal })).inputs.toSorted((a, b) => a.title.localeCompare(b.title)),
    staleTime: streamsStaleMs,
  });
}

/** Reads which rules of a stream match a message; it is read again when a rule has changed. */
export function streamTestQuery(client: Client, streamId: string, { index, message }: ResultMessage) {
  return queryOptions({
    queryKey: [...streamsKey, 'test', streamId, index, message['_id']],
    queryFn: ({ signal }) => client.call(testStream, { params: { streamId }, body: { message }, signal }),
    staleTime: 0,
  });
}

/** Reads how many recent messages a stream would receive; null on reference servers, which have no preview. */
export function routingPreviewQuery(client: Client, streamId: string) {
  return queryOptions({
    queryKey: [...streamsKey, 'preview', streamId],
    queryFn: ({ signal }) => unlessMissing(client.call(previewRouting, { params: { streamId }, signal }), null),
    ...keptUntilInvalidated,
    retry: false,
  });
}

/** Reads the entities that depend on a stream; null on reference servers, which do not report them. */
export function streamDependentsQuery(client: Client, streamId: string) {
  return queryOptions({
    queryKey: [...streamsKey, 'dependents', streamId],
    queryFn: ({ signal }) => unlessMissing(client.call(streamDependents, { params: { streamId }, signal }), null),
    staleTime: 0,
    retry: false,
  });
}

/** Returns the name of the metric of the messages per second of a stream. */
export const throughputMetric = (id: string): string =>
  `org.graylog2.plugin.streams.Stream.${id}.incomingMessages.1-sec-rate`;

/** Reads the messages per second of a stream over all nodes; one request covers all displayed streams. */
export function streamThroughputQuery(client: Client, shown: readonly string[], streamId: string) {
  return queryOptions({
    ...gaugesQuery(client, shown.map(throughputMetric)),
    select: (sums: Readonly<Record<string, number>>) => sums[throughputMetric(streamId)],
    enabled: shown.length > 0,
    placeholderData: keepPreviousData,
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: streamsKey });
/** Invalidates the streams and the users, because creating or deleting a stream changes the user's permissions. */
const owned = (queryClient: QueryClient) =>
  Promise.all([changed(queryClient), queryClient.invalidateQueries({ queryKey: ['users'] })]);

export type StreamValues = Required<Pick<CloneStreamRequest, 'title' | 'index_set_id'>> & {
  readonly description: string;
  readonly remove_matches_from_default_stream: boolean;
};

/** Creates a stream, or a copy of the stream with the id `copyOf`. */
export function createStreamMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ copyOf, values }: { readonly copyOf?: string | undefined; readonly values: StreamValues }) =>
      copyOf === undefined
        ? client.call(createStream, { body: values })
        : client.call(cloneStream, { params: { streamId: copyOf }, body: values }),
    onSuccess: () => owned(queryClient),
  });
}

export function updateStreamMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, changes }: { readonly id: string; readonly changes: UpdateStreamRequest }) =>
      client.call(updateStream, { params: { streamId: id }, body: changes }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteStreamMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (streamId: string) => client.call(deleteStream, { params: { streamId } }),
    onSuccess: () => owned(queryClient),
  });
}

export function deleteStreamsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) => client.call(bulkDeleteStreams, { body: { entity_ids: [...ids] } }),
    onSettled: () => owned(queryClient),
  });
}

export function pauseStreamMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, paused }: { readonly id: string; readonly paused: boolean }) =>
      client.call(paused ? pauseStream : resumeStream, { params: { streamId: id } }),
    onSettled: () => changed(queryClient),
  });
}

export function pauseStreamsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ ids, paused }: { readonly ids: readonly string[]; readonly paused: boolean }) =>
      client.call(paused ? bulkPauseStreams : bulkResumeStreams, { body: { entity_ids: [...ids] } }),
    onSettled: () => changed(queryClient),
  });
}

export function assignIndexSetMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ ids, indexSetId }: { readonly ids: readonly string[]; readonly indexSetId: string }) =>
      client.call(assignIndexSet, { params: { indexSetId }, body: [...ids] }),
    onSuccess: () => changed(queryClient),
  });
}

export interface SavedRule {
  readonly streamId: string;
  /** Id of the rule; absent: the rule is created. */
  readonly ruleId?: string | undefined;
  readonly rule: StreamRuleRequest;
}

export function saveRuleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ streamId, ruleId, rule: body }: SavedRule) =>
      ruleId === undefined
        ? client.call(createStreamRule, { params: { streamId }, body })
        : client.call(updateStreamRule, { params: { streamId, ruleId }, body }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteRuleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: { readonly streamId: string; readonly ruleId: string }) =>
      client.call(deleteStreamRule, { params }),
    onSuccess: () => changed(queryClient),
  });
}
