/**
 * The settings of a search page that its address contains beside the query, so that a link shows somebody else the same
 * page:
 * - columns and sorting of the first message table
 * - stacking of the first histogram
 * - the open message
 * - the tab of the table
 * - the question in the question line
 * Only differences from the view as everybody opens it are written. The functions are pure.
 */
import type { MessageTableConfig, Widget } from '../../api/contract/views.schema.js';
import type { AnswerForm } from '../question/config.js';
import { sameWire } from '../wire-equality.js';
import { messageTableConfig } from './default-view.js';
import { draftOf, stateOf, updateWidget, type ViewDocument } from './document.js';
import type { ViewContext } from './machine-types.js';
import { stackingOf, withStacking, type Stacking } from './stacking.js';
import { traceQueryOf } from './trace-query.js';
import { messageTableOf } from './widget-config.js';

export interface PageLook {
  readonly columns?: readonly string[];
  readonly sort?: { readonly field: string; readonly ascending: boolean };
  readonly stacking?: Stacking;
  /** Message whose details are open. */
  readonly message?: LinkedMessage;
  /** Open tab of the message table; absent: the messages themselves. */
  readonly tab?: 'patterns';
  /** Text of the question line, at most `longestQuestion` characters; absent: no question is asked. */
  readonly question?: string;
  /** Form of the answer that the user has chosen; absent: the default form of the question. */
  readonly answer?: AnswerForm;
}

interface LinkedMessage {
  readonly index: string;
  readonly id: string;
}

const names = ['columns', 'sort', 'stack', 'message', 'tab', 'question', 'answer'] as const;
const mostColumns = 100;
const longestQuestion = 500;

const escaped = (name: string): string => name.replace(/[%,]/g, encodeURIComponent);
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Reads the look of the page from an address; unreadable parts count as absent. */
export function readPageLook(search: string | URLSearchParams): PageLook {
  const parameters = new URLSearchParams(search);
  const columns = (parameters.get('columns') ?? '')
    .split(',')
    .map(unescaped)
    .filter((name) => name !== '');
  const sort = /^(.+):(asc|desc)$/.exec(parameters.get('sort') ?? '');
  const stacking = readStacking(parameters.get('stack') ?? '');
  const question = (parameters.get('question') ?? '').slice(0, longestQuestion);
  const answer = /^(bars|time|table)$/.exec(parameters.get('answer') ?? '')?.[0];
  const message = /^([^/]+)\/([^/]+)$/.exec(parameters.get('message') ?? '');
  return {
    ...(columns.length > 0 && { columns: [...new Set(columns)].slice(0, mostColumns) }),
    ...(sort && { sort: { field: sort[1] ?? '', ascending: sort[2] === 'asc' } }),
    ...(stacking && { stacking }),
    ...(message && { message: { index: message[1] ?? '', id: message[2] ?? '' } }),
    ...(parameters.get('tab') === 'patterns' && { tab: 'patterns' as const }),
    ...(question.trim() !== '' && { question }),
    // Cast: the expression above matches the three forms only.
    ...(question.trim() !== '' && answer !== undefined && { answer: answer as AnswerForm }),
  };
}

function readStacking(text: string): Stacking | undefined {
  if (text === 'level' || text === 'nothing') return { by: text };
  return text.startsWith('field:') && text.length > 6 ? { by: 'field', field: text.slice(6) } : undefined;
}

/** Returns the parameters of the address with the look of the page; other parameters stay. */
export function writePageLook(current: string | URLSearchParams, look: PageLook): URLSearchParams {
  const parameters = new URLSearchParams(current);
  for (const name of names) parameters.delete(name);
  const { columns, sort, stacking, message, tab, question, answer } = look;
  if (columns) parameters.set('columns', columns.map(escaped).join(','));
  if (sort) parameters.set('sort', `${sort.field}:${sort.ascending ? 'asc' : 'desc'}`);
  if (stacking) parameters.set('stack', stacking.by === 'field' ? `field:${stacking.field}` : stacking.by);
  if (message) parameters.set('message', `${message.index}/${message.id}`);
  if (tab) parameters.set('tab', tab);
  if (question !== undefined) parameters.set('question', question);
  if (answer) parameters.set('answer', answer);
  return parameters;
}

type DocumentLook = Pick<PageLook, 'columns' | 'sort' | 'stacking'>;

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
  };
}

type Shown = Pick<ViewContext, 'document' | 'activeQuery' | 'stored' | 'source'>;

/** Returns the look with which everybody opens the view: the look of the stored view, otherwise of a new search. */
export function commonLook({ document, activeQuery, stored }: Shown): DocumentLook {
  if (stored) return lookOf(stored, activeQuery);
  const { fields } = messageTableConfig();
  const ascending = document !== undefined && isOfTrace(document, activeQuery);
  return { columns: fields, sort: { field: 'timestamp', ascending }, stacking: { by: 'level' } };
}

/**
 * Returns the parts of the look that differ from `commonLook`. Returns undefined unless a new or stored search is open.
 */
export function ownLook(shown: Shown): DocumentLook | undefined {
  const { document, activeQuery, source } = shown;
  if (!document || document.view.type !== 'SEARCH' || source.kind === 'given') return undefined;
  const common = commonLook(shown);
  const { columns, sort, stacking } = lookOf(document, activeQuery);
  return {
    ...(columns && !sameWire(columns, common.columns) && { columns }),
    ...(sort && !sameWire(sort, common.sort) && { sort }),
    ...(stacking && !sameWire(stacking, common.stacking) && { stacking }),
  };
}

export const hasOwnLook = (shown: Shown): boolean => Object.keys(ownLook(shown) ?? {}).length > 0;

/** Applies a look to the first message table and the first histogram. Settings that the look does not contain stay. */
export function withPageLook(
  document: ViewDocument,
  queryId: string,
  { columns, sort, stacking }: DocumentLook,
): ViewDocument {
  let changed = document;
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
