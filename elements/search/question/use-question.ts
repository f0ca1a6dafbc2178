/** State of the question line that the search page keeps: the text and the chosen form. What it asks is in question-state.ts. */
import { useState } from 'react';
import type { AnswerForm } from '../../../machines/question/config.js';
import { splitQuestion } from '../../../machines/question/split.js';

export interface OpenQuestion {
  readonly text: string;
  /** Absent: the form that suits the question. */
  readonly chosen: AnswerForm | undefined;
  readonly onText: (text: string) => void;
  readonly onForm: (form: AnswerForm | undefined) => void;
  readonly onClose: () => void;
}

export interface QuestionControl {
  /** Absent: the line is closed. */
  readonly open: OpenQuestion | undefined;
  readonly onOpen: () => void;
  /**
   * A question typed behind `|` in the query moves to its own line.
   * @returns the query without it
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
