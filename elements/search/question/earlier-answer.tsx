/**
 * Searches the earlier range with which the answer to a question is compared, once there is an answer. Renders nothing.
 * The module is loaded on demand.
 */
import type { PivotResult, Search } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import type { Comparison } from '../../../machines/comparison/choice.js';
import { movedSearch } from '../../../machines/comparison/earlier-range.js';
import { answerOf } from '../../../machines/question/config.js';
import { randomIds } from '../../../machines/view/ids.js';
import { findEarlier, useInTurn, useViewClient } from '../../view-area/index.js';
import type { ShownEarlier } from '../../widgets/index.js';

export interface AnsweredQuestion {
  readonly result: PivotResult;
  readonly search: Search;
  readonly config: AggregationConfig;
}

/** The earlier answer, with the question and the comparison for which it was requested. */
export interface EarlierOfAnswer {
  readonly config: AggregationConfig;
  readonly comparison: Comparison;
  /** Undefined when there is no earlier range or the request failed. */
  readonly earlier: ShownEarlier | undefined;
}

export interface EarlierAnswerProps {
  /** Answer that is compared; for each new answer the earlier range is searched again. */
  readonly answered: AnsweredQuestion;
  readonly comparison: Comparison;
  readonly onEarlier: (answer: EarlierOfAnswer) => void;
}

export function EarlierAnswer({ answered, comparison, onEarlier }: EarlierAnswerProps): null {
  const { config } = answered;
  useInTurn(
    useViewClient(),
    JSON.stringify([comparison, config]),
    answered,
    ({ result, search }, client, signal) =>
      findEarlier(result, config, comparison, async (range, shift) =>
        answerOf(await syncSearch(client, movedSearch(search, range, shift, randomIds.objectId()), signal)),
      ),
    (earlier) => onEarlier({ config, comparison, earlier }),
  );
  return null;
}
