/** Reads, makes, changes and deletes the marks that people set by hand in charts (embedded server only). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { inBackground, type Client } from '../client.js';
import {
  createChartMark,
  deleteChartMark,
  listChartMarks,
  updateChartMark,
  type ChartMark,
  type ChartMarkBody,
  type ChartMarks,
} from '../contract/chart-marks.js';
import { hasList } from './has-list.js';

const key = ['chart-marks'] as const;
const isList = hasList('marks');

/**
 * Time spans are widened to multiples of this many milliseconds, so that elements with almost the same span share an
 * answer.
 */
const hourMs = 3_600_000;
/** Milliseconds for which an answer is shared. */
const sharedMs = 5_000;

/**
 * Reads the marks of a time span, which is widened to whole hours, without prolonging the session.
 * @param span start and end in epoch milliseconds
 */
export function askChartMarks(
  client: Client,
  queryClient: QueryClient,
  span: { readonly from: number; readonly to: number },
): Promise<ChartMarks> {
  const from = new Date(Math.floor(span.from / hourMs) * hourMs).toISOString();
  const to = new Date(Math.ceil(span.to / hourMs) * hourMs).toISOString();
  return queryClient.fetchQuery({
    queryKey: [...key, from, to],
    queryFn: ({ signal }) => inBackground(client).call(listChartMarks, { query: { from, to }, signal, check: isList }),
    staleTime: sharedMs,
  });
}

/** Reads the newest marks of all times, for the list. */
export function chartMarksQuery(client: Client) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => client.call(listChartMarks, { query: {}, signal, check: isList }),
  });
}

/** Makes a mark, or changes the mark `known`. */
export function saveChartMarkMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ known, body }: { readonly known: ChartMark | undefined; readonly body: ChartMarkBody }) =>
      known
        ? client.call(updateChartMark, { params: { markId: known.id }, body: { ...body, version: known.version } })
        : client.call(createChartMark, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export function deleteChartMarkMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (markId: string) => client.call(deleteChartMark, { params: { markId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
