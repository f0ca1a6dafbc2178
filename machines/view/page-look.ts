/**
 * The settings of a search page that its address contains beside the query, so that a link shows somebody else the same
 * page:
 * - columns and sorting of the first message table
 * - stacking of the first histogram
 * - the open message
 * - the tab of the table, and the order of its patterns
 * - the question in the question line
 * - the fields that are computed at query time
 * - the open comparison ("What is different here?")
 *
 * The address contains only what differs from the view as everybody opens it. Only the columns of a new search are
 * always written, because a new search opens with the columns that its reader used last, and these may differ from the
 * columns of the writer. The functions are pure.
 */
import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { ChosenPatternOrder } from './pattern-orders.js';
import type { AnswerForm } from '../question/config.js';
import { computedKind } from './titles.js';
import { sameWire } from '../wire-equality.js';
import { messageTableConfig } from './default-view.js';
import { draftOf, stateOf, updateWidget, withParameters, type ViewDocument } from './document.js';
import type { ViewContext } from './machine-types.js';
import { stackingOf, withStacking, type Stacking } from './stacking.js';
import { traceQueryOf } from './trace-query.js';
import { fittingDraft, type ViewDraft } from './view-draft.js';
import { messageTableOf } from './widget-config.js';
import { readLook } from './widget-looks.js';

export interface PageLook {
  readonly columns?: readonly string[];
  readonly sort?: { readonly field: string; readonly ascending: boolean };
  readonly stacking?: Stacking;
  /** Message whose details are open. */
  readonly message?: LinkedMessage;
  /** Open tab of the message table; absent: the messages themselves. */
  readonly tab?: 'patterns';
  /** Order of the patterns that the user has chosen; absent: the default order. */
  readonly patternOrder?: ChosenPatternOrder;
  /** Text of the question line; absent: no question is asked. */
  readonly question?: string;
  /** Form of the answer that the user has chosen; absent: the default form of the question. */
  readonly answer?: AnswerForm;
  /** Definitions of the fields that are computed at query time, by name, as JSON (see `fitsAddress`). */
  readonly computed?: string;
  /** Open comparison of a part of the messages with the rest, as a text (compared-text.ts); absent: there is none. */
  readonly compared?: string;
}

/** Returns the comparison of the messages that match a query with the rest, as the look contains it. */
export const comparedGroup = (query: string): string => `group ${query}`;

interface LinkedMessage {
  readonly index: string;
  readonly id: string;
}

/**
 * Maximum number of percent-encoded characters of all definitions in an address, because proxies refuse long addresses.
 */
export const longestComputed = 4000;

type DocumentLook = Pick<PageLook, 'columns' | 'sort' | 'stacking' | 'computed'>;

const computedText = (document: ViewDocument, queryId: string): string =>
  JSON.stringify(stateOf(document, queryId).titles?.[computedKind] ?? {});

/** Returns the number of percent-encoded characters that a parameter with a text occupies in an address. */
export const lengthInAddress = (name: string, text: string): number =>
  String(new URLSearchParams({ [name]: text })).length;

/** Tells whether an address has room for the fields that the page computes at query time. */
export const fitsAddress = (document: ViewDocument, queryId: string): boolean =>
  lengthInAddress('computed', computedText(document, queryId)) <= longestComputed;

const isTable = ({ type }: Widget): boolean => type.toLowerCase() === 'messages';

/** Returns the id of the message table to which the look in the address applies. */
export const linkedTable = (document: ViewDocument, queryId: string): string | undefined =>
  stateOf(document, queryId).widgets.find(isTable)?.id;

function lookOf(document: ViewDocument, queryId: string): DocumentLook {
  const state = stateOf(document, queryId);
  const table = state.widgets.find(isTable)?.config as MessageTableConfig | undefined;
  const by = table?.sort?.[0];
  const stacking = state.widgets.map((widget) => stackingOf(state, widget)).find((one) => one !== undefined);
  return {
    ...(table && { columns: table.fields }),
    ...(by && { sort: { field: by.field, ascending: by.direction === 'Ascending' } }),
    ...(stacking && { stacking }),
    ...(fitsAddress(document, queryId) && { computed: computedText(document, queryId) }),
  };
}

type Shown = Pick<ViewContext, 'document' | 'activeQuery' | 'stored' | 'source'>;

/** Returns the look with which everybody opens the view: the look of the stored view, otherwise of a new search. */
export function commonLook({ document, activeQuery, stored }: Shown): DocumentLook {
  if (stored) return lookOf(stored, activeQuery);
  const { fields } = messageTableConfig();
  const ascending = document !== undefined && isOfTrace(document, activeQuery);
  return { columns: fields, sort: { field: 'timestamp', ascending }, stacking: { by: 'level' }, computed: '{}' };
}

/**
 * Returns the parts of the look that an address needs: those that differ from `commonLook`, and the columns of a search
 * that was never saved. Returns undefined unless a new or stored search is open.
 */
export function ownLook(shown: Shown): DocumentLook | undefined {
  const { document, activeQuery, source } = shown;
  if (!document || document.view.type !== 'SEARCH' || source.kind === 'given') return undefined;
  const common = commonLook(shown);
  const { columns, sort, stacking, computed } = lookOf(document, activeQuery);
  return {
    ...(columns && !(shown.stored && sameWire(columns, common.columns)) && { columns }),
    ...(sort && !sameWire(sort, common.sort) && { sort }),
    ...(stacking && !sameWire(stacking, common.stacking) && { stacking }),
    ...(computed !== undefined && computed !== common.computed && { computed }),
  };
}

export const hasOwnLook = (shown: Shown): boolean => Object.keys(ownLook(shown) ?? {}).length > 0;

/**
 * Returns the look of the history entry to which the user has moved. Parts that its address does not contain are taken
 * from `commonLook`. Computed fields are an exception, because they may be too long for an address:
 * - If the entry has a draft that fits, the computed fields of the draft are used.
 * - An entry of a stored view without a draft gets the stored computed fields, because an unchanged view has no draft.
 * - Otherwise the present computed fields stay if they are too long for an address.
 * @param entry what is kept for the entry, whose draft counts only if it fits (see `fittingDraft`); undefined: the page
 * is still at the same entry, or nothing is kept, as for a new entry
 */
export function lookOfEntry(
  shown: Shown,
  requested: PageLook,
  entry: { readonly draft: ViewDraft | undefined } | undefined,
): PageLook {
  const { computed: common, ...look } = { ...commonLook(shown), ...requested };
  const { document, activeQuery, stored, source } = shown;
  const opened = stored ?? document;
  const isUnnamed = requested.computed === undefined;
  const draft = opened && fittingDraft(entry?.draft, source, opened);
  const known = draft ?? (entry && stored && isUnnamed ? { document: stored, activeQuery } : undefined);
  const stays = isUnnamed && document && !fitsAddress(document, activeQuery);
  const computed = known ? computedText(known.document, known.activeQuery) : stays ? undefined : common;
  return { ...look, ...(computed !== undefined && { computed }) };
}

/**
 * Applies a look to the computed fields, the first message table and the first histogram. Settings that the look does
 * not contain stay.
 */
export function withPageLook(
  document: ViewDocument,
  queryId: string,
  { columns, sort, stacking, computed }: DocumentLook,
): ViewDocument {
  let changed = document;
  if (computed !== undefined && computed !== computedText(document, queryId)) {
    const definitions = Object.entries(readLook(computed)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const parameters = document.search.parameters ?? [];
    changed = withParameters(document, parameters, computedKind, Object.fromEntries(definitions));
  }
  const table = stateOf(document, queryId).widgets.find(isTable);
  if (table && (columns || sort)) {
    const config = messageTableOf(table);
    const by = sort && {
      type: 'pivot' as const,
      field: sort.field,
      direction: sort.ascending ? ('Ascending' as const) : ('Descending' as const),
    };
    changed = updateWidget(changed, queryId, {
      ...table,
      config: { ...config, ...(columns && { fields: [...columns] }), ...(by && { sort: [by] }) },
    });
  }
  const state = stateOf(changed, queryId);
  const chart = state.widgets.find((widget) => stackingOf(state, widget) !== undefined);
  if (!chart || !stacking || sameWire(stackingOf(state, chart), stacking)) return changed;
  return withStacking(changed, queryId, chart.id, stacking);
}

const isOfTrace = (document: ViewDocument, queryId: string): boolean =>
  traceQueryOf(draftOf(document, queryId).queryString) !== undefined;

/**
 * Sorts the message table by time when the query of a search becomes a query for one trace, or ceases to be one. A
 * trace is read oldest first, other messages newest first. A table that the user has sorted in another order stays as
 * it is.
 */
export function withTraceOrder(before: ViewDocument, queryId: string, after: ViewDocument): ViewDocument {
  const ascending = isOfTrace(after, queryId);
  if (after.view.type !== 'SEARCH' || ascending === isOfTrace(before, queryId)) return after;
  const sort = { field: 'timestamp', ascending };
  const isUsual = sameWire(lookOf(after, queryId).sort, { ...sort, ascending: !ascending });
  return isUsual ? withPageLook(after, queryId, { sort }) : after;
}
