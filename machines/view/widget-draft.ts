/** Query, time range and streams of a widget on a dashboard (spec 2 §3 "Widget"). */
import type { TimeRange } from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { askableRange } from '../time-range/fault.js';
import type { QueryDraft } from './document.js';

/**
 * Returns the time range of a widget. It is the default range if the stored range is absent, or is invalid, for example
 * because another tool wrote it.
 */
export const widgetRange = ({ timerange }: Pick<Widget, 'timerange'>): TimeRange => askableRange(timerange);

export function draftOfWidget(widget: Pick<Widget, 'query' | 'timerange' | 'streams'>): QueryDraft {
  return {
    queryString: widget.query?.query_string ?? '',
    timeRange: widgetRange(widget),
    streams: widget.streams ?? [],
  };
}

/** Returns the draft that a widget searches. The range of a dashboard's override replaces the range of the widget. */
export function executedDraft(
  widget: Pick<Widget, 'query' | 'timerange' | 'streams'>,
  overriding: TimeRange | null | undefined,
): QueryDraft {
  const own = draftOfWidget(widget);
  return overriding ? { ...own, timeRange: overriding } : own;
}

export function withWidgetDraft(widget: Widget, { queryString, timeRange, streams }: QueryDraft): Widget {
  return {
    ...widget,
    query: { ...widget.query, type: 'elasticsearch', query_string: queryString },
    timerange: timeRange,
    streams: [...streams],
  };
}
