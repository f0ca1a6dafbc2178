/** State of the question line on the search page: its text and the chosen form. question-state.ts parses the text. */
import type { AnswerForm } from '../../../machines/question/config.js';
import { splitQuestion } from '../../../machines/question/split.js';
import type { PageLook } from '../../../machines/view/page-look.js';

export interface OpenQuestion {
  readonly text: string;
  /** Form chosen by the user; absent: the default form of the question. */
  readonly chosen: AnswerForm | undefined;
  readonly onText: (text: string) => void;
  readonly onForm: (form: AnswerForm | undefined) => void;
  readonly onClose: () => void;
}

export interface QuestionControl {
  /** State of the open line; absent: the line is closed. */
  readonly open: OpenQuestion | undefined;
  readonly onOpen: () => void;
  /**
   * Moves a question typed after `|` in the query to the question line, and opens that line.
   * @returns the query without the question; the unchanged query when it contains no question
   */
  readonly taken: (query: string) => string;
}

/** Text and form of the question line as far as the page's look contains them. */
export interface AskedQuestion {
  readonly question?: PageLook['question'] | undefined;
  readonly answer?: PageLook['answer'] | undefined;
}

/**
 * Returns the control of the question line.
 *
 * @param asked current state; without a text the line is closed
 * @param onAsked called with the parts that change
 */
export function questionControl(
  { question: text, answer: chosen }: AskedQuestion,
  onAsked: (changed: AskedQuestion) => void,
): QuestionControl {
  const onText = (question: string): void => onAsked({ question });
  return {
    open:
      text === undefined
        ? undefined
        : {
            text,
            chosen,
            onText,
            onForm: (answer) => onAsked({ answer }),
            onClose: () => onAsked({ question: undefined, answer: undefined }),
          },
    onOpen: () => onText(text ?? ''),
    taken: (query) => {
      const split = splitQuestion(query);
      if (!split) return query;
      onText(split.question);
      return split.query;
    },
  };
}
