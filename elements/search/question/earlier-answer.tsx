/**
 * Searches the earlier range with which the answer to a question is compared, once there is an answer. Renders nothing.
 * The module is loaded on demand.
 */
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import type { Comparison } from '../../../machines/comparison/choice.js';
import { movedSearch } from '../../../machines/comparison/earlier-range.js';
import { randomIds } from '../../../machines/view/ids.js';
import { findEarlier, useInTurn, useViewClient } from '../../view-area/index.js';
import type { ShownEarlier } from '../../widgets/index.js';
import { findAnswer, type Asked, type FoundAnswer } from './find-answer.js';

export interface AnsweredQuestion {
  readonly asked: Asked;
  readonly found: FoundAnswer & { readonly result: PivotResult };
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
  const { config } = answered.found;
  useInTurn(
    useViewClient(),
    JSON.stringify([comparison, config]),
    answered,
    ({ asked, found: { result } }, client, signal) =>
      findEarlier(result, config, comparison, async (range, shift) => {
        const search = movedSearch(asked.search, range, shift, randomIds.objectId());
        return (await findAnswer(client, { ...asked, search }, signal, true)).result;
      }),
    (earlier) => onEarlier({ config, comparison, earlier }),
  );
  return null;
}
