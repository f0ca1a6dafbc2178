/**
 * Lists the actions on fields and values in menu order, with their conditions (screens/search.md §7). The functions are
 * pure; only calling `run` of an action has an effect.
 */
import {
  addToQuery,
  dateEquals,
  escapeField,
  excludeFromQuery,
  fieldEquals,
  fieldExists,
} from '../../../api/language/index.js';
import type { FieldType } from '../../../api/contract/searches.js';
import { filteredOf, isComputed } from '../../../machines/pivot/computed-metric.js';
import { metricField, type PathStep, type ValuePaths } from '../../../machines/pivot/value-path.js';
import { instantOf } from '../time/format-instant.js';
import { emptyValueText, kindOf, rawText } from '../values/value-text.js';
import type { FieldInteractions, MessageOrigin, TableColumns, WidgetScope } from './interactions.js';
import { chartOf, documentsOf, statisticsOf, topValuesOf } from './new-widgets.js';
import { menuTexts } from './menu-texts.js';
import { traceLink } from './trace-link.js';

export type ActionSubject =
  | { readonly kind: 'field'; readonly field: string; readonly type?: string | undefined; readonly decorated: boolean }
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly value: unknown;
      readonly type?: string | undefined;
      readonly decorated: boolean;
      /** Buckets of the aggregation that lead to the value. */
      readonly paths?: ValuePaths | undefined;
    };

/** Context in which the field or value is shown. */
export interface ActionPlace {
  readonly columns?: TableColumns | undefined;
  readonly widget?: WidgetScope | undefined;
  readonly message?: MessageOrigin | undefined;
  /** Ids of the running nodes; undefined while they are loading, and where no action needs them. */
  readonly nodes?: readonly string[] | undefined;
  /** True if the user may create extractors for the message's input. */
  readonly mayExtract?: boolean;
  /** True if the user may add marks to the time axes of charts. */
  readonly mayMark?: boolean;
  /** True if the element may show links to pages of the console. */
  readonly linked?: boolean;
}

export type ValueDialog = 'extractor' | 'eventDefinition' | 'openDashboard' | 'mark';

export interface FieldAction {
  readonly id: keyof typeof menuTexts.action;
  readonly label: string;
  readonly disabled: boolean;
  readonly disabledReason?: string;
  /** Effect: text to copy, a function to run, a dialog to open, or a route of the console to follow. */
  readonly effect:
    | { readonly copy: string }
    | { readonly run: () => void }
    | { readonly dialog: ValueDialog }
    | { readonly route: string };
}
/** Actions for one bucket on the path to a value. */
export interface StepActions {
  readonly step: PathStep;
  readonly actions: readonly FieldAction[];
}

/** Route above the pages of extractors; the action that creates an extractor needs these pages. */
const inputsRoute = '/system/inputs';
/** Route of any dashboard, to check whether the surrounding console has pages of dashboards. */
const dashboardRoute = '/dashboards/x';
export const newEventDefinitionRoute = '/alerts/definitions/new';

const isFunction = (field: string): boolean => /^[a-z]+\(.*\)$/.test(field);

/** Function that returns the type of a field; undefined when unknown. */
type TypeOf = FieldInteractions['typeOf'];

/**
 * Returns the query clause that matches messages with the value: dates are written in UTC, and an empty or absent value
 * becomes the clause for messages without the field.
 */
export function clauseOf(field: string, value: unknown, type?: string, typeOf?: TypeOf): string {
  const kind = kindOf(value, type);
  if (kind === 'empty' || kind === 'absent') return fieldEquals(field, emptyValueText);
  // Values of kind date always have an instant.
  if (kind === 'date') return dateEquals(field, instantOf(value)!);
  return fieldEquals(field, rawText(value), typeOf?.(field));
}

export function actionsOf(subject: ActionSubject, interactions: FieldInteractions, place: ActionPlace): FieldAction[] {
  return subject.kind === 'field'
    ? fieldActions(subject, interactions, place)
    : valueActions(subject, interactions, place);
}

function action(id: FieldAction['id'], effect: FieldAction['effect'], enabled = true): FieldAction {
  return { id, label: menuTexts.action[id], disabled: !enabled, effect };
}

function fieldActions(
  { field, decorated }: ActionSubject,
  interactions: FieldInteractions,
  { columns, widget }: ActionPlace,
): FieldAction[] {
  const { onAddWidget, onAllTables } = interactions;
  const type = interactions.typeOf(field);
  const analysed = !decorated && !(interactions.analysisDisabledFields ?? []).includes(field);
  const list: FieldAction[] = [];
  if (onAddWidget) {
    const add = (made: ReturnType<typeof chartOf>) => onAddWidget(widget ? { ...made, scope: widget.settings } : made);
    list.push(
      action(
        'chart',
        { run: () => add(chartOf(field)) },
        isFunction(field) ? !isComputed(field) : has(type, 'numeric'),
      ),
      action(
        'showTopValues',
        { run: () => add(topValuesOf(field, type)) },
        !isFunction(field) && analysed && has(type, 'enumerable'),
      ),
      action('statistics', { run: () => add(statisticsOf(field, type)) }, !isFunction(field) && analysed),
    );
  }
  if (columns) {
    list.push(
      columns.fields.includes(field)
        ? action('removeFromTable', { run: () => columns.onRemove(field) })
        : action('addToTable', { run: () => columns.onAdd(field) }),
    );
  } else if (widget) {
    // Only message tables have columns: in other widgets the action is disabled, outside of widgets it is not offered.
    list.push(action('addToTable', { run: () => undefined }, false));
  }
  if (onAllTables) {
    const everywhere = (interactions.columnsOfAllTables ?? []).includes(field);
    const change = everywhere ? 'remove' : 'add';
    list.push(
      action(
        everywhere ? 'removeFromAllTables' : 'addToAllTables',
        { run: () => onAllTables(field, change) },
        !isFunction(field) && !decorated,
      ),
    );
  }
  list.push(action('copyFieldName', { copy: field }));
  return list;
}

function valueActions(
  subject: ActionSubject & { kind: 'value' },
  interactions: FieldInteractions,
  place: ActionPlace,
): FieldAction[] {
  const { field, value, type, decorated, paths } = subject;
  const { onHighlight, onAddWidget, onCompare, hasRoute } = interactions;
  const { widget, message, mayExtract = false, mayMark = false, linked = false } = place;
  const clause = () => clauseOf(field, value, type, interactions.typeOf);
  // The menu of a metric with buckets has query actions for each bucket (`stepActions`), and none for the value of the
  // metric.
  const requested = stepActions(subject, interactions).length
    ? []
    : queryActions(interactions, clause, !decorated && !isFunction(field));
  const isLeftOut = interactions.isLeftOut?.(field) === true;
  const list = isLeftOut ? requested.map(leftOut) : requested;
  const isLinked = linked && !decorated && !isLeftOut;
  const trace = isLinked && traceLink(field, value, message?.timestamp, widget?.search().timeRange);
  if (trace) list.push(action(trace.id, { route: trace.route }));
  if (onAddWidget && paths && widget?.type === 'aggregation') {
    const fields = [...paths.rows, ...paths.columns].map((step) => step.field);
    const counted = metricField(paths);
    list.push(
      action('showDocuments', {
        run: () =>
          onAddWidget(
            documentsOf(
              [...new Set([...fields, ...(counted ? [counted] : [])])],
              conditionsOf(paths, interactions.typeOf),
              widget.settings,
            ),
          ),
      }),
    );
  }
  if (onCompare && !decorated && !isFunction(field)) {
    list.push(action('compareValue', { run: () => onCompare(clause()) }));
  }
  if (message && mayExtract && hasRoute?.(inputsRoute)) {
    const local = message.nodeId !== undefined && (place.nodes?.includes(message.nodeId) ?? false);
    const possible = !decorated && local && message.inputId !== undefined;
    list.push(action('createExtractor', { dialog: 'extractor' }, possible));
  }
  const ruled = interactions.rules?.some(
    (rule) => rule.field === field && (rule.condition ?? 'equal') === 'equal' && rawText(rule.value) === rawText(value),
  );
  if (onHighlight && !ruled) list.push(action('highlightValue', { run: () => onHighlight({ field, value }) }));
  list.push(action('copyValue', { copy: rawText(value) }));
  if (widget && hasRoute?.(newEventDefinitionRoute)) {
    list.push(action('createEventDefinition', { dialog: 'eventDefinition' }));
  }
  if (mayMark && instantOfPath(paths) !== undefined) list.push(action('addMark', { dialog: 'mark' }));
  if (!decorated && !isFunction(field) && hasRoute?.(dashboardRoute)) {
    list.push(action('openDashboard', { dialog: 'openDashboard' }));
  }
  return list;
}

/** Returns the start of the time bucket on the path to a value in epoch milliseconds; undefined: there is none. */
export function instantOfPath(paths: ValuePaths | undefined): number | undefined {
  const step = [...(paths?.rows ?? []), ...(paths?.columns ?? [])].find(({ kind }) => kind === 'time');
  return step && instantOf(step.value);
}

function queryActions({ onQuery, query }: FieldInteractions, clause: () => string, enabled: boolean): FieldAction[] {
  if (!onQuery) return [];
  return [
    action('excludeFromResults', { run: () => onQuery(excludeFromQuery(query(), clause())) }, enabled),
    action('addToQuery', { run: () => onQuery(addToQuery(query(), clause())) }, enabled),
  ];
}

const leftOut = (one: FieldAction): FieldAction => ({ ...one, disabled: true, disabledReason: menuTexts.leftOut });

/**
 * Returns the query actions for each bucket that leads to a metric, because a metric in a chart offers no other way to
 * filter by its buckets.
 */
export function stepActions(subject: ActionSubject, interactions: FieldInteractions): readonly StepActions[] {
  if (subject.kind !== 'value' || !subject.paths || !isFunction(subject.field)) return [];
  return [...subject.paths.rows, ...subject.paths.columns]
    .map((step) => ({
      step,
      actions: queryActions(interactions, () => stepCondition(step, interactions.typeOf), true),
    }))
    .filter(({ actions }) => actions.length > 0);
}

/**
 * Returns the query clause of a bucket. The clause of a time bucket covers the time from its start to the start of the
 * next bucket; if the next bucket is unknown, the clause covers only the start.
 */
function stepCondition({ field, kind, value, until }: PathStep, typeOf: TypeOf): string {
  const start = kind === 'time' ? instantOf(value) : undefined;
  if (start === undefined) return fieldEquals(field, value, typeOf(field));
  if (until === undefined) return dateEquals(field, start);
  const text = (instant: number) => `"${new Date(instant).toISOString().replace('T', ' ').replace('Z', '')}"`;
  return `${escapeField(field)}:[${text(start)} TO ${text(until)}}`;
}

/**
 * Returns the query clauses of all buckets. If the metric has a field, a clause requires that the field exists. If the
 * metric has a filter, the filter is a clause too.
 */
function conditionsOf(paths: ValuePaths, typeOf: TypeOf): string[] {
  const counted = metricField(paths);
  const filter = filteredOf(paths.function ?? '')?.filter;
  return [
    ...[...paths.rows, ...paths.columns].map((step) => stepCondition(step, typeOf)),
    ...(counted === undefined ? [] : [fieldExists(counted)]),
    ...(filter === undefined ? [] : [`(${filter})`]),
  ];
}

function has(type: FieldType['type'] | undefined, property: 'numeric' | 'enumerable'): boolean {
  return type?.properties.includes(property) ?? false;
}
