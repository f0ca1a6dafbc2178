/** What field and value menus change on a page: the query, the highlighting rules, the columns of the tables, its widgets. */
import { useMemo } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { HighlightingRule, Widget } from '../../api/contract/views.schema.js';
import { newWidget } from '../../machines/view/default-view.js';
import { stateOf, type ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import type { FieldInteractions } from '../widgets/index.js';
import { useView, type ViewPageActor } from './view-page.js';

/** A rule made from a value gets one of these at random (spec 2 §4); hex as stored. */
const ruleColors = ['#f7736c', '#ec7f53', '#e3b349', '#acc85e', '#65b681', '#56b4aa', '#67a3f3', '#b08aef', '#ee72a1'];

export function useAreaInteractions(
  page: ViewPageActor,
  document: ViewDocument,
  typeOf: FieldInteractions['typeOf'],
  config: SearchesConfig | undefined,
): FieldInteractions {
  const { view, queryId } = useView(page);
  const state = stateOf(document, queryId);
  const dashboard = document.view.type === 'DASHBOARD';
  return useMemo(() => {
    // The wire's conditions are a closed set; others are shown as no rule at all.
    const rules = (state.formatting?.highlighting ?? []) as readonly HighlightingRule[];
    const tables = state.widgets.filter(({ type: name }) => name.toLowerCase() === 'messages');
    const columnsOf = (widget: Widget): readonly string[] => (widget.config['fields'] as string[] | undefined) ?? [];
    const [first, ...others] = tables.map(columnsOf);
    const overridden = () => page.getSnapshot().context.override;
    return {
      // On a dashboard the query over all widgets takes what menus add; each widget has its own beside it.
      query: () =>
        dashboard ? (overridden()?.query?.query_string ?? '') : page.getSnapshot().context.draft.queryString,
      onQuery: (queryString) =>
        dashboard
          ? page.send({
              type: 'override.changed',
              override: { ...overridden(), query: { type: 'elasticsearch', query_string: queryString } },
            })
          : page.send({ type: 'draft.submitted', draft: { queryString } }),
      onAddWidget: ({ type, config: widgetConfig, title }) =>
        view.send({ type: 'widget.added', widget: newWidget(type, widgetConfig, randomIds), title }),
      onHighlight: ({ field, value }) => {
        const color = ruleColors[Math.floor(Math.random() * ruleColors.length)] ?? '#e3b349';
        const rule: HighlightingRule = { field, value, condition: 'equal', color: { type: 'static', color } };
        view.send({ type: 'highlighting.changed', rules: [...rules, rule] });
      },
      onAllTables: (field, change) => {
        for (const widget of tables) {
          const columns = columnsOf(widget).filter((one) => one !== field);
          const fields = change === 'add' ? [...columns, field] : columns;
          view.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, fields } } });
        }
      },
      columnsOfAllTables: (first ?? []).filter((field) => others.every((columns) => columns.includes(field))),
      typeOf,
      ...(config?.analysis_disabled_fields && { analysisDisabledFields: config.analysis_disabled_fields }),
      rules,
    };
  }, [page, view, state, dashboard, typeOf, config?.analysis_disabled_fields]);
}
