/** The feature "What is different here?": builds its request, and the rows from its answer. The functions are pure. */
import type { DifferencesAnswer, DifferencesRequest } from '../../api/contract/differences.js';
import type { SearchType, TimeRange } from '../../api/contract/searches.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { queryOf, type ViewDocument } from '../view/document.js';
import type { Ids } from '../view/ids.js';

/**
 * The messages that are compared with the rest. They are either the messages of a range within a longer range, or those
 * messages of the search that match a query.
 */
export type Compared =
  | { readonly by: 'range'; readonly range: Extract<TimeRange, { type: 'absolute' }>; readonly within: TimeRange }
  | { readonly by: 'group'; readonly query: string };

interface ComparedOf {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly bindings: Bindings;
}

export function differencesRequest(
  { document, queryId, bindings }: ComparedOf,
  compared: Compared,
  ids: Ids,
): DifferencesRequest {
  const query = queryOf(document, queryId);
  const messages: SearchType = {
    ...{ id: ids.uuid(), type: 'messages', name: null, timerange: null, query: null, streams: [], filters: [] },
    ...{ filter: null, limit: 1, offset: 0, decorators: [], sort: [] },
  };
  return {
    search: {
      id: ids.objectId(),
      queries: [{ ...query, ...(compared.by === 'range' && { timerange: compared.within }), search_types: [messages] }],
      parameters: boundParameters(document.search.parameters, bindings),
    },
    selection: compared.by === 'range' ? { timerange: compared.range } : { query: compared.query },
  };
}

interface DifferenceRow {
  readonly field: string;
  readonly value: string;
  /** Share of the selected messages with this value, from 0 to 1; `rest` is the share among the other messages. */
  readonly selected: number;
  readonly rest: number;
  /** Ratio of `selected` to `rest`; Infinity when no other message has the value. */
  readonly ratio: number;
}

/**
 * Returns the rows of an answer. The value by which the messages were selected is left out, because all messages of the
 * selection and no others have it.
 * @param clauseOf returns the query for the messages with a value of a field
 */
export function differenceRows(
  { values, selected, rest }: DifferencesAnswer,
  compared: Compared,
  clauseOf: (field: string, value: string) => string,
): readonly DifferenceRow[] {
  const selecting = compared.by === 'group' ? compared.query : undefined;
  const others = values.filter(({ field, value }) => clauseOf(field, value) !== selecting);
  return others.map((one) => {
    const [inSelection, inRest] = [one.selected / Math.max(selected, 1), one.rest / Math.max(rest, 1)];
    return {
      field: one.field,
      value: one.value,
      selected: inSelection,
      rest: inRest,
      ratio: inRest === 0 ? Infinity : inSelection / inRest,
    };
  });
}

/**
 * Formats a ratio, for example "× 8.9" or "× 38". A ratio below 1 is formatted as its reciprocal, for example "÷ 3.2".
 */
export function ratioText(ratio: number): string {
  const [sign, size] = ratio >= 1 ? ['×', ratio] : ['÷', 1 / ratio];
  return `${sign} ${size >= 10 ? Math.round(size).toLocaleString('en-US') : size.toFixed(1)}`;
}

/** Formats a share in whole percent. A share above 0 and below 1 % is "<1%". Only a share of exactly 1 is "100%". */
export function shareText(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  return `${share < 1 && share > 0.99 ? 99 : Math.round(share * 100)}%`;
}
