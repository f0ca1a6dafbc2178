/** Searches the earlier range with which a widget is compared, once the widget has a result. Renders nothing. */
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { earlierResult, earlierSearch } from '../../../machines/comparison/earlier-range.js';
import { type Comparison } from '../../../machines/comparison/choice.js';
import { isComputed } from '../../../machines/pivot/computed-metric.js';
import type { SearchedWith } from '../../../machines/search-execution/belonging.js';
import type { ShownResult } from '../../../machines/search-execution/results.js';
import type { ShownEarlier } from '../../widgets/index.js';
import type { ViewPageActor } from '../view-page.js';
import { changeOrdersOf } from './change-orders.js';
import { findEarlier } from './find-earlier.js';
import { useFollowUp, type FollowUp } from './use-follow-up.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

/** The earlier result of a widget, with the search, conditions and comparison for which it was requested. */
export interface EarlierAnswer extends SearchedWith {
  readonly comparison: Comparison;
  /** Undefined when there is no earlier range or the request failed. */
  readonly earlier: ShownEarlier | undefined;
}

export interface EarlierSearchProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly shown: ShownResult;
  /** Result that is compared; for each new result the earlier range is searched again. */
  readonly result: PivotResult;
  readonly comparison: Comparison;
  readonly onEarlier: (answer: EarlierAnswer) => void;
}

export function EarlierSearch({ page, widget, shown, result, comparison, onEarlier }: EarlierSearchProps): null {
  const find = async ({ client, request, result: on, signal }: FollowUp): Promise<ShownEarlier | undefined> => {
    const config = aggregationOf(widget);
    const earlier = await findEarlier(on, config, comparison, async (range, shift) => {
      const isPlain = !config.series.some((one) => isComputed(one.function));
      const requested = isPlain
        ? widget
        : await import('./computed-widget.js').then((part) => part.askedWidget(widget));
      const found = earlierResult(await syncSearch(client, earlierSearch(request, range, shift, requested), signal));
      return found && !isPlain
        ? (
            await (
              await import('./computed-widget.js')
            ).computedWidget({ client, request, widget, signal, keepsAll: true }, found)
          ).result
        : found;
    });
    return earlier && { ...earlier, orders: changeOrdersOf(page.getSnapshot().context.view, widget.id) };
  };
  const question = JSON.stringify(comparison);
  useFollowUp(page, shown, result, question, find, (earlier) =>
    onEarlier({ searchId: shown.searchId, conditions: shown.conditions, comparison, earlier }),
  );
  return null;
}
