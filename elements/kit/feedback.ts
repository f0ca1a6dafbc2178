/** Toasts and confirmations of an element. One per element; components reach them by hooks. */
import { createContext, useContext, type ReactNode } from 'react';

/** ms a toast stays (spec 1 §9). */
export const toastMs = 7_000;
export const errorToastMs = 10_000;

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: string;
  readonly text: ReactNode;
}

export interface Question {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Text of the confirming button. */
  readonly confirm?: string;
  readonly cancel?: string;
  /** The action destroys data: the button is red and the focus starts on Cancel. */
  readonly danger?: boolean;
}

export interface AskedQuestion extends Question {
  readonly id: number;
  readonly answer: (confirmed: boolean) => void;
}

export interface FeedbackState {
  readonly toasts: readonly Toast[];
  readonly question: AskedQuestion | undefined;
}

export class Feedback {
  #state: FeedbackState = { toasts: [], question: undefined };
  #nextId = 1;
  readonly #waiting: AskedQuestion[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): FeedbackState => this.#state;

  // A function of its own, so that components can take it out of `useToasts()`.
  readonly toast = (kind: ToastKind, text: ReactNode, title: string): void => {
    const toast = { id: this.#nextId++, kind, text, title };
    this.#change({ toasts: [...this.#state.toasts, toast] });
  };

  dismiss(id: number): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  /** One question at a time; true when the person confirmed. */
  confirm(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push({
        ...question,
        id: this.#nextId++,
        answer: (confirmed) => {
          resolve(confirmed);
          this.#waiting.shift();
          this.#change({ question: this.#waiting[0] });
        },
      });
      this.#change({ question: this.#waiting[0] });
    });
  }

  /** The messages belong to a user who has signed out; open questions are answered with no. */
  clear(): void {
    for (const question of [...this.#waiting]) question.answer(false);
    if (this.#state.toasts.length > 0) this.#change({ toasts: [] });
  }

  #change(part: Partial<FeedbackState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

export const FeedbackContext = createContext<Feedback | undefined>(undefined);

function useFeedback(): Feedback {
  const feedback = useContext(FeedbackContext);
  if (!feedback) throw new Error('Toasts and confirmations need an element around them');
  return feedback;
}

/** Shows toasts; errors stay 10 s, others 7 s. Only for what the person just did. */
export function useToasts(): Pick<Feedback, 'toast'> {
  return useFeedback();
}

/** Asks before something is done: `if (await confirm({ title, text, danger: true })) …`. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const feedback = useFeedback();
  return (question) => feedback.confirm(question);
}
