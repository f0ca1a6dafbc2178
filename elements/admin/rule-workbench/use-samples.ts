/** Keeps the sample messages of the workbench and their source. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MessageFields, ResultMessage } from '../../../api/contract/searches.js';
import { sampleSetsQuery, samplesQuery, type SampleSource } from '../../../api/queries/rule-workbench.js';
import { useConnection } from '../../element/connection-context.js';

export type SampleChoice =
  SampleSource | { readonly kind: 'none' } | { readonly kind: 'raw' } | { readonly kind: 'set'; readonly id: string };

export interface Samples {
  readonly choice: SampleChoice;
  readonly choose: (choice: SampleChoice) => void;
  /** Messages; undefined when none are selected, while they are loading, and after a failure. */
  readonly messages: readonly MessageFields[] | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  /** Single message, entered, loaded by its id or passed as `tried`. */
  readonly one: ResultMessage | undefined;
  readonly setOne: (message: ResultMessage | undefined) => void;
}

/**
 * Loads the sample messages of the selected source.
 *
 * @param first source that is selected initially
 * @param tried message that replaces the selected samples, such as a message on which the rule failed
 */
export function useSamples(first: SampleChoice, tried: ResultMessage | undefined): Samples {
  const { client } = useConnection();
  const [choice, choose] = useState<SampleChoice>(first);
  const [one, setOne] = useState<ResultMessage>();
  useEffect(() => {
    if (!tried) return;
    choose({ kind: 'raw' });
    setOne(tried);
  }, [tried]);
  const isRequested = choice.kind === 'stream' || choice.kind === 'input' || choice.kind === 'search';
  const found = useQuery({
    ...samplesQuery(client, isRequested ? choice : { kind: 'search', query: '' }),
    enabled: isRequested,
  });
  const sets = useQuery({ ...sampleSetsQuery(client), enabled: choice.kind === 'set' });
  const own = choice.kind === 'set' ? sets.data?.find(({ id }) => id === choice.id)?.messages : undefined;
  const messages = isRequested
    ? found.data
    : choice.kind === 'raw'
      ? one && [one.message]
      : (own as readonly MessageFields[] | undefined);
  return {
    choice,
    choose,
    messages,
    error: isRequested ? found.error : choice.kind === 'set' ? sets.error : undefined,
    loading: isRequested ? found.isFetching : choice.kind === 'set' && sets.isFetching,
    one,
    setOne,
  };
}
