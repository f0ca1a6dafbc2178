/**
 * Holds the state of the question line on the search page: its text and the chosen form. question-state.ts parses the
 * text.
 */
import type { AnswerForm } from '../../../machines/question/config.js';
import { splitQuestion } from '../../../machines/question/split.js';
import { loadsWithinMs, type TypedAhead } from '../../kit/typed-ahead.js';
import type { PageLook } from '../../../machines/view/page-look.js';

export interface OpenQuestion {
  readonly text: string;
  /** Form chosen by the user; absent: the default form of the question. */
  readonly chosen: AnswerForm | undefined;
  readonly onText: (text: string) => void;
  readonly onForm: (form: AnswerForm | undefined) => void;
  readonly onClose: () => void;
  /**
   * Called once the line is shown, so that further characters are typed into it.
   * @returns true if the line may take the focus; false: the user has gone elsewhere while it was loading
   */
  readonly onReached: () => boolean;
}

/**
 * Query and question while the script of the line loads. Until the line has the focus, the user's keystrokes still go
 * to the query.
 */
interface QueryAhead {
  readonly query: string;
  readonly question: string;
  /** Time (`performance.now()`) until which characters belong to the question, in case the line cannot be loaded. */
  readonly until: number;
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

/** Text and form of the question line as far as the display settings in the page's address contain them. */
export interface AskedQuestion {
  readonly question?: PageLook['question'] | undefined;
  readonly answer?: PageLook['answer'] | undefined;
}

/**
 * Returns the control of the question line.
 *
 * @param asked current state; without a text the line is closed
 * @param onAsked called with the properties that change
 * @param ahead holds the query and question while the user types into the query before the line has the focus
 * @param typed buffer of the keys pressed after the line was opened with its button, until the line has the focus
 */
export function questionControl(
  { question: text, answer: chosen }: AskedQuestion,
  onAsked: (changed: AskedQuestion) => void,
  ahead: { current: QueryAhead | undefined },
  typed: TypedAhead,
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
            onReached: () => {
              ahead.current = undefined;
              const hasLeft = typed.hasLeft();
              typed.end();
              return !hasLeft;
            },
          },
    onOpen: () => {
      typed.begin(loadsWithinMs);
      typed.follow(onText);
    },
    taken: (query) => {
      const begun = ahead.current;
      const more = begun && performance.now() < begun.until && query.startsWith(begun.query);
      const split = more
        ? { query: begun.query, question: begun.question + query.slice(begun.query.length) }
        : splitQuestion(query);
      if (!split) return query;
      if (more || text === undefined) ahead.current = { ...split, until: performance.now() + loadsWithinMs };
      onText(split.question);
      return split.query;
    },
  };
}
