/** Mutations of the demo on the welcome page: an input that generates messages, and a dashboard that shows them. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { createInput, inputTypes, startInput, stopInput } from '../contract/inputs.js';
import { invalidateInputs } from './inputs.js';
import { invalidateViewLists } from './view-lists.js';
import { storeDashboard, type NewDashboard } from './views.js';

export const isGenerator = (inputType: string): boolean => /\.FakeHttpMessageInput$/.test(inputType);

export interface DemoStart {
  /** Id of the existing input, or the title of the input to create. */
  readonly input: { readonly id: string } | { readonly title: string };
  /** Dashboard to create; undefined: none is created. */
  readonly dashboard: NewDashboard | undefined;
}

/**
 * Starts the demo: starts the existing input or creates one, and creates the dashboard.
 * @throws Error when the server has no input type that generates messages
 */
export function startDemoMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ input, dashboard }: DemoStart) => {
      if ('id' in input) await client.call(startInput, { params: { inputId: input.id } });
      else await createGenerator(client, input.title);
      if (dashboard) await storeDashboard(client, dashboard);
    },
    // The lists are invalidated after a failure too, because some steps may have succeeded before it.
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

/** Stops the input that generates messages; the input and the dashboard are not deleted. */
export function stopDemoMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (inputId: string) => client.call(stopInput, { params: { inputId } }),
    onSettled: () => changed(queryClient),
  });
}

const changed = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([invalidateInputs(queryClient), invalidateViewLists(queryClient)]);
