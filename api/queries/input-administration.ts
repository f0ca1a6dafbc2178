/** Queries and mutations for the administration of inputs. */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  addStaticField,
  allInputTypes,
  clusterInputStates,
  createInput,
  deleteInput,
  getInput,
  inputFailures,
  listInputs,
  previewInput,
  removeStaticField,
  startInputEverywhere,
  stopInputEverywhere,
  testMessage,
  updateInput,
  type InputCreateRequest,
  type InputPreviewRequest,
  type InputTypeInfo,
} from '../contract/inputs.js';
import { clusterMetrics, type Metric } from '../contract/system.js';
import { hasList } from './has-list.js';
import { invalidateInputs } from './inputs.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated, polling, pollingIfKnown } from './polling.js';
import { keepingUnknown } from './keep-unknown.js';

/** Inputs are polled, because other users launch and delete them too. */
const listPollMs = 10_000;
const statesPollMs = 2000;
export const figuresPollMs = 2000;
/** Maximum number of names per request: the server accepts at most 5,000. */
const namesAtOnce = 4000;

/** All inputs with their current state. */
export function administeredInputsQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs', 'administered'],
    queryFn: async ({ signal }) =>
      (await client.call(listInputs, { signal, background: true, check: hasList('inputs') })).inputs,
    staleTime: 0,
    ...polling(listPollMs),
  });
}

/** The input as stored now, to detect a concurrent change before overwriting. */
export function storedInputQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', 'stored', inputId],
    queryFn: ({ signal }) => client.call(getInput, { params: { inputId }, signal }),
    staleTime: 0,
  });
}

/** Input types that may be launched, by type id. */
export function inputTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputTypes'],
    queryFn: ({ signal }) => client.call(allInputTypes, { signal }),
    ...keptUntilInvalidated,
  });
}

/** Finds a type by id, including ids that equal names of object members such as `constructor`. */
export const typeOf = (types: Readonly<Record<string, InputTypeInfo>>, id: string): InputTypeInfo | undefined =>
  Object.hasOwn(types, id) ? types[id] : undefined;

/** States of inputs by node id; null for a node that did not answer. */
export function clusterInputStatesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs', 'clusterStates'],
    queryFn: ({ signal }) => client.call(clusterInputStates, { signal, background: true }),
    staleTime: 0,
    ...polling(statesPollMs),
  });
}

function numberOf(metric: Metric): number {
  if (metric.type === 'counter') return metric.metric.count;
  if (metric.type === 'gauge') return Number(metric.metric.value);
  return metric.type === 'histogram' ? metric.metric.count : metric.metric.rate.one_minute;
}

export type Figures = Readonly<Record<string, number>>;

/** Returns the named metrics of a node by node id; a meter gives its one-minute average. */
export function nodeFiguresQuery(client: Client, names: readonly string[]) {
  return queryOptions({
    queryKey: ['nodeFigures', names],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, Figures>>> => {
      const byNode = new Map<string, [name: string, value: number][]>();
      for (let from = 0; from < names.length; from += namesAtOnce) {
        const metrics = names.slice(from, from + namesAtOnce);
        const nodes = await client.call(clusterMetrics, { body: { metrics }, signal, background: true });
        for (const [nodeId, node] of Object.entries(nodes)) {
          const known = (node?.metrics ?? []).map((metric): [string, number] => [metric.full_name, numberOf(metric)]);
          const finite = known.filter(([, value]) => Number.isFinite(value));
          byNode.set(nodeId, [...(byNode.get(nodeId) ?? []), ...finite]);
        }
      }
      return Object.fromEntries([...byNode].map(([nodeId, known]) => [nodeId, Object.fromEntries(known)]));
    },
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    ...polling(figuresPollMs),
  });
}

/** Messages that could not be decoded; null on a reference server, which does not list them. */
export function inputFailuresQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', 'failures', inputId],
    queryFn: ({ signal }) =>
      unlessMissing(client.call(inputFailures, { params: { inputId }, signal, background: true }), null),
    retry: false,
    ...pollingIfKnown(statesPollMs),
  });
}

/** Creating or deleting an input changes the user's permissions. */
const owned = (queryClient: QueryClient) =>
  Promise.all([invalidateInputs(queryClient), queryClient.invalidateQueries({ queryKey: ['users'] })]);

/** Creates an input, or replaces the named one. */
export function saveInputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({
      id,
      input: body,
    }: {
      readonly id?: string | undefined;
      readonly input: InputCreateRequest;
    }) => {
      if (id === undefined) return client.call(createInput, { body });
      const params = { inputId: id };
      const replaced = { within: ['configuration'], storedAs: { configuration: 'attributes' }, onlyWithin: true };
      const whole = await keepingUnknown(client.call(getInput, { params }), body, replaced);
      return client.call(updateInput, { params, body: whole });
    },
    onSuccess: () => owned(queryClient),
  });
}

export function deleteInputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (inputId: string) => client.call(deleteInput, { params: { inputId } }),
    onSettled: () => owned(queryClient),
  });
}

/** Starts or stops an input on every node where it may run; the answer has null for a node that failed. */
export function runInputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, run }: { readonly id: string; readonly run: boolean }) =>
      client.call(run ? startInputEverywhere : stopInputEverywhere, { params: { inputId: id } }),
    onSettled: () => invalidateInputs(queryClient),
  });
}

/** Sends a message to a running input over its own transport. */
export function testMessageMutation(client: Client) {
  return mutationOptions({
    mutationFn: ({ id, text }: { readonly id: string; readonly text: string }) =>
      client.call(testMessage, { params: { inputId: id }, body: { text } }),
  });
}

export function previewInputMutation(client: Client) {
  return mutationOptions({
    mutationFn: (body: InputPreviewRequest) => client.call(previewInput, { body }),
  });
}

export function addStaticFieldMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, key, value }: { readonly id: string; readonly key: string; readonly value: string }) =>
      client.call(addStaticField, { params: { inputId: id }, body: { key, value } }),
    onSettled: () => invalidateInputs(queryClient),
  });
}

export function removeStaticFieldMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, key }: { readonly id: string; readonly key: string }) =>
      client.call(removeStaticField, { params: { inputId: id, key } }),
    onSettled: () => invalidateInputs(queryClient),
  });
}
