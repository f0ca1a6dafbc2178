/** The query, range and streams that a dashboard's widget has of its own (spec 2 §3 "Widget"). */
import type { Widget } from '../../api/contract/views.schema.js';
import { defaultRange } from '../time-range/ranges.js';
import type { QueryDraft } from './document.js';

export function draftOfWidget({
  query,
  timerange,
  streams,
}: Pick<Widget, 'query' | 'timerange' | 'streams'>): QueryDraft {
  return {
    queryString: query?.query_string ?? '',
    timeRange: timerange ?? defaultRange,
    streams: streams ?? [],
  };
}

export function withWidgetDraft(widget: Widget, { queryString, timeRange, streams }: QueryDraft): Widget {
  return {
    ...widget,
    query: { ...widget.query, type: 'elasticsearch', query_string: queryString },
    timerange: timeRange,
    streams: [...streams],
  };
}
