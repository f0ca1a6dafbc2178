/** The demo of the welcome page: an input that generates messages, and a dashboard for them. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { createInput, inputTypes, startInput, stopInput } from '../contract/inputs.js';
import { invalidateInputs } from './inputs.js';
import { invalidateViewLists, storeDashboard, type NewDashboard } from './views.js';

export const isGenerator = (inputType: string): boolean => /\.FakeHttpMessageInput$/.test(inputType);

export interface DemoStart {
  /** The existing input, or the title of a new one. */
  readonly input: { readonly id: string } | { readonly title: string };
  /** Dashboard to create; undefined: none. */
  readonly dashboard: NewDashboard | undefined;
}

/**
 * Starts the existing input or creates it.
 * @throws Error when the server has no generator
 */
export function startDemoMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ input, dashboard }: DemoStart) => {
      if ('id' in input) await client.call(startInput, { params: { inputId: input.id } });
      else await createGenerator(client, input.title);
      if (dashboard) await storeDashboard(client, dashboard);
    },
    // Some steps may have succeeded before a failure.
    onSettled: () => changed(queryClient),
  });
}

async function createGenerator(client: Client, title: string): Promise<void> {
  const { types } = await client.call(inputTypes);
  const type = Object.keys(types).find(isGenerator);
  if (type === undefined) throw new Error('The server has no generator of messages.');
  const configuration = { sleep: 200, sleep_deviation: 30, source: 'shop.example.org' };
  await client.call(createInput, { body: { title, type, global: true, configuration } });
}

/** Stops the generator; its input and the dashboard are kept. */
export function stopDemoMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (inputId: string) => client.call(stopInput, { params: { inputId } }),
    onSettled: () => changed(queryClient),
  });
}

const changed = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([invalidateInputs(queryClient), invalidateViewLists(queryClient)]);
