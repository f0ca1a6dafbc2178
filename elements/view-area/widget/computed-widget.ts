/** Computes the filtered metrics and formulas of a widget whose configuration contains them among its series. */
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { planOf, type ComputedPlan, type ComputedResult } from '../../../machines/formula/compute.js';
import { splitComputed } from '../../../machines/formula/stored.js';
import { computedResult, type ComputedQuestion } from './compute-result.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

/** Returns a widget without its computed metrics, which no server can search. */
export const askedWidget = (widget: Widget): Widget => ({
  ...widget,
  config: { ...splitComputed(aggregationOf(widget)).config },
});

/** Returns a result of the widget with its computed metrics, and the plan by which they were computed. */
export async function computedWidget(
  { widget, ...question }: Omit<ComputedQuestion, 'plan'>,
  own: PivotResult,
): Promise<ComputedResult & { readonly plan: ComputedPlan }> {
  const plan = planOf(aggregationOf(widget));
  return { ...(await computedResult({ ...question, widget: askedWidget(widget), plan }, own)), plan };
}
