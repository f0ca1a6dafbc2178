/** Titles of views, pages and widgets (spec 2 §9; screens/search.md §6). */
import type { AggregationConfig, View, ViewState, Widget } from '../../api/contract/views.schema.js';
import { seriesName } from '../pivot/series.js';

/** Kind of titles that contains the definitions of computed fields (see widget-looks.ts). */
export const computedKind = 'computed_field';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** Returns the title that the user gave a widget, otherwise its default title. */
export function widgetTitle(state: Pick<ViewState, 'titles'>, widget: Widget): string {
  return givenWidgetTitle(state, widget.id) ?? defaultWidgetTitle(widget);
}

export function givenWidgetTitle(state: Pick<ViewState, 'titles'>, widgetId: string): string | undefined {
  return state.titles?.['widget']?.[widgetId] || undefined;
}

function defaultWidgetTitle({ type, config }: Widget): string {
  switch (type.toLowerCase()) {
    case 'messages':
      return 'Untitled Message Table';
    case 'aggregation': {
      const { series = [], row_pivots: rows = [] } = config as Partial<AggregationConfig>;
      const metrics = series.map(seriesName).join(', ');
      const fields = rows.flatMap((row) => row.fields).join(', ');
      if (metrics === '') return 'Untitled Aggregation';
      return fields === '' ? `Aggregating ${metrics}` : `Aggregating ${metrics} by ${fields}`;
    }
    default:
      return `Untitled ${capitalised(type)}`;
  }
}

/** Returns the title of a dashboard page. @param index index of the page, counted from 0 */
export function pageTitle(state: Pick<ViewState, 'titles'> | undefined, index: number): string {
  return state?.titles?.['tab']?.['title'] || `Page#${index + 1}`;
}

export function viewTitle({ title, type }: Pick<View, 'title' | 'type'>): string {
  return title || `Unsaved ${type.toLowerCase()}`;
}
