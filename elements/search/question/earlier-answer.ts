/** Answers a question for the earlier range with which the page is compared. The module is loaded on demand. */
import { inBackground, type Client } from '../../../api/client.js';
import type { PivotResult, Search } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import type { Comparison } from '../../../machines/comparison/choice.js';
import { movedSearch, shiftOf } from '../../../machines/comparison/earlier-range.js';
import { answerOf } from '../../../machines/question/config.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import { randomIds } from '../../../machines/view/ids.js';
import { comparisonName } from '../../widgets/comparison-texts.js';
import type { ShownEarlier } from '../../widgets/index.js';
import { earlierChart } from '../../widgets/visualizations/cartesian/earlier-chart.js';

export interface AnsweredQuestion {
  readonly result: PivotResult;
  readonly search: Search;
  readonly config: AggregationConfig;
}

/** Returns null when there is no earlier range or no earlier result. */
export async function earlierAnswer(
  client: Client,
  { result: now, search, config }: AnsweredQuestion,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<ShownEarlier | null> {
  const range = effectiveRange(now);
  const shift = range && shiftOf(range, comparison);
  if (!range || shift === undefined) return null;
  const result = answerOf(
    await syncSearch(inBackground(client), movedSearch(search, range, shift, randomIds.objectId()), signal),
  );
  return result ? { result, config, shift, name: comparisonName(comparison), chart: earlierChart } : null;
}
