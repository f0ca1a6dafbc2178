/** Adds the answer to a question as a widget of the search. */
import { splitComputed } from '../../../machines/formula/stored.js';
import { answerConfig, answerTitle, questionMark } from '../../../machines/question/config.js';
import { newWidget } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useHostElement } from '../../element/host-context.js';
import { hasCoarsePointer } from '../../kit/coarse-pointer.js';
import { useToasts } from '../../kit/feedback.js';
import { focusQuery } from '../../kit/shortcuts/use-page-keys.js';
import { useView } from '../../view-area/index.js';
import type { SearchPageActor } from '../page/use-search-page.js';
import { questionLineTexts as texts } from './texts.js';
import type { QuestionState } from './question-state.js';

/** Size of the new widget in grid cells; bars of this size have room for names beside them. */
const size = { height: 4, width: 6 };

/**
 * Returns a function that adds the answer as a widget, closes the question line and shows a notification; undefined
 * when there is no complete question or the element is read-only.
 */
export function useAddedAnswer(page: SearchPageActor, state: QuestionState): (() => void) | undefined {
  const { readonly: readOnly, element } = useHostElement();
  const { toast } = useToasts();
  const { view } = useView(page);
  if (readOnly || !state.question) return undefined;
  const { question, form, onClose } = state;
  return () => {
    const { config, computed } = splitComputed(answerConfig(question, form));
    const widget = newWidget('aggregation', config, randomIds);
    view.send({ type: 'widget.added', widget, computed, question: questionMark(question), size });
    leaveQuestion(element.shadowRoot);
    onClose();
    toast('success', texts.added(answerTitle(question, form)), texts.addedTitle);
  };
}

/**
 * Moves the focus from the question or its answer, which are about to be removed, to the query. On a touch device the
 * focus is not moved, because focusing the query would open the keyboard of the screen.
 */
function leaveQuestion(root: ShadowRoot | null): void {
  const isInside = root?.activeElement?.closest('[data-question], [data-answer]');
  if (root && isInside && !hasCoarsePointer()) focusQuery(root);
}
