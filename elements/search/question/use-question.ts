/** State of the question line on the search page: its text and the chosen form. question-state.ts parses the text. */
import { useState } from 'react';
import type { AnswerForm } from '../../../machines/question/config.js';
import { splitQuestion } from '../../../machines/question/split.js';

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

export function useQuestion(): QuestionControl {
  const [text, setText] = useState<string>();
  const [chosen, setChosen] = useState<AnswerForm>();
  return {
    open:
      text === undefined
        ? undefined
        : { text, chosen, onText: setText, onForm: setChosen, onClose: () => setText(undefined) },
    onOpen: () => setText((before) => before ?? ''),
    taken: (query) => {
      const split = splitQuestion(query);
      if (!split) return query;
      setText(split.question);
      return split.query;
    },
  };
}
