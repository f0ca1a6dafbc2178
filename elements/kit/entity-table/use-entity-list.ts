/**
 * Holds the state of an overview table: layout preferences from the server, the user's question (page number, query and
 * filters), and the rows (contract dashboards-sharing-alerts entitylists.*).
 */
import { useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { inBackground, type Client } from '../../../api/client.js';
import type { EntityAttribute, PageQuery } from '../../../api/contract/list.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { listPreferencesQuery, saveListPreferencesMutation } from '../../../api/queries/entity-preferences.js';
import {
  firstQuestion,
  layoutOf,
  pageQueryOf,
  preferencesOf,
  toggledColumns,
  type EntityListLayout,
  type EntityListQuestion,
} from '../../../machines/entity-list.js';
import { listAfter, pageCount, type ListQuestion, type PagedListEvent } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { useToasts } from '../feedback.js';
import { tableTexts } from './texts.js';

/** Answer of the server to the request for a page of an overview list. */
export interface EntityListAnswer<Entity> {
  readonly elements: readonly Entity[];
  readonly total: number;
  readonly pagination?: { readonly total: number };
  readonly attributes: readonly EntityAttribute[];
}

export interface EntityListOptions<Answer> {
  /** Key of the stored preferences, such as `dashboards`. */
  readonly id: string;
  readonly defaults: EntityListLayout;
  /**
   * Returns the options of the list query, from `api/queries`; they should keep the previous data, so that rows stay on
   * screen while the next rows are being loaded.
   */
  readonly query: (client: Client, question: PageQuery) => ListQueryOptions<Answer>;
  /** Polling interval in ms; a hidden tab does not poll. Absent: the rows are not polled. */
  readonly reloadEveryMs?: number;
  /** Question that the page keeps, for example in its address; absent: the table keeps the question. */
  readonly question?: EntityListQuestion | undefined;
  readonly onQuestion?: ((question: EntityListQuestion) => void) | undefined;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each list has its own type of query keys; they are passed on
type ListQueryOptions<Answer> = UseQueryOptions<Answer, Error, Answer, any>;

export interface EntityList<Entity> {
  readonly id: string;
  /** Rows; undefined until the first answer. */
  readonly rows: readonly Entity[] | undefined;
  readonly attributes: readonly EntityAttribute[];
  readonly total: number;
  readonly pages: number;
  readonly question: EntityListQuestion;
  readonly layout: EntityListLayout;
  /** True while rows are being loaded, except by polling. */
  readonly loading: boolean;
  readonly failure: unknown;
  /** Sends an event to the machine of the list, for example that the user has selected another page or sort order. */
  readonly send: (event: PagedListEvent) => void;
  readonly reload: () => void;
  readonly toggleColumn: (id: string) => void;
}

export function useEntityList<Answer extends EntityListAnswer<unknown>>(
  options: EntityListOptions<Answer>,
): EntityList<Answer['elements'][number]> {
  const { id, defaults, query, question: given, onQuestion, reloadEveryMs } = options;
  const { client, queryClient, polls } = useConnection();
  const { toast } = useToasts();
  const [own, setOwn] = useState(firstQuestion);
  const question = given ?? own;
  const setQuestion = onQuestion ?? setOwn;

  const preferences = useQuery(listPreferencesQuery(client, id));
  const preferencesFailure = preferences.error;
  const { mutate } = useMutation(saveListPreferencesMutation(client, queryClient, id));
  const layout = useMemo(() => layoutOf(preferences.data ?? {}, defaults), [preferences.data, defaults]);
  const change = useCallback(
    (changes: Partial<EntityListLayout>) =>
      mutate(preferencesOf({ ...layout, ...changes }), {
        onError: (error) => toast('error', tableTexts.savingFailed(reasonOf(error)), tableTexts.failedTitle),
      }),
    [mutate, layout, toast],
  );

  const answer = useQuery({
    ...query(client, pageQueryOf(question, layout)),
    // The rows are requested once the preferences, which determine sort and page size, are loaded or have failed to
    // load.
    enabled: !preferences.isPending,
  });
  const { data, isSuccess: hasRows } = answer;
  useEffect(() => {
    // If the rows cannot be loaded either, the table shows an error, so no toast is needed.
    if (preferencesFailure && hasRows)
      toast('error', tableTexts.loadingFailed(id, reasonOf(preferencesFailure)), tableTexts.failedTitle);
  }, [preferencesFailure, hasRows, id, toast]);
  const [live, setLive] = useState(false);
  const reloadLive = useEffectEvent(async () => {
    if (preferences.isPending) return;
    setLive(true);
    try {
      const requested = query(inBackground(client), pageQueryOf(question, layout));
      await queryClient.fetchQuery({ ...requested, staleTime: 0 });
    } finally {
      setLive(false);
    }
  });
  useEffect(
    () => (reloadEveryMs === undefined ? undefined : polls.every(reloadEveryMs, () => reloadLive())),
    [polls, reloadEveryMs],
  );
  const total = data?.pagination?.total ?? data?.total ?? 0;
  const requestedQuestion: ListQuestion = { ...question, perPage: layout.perPage, sort: layout.sort };
  const send = (event: PagedListEvent): void => {
    if (event.type === 'reload') void answer.refetch();
    const { page, query: text, filters, perPage, sort } = listAfter(requestedQuestion, event).question;
    if (perPage !== layout.perPage || sort !== layout.sort) change({ perPage, sort });
    if (page !== question.page || text !== question.query || filters !== question.filters)
      setQuestion({ page, query: text, filters });
  };
  const settled = data !== undefined && !answer.isPlaceholderData;
  const { question: next, state } = settled
    ? listAfter(requestedQuestion, { type: 'answered', total })
    : { question: requestedQuestion, state: 'asking' as const };
  const to = next.page;
  useEffect(() => {
    if (to !== question.page) setQuestion({ ...question, page: to });
  }, [to, question, setQuestion]);

  return {
    id,
    rows: data?.elements,
    attributes: data?.attributes ?? noAttributes,
    total,
    pages: pageCount(total, layout.perPage),
    question,
    layout,
    loading: (answer.isFetching && !live) || state === 'asking',
    failure: answer.error ?? undefined,
    send,
    reload: () => send({ type: 'reload' }),
    toggleColumn: (column) => change({ displayed: toggledColumns(layout.displayed, column) }),
  };
}

const noAttributes: readonly EntityAttribute[] = [];
