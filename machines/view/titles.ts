/** Titles of views, pages and widgets (spec 2 §9; screens/search.md §6). */
import type { AggregationConfig, View, ViewState, Widget, WidgetPivot } from '../../api/contract/views.schema.js';
import { spokenName } from '../pivot/spoken-name.js';

/** Kind of titles that contains the definitions of computed fields (see widget-looks.ts). */
export const computedKind = 'computed_field';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/**
 * Kind of titles that marks the widgets which answer a question. Until the user names such a widget, its title states
 * the question that its configuration answers, for example "p95 took_ms by resource". The text of the mark is `top` if
 * the title also states the number of groups, otherwise `all`.
 */
const questionKind = 'question_title';
export type QuestionMark = 'top' | 'all';

/** Returns the titles with the mark of a widget that answers a question. */
export const withQuestionMark = (
  titles: ViewState['titles'],
  widgetId: string,
  mark: QuestionMark,
): NonNullable<ViewState['titles']> => ({ ...titles, [questionKind]: { ...titles?.[questionKind], [widgetId]: mark } });

/** Returns the title that the user gave a widget, otherwise the question that it answers, or its default title. */
export function widgetTitle(state: Pick<ViewState, 'titles'>, widget: Widget): string {
  const mark = state.titles?.[questionKind]?.[widget.id];
  // Cast: the members are read for marked widgets only, which are aggregations.
  const config = widget.config as Partial<AggregationConfig>;
  const question = mark === undefined ? '' : questionTitle(config, mark === 'top');
  return givenWidgetTitle(state, widget.id) ?? (question || defaultWidgetTitle(widget));
}

/** Returns the question that the configuration of an aggregation answers; an empty text if it has no metrics. */
export function questionTitle(config: Partial<AggregationConfig>, statesTop: boolean): string {
  const { series = [], row_pivots: rows = [], column_pivots: columns = [] } = config;
  if (series.length === 0) return '';
  const pivots = [...rows, ...columns];
  const isOverTime = ({ type, fields }: WidgetPivot): boolean => type === 'time' && fields.includes('timestamp');
  const groups = pivots.filter((pivot) => !isOverTime(pivot));
  const limit = groups.find(({ config: { limit: own } }) => own !== undefined)?.config.limit;
  const top = statesTop && limit !== undefined ? ` top ${limit}` : '';
  const by = groups.length > 0 ? ` by ${groups.flatMap(({ fields }) => fields).join(', ')}${top}` : '';
  const metrics = series.map(spokenName).join(' and ');
  return `${metrics}${by}${groups.length < pivots.length ? ' over time' : ''}`;
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
      const metrics = series.map(spokenName).join(', ');
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
