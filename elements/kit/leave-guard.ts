/**
 * Asks the user before unsaved changes are lost (spec 1 §2 "Unsaved-changes guard"):
 * – in the console, when the user opens another page, also by the Back button
 * – in an `Area`, when the user opens another of its pages
 * – in every host, when the window closes or loads another address
 */
import { createContext, useContext, useEffect, useRef } from 'react';
import { useConfirm } from './feedback.js';
import { laterKitTexts } from './later-texts.js';

export interface LeaveBlocker {
  /** Returns whether there are unsaved changes; called when the user is about to leave. */
  readonly isDirty: () => boolean;
  /** Asks the user; resolves to true if the user wants to leave and lose the changes. */
  readonly ask: () => Promise<boolean>;
  /**
   * True if the browser's Back button would lose the changes although the page stays the same, as for an editor with
   * its own history entry.
   */
  readonly inPage?: boolean;
}

/**
 * Registry of leave blockers, provided by the component that changes pages: the console or an `Area`. Without a gate
 * only closing the window or loading another address is guarded.
 */
export interface LeaveGate {
  /**
   * Registers a blocker.
   * @returns a function that removes it
   */
  block(blocker: LeaveBlocker): () => void;
}

export const LeaveGateContext = createContext<LeaveGate | undefined>(undefined);

export interface LeaveQuestion {
  readonly title?: string;
  readonly text?: string;
  /** Value of `inPage` in the `LeaveBlocker`; default false. */
  readonly inPage?: boolean;
}

/**
 * Asks the user before the calling component's unsaved changes are lost.
 * @param isDirty returns whether changes would be lost; it is called when the user is about to leave, so it must read
 * the latest state
 */
export function useLeaveGuard(isDirty: () => boolean, question: LeaveQuestion = {}): void {
  const { inPage = false } = question;
  const gate = useContext(LeaveGateContext);
  const confirm = useConfirm();
  const latest = useRef({ isDirty, question, confirm });
  useEffect(() => {
    latest.current = { isDirty, question, confirm };
  });
  useEffect(() => {
    const dirty = (): boolean => latest.current.isDirty();
    const ask = (): Promise<boolean> => {
      const { title = laterKitTexts.areYouSure, text } = latest.current.question;
      return latest.current.confirm({
        title,
        ...(text !== undefined && { text }),
        confirm: laterKitTexts.leave,
        cancel: laterKitTexts.stay,
        danger: true,
      });
    };
    const unload = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', unload);
    const unblock = gate?.block({ isDirty: dirty, ask, inPage });
    return () => {
      window.removeEventListener('beforeunload', unload);
      unblock?.();
    };
  }, [gate, inPage]);
}
