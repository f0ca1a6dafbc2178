/** Toasts and confirmations of an element. Each element has its own instance, which components use through hooks. */
import { createContext, useContext, type ReactNode } from 'react';

/** Milliseconds for which a toast is shown (spec 1 §9); `errorToastMs` is the time for errors. */
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
  /** Label of the confirming button. */
  readonly confirm?: string;
  readonly cancel?: string;
  /** True for a destructive action: the confirming button is red, and the focus starts on Cancel. */
  readonly danger?: boolean;
}

export interface PendingQuestion extends Question {
  readonly id: number;
  readonly answer: (confirmed: boolean) => void;
}

export interface FeedbackState {
  readonly toasts: readonly Toast[];
  readonly question: PendingQuestion | undefined;
}

export class Feedback {
  #state: FeedbackState = { toasts: [], question: undefined };
  #nextId = 1;
  readonly #waiting: PendingQuestion[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): FeedbackState => this.#state;

  // `toast` is an arrow function, so that components can destructure it from `useToasts()`.
  readonly toast = (kind: ToastKind, text: ReactNode, title: string): void => {
    const toast = { id: this.#nextId++, kind, text, title };
    this.#change({ toasts: [...this.#state.toasts, toast] });
  };

  dismiss(id: number): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  /**
   * Asks the user a question; while another question is open, the question waits.
   * @returns true when the user has confirmed
   */
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

  /**
   * Removes all toasts and answers the open and the waiting questions with false; called when the session has ended.
   */
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

/**
 * Returns an object with the function `toast`, which shows a toast: an error for 10 s, other kinds for 7 s. Toasts are
 * only for results of the user's own actions.
 */
export function useToasts(): Pick<Feedback, 'toast'> {
  return useFeedback();
}

/**
 * Returns a function that asks the user to confirm an action: `if (await confirm({ title, text, danger: true })) …`.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const feedback = useFeedback();
  return (question) => feedback.confirm(question);
}
