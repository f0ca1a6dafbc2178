/** The actions on fields and values, in order, and when they are offered (screens/search.md §7). Pure but for `run`. */
import { addToQuery, dateEquals, excludeFromQuery, fieldEquals } from '../../../api/language/index.js';
import type { FieldType } from '../../../api/contract/searches.js';
import type { ValuePaths } from '../../../machines/pivot/value-path.js';
import { instantOf } from '../time/format-instant.js';
import { texts } from '../texts.js';
import { emptyValueText, kindOf, rawText } from '../values/value-text.js';
import type { FieldInteractions, TableColumns } from './interactions.js';
import { chartOf, statisticsOf, topValuesOf } from './new-widgets.js';

export type ActionSubject =
  | { readonly kind: 'field'; readonly field: string; readonly type?: string | undefined; readonly decorated: boolean }
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly value: unknown;
      readonly type?: string | undefined;
      readonly decorated: boolean;
      /** How an aggregation leads to the value. */
      readonly paths?: ValuePaths | undefined;
    };

export interface FieldAction {
  readonly id: keyof typeof texts.action;
  readonly label: string;
  readonly disabled: boolean;
  /** Text to copy, or what to do. */
  readonly effect: { readonly copy: string } | { readonly run: () => void };
}

const isFunction = (field: string): boolean => /^[a-z]+\(.*\)$/.test(field);

/** The clause that "Add to query" writes: dates in UTC, `(Empty Value)` as not existing. */
export function clauseOf(field: string, value: unknown, type?: string): string {
  const kind = kindOf(value, type);
  if (kind === 'empty' || kind === 'absent') return fieldEquals(field, emptyValueText);
  // A value of kind date has an instant.
  if (kind === 'date') return dateEquals(field, instantOf(value)!);
  return fieldEquals(field, rawText(value));
}

export function actionsOf(
  subject: ActionSubject,
  interactions: FieldInteractions,
  columns: TableColumns | undefined,
): FieldAction[] {
  return subject.kind === 'field' ? fieldActions(subject, interactions, columns) : valueActions(subject, interactions);
}

function action(id: FieldAction['id'], effect: FieldAction['effect'], enabled = true): FieldAction {
  return { id, label: texts.action[id], disabled: !enabled, effect };
}

function fieldActions(
  { field, decorated }: ActionSubject,
  interactions: FieldInteractions,
  columns: TableColumns | undefined,
): FieldAction[] {
  const { onAddWidget, onAllTables } = interactions;
  const type = interactions.typeOf(field);
  const analysed = !decorated && !(interactions.analysisDisabledFields ?? []).includes(field);
  const list: FieldAction[] = [];
  if (onAddWidget) {
    list.push(
      action('chart', { run: () => onAddWidget(chartOf(field)) }, isFunction(field) || has(type, 'numeric')),
      action(
        'showTopValues',
        { run: () => onAddWidget(topValuesOf(field, type)) },
        !isFunction(field) && analysed && has(type, 'enumerable'),
      ),
      action('statistics', { run: () => onAddWidget(statisticsOf(field, type)) }, !isFunction(field) && analysed),
    );
  }
  if (columns) {
    list.push(
      columns.fields.includes(field)
        ? action('removeFromTable', { run: () => columns.onRemove(field) })
        : action('addToTable', { run: () => columns.onAdd(field) }),
    );
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

function valueActions(subject: ActionSubject & { kind: 'value' }, interactions: FieldInteractions): FieldAction[] {
  const { field, value, type, decorated } = subject;
  const { onQuery, onHighlight, query } = interactions;
  const queryable = !decorated && !isFunction(field);
  const list: FieldAction[] = [];
  if (onQuery) {
    const clause = () => clauseOf(field, value, type);
    list.push(
      action('excludeFromResults', { run: () => onQuery(excludeFromQuery(query(), clause())) }, queryable),
      action('addToQuery', { run: () => onQuery(addToQuery(query(), clause())) }, queryable),
    );
  }
  const ruled = interactions.rules?.some(
    (rule) => rule.field === field && (rule.condition ?? 'equal') === 'equal' && rawText(rule.value) === rawText(value),
  );
  if (onHighlight && !ruled) list.push(action('highlightValue', { run: () => onHighlight({ field, value }) }));
  list.push(action('copyValue', { copy: rawText(value) }));
  return list;
}

function has(type: FieldType['type'] | undefined, property: 'numeric' | 'enumerable'): boolean {
  return type?.properties.includes(property) ?? false;
}
