/** Restricts requests and responses of a token for one widget of a dashboard to this widget. */
import type { ExecutionState, GlobalOverride, Search } from '../../../api/contract/searches.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { GuestCall } from './guest-rules.js';
import { isObject } from '../foundation/is-object.js';

type Entries = Readonly<Record<string, unknown>>;

/** Returns the ids of the search types of the token's widget; undefined: the token is for the whole view. */
async function ownSearchTypes({ guest, view }: GuestCall): Promise<readonly string[] | undefined> {
  const { widget } = guest;
  if (widget === undefined) return undefined;
  const { state = {} } = (await view()) ?? {};
  return Object.values(state).flatMap(({ widget_mapping: mapping }) => mapping?.[widget] ?? []);
}

/**
 * Returns the execution state that the guest may request. The query of a view is kept. A query in the request needs the
 * allowance `query` and is combined with the query of the view (`lockedQueries`).
 * @throws ForbiddenError for a query without the allowance, and for widgets that the token does not allow
 */
export async function narrowedState(call: GuestCall): Promise<unknown> {
  const { guest, body } = call;
  if (guest.view === undefined || (body !== undefined && body !== null && !isObject(body))) return body;
  const state = (body ?? {}) as Partial<ExecutionState>;
  const overrides = [state.global_override, ...Object.values(state.queries ?? {})];
  if (!guest.allow.includes('query') && overrides.some((one) => isObject(one) && one.query != null))
    throw new ForbiddenError(
      'This embed token allows no query of the page or of the viewer; create the token with allow: ["query"].',
    );
  const own = await ownSearchTypes(call);
  if (!own) return body;
  const requested = state.global_override?.keep_search_types;
  const kept = requested?.length ? own.filter((id) => requested.includes(id)) : own;
  if (kept.length === 0) throw new ForbiddenError('This embed token does not allow other widgets.');
  // Overrides of single queries would replace the global override, which restricts the executed search types.
  const override: GlobalOverride = { ...state.global_override, keep_search_types: [...kept] };
  return { ...state, queries: {}, global_override: override };
}

/** Returns the view with only the token's widget, on its page; a token without widget gets the whole view. */
export function narrowedView(answer: unknown, { guest: { widget } }: GuestCall): unknown {
  if (widget === undefined || !isObject(answer) || !isObject(answer['state'])) return answer;
  const pages = Object.entries(answer['state']).flatMap(([id, page]) => {
    if (!isObject(page) || !Array.isArray(page['widgets'])) return [];
    const widgets = (page['widgets'] as unknown[]).filter((one) => isObject(one) && one['id'] === widget);
    if (widgets.length === 0) return [];
    const only = (entries: unknown): Entries =>
      isObject(entries) && widget in entries ? { [widget]: entries[widget] } : {};
    const titles = isObject(page['titles']) ? page['titles'] : {};
    return [
      [
        id,
        {
          ...page,
          widgets,
          widget_mapping: only(page['widget_mapping']),
          positions: only(page['positions']),
          titles: { tab: titles['tab'] ?? {}, widget: only(titles['widget']) },
        },
      ] as const,
    ];
  });
  return { ...answer, state: Object.fromEntries(pages) };
}

/**
 * Returns the search with only the search types of the token's widget; a token without widget gets the whole search.
 */
export async function narrowedSearch(answer: unknown, call: GuestCall): Promise<unknown> {
  const own = await ownSearchTypes(call);
  if (!own) return answer;
  const search = answer as Required<Search>;
  const queries = search.queries.flatMap((query) => {
    const types = (query.search_types ?? []).filter(({ id }) => id !== undefined && own.includes(id));
    return types.length > 0 ? [{ ...query, search_types: types }] : [];
  });
  return { ...search, queries };
}
