/** Decorators set for streams and searches, and the types there are (contract search D1–D7). */
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

/** Creates a decorator, or updates it when it has an id. */
export function saveDecoratorMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (decorator: Decorator) =>
      decorator.id == null
        ? client.call(createDecorator, { body: decorator })
        : client.call(updateDecorator, { params: { decoratorId: decorator.id }, body: decorator }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: decoratorsKey }),
  });
}

export function deleteDecoratorMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (decoratorId: string) => client.call(deleteDecorator, { params: { decoratorId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: decoratorsKey }),
  });
}
