/** Queries of inputs, for the details of messages (spec 2 §2 "Message detail panel"). */
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getInput, inputStates, listInputs } from '../contract/inputs.js';
import { unlessMissing } from './missing.js';

const inputsStaleMs = 60_000;

/** Reads an input; null when it was deleted. */
export function inputQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', inputId],
    queryFn: ({ signal }) => unlessMissing(client.call(getInput, { params: { inputId }, signal }), null),
    staleTime: inputsStaleMs,
  });
}

export function inputsQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs'],
    queryFn: ({ signal }) => client.call(listInputs, { signal }),
    staleTime: inputsStaleMs,
  });
}

/** Reads the states of inputs, which contain the ports on which they listen. */
export function inputStatesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inputs', 'states', 'all'],
    queryFn: ({ signal }) => client.call(inputStates, { signal }),
    staleTime: 0,
  });
}

/** Invalidates all data about inputs; necessary after an input was created, changed or deleted. */
export async function invalidateInputs(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['inputs'] });
}
