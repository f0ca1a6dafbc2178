/**
 * Provides the changes that field and value menus make on a page: query, highlighting rules, table columns, widgets.
 */
import { useMemo } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { HighlightingRule, Widget } from '../../api/contract/views.schema.js';
import { newWidget } from '../../machines/view/default-view.js';
import { stateOf, type ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import { useToasts } from '../kit/feedback.js';
import type { FieldInteractions } from '../widgets/index.js';
import type { FieldTypes } from './field-types.js';
import { texts } from './texts.js';
import { useView, type ViewPageActor } from './view-page.js';

/** Environment of the widget area: facts and callbacks of the surrounding page. */
export interface AreaSurroundings {
  /** Leaves the focus mode and shows all widgets of the page. */
  readonly onLeaveFocus?: () => void;
  readonly hasRoute?: (route: string) => boolean;
  /** Compares the messages that match the query clause with the rest; undefined: comparison is not available. */
  readonly onCompare?: ((clause: string) => void) | undefined;
}
const alone: AreaSurroundings = {};

const made = new WeakMap<object, Map<string, string>>();

/**
 * Returns the queries that a viewer of a page has made by adding values, each with the query of the host page to which
 * the first value was added.
 */
export function madeQueries(page: object): Map<string, string> {
  const queries = made.get(page) ?? new Map<string, string>();
  made.set(page, queries);
  return queries;
}

/**
 * Returns the interactions for read-only users: they can copy displayed values and, if `filters` is true, filter by
 * them.
 */
export function lookingOnly(page: object, all: FieldInteractions, filters: boolean): FieldInteractions {
  const { query, onQuery, typeOf, isLeftOut, rules = [] } = all;
  const adds = (text: string): void => {
    const queries = madeQueries(page);
    const base = queries.get(query()) ?? query();
    if (text !== base) queries.set(text, base);
    onQuery?.(text);
  };
  return { query, typeOf, rules, ...(filters && onQuery && { onQuery: adds }), ...(isLeftOut && { isLeftOut }) };
}

export function useAreaInteractions(
  page: ViewPageActor,
  document: ViewDocument,
  { typeOf, isLeftOut }: Pick<FieldTypes, 'typeOf' | 'isLeftOut'>,
  config: SearchesConfig | undefined,
  { onLeaveFocus, hasRoute, onCompare }: AreaSurroundings = alone,
): FieldInteractions {
  const { view, queryId } = useView(page);
  const { toast } = useToasts();
  const state = stateOf(document, queryId);
  const dashboard = document.view.type === 'DASHBOARD';
  return useMemo(() => {
    // The cast narrows the conditions to the API's closed set; a rule with an unknown condition is ignored when
    // applied.
    const rules = (state.formatting?.highlighting ?? []) as readonly HighlightingRule[];
    const tables = state.widgets.filter(({ type: name }) => name.toLowerCase() === 'messages');
    const columnsOf = (widget: Widget): readonly string[] => (widget.config['fields'] as string[] | undefined) ?? [];
    const [first, ...others] = tables.map(columnsOf);
    const overridden = () => page.getSnapshot().context.override;
    return {
      // On a dashboard, menus change the query that filters all widgets; the own query of each widget stays unchanged.
      query: () =>
        dashboard ? (overridden()?.query?.query_string ?? '') : page.getSnapshot().context.draft.queryString,
      onQuery: (queryString) =>
        dashboard
          ? page.send({
              type: 'override.changed',
              override: { ...overridden(), query: { type: 'elasticsearch', query_string: queryString } },
            })
          : page.send({ type: 'draft.submitted', draft: { queryString } }),
      onAddWidget: ({ type, config: widgetConfig, title, scope }) => {
        // A focused widget would hide the new widget, so the focus mode ends.
        onLeaveFocus?.();
        view.send({ type: 'widget.added', widget: { ...newWidget(type, widgetConfig, randomIds), ...scope }, title });
      },
      hasRoute,
      ...(onCompare && { onCompare }),
      onHighlight: ({ field, value }) =>
        void import('./value-rule.js')
          .then(({ valueRule }) =>
            view.send({ type: 'highlighting.changed', rules: [...rules, valueRule(field, value)] }),
          )
          .catch((error: Error) => toast('error', error.message, texts.error)),
      onAllTables: (field, change) => {
        for (const widget of tables) {
          const columns = columnsOf(widget).filter((one) => one !== field);
          const fields = change === 'add' ? [...columns, field] : columns;
          view.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, fields } } });
        }
      },
      columnsOfAllTables: (first ?? []).filter((field) => others.every((columns) => columns.includes(field))),
      typeOf,
      isLeftOut,
      ...(config?.analysis_disabled_fields && { analysisDisabledFields: config.analysis_disabled_fields }),
      rules,
    };
  }, [
    page,
    view,
    toast,
    state,
    dashboard,
    typeOf,
    isLeftOut,
    config?.analysis_disabled_fields,
    onLeaveFocus,
    hasRoute,
    onCompare,
  ]);
}
