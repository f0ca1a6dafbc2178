/**
 * Validates event definitions from requests: fills in defaults and reports problems by field (contract
 * dashboards-sharing-alerts EVENT DEFINITION VALIDATION).
 */
import {
  aggregationFunctions,
  aggregationType,
  systemNotificationsType,
  type AggregationConfig,
  type AggregationSeries,
  type EventDefinition,
  type EventDefinitionBody,
  type EventFieldSpec,
  type FieldProvider,
  type QueryParameter,
} from '../../../api/contract/event-definitions.schema.js';
import { templateProblem } from '../../../api/field-template.js';
import { findParameters } from '../../../api/language/index.js';
import { newEntityId } from '../foundation/ids.js';
import { entityScopes } from '../entities/catalogue.js';
import { BadRequestError, ValidationResultError } from '../foundation/errors.js';
import { eventsStreamId, systemEventsStreamId } from '../documents/event-documents.js';
import { readQuery } from '../search/compile.js';
import { SearchTypeError } from '../search/index.js';
import { ConditionError, readExpression, referencesOf } from './conditions.js';
import { isObject } from '../foundation/is-object.js';
import { checkFormulas, formulaSeries } from './formula-series.js';

/** An event definition in its stored form. */
export type DefinitionDocument = Omit<EventDefinition, 'scheduler'> & {
  /** True when the definition runs on a schedule. */
  readonly isScheduled: boolean;
};

export type Problems = Record<string, string[]>;
type Given = Readonly<Record<string, unknown>>;

const mostTitle = 1000;
const mostDescription = 20_000;
const mostStreams = 1000;
const mostGroupBy = 20;
const mostSeries = 100;
const mostFields = 100;
const mostNotifications = 100;
const longestName = 500;
/** Shortest window of a search and shortest interval between searches, in milliseconds. */
const shortestMs = 1000;
const longestMs = 366 * 86_400_000;
const mostBacklog = 1000;

const fieldNamePattern = /^[A-Za-z0-9_.@-]*$/;

function add(problems: Problems, field: string, problem: string): void {
  (problems[field] ??= []).push(problem);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function textsOf(problems: Problems, field: string, value: unknown, most: number): string[] {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one.length <= longestName)) {
    add(problems, field, 'This must be a list of texts.');
    return [];
  }
  if (list.length > most) add(problems, field, `There may be at most ${most}.`);
  return [...new Set(list as string[])];
}

function millisecondsOf(problems: Problems, field: string, value: unknown): number {
  const number = typeof value === 'number' && Number.isInteger(value) ? value : 0;
  if (number <= 0) add(problems, field, 'This must be greater than zero.');
  else if (number < shortestMs) add(problems, field, 'This must be at least one second.');
  else if (number > longestMs) add(problems, field, 'This must be at most a year.');
  return number;
}

function seriesOf(problems: Problems, value: unknown): AggregationSeries[] {
  const list = value ?? [];
  if (!Array.isArray(list) || list.length > mostSeries) {
    add(problems, 'series', `This must be a list of at most ${mostSeries} series.`);
    return [];
  }
  const ids = new Set<string>();
  return list.flatMap((one: unknown): AggregationSeries[] => {
    if (!isObject(one)) {
      add(problems, 'series', 'A series names a function and a field.');
      return [];
    }
    if (one['function'] === 'formula')
      return [formulaSeries(problems, seriesId(problems, one, ids), textOf(one['formula']))];
    const name = aggregationFunctions.find((known) => known === one['function']);
    if (name === undefined)
      throw new BadRequestError(
        `A series cannot be read as org.graylog.events.processor.aggregation.AggregationSeries: ${JSON.stringify(one['function'] ?? null)} is none of ${aggregationFunctions.join(', ')}.`,
      );
    const field = textOf(one['field']) === '' ? null : textOf(one['field']);
    if (field === null && name !== 'count') add(problems, 'series', `The function ${name} needs a field.`);
    return [{ id: seriesId(problems, one, ids), function: name, field }];
  });
}

function seriesId(problems: Problems, given: Given, ids: Set<string>): string {
  const id = textOf(given['id']) === '' ? newEntityId() : textOf(given['id']);
  if (ids.has(id)) add(problems, 'series', `Two series have the id ${JSON.stringify(id)}.`);
  ids.add(id);
  return id;
}

function conditionsOf(problems: Problems, value: unknown, series: readonly AggregationSeries[]) {
  const given = isObject(value) ? (value['expression'] ?? null) : null;
  if (given === null) return { expression: null };
  try {
    const expression = readExpression(given);
    const known = new Set(series.map(({ id }) => id));
    for (const id of referencesOf(expression))
      if (series.length > 0 && !known.has(id))
        add(problems, 'conditions', `The condition refers to the series ${JSON.stringify(id)}, which there is not.`);
    return { expression };
  } catch (error) {
    if (error instanceof ConditionError) throw new BadRequestError(error.message);
    throw error;
  }
}

/** Largest number of parameters of a query. */
const mostParameters = 20;

function parametersOf(problems: Problems, config: Given): QueryParameter[] {
  const declared = Array.isArray(config['query_parameters']) ? config['query_parameters'] : [];
  if (declared.some((one) => isObject(one) && 'embryonic' in one))
    throw new BadRequestError('A query parameter has the property "embryonic": it is not declared yet.');
  if (declared.length > mostParameters)
    add(problems, 'query_parameters', `There may be at most ${mostParameters} parameters.`);
  return declared.slice(0, mostParameters).flatMap((given): QueryParameter[] => {
    const one = isObject(given) ? given : {};
    const [name, title, table, key] = ['name', 'title', 'lookup_table', 'key'].map((property) =>
      textOf(one[property]).trim(),
    );
    if (!name || !table || !key) {
      add(problems, 'query_parameters', 'A parameter needs a name, a lookup table and a key.');
      return [];
    }
    const { description, default_value: otherwise, optional } = one;
    return [
      {
        type: 'lut-parameter-v1',
        name,
        title: title || name,
        data_type: 'any',
        lookup_table: table,
        key,
        ...(typeof description === 'string' && { description }),
        ...(typeof otherwise === 'string' && { default_value: otherwise }),
        ...(typeof optional === 'boolean' && { optional }),
      },
    ];
  });
}

function queryOf(problems: Problems, config: Given, parameters: readonly QueryParameter[]): string {
  const query = textOf(config['query']);
  const declared = new Set(parameters.map(({ name }) => name));
  const names = [...new Set(findParameters(query).map(({ name }) => name))];
  const missing = names.filter((name) => !declared.has(name));
  if (missing.length > 0)
    add(problems, 'query_parameters', `The query has parameters that are not declared: ${missing.join(', ')}.`);
  try {
    if (names.length === 0) readQuery(query, { allowLeadingWildcard: true });
  } catch (error) {
    if (!(error instanceof SearchTypeError)) throw error;
    add(problems, 'query', error.message);
  }
  return query;
}

function aggregationOf(problems: Problems, config: Given): AggregationConfig {
  const groupBy = textsOf(problems, 'group_by', config['group_by'], mostGroupBy).filter((name) => name !== '');
  const series = seriesOf(problems, config['series']);
  checkFormulas(problems, series);
  const conditions = conditionsOf(problems, config['conditions'], series);
  if (groupBy.length > 0 && (series.length === 0 || conditions.expression === null)) {
    add(problems, 'series', 'Groups need at least one series and a condition.');
    add(problems, 'conditions', 'Groups need at least one series and a condition.');
  } else if (conditions.expression !== null && series.length === 0)
    add(problems, 'series', 'A condition needs at least one series.');
  else if (conditions.expression === null && series.length > 0) add(problems, 'conditions', 'Series need a condition.');
  const parameters = parametersOf(problems, config);
  const limit = config['event_limit'] ?? undefined;
  if (limit !== undefined && !(typeof limit === 'number' && Number.isInteger(limit) && limit >= 0))
    add(problems, 'event_limit', 'This must be a whole number, and not negative.');
  return {
    type: aggregationType,
    query: queryOf(problems, config, parameters),
    query_parameters: parameters,
    streams: textsOf(problems, 'streams', config['streams'], mostStreams),
    group_by: groupBy,
    series,
    conditions,
    search_within_ms: millisecondsOf(problems, 'search_within_ms', config['search_within_ms']),
    execute_every_ms: millisecondsOf(problems, 'execute_every_ms', config['execute_every_ms']),
    ...(typeof limit === 'number' && limit > 0 ? { event_limit: limit } : {}),
    ...(config['by_receive_time'] === true ? { by_receive_time: true } : {}),
  };
}

/**
 * Checks the condition of a definition, and returns it in its stored form; undefined: its type is unknown.
 * @param problems receives the problems by field
 * @throws BadRequestError for an unreadable condition, series or query parameter
 */
export function readConfig(problems: Problems, given: Given | null | undefined): EventDefinition['config'] | undefined {
  if (given?.['type'] === aggregationType) return aggregationOf(problems, given);
  if (given?.['type'] === systemNotificationsType) return { type: systemNotificationsType };
  add(problems, 'config', 'The definition needs a condition of a type that this server knows.');
  return undefined;
}

function providerOf(problems: Problems, name: string, given: unknown): FieldProvider | undefined {
  const provider = isObject(given) ? given : {};
  if (provider['type'] === 'lookup-v1') {
    const [table_name, key_field] = [textOf(provider['table_name']).trim(), textOf(provider['key_field']).trim()];
    if (table_name === '' || key_field === '')
      add(problems, 'field_spec', `Field ${JSON.stringify(name)} needs a lookup table and the field that is its key.`);
    return { type: 'lookup-v1', table_name, key_field };
  }
  if (provider['type'] !== 'template-v1') {
    add(problems, 'field_spec', `Field ${JSON.stringify(name)} needs a template or a lookup table.`);
    return undefined;
  }
  const template = textOf(provider['template']);
  const problem = templateProblem(template);
  if (template === '') add(problems, 'field_spec', `Field ${JSON.stringify(name)}: the template is empty.`);
  else if (problem) {
    const { line, column, reason } = problem;
    add(problems, 'field_spec', `Field ${JSON.stringify(name)}: line ${line}, column ${column}: ${reason}.`);
  }
  return { type: 'template-v1', template, require_values: provider['require_values'] === true };
}

function fieldsOf(problems: Problems, given: Given): Record<string, EventFieldSpec> {
  const names = Object.keys(given);
  if (names.length > mostFields) add(problems, 'field_spec', `There may be at most ${mostFields} fields.`);
  return Object.fromEntries(
    names.slice(0, mostFields).map((name) => {
      if (name === '' || name.length > longestName || !fieldNamePattern.test(name))
        add(
          problems,
          'field_spec',
          `${JSON.stringify(name)} is no name of a field: letters, digits, _, ., @ and - are allowed.`,
        );
      const spec = given[name];
      const list = isObject(spec) && Array.isArray(spec['providers']) ? spec['providers'] : [];
      // Only the first provider of a field is used (contract dashboards-sharing-alerts FIELD SPEC).
      const provider = providerOf(problems, name, list[0]);
      return [name, { data_type: 'string', providers: provider ? [provider] : [] }];
    }),
  );
}

function notificationsOf(problems: Problems, given: NonNullable<EventDefinitionBody['notifications']>) {
  if (given.length > mostNotifications)
    add(problems, 'notifications', `There may be at most ${mostNotifications} notifications.`);
  const ids = new Set<string>();
  return given.slice(0, mostNotifications).flatMap(({ notification_id, notification_parameters = null }) => {
    if (ids.has(notification_id)) return [];
    ids.add(notification_id);
    return [{ notification_id, notification_parameters }];
  });
}

function settingsOf(problems: Problems, given: EventDefinitionBody['notification_settings'], usualBacklog: number) {
  const grace = given?.grace_period_ms ?? 0;
  const backlog = given?.backlog_size === undefined ? usualBacklog : (given.backlog_size ?? 0);
  if (grace < 0) add(problems, 'notification_settings', 'The grace period must not be negative.');
  if (backlog < 0 || backlog > mostBacklog)
    add(problems, 'notification_settings', `The backlog has from 0 to ${mostBacklog} messages.`);
  return { grace_period_ms: grace, backlog_size: backlog };
}

/**
 * Returns the streams that store the events of a definition, whatever the request names: one stream contains the events
 * of all user-defined definitions, another stream the events of the server's own definition.
 */
export const storageOf = (config: EventDefinition['config']): EventDefinition['storage'] => [
  {
    type: 'persist-to-streams-v1',
    streams: [config.type === systemNotificationsType ? systemEventsStreamId : eventsStreamId],
  },
];

/**
 * Checks an event definition from a request, and returns it in its stored form without id and times.
 * @param usualBacklog number of messages that notifications of an event contain if the request gives no number
 * @throws ValidationResultError that names every wrong field; BadRequestError for an unreadable condition, series or
 * query parameter
 */
export function readDefinition(
  body: EventDefinitionBody,
  usualBacklog = 0,
): Omit<DefinitionDocument, 'id' | 'updated_at' | 'isScheduled'> {
  const problems: Problems = {};
  const title = (body.title ?? '').trim();
  if (title === '') add(problems, 'title', 'A title is needed.');
  if (title.length > mostTitle) add(problems, 'title', `A title has at most ${mostTitle} characters.`);
  const description = body.description ?? '';
  if (description.length > mostDescription)
    add(problems, 'description', `A description has at most ${mostDescription} characters.`);
  const priority = body.priority ?? 2;
  if (![1, 2, 3].includes(priority)) add(problems, 'priority', 'The priority is 1 (low), 2 (normal) or 3 (high).');
  const scope = body._scope ?? 'DEFAULT';
  if (!Object.hasOwn(entityScopes, scope)) add(problems, '_scope', `There is no scope ${JSON.stringify(scope)}.`);
  const config = readConfig(problems, body.config);
  const field_spec = fieldsOf(problems, body.field_spec ?? {});
  const key_spec = textsOf(problems, 'key_spec', body.key_spec, mostFields);
  const unknown = key_spec.filter((name) => !Object.hasOwn(field_spec, name));
  if (unknown.length > 0)
    add(problems, 'key_spec', `Fields of the key must be among the fields: ${unknown.join(', ')} is not.`);
  const notifications = notificationsOf(problems, body.notifications ?? []);
  const notification_settings = settingsOf(problems, body.notification_settings, usualBacklog);
  if (Object.keys(problems).length > 0 || !config) throw new ValidationResultError(problems);
  return {
    _scope: scope,
    title,
    description,
    priority,
    alert: body.alert ?? notifications.length > 0,
    config,
    field_spec,
    key_spec,
    notification_settings,
    notifications,
    storage: storageOf(config),
  };
}
