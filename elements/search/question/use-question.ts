/** State of the question line: the text, what it asks, and the form of the answer. */
import { useMemo, useState } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import { formOf, type AnswerForm } from '../../../machines/question/config.js';
import {
  fieldsOf,
  parseQuestion,
  splitQuestion,
  type Question,
  type QuestionFault,
} from '../../../machines/question/parse.js';

export interface QuestionState {
  readonly text: string;
  readonly question: Question | undefined;
  readonly fault: QuestionFault | undefined;
  readonly form: AnswerForm;
  readonly onText: (text: string) => void;
  readonly onForm: (form: AnswerForm) => void;
  readonly onClose: () => void;
}

/** The first field of a question that no message has; a question with one is not asked. */
export function unknownField(question: Question, known: readonly Pick<FieldType, 'name'>[]): string | undefined {
  const names = new Set(known.map(({ name }) => name));
  return fieldsOf(question).find((field) => !names.has(field));
}

export interface QuestionControl {
  /** Absent: the line is closed. */
  readonly open: QuestionState | undefined;
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
  const { question, fault } = useMemo(
    () => (text === undefined ? { question: undefined, fault: undefined } : parseQuestion(text)),
    [text],
  );
  const open: QuestionState | undefined =
    text === undefined
      ? undefined
      : {
          text,
          question,
          fault,
          form: chosen ?? (question ? formOf(question) : 'bars'),
          onText: (next) => {
            setText(next);
            // Another kind of chart or grouping is suggested with another form.
            const before = question && formOf(question);
            const now = parseQuestion(next).question;
            if (now && before !== formOf(now)) setChosen(undefined);
          },
          onForm: setChosen,
          onClose: () => setText(undefined),
        };
  return {
    open,
    onOpen: () => setText((before) => before ?? ''),
    taken: (query) => {
      const split = splitQuestion(query);
      if (!split) return query;
      setText(split.question);
      return split.query;
    },
  };
}
