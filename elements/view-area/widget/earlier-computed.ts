/** Computes the filtered metrics and formulas of a widget for an earlier range with which the widget is compared. */
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { planOf } from '../../../machines/formula/compute.js';
import { splitComputed } from '../../../machines/formula/stored.js';
import { computedResult, type ComputedQuestion } from './compute-result.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

/** Returns a widget without its computed metrics, which no server can search. */
export const askedWidget = (widget: Widget): Widget => ({
  ...widget,
  config: { ...splitComputed(aggregationOf(widget)).config },
});

/** Returns an earlier result with the computed metrics of the widget. */
export async function withMetrics(
  { widget, ...question }: Omit<ComputedQuestion, 'plan'>,
  earlier: PivotResult,
): Promise<PivotResult> {
  const plan = planOf(aggregationOf(widget));
  const { result } = await computedResult({ ...question, widget: askedWidget(widget), plan, keepsAll: true }, earlier);
  return result;
}
