/**
 * Exports the public interface of the widgets. The widgets are loaded on first use, so that the chart library and the
 * message list are not part of the first paint; wrap them in `<Suspense fallback={<WidgetSkeleton … />}>`.
 */
import { lazyPart } from '../kit/lazy-part.js';

export type * from './faces.js';
export {
  FieldInteractionsContext,
  HighlightingRulesContext,
  WidgetScopeContext,
  type FieldInteractions,
  type NewWidget,
  type WidgetScope,
} from './actions/interactions.js';

export { preloadMarks } from './values/use-mark.js';
export { WidgetSkeleton } from './frame/widget-skeleton.js';
export { ShownTitleContext } from './frame/widget-title.js';
export { StillWidgetsContext, WidgetHandleContext, WidgetOrderContext } from './frame/widget-frame.js';

export const TextWidget = lazyPart(() => import('./text/text-widget.js'), 'TextWidget');
export const AggregationWidget = lazyPart(() => import('./aggregation/aggregation-widget.js'), 'AggregationWidget');
export const MessageTableWidget = lazyPart(
  () => import('./message-table/message-table-widget.js'),
  'MessageTableWidget',
);
