/**
 * The public face of the widgets. The widgets themselves are loaded on first use, so that the chart library and the
 * message list stay out of the first paint; wrap them in `<Suspense fallback={<WidgetSkeleton … />}>`.
 */
import { lazy } from 'react';

export type * from './faces.js';
export {
  FieldInteractionsContext,
  TableColumnsContext,
  type FieldInteractions,
  type NewWidget,
} from './actions/interactions.js';

export const HistogramWidget = lazy(async () => ({
  default: (await import('./histogram/histogram-widget.js')).HistogramWidget,
}));
export const MessageTableWidget = lazy(async () => ({
  default: (await import('./message-table/message-table-widget.js')).MessageTableWidget,
}));
