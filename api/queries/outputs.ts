/** Queries and mutations of outputs, and their states. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  addStreamOutputs,
  createOutput,
  deleteOutput,
  getOutput,
  listOutputs,
  listStreamOutputs,
  outputStates,
  outputTypes,
  removeStreamOutput,
  updateOutput,
} from '../contract/outputs.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated, pollingIfKnown } from './polling.js';
import { streamsKey } from './streams.js';
import { keepingUnknown } from './keep-unknown.js';

const outputsKey = ['outputs'] as const;
const statesPollMs = 2000;

/** Reads outputs. @param streamId id of the stream whose outputs are read; undefined: all outputs */
export function outputsQuery(client: Client, streamId?: string) {
  return queryOptions({
    queryKey: [...outputsKey, 'list', streamId ?? null],
    queryFn: async ({ signal }) => {
      const options = { signal, check: hasList('outputs') };
      const answer =
        streamId === undefined
          ? await client.call(listOutputs, options)
          : await client.call(listStreamOutputs, { params: { streamId }, ...options });
      return answer.outputs;
    },
    staleTime: 0,
  });
}

/** Reads an output again, to notice that another user has changed it before it is overwritten. */
export function storedOutputQuery(client: Client, outputId: string) {
  return queryOptions({
    queryKey: [...outputsKey, 'stored', outputId],
    queryFn: ({ signal }) => client.call(getOutput, { params: { outputId }, signal }),
    staleTime: 0,
  });
}

/** Reads the output types; their descriptions have the names of the types as keys. */
export function outputTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['outputTypes'],
    queryFn: async ({ signal }) => (await client.call(outputTypes, { signal })).types,
    ...keptUntilInvalidated,
  });
}

/** Reads the states of outputs by output id; null on reference servers, which have none. */
export function outputStatesQuery(client: Client) {
  return queryOptions({
    queryKey: [...outputsKey, 'states'],
    queryFn: async ({ signal }) => {
      const answer = await unlessMissing(client.call(outputStates, { signal, background: true }), null);
      return answer && new Map(answer.outputs.map((status) => [status.id, status]));
    },
    retry: false,
    ...pollingIfKnown(statesPollMs),
  });
}

const changed = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: outputsKey }),
    queryClient.invalidateQueries({ queryKey: streamsKey }),
  ]);

export interface SavedOutput {
  /** Id of the output; undefined: it is created. */
  readonly id: string | undefined;
  readonly title: string;
  readonly type: string;
  readonly configuration: Record<string, unknown>;
  /** Id of the stream to which a new output is assigned; undefined: it is not assigned. */
  readonly streamId: string | undefined;
}

export function saveOutputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, streamId, ...body }: SavedOutput) => {
      if (id !== undefined) {
        const params = { outputId: id };
        const replaced = { within: ['configuration'], onlyWithin: true };
        const whole = await keepingUnknown(client.call(getOutput, { params }), body, replaced);
        return client.call(updateOutput, { params, body: whole });
      }
      const output = await client.call(createOutput, { body });
      if (streamId !== undefined)
        await client.call(addStreamOutputs, { params: { streamId }, body: { outputs: [output.id] } });
      return output;
    },
    // The lists are invalidated after a failure too: a new output exists even if it could not be assigned to the
    // stream.
    onSettled: () => changed(queryClient),
  });
}

export function deleteOutputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (outputId: string) => client.call(deleteOutput, { params: { outputId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function assignOutputMutation(client: Client, queryClient: QueryClient, streamId: string) {
  return mutationOptions({
    mutationFn: (outputId: string) =>
      client.call(addStreamOutputs, { params: { streamId }, body: { outputs: [outputId] } }),
    onSuccess: () => changed(queryClient),
  });
}

export function unassignOutputMutation(client: Client, queryClient: QueryClient, streamId: string) {
  return mutationOptions({
    mutationFn: (outputId: string) => client.call(removeStreamOutput, { params: { streamId, outputId } }),
    onSuccess: () => changed(queryClient),
  });
}
