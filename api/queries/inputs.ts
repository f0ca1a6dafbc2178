/** Inputs, as message details name them (spec 2 §2 "Message detail panel"). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getInput, listInputs } from '../contract/inputs.js';
import { NotFound } from '../failures.js';

const inputsStaleMs = 60_000;

/** Null for an input that was deleted. */
export function inputQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['inputs', inputId],
    queryFn: async ({ signal }) => {
      try {
        return await client.call(getInput, { params: { inputId }, signal });
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
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
