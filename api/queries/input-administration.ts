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

/** Interval at which the list of inputs is polled, because other users launch and delete inputs too. */
const listPollMs = 10_000;
const statesPollMs = 2000;
export const figuresPollMs = 2000;
/** Maximum number of metrics per request; the server accepts at most 5,000. */
const namesAtOnce = 4000;

/** Reads all inputs and polls them. */
export function administeredInputsQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs', 'administered'],
    queryFn: async ({ signal }) =>
      (await client.call(listInputs, { signal, background: true, check: hasList('inputs') })).inputs,
    staleTime: 0,
    ...polling(listPollMs),
  });
}

/** Reads an input again, to notice that another user has changed it before it is overwritten. */
export function storedInputQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', 'stored', inputId],
    queryFn: ({ signal }) => client.call(getInput, { params: { inputId }, signal }),
    staleTime: 0,
  });
}

/** Reads the input types that can be launched; their descriptions have the names of the types as keys. */
export function inputTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputTypes'],
    queryFn: ({ signal }) => client.call(allInputTypes, { signal }),
    ...keptUntilInvalidated,
  });
}

/**
 * Returns the input type with an id. For an unknown id it returns undefined, also if the id is the name of a member
 * that every object has, such as `constructor`.
 */
export const typeOf = (types: Readonly<Record<string, InputTypeInfo>>, id: string): InputTypeInfo | undefined =>
  Object.hasOwn(types, id) ? types[id] : undefined;

/** Reads the states of inputs by node id, null for a node that did not answer, and polls them. */
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

/**
 * Reads the named metrics of all nodes, by node id, and polls them: the value of a gauge, the count of a counter or
 * histogram, and the one-minute rate of a meter or timer. Values that are no finite numbers are left out.
 */
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

/** Reads the messages that an input could not decode; null on reference servers, which do not list them. */
export function inputFailuresQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', 'failures', inputId],
    queryFn: ({ signal }) =>
      unlessMissing(client.call(inputFailures, { params: { inputId }, signal, background: true }), null),
    retry: false,
    ...pollingIfKnown(statesPollMs),
  });
}

/** Invalidates the inputs and the users, because creating or deleting an input changes the user's permissions. */
const owned = (queryClient: QueryClient) =>
  Promise.all([invalidateInputs(queryClient), queryClient.invalidateQueries({ queryKey: ['users'] })]);

/** Creates an input, or replaces the input with the given id. */
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

/** Starts or stops an input on every node where it may run; the answer contains null for nodes that failed. */
export function runInputMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, run }: { readonly id: string; readonly run: boolean }) =>
      client.call(run ? startInputEverywhere : stopInputEverywhere, { params: { inputId: id } }),
    onSettled: () => invalidateInputs(queryClient),
  });
}

/** Sends a test message to a running input over the input's own transport protocol. */
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
