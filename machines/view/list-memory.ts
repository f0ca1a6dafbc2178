/**
 * Remembers how the user left the message list of a new search, for each combination of searched streams. The next new
 * search of the same streams starts with the same columns and density. The functions are pure;
 * `elements/view-area/list-memory.ts` stores the record in the browser and with the account.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { readTableLook, titlesWithLook, type TableLook } from './table-look.js';
import { isObject } from '../../api/is-object.js';

export interface RememberedList {
  /** Names of the columns; empty: the columns of a new search. */
  readonly fields: readonly string[];
  readonly look: TableLook;
}

/** The remembered lists by streams (see `streamsKey`), the list changed least recently first. */
export type ListMemory = readonly (readonly [streams: string, list: RememberedList])[];

/** Maximum number of combinations of streams that are remembered; the oldest combinations are dropped. */
export const mostLists = 60;
const mostFields = 100;
const longestField = 500;

/** Returns a key for a set of streams that does not depend on their order. An empty text stands for all streams. */
export const streamsKey = (streams: readonly string[]): string => [...new Set(streams)].sort().join(',');

export function rememberedList(memory: ListMemory, streams: readonly string[]): RememberedList | undefined {
  const key = streamsKey(streams);
  return memory.find(([known]) => known === key)?.[1];
}

export function withRemembered(memory: ListMemory, streams: readonly string[], list: RememberedList): ListMemory {
  const key = streamsKey(streams);
  return [...memory.filter(([known]) => known !== key), [key, list] as const].slice(-mostLists);
}

/** Maximum length of the lists as JSON in an account, in UTF-16 units: servers limit the size of all preferences. */
const longestStored = 16_000;

/** Drops the lists changed least recently until the record is short enough for the preferences of an account. */
export function accountMemory(memory: ListMemory): ListMemory {
  let length = 0;
  const first = memory.findLastIndex((entry) => (length += JSON.stringify(entry).length + 1) > longestStored);
  return memory.slice(first + 1);
}

const isField = (field: unknown): field is string =>
  typeof field === 'string' && field !== '' && field.length <= longestField;

/** Converts a stored value to a record; invalid entries are left out. */
export function readListMemory(stored: unknown): ListMemory {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly unknown[]).slice(-mostLists).flatMap((entry) => {
    if (!Array.isArray(entry)) return [];
    const [key, list] = entry as readonly unknown[];
    if (typeof key !== 'string' || !isObject(list)) return [];
    const fields = Array.isArray(list['fields'])
      ? [...new Set(list['fields'].filter(isField))].slice(0, mostFields)
      : [];
    return [[key, { fields, look: isObject(list['look']) ? readTableLook(list['look']) : {} }] as const];
  });
}

/** Gives the message table of a new search the remembered columns and display settings. */
export function withRememberedList(state: ViewState, widgetId: string, list: RememberedList): ViewState {
  const widgets = state.widgets.map((widget) =>
    widget.id === widgetId && list.fields.length > 0
      ? { ...widget, config: { ...widget.config, fields: [...list.fields] } }
      : widget,
  );
  return { ...state, widgets, titles: titlesWithLook(state.titles, widgetId, list.look) };
}
