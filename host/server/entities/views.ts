/**
 * Checks access to stored views and their consistency with their search, and converts them to their form in the API
 * (contract search V1–V5).
 */
import type { Search } from '../../../api/contract/searches.schema.js';
import type { View, ViewInput, ViewSummary } from '../../../api/contract/views.schema.js';
import { withDeclaredKeys } from '../../../api/declared-keys.js';
import { grn } from '../auth/grants.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { BadRequestError, ConflictError } from '../foundation/errors.js';
import { checkLengths } from './quotas.js';

/** A stored view; unknown properties that a client sent are kept beside the known ones. */
export interface ViewRecord {
  id: string;
  type: 'SEARCH' | 'DASHBOARD';
  title: string;
  summary: string;
  description: string;
  search_id: string;
  properties: string[];
  state: View['state'];
  owner: string | null;
  created_at: string;
  last_updated_at: string;
}

/** Properties of a stored view that are kept in memory. */
export type ViewHead = Omit<ViewRecord, 'state'>;

export const viewHead = (view: ViewRecord): ViewHead => ({
  id: view.id,
  type: view.type,
  title: view.title,
  summary: view.summary,
  description: view.description,
  search_id: view.search_id,
  properties: view.properties,
  owner: view.owner,
  created_at: view.created_at,
  last_updated_at: view.last_updated_at,
});

export const viewGrn = ({ id, type }: Pick<ViewRecord, 'id' | 'type'>) =>
  grn(type === 'DASHBOARD' ? 'dashboard' : 'search', id);

export const mayRead = (caller: Caller, { id, type }: Pick<ViewRecord, 'id' | 'type'>) =>
  can(caller, permissionOn('view:read', id)) ||
  (type === 'DASHBOARD' && can(caller, permissionOn('dashboards:read', id)));

export const mayEdit = (caller: Caller, { id, type }: Pick<ViewRecord, 'id' | 'type'>) =>
  can(caller, permissionOn('view:edit', id)) ||
  (type === 'DASHBOARD' && can(caller, permissionOn('dashboards:edit', id)));

/**
 * Checks a view.
 * @throws BadRequestError (V2) when there is no search, or when queries, search types, widgets and positions do not fit
 * together
 */
export function checkIntegrity(view: Pick<ViewInput, 'search_id' | 'state'>, search: Search | undefined): void {
  if (!search) throw new BadRequestError(`Search ${view.search_id} not available`);
  const queries = new Set(search.queries.flatMap(({ id }) => id ?? []));
  const states = Object.keys(view.state);
  const unknown = states.filter((id) => !queries.has(id));
  if (unknown.length > 0) {
    throw new BadRequestError(
      `Search queries do not correspond to view/state queries, missing query IDs: [${unknown.join(', ')}]; search queries: ` +
        `[${[...queries].join(', ')}]; state queries: [${states.join(', ')}]`,
    );
  }
  const searchTypes = new Set(
    search.queries.flatMap((query) => (query.search_types ?? []).flatMap(({ id }) => id ?? [])),
  );
  const mapped = Object.values(view.state).flatMap(({ widget_mapping }) => Object.values(widget_mapping ?? {}).flat());
  const missing = mapped.filter((id) => !searchTypes.has(id));
  if (missing.length > 0) {
    throw new BadRequestError(
      `Search types do not correspond to view/search types, missing searches [${missing.join(', ')}]; search types: ` +
        `[${[...searchTypes].join(', ')}]; state query search types: [${mapped.join(', ')}]`,
    );
  }
  const positioned = new Set(Object.values(view.state).flatMap(({ positions }) => Object.keys(positions ?? {})));
  const widgets = Object.values(view.state).flatMap((state) => state.widgets.map(({ id }) => id));
  const homeless = widgets.filter((id) => !positioned.has(id));
  if (homeless.length > 0) {
    throw new BadRequestError(
      `Widget positions don't correspond to widgets, missing widget positions [${homeless.join(', ')}]; widget IDs: ` +
        `[${widgets.join(', ')}]; widget positions: [${[...positioned].join(', ')}]`,
    );
  }
}

/** Types of widgets that show nothing without a search type. */
const asking: ReadonlySet<unknown> = new Set(['aggregation', 'messages']);

/**
 * Checks that the widgets of a new view have search types, because without them they show nothing. A stored view whose
 * widgets lack search types can still be changed.
 * @throws BadRequestError when `widget_mapping` does not mention a widget that needs a search type
 */
export function checkMapping({ state }: Pick<ViewInput, 'state'>, search: Search | undefined): void {
  const silent = Object.values(state).flatMap(({ widgets, widget_mapping: mapping }) =>
    widgets.filter(({ id, type }) => asking.has(type) && mapping?.[id] === undefined).map(({ id }) => id),
  );
  if (silent.length === 0) return;
  const known = search?.queries.flatMap((query) => (query.search_types ?? []).flatMap(({ id }) => id ?? [])) ?? [];
  throw new BadRequestError(
    `Widgets ask for nothing, so they would stay empty: [${silent.join(', ')}]. Name the search types of each in ` +
      `widget_mapping, and add them to the search; search types: [${known.join(', ')}]`,
  );
}

/**
 * Converts highlighting rules of older versions, which have their colour as text, to the present form (contract,
 * HighlightingRule).
 */
function withStaticColors(states: ViewInput['state']): ViewInput['state'] {
  const isOld = (rule: { readonly color?: unknown }): boolean => typeof rule?.color === 'string';
  return Object.fromEntries(
    Object.entries(states).map(([id, state]) => {
      const rules = state.formatting?.highlighting;
      if (!Array.isArray(rules) || !rules.some(isOld)) return [id, state];
      const highlighting = rules.map((rule) =>
        isOld(rule) ? { ...rule, color: { type: 'static', color: String(rule.color) } } : rule,
      );
      return [id, { ...state, formatting: { ...state.formatting, highlighting } }];
    }),
  ) as ViewInput['state'];
}

/**
 * Builds the stored form of a view: the properties that the client sent, including unknown ones, without computed ones.
 * @throws BadRequestError when the title is blank, FieldValidationError when a text is too long
 */
export function viewRecord(
  input: ViewInput,
  kept: Pick<ViewRecord, 'id' | 'type' | 'owner' | 'created_at'>,
): ViewRecord {
  const { favorite: _favorite, requires: _requires, ...sent } = input as ViewInput & Record<string, unknown>;
  if (input.title.trim() === '') throw new BadRequestError('The title of a view must not be blank.');
  checkLengths({
    title: [input.title, 500],
    summary: [input.summary, 10_000],
    description: [input.description, 10_000],
    properties: [input.properties?.join(), 1000],
  });
  return {
    ...sent,
    ...kept,
    title: input.title,
    summary: input.summary ?? '',
    description: input.description ?? '',
    search_id: input.search_id,
    properties: input.properties ?? [],
    state: withStaticColors(input.state),
    last_updated_at: new Date().toISOString(),
  };
}

/** Builds the API form of a view. Its list of required plug-ins is always empty, because views cannot need any (V5). */
export function viewAnswer(record: ViewRecord, favorites: readonly string[]): View {
  return { ...record, state: withDeclaredKeys(record.state), ...computed(record, favorites) };
}

const computed = (head: ViewHead, favorites: readonly string[]) => ({
  requires: {},
  favorite: favorites.includes(viewGrn(head)),
});

/** Builds the summary of a view, which has only the declared members; the full view may contain further members. */
export function viewSummary(head: ViewHead, favorites: readonly string[]): ViewSummary {
  const { last_updated_at: _updated, ...summary } = viewHead(head as ViewRecord);
  return { ...summary, ...computed(head, favorites) };
}

/**
 * Builds the replacement of a stored view.
 * @throws ConflictError when the client names the state of the view that it has edited, and the stored view has another
 * state now; the errors of `viewRecord`
 */
export function replacedView(stored: ViewRecord, input: ViewInput): ViewRecord {
  const restsOn = input.last_updated_at;
  if (typeof restsOn === 'string' && restsOn !== stored.last_updated_at) {
    throw new ConflictError(`View ${stored.id} has been changed in the meantime.`);
  }
  const { id, owner, created_at, type } = stored;
  const record = viewRecord(input, { id, type, owner, created_at });
  // The time of change must grow even for two saves within a millisecond, because it identifies the state.
  const after = Math.max(Date.parse(record.last_updated_at), Date.parse(stored.last_updated_at) + 1);
  return { ...record, last_updated_at: new Date(after).toISOString() };
}
