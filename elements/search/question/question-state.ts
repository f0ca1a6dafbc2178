/** Parses the text of the question line into metrics, groupings and the form of the answer. */
import { useMemo } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import { formOf, type AnswerForm } from '../../../machines/question/config.js';
import { fieldsOf, parseQuestion, type Question, type QuestionFault } from '../../../machines/question/parse.js';
import type { OpenQuestion } from './question-control.js';

export interface QuestionState {
  readonly text: string;
  readonly question: Question | undefined;
  readonly fault: QuestionFault | undefined;
  readonly form: AnswerForm;
  readonly onText: (text: string) => void;
  readonly onForm: (form: AnswerForm) => void;
  readonly onClose: () => void;
}

/** Returns the first field of a question that is not among the known fields; such a question is not searched. */
export function unknownField(question: Question, known: readonly Pick<FieldType, 'name'>[]): string | undefined {
  const names = new Set(known.map(({ name }) => name));
  return fieldsOf(question).find((field) => !names.has(field));
}

export function useQuestionState({ text, chosen, onText, onForm, onClose }: OpenQuestion): QuestionState {
  const { question, fault } = useMemo(() => parseQuestion(text), [text]);
  return {
    text,
    question,
    fault,
    form: chosen ?? (question ? formOf(question) : 'bars'),
    onText: (next) => {
      onText(next);
      // When the default form of the question changes, the form that the user has chosen no longer fits and is
      // discarded.
      const before = question && formOf(question);
      const now = parseQuestion(next).question;
      if (now && before !== formOf(now)) onForm(undefined);
    },
    onForm,
    onClose,
  };
}
