/** Reads sample messages for the workbench, and runs rules on them. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { MessageFields } from '../contract/searches.js';
import {
  countRuleHits,
  createSampleSet,
  deleteSampleSet,
  listSampleSets,
  runWorkbench,
  simulatePath,
  type HitsRequest,
  type SampleSetBody,
  type WorkbenchRequest,
} from '../contract/rule-workbench.js';
import { mostSamples } from '../contract/rule-workbench.schema.js';
import { searchRelative } from '../contract/universal.js';
import type { RawMessage } from './messages.js';
import { hasList } from './has-list.js';
import { isMissing, unlessMissing } from './missing.js';

const samplesKey = ['sampleSets'] as const;

/** Source of sample messages. */
export type SampleSource =
  | { readonly kind: 'stream'; readonly id: string }
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'search'; readonly query: string };

/** Reads the newest messages of a source, as many as one run accepts. */
export function samplesQuery(client: Client, source: SampleSource) {
  return queryOptions({
    queryKey: ['workbenchSamples', source],
    queryFn: async ({ signal }): Promise<readonly MessageFields[]> => {
      const query = {
        query: {
          stream: '*',
          input: `gl2_source_input:${'id' in source ? source.id : ''}`,
          search: 'query' in source ? source.query || '*' : '*',
        }[source.kind],
        range: 0,
        limit: mostSamples,
        sort: 'timestamp:desc',
        ...(source.kind === 'stream' && { filter: `streams:${source.id}` }),
      };
      const { messages } = await client.call(searchRelative, { query, signal });
      return messages.map(({ message }) => message);
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}

/** Runs a rule on sample messages; null on reference servers, which have no workbench. */
export async function runRule(client: Client, body: WorkbenchRequest, signal: AbortSignal) {
  return unlessMissing(client.call(runWorkbench, { body, signal, background: true }), null);
}

/** Reads in how many recent messages each rule sets fields; null on reference servers, which have no workbench. */
export function ruleHitsQuery(client: Client, body: HitsRequest) {
  return queryOptions({
    queryKey: ['ruleHits', body],
    queryFn: ({ signal }) => unlessMissing(client.call(countRuleHits, { body, signal, background: true }), null),
    staleTime: 60_000,
    retry: false,
  });
}

/** Processes raw texts completely without storing them; null on reference servers, which have no workbench. */
export async function runPath(client: Client, raw: RawMessage, texts: readonly string[], signal: AbortSignal) {
  const { codec, configuration, remoteAddress, inputId } = raw;
  const body = {
    texts: [...texts],
    codec,
    configuration,
    remote_address: remoteAddress,
    ...(inputId !== undefined && { input_id: inputId }),
  };
  return unlessMissing(
    client.call(simulatePath, { body, signal }).then(({ results }) => results),
    null,
  );
}

/** Reads the stored sample sets; null when the server has none. */
export function sampleSetsQuery(client: Client) {
  return queryOptions({
    queryKey: samplesKey,
    queryFn: async ({ signal }) => {
      try {
        return (await client.call(listSampleSets, { signal, check: hasList('sample_sets') })).sample_sets;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    retry: false,
  });
}

export function saveSampleSetMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: SampleSetBody) => client.call(createSampleSet, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: samplesKey }),
  });
}

export function deleteSampleSetMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (sampleSetId: string) => client.call(deleteSampleSet, { params: { sampleSetId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: samplesKey }),
  });
}
