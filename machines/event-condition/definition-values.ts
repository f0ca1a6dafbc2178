/**
 * Values of the event definition wizard's form: their initial values, and their conversion from and to the API
 * (screens/dashboards-sharing-alerts.md §9.3–9.6, §12). Initial values may come from a draft that was created from a
 * value in a result. The functions are pure.
 */
import type {
  AggregationConfig,
  EventDefinition,
  EventDefinitionBody,
  EventFieldSpec,
  QueryParameter,
} from '../../api/contract/event-definitions.js';
import { findParameters } from '../../api/language/index.js';
import type { EventDefinitionDraft } from '../event-definition-draft/items.js';
import {
  conditionFaults,
  conditionOf,
  emptyCondition,
  expressionOf,
  isEmptyCondition,
  seriesOf,
  type Group,
} from './tree.js';

export const aggregationType = 'aggregation-v1';
export const systemType = 'system-notifications-v1';

/** Parameter of the query; `embryonic` marks a parameter that is used but not declared yet, which servers refuse. */
export type ParameterValue = QueryParameter & { readonly embryonic?: true };

export type Mode = 'filter' | 'aggregation';

export interface DefinitionValues {
  readonly title: string;
  readonly description: string;
  readonly priority: number;
  /** Type of the condition; empty: the user has chosen no type yet. */
  readonly type: string;
  readonly mode: Mode;
  readonly query: string;
  readonly query_parameters: readonly ParameterValue[];
  readonly streams: readonly string[];
  readonly group_by: readonly string[];
  readonly conditions: Group;
  /** Length of the searched range in milliseconds; 0 when the input is invalid. */
  readonly search_within_ms: number;
  readonly execute_every_ms: number;
  /** True: messages are selected by the time at which the server received them. The reference server cannot do this. */
  readonly by_receive_time: boolean;
  /** Maximum number of events per run; undefined: there is no limit. Reference servers have no such setting. */
  readonly event_limit: number | undefined;
  readonly is_scheduled: boolean;
  readonly field_spec: Readonly<Record<string, EventFieldSpec>>;
  readonly key_spec: readonly string[];
  readonly notifications: EventDefinition['notifications'];
  /**
   * Grace period in milliseconds; 0: no grace period; undefined: the grace period is on, but no duration is entered
   * yet.
   */
  readonly grace_period_ms: number | undefined;
  /**
   * Number of messages in the backlog; 0 or null: no backlog; undefined: the backlog is on, but no number is entered
   * yet.
   */
  readonly backlog_size: number | null | undefined;
}

/** Values that the form gets when the user chooses the condition type. */
export const conditionDefaults = {
  mode: 'filter',
  query: '',
  query_parameters: [],
  streams: [],
  group_by: [],
  conditions: emptyCondition,
  search_within_ms: 300_000,
  execute_every_ms: 300_000,
  by_receive_time: false,
  event_limit: undefined,
  is_scheduled: true,
} as const satisfies Partial<DefinitionValues>;

export const newDefinition: DefinitionValues = {
  title: '',
  description: '',
  priority: 2,
  type: '',
  ...conditionDefaults,
  field_spec: {},
  key_spec: [],
  notifications: [],
  grace_period_ms: 300_000,
  backlog_size: null,
};

export const isAggregation = (config: EventDefinition['config']): config is AggregationConfig =>
  config.type === aggregationType;

export function valuesOf(definition: EventDefinition, isScheduled: boolean): DefinitionValues {
  const { config, notification_settings: settings } = definition;
  const common = {
    ...newDefinition,
    title: definition.title,
    description: definition.description,
    priority: definition.priority,
    type: config.type,
    is_scheduled: isScheduled,
    field_spec: definition.field_spec,
    key_spec: definition.key_spec,
    notifications: definition.notifications,
    grace_period_ms: settings.grace_period_ms,
    backlog_size: settings.backlog_size,
  };
  if (!isAggregation(config)) return common;
  const conditions = conditionOf(config.conditions?.expression, config.series ?? []);
  return {
    ...common,
    query: config.query ?? '',
    query_parameters: config.query_parameters ?? [],
    streams: config.streams ?? [],
    group_by: config.group_by ?? [],
    conditions,
    mode: (config.group_by ?? []).length > 0 || !isEmptyCondition(conditions) ? 'aggregation' : 'filter',
    search_within_ms: config.search_within_ms,
    execute_every_ms: config.execute_every_ms,
    by_receive_time: config.by_receive_time === true,
    // Some servers send 0 when there is no limit.
    event_limit: config.event_limit || undefined,
  };
}

/** Tells whether a value is a draft of the wizard; stored drafts may have any form. */
export const isDraft = (value: unknown): value is EventDefinitionDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Readonly<Record<string, unknown>>;
  const isText = (name: string): boolean => draft[name] === undefined || typeof draft[name] === 'string';
  const areTexts = (name: string): boolean =>
    draft[name] === undefined ||
    (Array.isArray(draft[name]) && (draft[name] as unknown[]).every((one) => typeof one === 'string'));
  const within = draft['search_within_ms'];
  return (
    draft['type'] === aggregationType &&
    ['query', 'agg_function', 'agg_field', 'agg_formula'].every(isText) &&
    ['streams', 'group_by'].every(areTexts) &&
    (within === undefined || (typeof within === 'number' && within > 0)) &&
    (draft['loc_query_parameters'] === undefined || Array.isArray(draft['loc_query_parameters']))
  );
};

/** Returns the defaults with the values of a draft. The draft has no comparison, which the user must choose. */
export function valuesOfDraft(draft: EventDefinitionDraft): DefinitionValues {
  const { agg_function: fn, agg_field: field, agg_formula: formula, agg_value: value } = draft;
  const threshold = value === undefined || value === '' ? Number.NaN : Number(value);
  const hasCondition = fn !== undefined && value !== undefined;
  const parameters = (draft.loc_query_parameters ?? []).flatMap((one) => {
    const { name } = one;
    if (typeof name !== 'string') return [];
    const { embryonic: _embryonic, ...declared } = undeclared(name);
    return [{ ...declared, ...one } as ParameterValue];
  });
  const query = draft.query ?? '';
  return {
    ...newDefinition,
    type: aggregationType,
    query,
    query_parameters: syncParameters(query, parameters, new Map()),
    streams: draft.streams ?? [],
    ...(draft.search_within_ms !== undefined && { search_within_ms: draft.search_within_ms }),
    ...(hasCondition && {
      mode: 'aggregation' as const,
      group_by: draft.group_by ?? [],
      conditions: {
        ...emptyCondition,
        items: [
          {
            kind: 'rule' as const,
            fn,
            field: field || undefined,
            ...(formula !== undefined && { formula }),
            ...(Number.isFinite(threshold) && { threshold }),
          },
        ],
      },
    }),
  };
}

const undeclared = (name: string): ParameterValue => ({
  type: 'lut-parameter-v1',
  name,
  title: name,
  data_type: 'any',
  lookup_table: '',
  key: '',
  embryonic: true,
});

/**
 * Returns the parameters that a query uses: declared parameters stay, formerly declared parameters are restored, other
 * parameters are new.
 * @param before all parameters that were declared before, by name
 */
export function syncParameters(
  query: string,
  known: readonly ParameterValue[],
  before: ReadonlyMap<string, ParameterValue>,
): readonly ParameterValue[] {
  const names = [...new Set(findParameters(query).map(({ name }) => name))];
  const byName = new Map([...before, ...known.map((one) => [one.name, one] as const)]);
  const synced = names.map((name) => byName.get(name) ?? undeclared(name));
  const same = synced.length === known.length && synced.every((one, index) => one === known[index]);
  return same ? known : synced;
}

/**
 * Returns groups, series and conditions according to the mode; in the mode `filter` they are empty, as servers expect.
 */
function conditionParts({ mode, group_by, conditions }: DefinitionValues) {
  if (mode === 'filter') return { group_by: [], series: [], conditions: { expression: null } };
  return {
    group_by: [...group_by],
    series: seriesOf(conditions),
    conditions: { expression: expressionOf(conditions) },
  };
}

/**
 * Returns the condition for the request body.
 * @param stored stored configuration: its members that the wizard does not know are kept, and a configuration of the
 * chosen type that is no aggregation stays unchanged
 */
function configOf(values: DefinitionValues, stored: EventDefinition['config'] | undefined): Record<string, unknown> {
  if (values.type !== aggregationType) return stored?.type === values.type ? { ...stored } : {};
  const {
    by_receive_time: _received,
    event_limit: _limit,
    ...kept
  }: Partial<AggregationConfig> = stored && isAggregation(stored) ? stored : {};
  return {
    ...kept,
    type: aggregationType,
    query: values.query,
    query_parameters: values.query_parameters.map((parameter) => ({ ...parameter })),
    streams: [...values.streams],
    search_within_ms: values.search_within_ms,
    execute_every_ms: values.execute_every_ms,
    // Reference servers do not know these members, so they are sent only when they are set.
    ...(values.by_receive_time && { by_receive_time: true }),
    ...(values.event_limit !== undefined && { event_limit: values.event_limit }),
    ...conditionParts(values),
  };
}

/**
 * Builds the request body for creating or changing a definition.
 * @param stored the definition to change; undefined: a definition is created
 */
export function bodyOf(values: DefinitionValues, stored: EventDefinition | undefined): EventDefinitionBody {
  const { scheduler: _scheduler, ...kept } = stored ?? { scheduler: null };
  return {
    ...kept,
    title: values.title,
    description: values.description,
    priority: values.priority,
    alert: values.notifications.length > 0,
    config: configOf(values, stored?.config),
    field_spec: { ...values.field_spec },
    key_spec: [...values.key_spec],
    notifications: [...values.notifications],
    notification_settings: {
      ...stored?.notification_settings,
      grace_period_ms: values.grace_period_ms ?? 0,
      backlog_size: values.backlog_size ?? null,
    },
  };
}

const required = 'Field is required.';

/** Error messages by field of the form. */
export type DefinitionFaults = { readonly [Name in keyof DefinitionValues]?: string | undefined };

/** Returns the errors of the condition and of the notification settings; other values have no rules here. */
export const faultsOf = (values: DefinitionValues): DefinitionFaults => ({
  ...conditionFaultsOf(values),
  ...settingFaultsOf(values),
});

/** Validates the settings of notifications, which matter only if the definition has a notification. */
function settingFaultsOf({ notifications, grace_period_ms, backlog_size }: DefinitionValues): DefinitionFaults {
  if (notifications.length === 0) return {};
  return {
    grace_period_ms: grace_period_ms === undefined ? 'A grace period is required.' : undefined,
    backlog_size: backlog_size === undefined ? 'A number of messages is required.' : undefined,
  };
}

const isLimit = (limit: number | undefined): boolean => limit === undefined || (Number.isInteger(limit) && limit >= 1);

export function conditionFaultsOf(values: DefinitionValues): DefinitionFaults {
  if (values.type !== aggregationType) return {};
  const condition = values.mode === 'aggregation' ? conditionFaults(values.conditions).join('. ') : '';
  return {
    search_within_ms: values.search_within_ms > 0 ? undefined : required,
    execute_every_ms: values.execute_every_ms > 0 ? undefined : required,
    event_limit: isLimit(values.event_limit) ? undefined : 'This must be a whole number of at least 1.',
    conditions: condition === '' ? undefined : condition,
  };
}

// The following types and functions edit the fields of events and their positions in the key.

export interface FieldValue {
  readonly name: string;
  readonly spec: EventFieldSpec;
  /** Position of the field in the key, counted from 1; undefined: it is not part of the key. */
  readonly keyPosition: number | undefined;
}

/**
 * Adds a field, or replaces an existing field in its place.
 * @param replaced former name of the field to replace; undefined: a field is added
 */
export function withField(
  { field_spec, key_spec }: Pick<DefinitionValues, 'field_spec' | 'key_spec'>,
  { name, spec, keyPosition }: FieldValue,
  replaced: string | undefined,
): Pick<DefinitionValues, 'field_spec' | 'key_spec'> {
  const others = Object.entries(field_spec).filter(([one]) => one !== name || one === replaced);
  const entries =
    replaced !== undefined && Object.hasOwn(field_spec, replaced)
      ? others.map((entry) => (entry[0] === replaced ? ([name, spec] as const) : entry))
      : [...others, [name, spec] as const];
  const keys = key_spec.filter((one) => one !== replaced && one !== name);
  if (keyPosition !== undefined) keys.splice(Math.max(0, Math.min(keyPosition - 1, keys.length)), 0, name);
  return { field_spec: Object.fromEntries(entries), key_spec: keys };
}

export function withoutField(
  { field_spec, key_spec }: Pick<DefinitionValues, 'field_spec' | 'key_spec'>,
  name: string,
): Pick<DefinitionValues, 'field_spec' | 'key_spec'> {
  return {
    field_spec: Object.fromEntries(Object.entries(field_spec).filter(([one]) => one !== name)),
    key_spec: key_spec.filter((one) => one !== name),
  };
}
