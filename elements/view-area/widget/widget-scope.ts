/**
 * Returns the context for the menus inside a widget: settings that new widgets inherit, and the search behind the
 * result.
 */
import type { Widget } from '../../../api/contract/views.schema.js';
import type { WidgetScope } from '../../widgets/index.js';
import type { ViewPageActor } from '../view-page.js';

export function widgetScope(page: ViewPageActor, widget: Widget, dashboard: boolean): WidgetScope {
  const { filter = null, filters = [], query = null, streams = [], timerange = null } = widget;
  return {
    type: widget.type.toLowerCase() === 'messages' ? 'messages' : 'aggregation',
    settings: { filter, filters, query, streams, timerange },
    search: () => {
      const { draft, override, bindings } = page.getSnapshot().context;
      const own = dashboard
        ? {
            text: query?.query_string ?? '',
            streams: streams ?? [],
            range: override?.timerange ?? timerange ?? undefined,
          }
        : { text: draft.queryString, streams: draft.streams, range: draft.timeRange };
      const declared = page.getSnapshot().context.view.getSnapshot().context.document?.search.parameters ?? [];
      return {
        queryString: own.text,
        parameters: { declared, bindings },
        filterQueries: (filters ?? [])
          .filter(({ disabled, queryString }) => !disabled && queryString !== undefined && queryString !== '')
          .map(({ negation, queryString = '' }) => (negation ? `NOT (${queryString})` : queryString)),
        streams: own.streams,
        timeRange: own.range,
      };
    },
  };
}
