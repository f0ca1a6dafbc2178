/** Queries and mutations of decorators of streams and searches, and of their types (contract search D1–D7). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  createDecorator,
  decoratorTypes,
  deleteDecorator,
  listDecorators,
  updateDecorator,
} from '../contract/decorators.js';
import type { Decorator } from '../contract/searches.js';
import { keptUntilInvalidated } from './polling.js';

const decoratorsKey = ['decorators'] as const;

export function decoratorsQuery(client: Client) {
  return queryOptions({
    queryKey: decoratorsKey,
    queryFn: ({ signal }) => client.call(listDecorators, { signal, check: Array.isArray }),
    staleTime: 60_000,
  });
}

export function decoratorTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['decoratorTypes'],
    queryFn: ({ signal }) => client.call(decoratorTypes, { signal }),
    ...keptUntilInvalidated,
  });
}

/** Decorators that must be created, updated and deleted so that one list becomes another. */
interface Difference {
  readonly created: readonly Decorator[];
  readonly updated: readonly Decorator[];
  readonly deleted: readonly string[];
}

/** Stores edited lists with one call per change. Changes stored before a failure stay stored. */
export function storeDecoratorsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (differences: readonly Difference[]) => {
      for (const { created, updated, deleted } of differences) {
        for (const body of created) await client.call(createDecorator, { body });
        for (const body of updated) {
          await client.call(updateDecorator, { params: { decoratorId: String(body.id) }, body });
        }
        for (const decoratorId of deleted) await client.call(deleteDecorator, { params: { decoratorId } });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: decoratorsKey }),
  });
}
